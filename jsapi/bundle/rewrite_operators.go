// This file makes operators check the size of a BigInt before they compute it, since goja would allocate any amount of
// memory for the result. esbuild turns ** into calls. This file puts a call around the right operand of << and >>. See
// guard/operators.js.

package bundle

import "bytes"

const (
	powerOfEsbuild = "var __pow = Math.pow;"
	guardedPower   = "__hitlrunPower"
	guardedLeft    = "__hitlrunLeft"
	guardedRight   = "__hitlrunRight"
)

// UsesOperators reports whether code that Bundle made needs the functions of guard/operators.js.
func UsesOperators(code []byte) bool {
	return bytes.Contains(code, []byte(guardedPower)) || bytes.Contains(code, []byte(guardedLeft)) || bytes.Contains(code, []byte(guardedRight))
}

func hasGuardedOperators(code []byte) bool {
	return bytes.Contains(code, []byte(powerOfEsbuild)) || bytes.Contains(code, []byte(" << ")) || bytes.Contains(code, []byte(" <<= ")) ||
		bytes.Contains(code, []byte(" >> ")) || bytes.Contains(code, []byte(" >>= ")) || bytes.Contains(code, []byte("__hitlrun"))
}

// guardOperators inserts the calls. A variable of the script with the name of one of the functions is renamed.
func (n *rewriter) guardOperators() {
	if at := bytes.Index(n.code, []byte(powerOfEsbuild)); at >= 0 {
		n.edits = append(n.edits, edit{pos: at + len("var __pow = "), drop: len("Math.pow"), text: guardedPower})
	}
	for i, t := range n.tokens {
		if t.kind == tokenWord {
			if name := n.text(i); name == guardedPower || name == guardedLeft || name == guardedRight || name == generatorMaker {
				n.insertAfter(int(t.end), "_")
			}
			continue
		}
		if t.kind != tokenPunct || i+2 >= len(n.tokens) || i == 0 || n.code[t.end-1] != n.text(i)[0] {
			continue
		}
		c := n.code[t.start]
		if c != '<' && c != '>' || n.code[t.start-1] != ' ' || !bytes.HasPrefix(n.code[t.end:], []byte{c}) {
			continue
		}
		k := i + 2
		assigns := n.code[t.end+1] == '='
		if assigns {
			k++
		}
		if k >= len(n.tokens) || n.code[n.tokens[k].start-1] != ' ' || !assigns && n.code[t.end+1] != ' ' {
			continue // >>>
		}
		end := n.operandEnd(k, assigns)
		if end < 0 || n.isNumber(i-1, 0) || end == k && n.isNumber(k, 6) {
			continue // a Number cannot be mixed with a BigInt
		}
		name := guardedLeft
		if c == '>' {
			name = guardedRight
		}
		n.insert(int(n.tokens[k].start), name+"(")
		n.insertAfter(int(n.tokens[end].end), ")")
	}
}

// isNumber reports whether a token is a number, and not a BigInt with more characters than digits.
func (n *rewriter) isNumber(i, digits int) bool {
	text := n.text(i)
	return text[0] >= '0' && text[0] <= '9' && (text[len(text)-1] != 'n' || len(text) <= digits)
}

// operandEnd returns the last token of the operand of a shift that begins with token k: what binds more tightly, or all
// of an expression that is assigned. -1 if it cannot be found.
func (n *rewriter) operandEnd(k int, assigned bool) int {
	last, choices := -1, 0
	for i := k; i < len(n.tokens); i++ {
		t := n.tokens[i]
		text := n.text(i)
		switch {
		case t.kind == tokenText && n.code[t.start] == '}', text == ")" || text == "]" || text == "}":
			return last
		case text == ":" && choices > 0:
			choices--
		case text == "," || text == ";" || text == ":":
			return last
		case assigned && text == "?" && n.code[t.end] == ' ' && n.code[t.start-1] == ' ':
			choices++
		case !assigned && i > k && (text == "in" || text == "instanceof" || text == "of") && n.code[t.start-1] == ' ':
			return last
		case !assigned && t.kind == tokenPunct && i > k && n.code[t.start-1] == ' ' && bytes.ContainsAny(n.code[t.start:t.end], "<>=!&|^?"):
			return last
		}
		if t.match > int32(i) {
			i = int(t.match)
		} else if t.kind == tokenText && bytes.HasSuffix(n.code[t.start:t.end], []byte("${")) {
			for i++; i < len(n.tokens); i++ { // up to the end of the template
				if u := n.tokens[i]; u.match > int32(i) {
					i = int(u.match)
				} else if u.kind == tokenText && u.parent == t.parent && n.code[u.end-1] == '`' {
					break
				}
			}
		}
		last = i
	}
	return -1
}
