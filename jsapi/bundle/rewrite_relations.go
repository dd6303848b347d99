// This file puts the first of two comparisons that follow each other into brackets: a < b < c becomes (a < b) < c. goja's parser
// takes it for a < (b < c). The operators are <, >, <=, >=, in and instanceof.

package bundle

import "bytes"

// hasChainedRelations reports whether two such operators may be in one expression.
func hasChainedRelations(code []byte) bool {
	last := -1 // the end of the operator before
	for at := 0; ; {
		i := bytes.IndexByte(code[at:], ' ')
		if i < 0 {
			return false
		}
		at += i + 1
		n := relationLen(code[at:])
		if n == 0 {
			continue
		}
		if last >= 0 && !bytes.ContainsAny(code[last:at], ";\n") {
			return true
		}
		at += n
		last = at
	}
}

// relationLen returns the length of the operator that code begins with, if a space follows it, and 0 for anything else.
func relationLen(code []byte) int {
	if len(code) == 0 || bytes.IndexByte([]byte("<>i"), code[0]) < 0 {
		return 0
	}
	for _, op := range []string{"<", ">", "<=", ">=", "in", "instanceof"} {
		if len(code) > len(op) && code[len(op)] == ' ' && string(code[:len(op)]) == op {
			return len(op)
		}
	}
	return 0
}

// bracketRelations inserts the brackets.
func (n *rewriter) bracketRelations() {
	for i := range n.tokens {
		after := n.relation(i)
		if after < 0 {
			continue
		}
		end := n.operandEnd(after, false)
		for end >= 0 && n.isShift(end+1) {
			k := end + 3
			if n.text(k) == ">" {
				k++
			}
			end = n.operandEnd(k, false)
		}
		if end < 0 || n.relation(end+1) < 0 {
			continue
		}
		if start := n.relatedStart(i); start >= 0 {
			n.insert(int(n.tokens[start].start), "(")
			n.insertAfter(int(n.tokens[end].end), ")")
		}
	}
}

// relation returns the token after the operator at a token, and -1 if there is none of these operators.
func (n *rewriter) relation(i int) int {
	if i <= 0 || i >= len(n.tokens) || n.code[n.tokens[i].start-1] != ' ' {
		return -1
	}
	length := relationLen(n.code[n.tokens[i].start:])
	if length == 0 || n.tokens[i].kind == tokenText {
		return -1
	}
	if parent := int(n.tokens[i].parent); n.text(i) == "in" && parent >= 0 && n.text(parent-1) == "for" {
		return -1
	}
	for i++; i < len(n.tokens) && n.tokens[i].start < n.tokens[i-1].end+1 && n.text(i) == "="; i++ {
	}
	return i
}

// isShift reports whether <<, >> or >>> begins at a token.
func (n *rewriter) isShift(i int) bool {
	text := n.text(i)
	return (text == "<" || text == ">") && n.text(i+1) == text && n.tokens[i].end == n.tokens[i+1].start && n.text(i+2) != "="
}

// relatedStart returns the first token of the left operand of the operator at a token. Comparisons are part of it.
func (n *rewriter) relatedStart(i int) int {
	start, level := -1, n.tokens[i].parent
	for j := i - 1; j > int(level); j-- {
		t := n.tokens[j]
		if start >= 0 && bytes.IndexByte(n.code[t.end:n.tokens[start].start], '\n') >= 0 {
			return start
		}
		switch text := n.text(j); {
		case n.isCloser(j):
			j = int(t.match)
		case t.kind == tokenText && n.code[t.start] == '}':
			for j--; j > int(level) && (n.tokens[j].parent != t.parent || n.code[n.tokens[j].start] != '`'); j-- { // to the start of the template
			}
		case t.kind == tokenText && n.code[t.end-1] == '{':
			return start
		case t.kind == tokenWord && n.text(j-1) != ".":
			switch text {
			case "return", "case", "throw", "yield", "else", "do", "of", "default", "extends":
				return start
			case "in":
				if n.relation(j) < 0 { // of a loop
					return start
				}
			}
		case text == "," || text == ";" || text == ":" || text == "=>":
			return start
		case t.kind == tokenPunct && bytes.IndexByte([]byte("=!&|^?"), text[0]) >= 0 && n.code[t.end] != '.' && !n.isPartOfRelation(j):
			if text != "!" || n.text(j+1) == "=" {
				return start
			}
		}
		start = j
	}
	return start
}

// isPartOfRelation reports whether a token is the = of <= or >=.
func (n *rewriter) isPartOfRelation(j int) bool {
	before := n.text(j - 1)
	return n.text(j) == "=" && (before == "<" || before == ">") && n.tokens[j-1].end == n.tokens[j].start && n.text(j-2) != before
}
