// This file gives packages the prototype of async generators, which lowered ones do not have.

package bundle

import (
	"strings"
)

// generatorPrototype matches the code by which packages get it: Object.getPrototypeOf(async function* () {}), before
// .prototype.
var generatorPrototype = lazily(`Object\.getPrototypeOf\(\s*(?:/\*[^*]*\*/\s*)?(?:` + generatorOfNothing + `|\(\s*` + generatorOfNothing + `\s*\))\s*\)`)

const generatorOfNothing = `async\s+function\s*\*\s*\(\)\s*\{\s*\}`

// withIterators replaces this code by an object with such a prototype.
func withIterators(text string) string {
	if !strings.Contains(text, "Object.getPrototypeOf") {
		return text
	}
	return replaceInCode(generatorPrototype(), text, func(found string) string {
		return "({ prototype: Object.create({ [Symbol.asyncIterator]() { return this; } }) })" + strings.Repeat("\n", strings.Count(found, "\n"))
	})
}
