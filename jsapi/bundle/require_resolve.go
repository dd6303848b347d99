// This file makes require.resolve() of a file return its path.
package bundle

import (
	"os"
	"path/filepath"
	"strings"
)

var requireResolve = lazily(`\brequire\.resolve\(\s*(?:"\.[^"\n]*"|'\.[^'\n]*')\s*\)`)

// withPaths replaces the arguments of require.resolve() in a package by names relative to the entry. The code turns them
// into paths when it runs.
func (b *build) withPaths(importer, text string) string {
	return requireResolve().ReplaceAllStringFunc(text, func(call string) string {
		quotes := strings.IndexAny(call, `"'`)
		specifier := call[quotes+1 : strings.LastIndexAny(call, `"'`)]
		for _, path := range candidates(absolute(filepath.Dir(importer), specifier)) {
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				name := b.relative(path)
				b.mu.Lock()
				b.paths[name] = path
				b.mu.Unlock()
				return "require.resolve(" + quote(name) + ")"
			}
		}
		return call
	})
}
