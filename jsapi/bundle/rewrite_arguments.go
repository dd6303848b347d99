// This file reads arguments twice in arrow functions: arguments[0] becomes (arguments, arguments)[0]. If the only place with that name
// is in an arrow function, goja does not store the list where the arrow function looks for it, which then reads another variable.

package bundle

import "bytes"

func hasArrowArguments(code []byte) bool {
	return bytes.Contains(code, []byte("arguments")) && bytes.Contains(code, []byte("=>"))
}

// readArgumentsTwice inserts the first of the two.
func (n *rewriter) readArgumentsTwice() {
	for i, t := range n.tokens {
		if t.kind != tokenWord || n.code[t.start] != 'a' || n.text(i) != "arguments" || !n.readsName(i) || !n.inArrow(i) {
			continue
		}
		start, before := int(t.start), "(arguments, "
		switch {
		case n.text(i-1) == "typeof" && !n.continues(i): // there may be no arguments, then typeof arguments is no error
			start, before = int(n.tokens[i-1].start), "(typeof arguments, "
		case n.isShorthand(i):
			before = "arguments: " + before
		}
		n.insert(start, before)
		n.insertAfter(int(t.end), ")")
	}
}

// readsName reports whether the name at a token is an expression, or a shorthand for one, and not assigned to.
func (n *rewriter) readsName(i int) bool {
	before, next, second := n.text(i-1), n.text(i+1), n.text(i+2)
	switch {
	case before == "." && n.text(i-2) != ".", before == "var", before == "let", before == "const", before == "function":
		return false
	case next == ":" && (before == "{" || before == ","):
		return false // a key
	case next == "(" && n.text(int(n.tokens[i+1].match)+1) == "{":
		return false // a method
	case next == "=" && second != "=", next == "=>", (next == "+" || next == "-") && second == next, (before == "+" || before == "-") && n.text(i-2) == before:
		return false
	case (next == ")" || next == ",") && (before == "(" || before == ","):
		opener := int(n.tokens[i].parent) // of the parameters of an arrow function?
		return opener < 0 || n.text(int(n.tokens[opener].match)+1) != "=>"
	}
	end := i + 1
	for end < len(n.tokens) && end < i+4 && bytes.IndexByte([]byte("*/%&|^?<>+-"), n.code[n.tokens[end].start]) >= 0 {
		end++
	}
	return end == i+1 || n.text(end) != "=" || n.text(end-1) == "<" && end == i+2 || n.text(end-1) == ">" && end == i+2
}

// continues reports whether the name at a token is only the start of an operand: a property, a call or a template follows.
func (n *rewriter) continues(i int) bool {
	next := n.text(i + 1)
	return next == "." || next == "[" || next == "(" || next == "`" || next == "?" && n.text(i+2) == "."
}

// isShorthand reports whether the name at a token is a property of an object that has its value.
func (n *rewriter) isShorthand(i int) bool {
	before, next, opener := n.text(i-1), n.text(i+1), int(n.tokens[i].parent)
	return (before == "{" || before == ",") && (next == "," || next == "}") && opener >= 0 && n.text(opener) == "{"
}

// inArrow reports whether a token is in an arrow function, and in no other function within it.
func (n *rewriter) inArrow(i int) bool {
	if n.arrowOf(i) >= 0 {
		return true
	}
	for at := int(n.tokens[i].parent); at >= 0; at = int(n.tokens[at].parent) {
		if n.text(at) == "{" && n.isFunctionBody(at) {
			return n.text(at-1) == "=>"
		}
	}
	return false
}
