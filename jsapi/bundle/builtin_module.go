// This file makes process.getBuiltinModule() of a known name the require of a module in the bundle.

package bundle

import "strings"

var getBuiltin = lazily(`\b(?:globalThis\.)?process(?:\?)?\.getBuiltinModule(?:\?\.)?\(\s*["']([^"'\n]+)["']\s*\)`)

// withBuiltins replaces calls of process.getBuiltinModule whose argument is the name of a module that there is. The others
// return undefined at run time. Positions do not change.
func (b *build) withBuiltins(importer, text string) string {
	return replaceInCode(getBuiltin(), text, func(found string) string {
		name := getBuiltin().FindStringSubmatch(found)[1]
		b.mu.Lock()
		_, ok := call(b.opts.Builtin, importer, "node:"+strings.TrimPrefix(name, "node:"))
		b.mu.Unlock()
		if !ok {
			return found
		}
		at := strings.LastIndexByte(found, '(')
		return "require" + strings.Repeat(" ", at-len("require")) + found[at:]
	})
}
