// This file makes require() of createRequire(import.meta.url) the require that is bundled.

package bundle

import (
	"regexp"
	"strings"
	"sync"
)

// requirePatterns match calls of createRequire for the file itself, in the forms that people and bundlers write.
type requirePatterns struct {
	own   *regexp.Regexp // the declaration of a variable require
	alias *regexp.Regexp // the declaration of one with another name
	once  *regexp.Regexp // a call of the result, or of its resolve
}

// requireOf returns the patterns for a function whose name matches a pattern.
func requireOf(name string) requirePatterns {
	made := `(?:/\*[^*]*\*/\s*)?(?:(?:globalThis\.)?process\.getBuiltinModule\(\s*["'](?:node:)?module["']\s*\)\.|\b\w+\.|\b)` + name +
		`\(\s*(?:import\.meta\.(?:url|filename)|__filename|(?:\w+\.)?fileURLToPath\(\s*import\.meta\.url\s*\))\s*\)`
	return requirePatterns{
		own:   regexp.MustCompile(`\b(?:export\s+)?(?:const|let|var)\s+require\s*=\s*` + made),
		alias: regexp.MustCompile(`\b((?:const|let|var)\s+([\w$]+)\s*=\s*)` + made),
		once:  regexp.MustCompile(made + `(?:\(|\.resolve\()`),
	}
}

var (
	usualRequire = sync.OnceValue(func() requirePatterns { return requireOf(`\w*[cC]reateRequire`) })
	// renamedRequire matches an import of createRequire under another name.
	renamedRequire = lazily(`\bcreateRequire\s+as\s+([\w$]+)`)
)

// noRequire is what a module has in place of the declaration of its require.
const noRequire = "var __hitlrun_own = 0"

// withRequire removes the declaration of a require from a module, so that the bundler recognises its calls. If the
// result of createRequire, or its resolve, is called directly, it calls the bundled require instead. If it has another name than require,
// that name stands for the require of names that are known at run time; aliases are these names. Positions do not change.
func withRequire(text string) (changed string, aliases []string) {
	text, aliases = usualRequire().replace(text)
	if m := renamedRequire().FindStringSubmatch(text); m != nil {
		var more []string
		text, more = requireOf(regexp.QuoteMeta(m[1])).replace(text)
		aliases = append(aliases, more...)
	}
	return text, aliases
}

func (p requirePatterns) replace(text string) (changed string, aliases []string) {
	same := func(found, instead, tail string) string {
		return instead + strings.Repeat(" ", max(0, len(found)-len(instead)-len(tail))) + tail
	}
	text = replaceInCode(p.once, text, func(found string) string {
		if strings.HasSuffix(found, ".resolve(") {
			return same(found, "require", ".resolve(")
		}
		return same(found, "require", "(")
	})
	text = replaceInCode(p.own, text, func(found string) string {
		if strings.HasPrefix(found, "export") {
			return found // other modules import it
		}
		return same(found, noRequire, "")
	})
	text = replaceInCode(p.alias, text, func(found string) string {
		m := p.alias.FindStringSubmatch(found)
		if m[2] == "require" {
			return found // it is exported
		}
		aliases = append(aliases, m[2])
		return same(found, m[1]+"require", "")
	})
	return text, aliases
}
