// This file puts brackets around a test with in that is within the brackets of the head of a for statement, as in
// for (const [x = ("a" in o)] of list). goja's parser refuses it there, as directly in the head.

package bundle

import (
	"regexp"
	"sync"
)

// testInHead matches what may be such a test.
var testInHead = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`for \([^;]{0,500}[[{(=][^;]{0,500} in `) })

func hasTestsInHeads(code []byte) bool { return testInHead().Match(code) }

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
