// This file makes require() of createRequire(import.meta.url) the require that is bundled.
package bundle

import (
	"strings"
)

var (
	ownRequire  = lazily(`\b(?:const|let|var)\s+require\s*=\s*(?:\w+\.)?\w*[cC]reateRequire\(\s*import\.meta\.url\s*\)`)
	onceRequire = lazily(`\b(?:\w+\.)?\w*[cC]reateRequire\(\s*import\.meta\.url\s*\)\(`)
)

// withRequire removes the declaration of a require from a module, so that the bundler recognises its calls. If the
// result of createRequire is called directly, it calls the bundled require instead. Positions do not change.
func withRequire(text string) string {
	same := func(instead, tail string) func(string) string {
		return func(found string) string {
			return instead + strings.Repeat(" ", max(0, len(found)-len(instead)-len(tail))) + tail
		}
	}
	text = ownRequire().ReplaceAllStringFunc(text, same("var __hitlrun_own = 0", ""))
	return onceRequire().ReplaceAllStringFunc(text, same("require", "("))
}
