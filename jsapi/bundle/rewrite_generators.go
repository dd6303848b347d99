// This file repairs esbuild's helper of lowered async generators.

package bundle

import "bytes"

// The texts of the helper that are wrong, and what replaces them.
const (
	// All calls of one method share call and wait. So two calls of next() would run at the same time if a third one came
	// before the first had ended.
	sharedCalls = "method = (k, call, wait, clear) => it[k] = (x) => ("
	ownCalls    = "method = (k) => it[k] = (x, call = 0, wait, clear) => ("

	// A call of return() continues the generator with return after each await, which ends a finally block at its first
	// await. Only yield* needs that.
	returnsAgain = `resume(k === "return" ? k : "next", v[1] ?`
	returnsOnce  = `resume(k === "return" && v[1] ? k : "next", v[1] ?`
)

func hasAsyncGenerators(code []byte) bool { return bytes.Contains(code, []byte(sharedCalls)) }

// repairGenerators replaces the texts of the helper.
func (n *rewriter) repairGenerators() {
	for _, r := range [][2]string{{returnsAgain, returnsOnce}, {sharedCalls, ownCalls}} {
		if i := bytes.Index(n.code, []byte(r[0])); i >= 0 {
			n.edits = append(n.edits, edit{pos: i, drop: len(r[0]), text: r[1]})
		}
	}
}
