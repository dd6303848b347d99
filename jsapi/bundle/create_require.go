// This file makes require() of createRequire(import.meta.url) the require that is bundled.
package bundle

import (
	"strings"
)

var (
	ownRequire   = lazily(`\b(?:const|let|var)\s+require\s*=\s*(?:\w+\.)?\w*[cC]reateRequire\(\s*import\.meta\.url\s*\)`)
	aliasRequire = lazily(`\b((?:const|let|var)\s+([\w$]+)\s*=\s*)(?:\w+\.)?\w*[cC]reateRequire\(\s*import\.meta\.url\s*\)`)
	onceRequire  = lazily(`\b(?:\w+\.)?\w*[cC]reateRequire\(\s*import\.meta\.url\s*\)(?:\(|\.resolve\()`)
)

// noRequire is what a module has in place of the declaration of its require.
const noRequire = "var __hitlrun_own = 0"

// withRequire removes the declaration of a require from a module, so that the bundler recognises its calls. If the
// result of createRequire, or its resolve, is called directly, it calls the bundled require instead. If it has another name than require,
// that name stands for the require of names that are known at run time; aliases are these names. Positions do not change.
func withRequire(text string) (changed string, aliases []string) {
	same := func(instead, tail string) func(string) string {
		return func(found string) string {
			return instead + strings.Repeat(" ", max(0, len(found)-len(instead)-len(tail))) + tail
		}
	}
	text = onceRequire().ReplaceAllStringFunc(text, func(found string) string {
		if strings.HasSuffix(found, ".resolve(") {
			return same("require", ".resolve(")(found)
		}
		return same("require", "(")(found)
	})
	text = ownRequire().ReplaceAllStringFunc(text, same(noRequire, ""))
	text = aliasRequire().ReplaceAllStringFunc(text, func(found string) string {
		m := aliasRequire().FindStringSubmatch(found)
		aliases = append(aliases, m[2])
		return same(m[1]+"require", "")(found)
	})
	return text, aliases
}
