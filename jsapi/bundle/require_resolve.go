// This file makes require.resolve() of a file return its path.
package bundle

import (
	"os"
	"path/filepath"
	"strings"
)

var requireResolve = lazily(`\brequire\.resolve\(\s*(?:"\.[^"\n]*"|'\.[^'\n]*')\s*\)`)

// withPaths names the files that require.resolve() is called with in a package by their places beside the entry. They have their paths
// when the code runs.
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
