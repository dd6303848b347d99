// This file makes constant tests of statements ones that goja does not compute when it compiles them. What such a test leaves out
// is compiled and thrown away, but its break and continue statements change instructions of the code around it:
//
//	for (const x of list) {
//	  if (false) { f(); break; }
//	}

package bundle

import "bytes"

// mayHaveConstantTests reports whether the test of a statement may be constant.
func mayHaveConstantTests(code []byte) bool {
	for _, begin := range []string{"if (", "while ("} {
		for rest := code; ; {
			i := bytes.Index(rest, []byte(begin))
			if i < 0 {
				break
			}
			rest = rest[i+len(begin):]
			operand := bytes.TrimLeft(rest[:min(len(rest), 16)], "!(-+~ ")
			if len(operand) == 0 || bytes.IndexByte([]byte(`0123456789"'.`), operand[0]) >= 0 {
				return true
			}
			for _, word := range []string{"true", "false", "null", "void ", "typeof "} {
				if bytes.HasPrefix(operand, []byte(word)) {
					return true
				}
			}
		}
	}
	for _, test := range []string{"; false;", "; !1;", "; 0;", "; null;"} {
		if bytes.Contains(code, []byte(test)) {
			return true
		}
	}
	return false
}

// commaTests turns if (false) into if (0, false).
func (n *rewriter) commaTests() {
	for i, t := range n.tokens {
		if t.kind != tokenWord || n.text(i+1) != "(" || n.text(i-1) == "." {
			continue
		}
		from, end := i+2, int(n.tokens[i+1].match)
		switch n.text(i) {
		case "if":
		case "while":
			if n.endless(from, end) {
				continue
			}
		case "for":
			if from, end = n.testOf(i + 1); n.endless(from, end) {
				continue
			}
		default:
			continue
		}
		if n.isConstant(from, end) {
			n.insert(int(n.tokens[from].start), "0, ")
		}
	}
}

// testOf returns the tokens of the test of a for statement, whose bracket is at a token; none if it has none.
func (n *rewriter) testOf(bracket int) (from, end int) {
	var semicolons []int
	for i := bracket + 1; i < int(n.tokens[bracket].match); i++ {
		if int(n.tokens[i].parent) == bracket && n.text(i) == ";" {
			semicolons = append(semicolons, i)
		}
	}
	if len(semicolons) != 2 {
		return 0, 0
	}
	return semicolons[0] + 1, semicolons[1]
}

// endless reports whether a test is one of those with which loops without end are written. They leave out nothing.
func (n *rewriter) endless(from, end int) bool {
	switch end - from {
	case 1:
		return n.text(from) == "true" || n.text(from) == "1"
	case 2:
		return n.text(from) == "!" && n.text(from+1) == "0"
	}
	return false
}

// isConstant reports whether goja may compute the expression of some tokens: it has only literals and operators, or begins with
// those and has && or || behind them.
func (n *rewriter) isConstant(from, end int) bool {
	operands := 0
	for i := from; i < end; i++ {
		text := n.text(i)
		switch {
		case n.tokens[i].kind == tokenPunct && (text == "&" || text == "|" || text == "?") && text == n.text(i+1):
			return operands > 0
		case n.tokens[i].kind == tokenPunct:
			if text == "=>" || text == "{" || text == "[" {
				return false
			}
		case n.tokens[i].kind == tokenWord && (text == "void" || text == "typeof"):
		case n.tokens[i].kind == tokenWord && text != "true" && text != "false" && text != "null" && (text[0] < '0' || text[0] > '9') && text[0] != '.':
			return false
		default:
			operands++
		}
	}
	return operands > 0
}
