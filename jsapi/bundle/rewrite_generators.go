// This file replaces esbuild's helper of lowered async generators. esbuild's object has no prototype of its own, its
// finally blocks end at their first await when a loop is left, and three calls of next() at once run two at a time.

package bundle

import (
	"bytes"
	"strings"
)

// asyncGenerator is the beginning of esbuild's helper.
const asyncGenerator = "var __asyncGenerator = "

// generatorMaker is guard.GeneratorMaker.
const generatorMaker = "__hitlrunGenerator"

func hasAsyncGenerators(code []byte) bool { return bytes.Contains(code, []byte(asyncGenerator)) }

// replaceGenerators replaces the helper at token i, which is its name. Positions after it stay in their lines.
func (n *rewriter) replaceGenerators(i int) {
	body := i + 2
	if n.text(i-1) != "var" || n.text(i+1) != "=" || n.text(body) != "(" {
		return
	}
	start := int(n.tokens[body].start)
	if body = int(n.tokens[body].match) + 2; n.text(body-1) != "=>" || n.text(body) != "{" {
		return
	}
	end := int(n.tokens[n.tokens[body].match].end)
	lines := strings.Repeat("\n", bytes.Count(n.code[start:end], []byte("\n")))
	const helper = "(self, list, generator) => " + generatorMaker + "(__await, generator.apply(self, list))"
	n.edits = append(n.edits, edit{pos: start, drop: end - start, text: helper + lines})
}
