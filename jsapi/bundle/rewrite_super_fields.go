// This file puts the initial value of a field into a function if it has super in it. goja compiles the value where the class
// is, and refuses super there unless the class is in a method. It compiles a function in the value where the field is.

package bundle

import "bytes"

// hasSuperMembers reports whether some field may have super in its initial value.
func hasSuperMembers(code []byte) bool {
	return bytes.Contains(code, []byte("super.")) || bytes.Contains(code, []byte("super[")) || bytes.Contains(code, []byte(" = super)"))
}

// wrapSuperFields turns x = super.x into x = (() => (super.x))() in the body of a class.
func (n *rewriter) wrapSuperFields() {
	bodies := map[int]bool{}
	for i := range n.tokens {
		if n.beginsClass(i) {
			bodies[n.classBodyAfter(i)] = true
		}
	}
	done := map[int]bool{}
	for i, t := range n.tokens {
		if t.kind != tokenWord || n.code[t.start] != 's' || n.text(i) != "super" {
			continue
		}
		if first, last := n.fieldAround(i, bodies); first >= 0 && !done[first] {
			done[first] = true
			n.insert(int(n.tokens[first].start), "(() => (")
			n.insertAfter(int(n.tokens[last].end), "))()")
		}
	}
}

// fieldAround returns the first and the last token of the initial value of a field in which a token is. first is -1 if the token
// is anywhere else, or in a function in that value.
func (n *rewriter) fieldAround(i int, bodies map[int]bool) (first, last int) {
	member := i // or what it is in, in the body of the class
	for !bodies[int(n.tokens[member].parent)] {
		member = int(n.tokens[member].parent)
		if member < 0 || n.text(member) == "{" && n.isFunctionBody(member) {
			return -1, -1
		}
	}
	body := int(n.tokens[member].parent)
	if body < 0 {
		return -1, -1
	}
	first = -1
	for k := body + 1; k <= member; k = n.skip(k) {
		switch n.text(k) {
		case ";":
			first = -1
		case "=":
			if first < 0 {
				first = k + 1
			}
		}
	}
	if first < 0 || first > i || n.arrowOf(i) >= first {
		return -1, -1
	}
	end := member
	for end < int(n.tokens[body].match) && n.text(end) != ";" {
		end = n.skip(end)
	}
	return first, end - 1
}
