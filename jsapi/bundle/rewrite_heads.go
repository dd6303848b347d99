// This file puts brackets around a test with in that is within the brackets of the head of a for statement, as in
// for (const [x = ("a" in o)] of list). goja's parser refuses it there, as directly in the head.

package bundle

import "bytes"

// longHead is the number of bytes after for ( in which such a test is looked for.
const longHead = 1000

// hasTestsInHeads reports whether the code may have such a test.
func hasTestsInHeads(code []byte) bool {
	for {
		i := bytes.Index(code, []byte("for ("))
		if i < 0 {
			return false
		}
		code = code[i+len("for ("):]
		head := code[:min(len(code), longHead)]
		if end := bytes.IndexByte(head, ';'); end >= 0 && bytes.IndexByte(head[:end], '(') < 0 {
			head = head[:end] // there is no function with statements in it
		}
		if test := bytes.LastIndex(head, []byte(" in ")); test >= 0 && bytes.ContainsAny(head[:test], "[{(=") {
			return true
		}
	}
}

// bracketTests inserts the brackets.
func (n *rewriter) bracketTests() {
	for i := range n.tokens {
		if n.text(i) != "in" || !n.isInHead(i) {
			continue
		}
		after := n.relation(i)
		if after < 0 {
			continue
		}
		start, end := n.relatedStart(i), n.operandEnd(after, false)
		if start < 0 || end < 0 {
			continue
		}
		n.insert(int(n.tokens[start].start), "(")
		n.insertAfter(int(n.tokens[end].end), ")")
	}
}

// isInHead reports whether a token is in brackets in the head of a for statement, and not in a function there.
func (n *rewriter) isInHead(i int) bool {
	for at := int(n.tokens[i].parent); at >= 0; at = int(n.tokens[at].parent) {
		if n.text(at) == "{" && n.isFunctionBody(at) {
			return false
		}
		outer := int(n.tokens[at].parent)
		if outer >= 0 && n.text(outer) == "(" && (n.text(outer-1) == "for" || n.text(outer-1) == "await" && n.text(outer-2) == "for") {
			return true
		}
	}
	return false
}
