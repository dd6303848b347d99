// This file turns direct calls of eval into indirect ones. All calls are indirect anyway, since scripts get another eval.
// But goja compiles a function with a call that looks direct in another way, which in strict code confuses variables.

package bundle

import "bytes"

func hasDirectEval(code []byte) bool { return bytes.Contains(code, []byte("eval(")) }

// callEvalIndirectly turns eval(text) into (0, eval)(text). Methods and functions of that name stay.
func (n *rewriter) callEvalIndirectly() {
	for i, t := range n.tokens {
		if t.kind != tokenWord || n.text(i) != "eval" || n.text(i+1) != "(" {
			continue
		}
		before := n.code[:t.start]
		member := bytes.HasSuffix(before, []byte(".")) && !bytes.HasSuffix(before, []byte("..."))
		declared := n.text(int(n.tokens[i+1].match)+1) == "{" && n.text(i-1) != "extends"
		if member || declared {
			continue
		}
		n.insert(int(t.start), "(0, ")
		n.insertAfter(int(t.end), ")")
	}
}
