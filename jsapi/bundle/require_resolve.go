// This file makes require.resolve() of a file, or of an installed package, return its path.
package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

var requireResolve = lazily(`\brequire\s*\.resolve\(\s*(?:"[^"\n]+"|'[^'\n]+')\s*\)`)

// withPaths replaces the arguments of require.resolve() in a package by names relative to the entry. The code turns them
// into paths when it runs.
func (b *build) withPaths(importer, text string) string {
	return requireResolve().ReplaceAllStringFunc(text, func(call string) string {
		quotes := strings.IndexAny(call, `"'`)
		specifier := call[quotes+1 : strings.LastIndexAny(call, `"'`)]
		path := b.resolvedPath(importer, specifier)
		if path == "" {
			return call
		}
		name := b.relative(path)
		b.mu.Lock()
		b.paths[name] = path
		b.mu.Unlock()
		return "require.resolve(" + quote(name) + ")"
	})
}

// withUserPaths is withPaths for a file of the user, where require has these other names, too. Nothing moves: an argument
// that means another file elsewhere is replaced by a name of its length.
func (b *build) withUserPaths(importer, text string, aliases []string) string {
	names := `require`
	for _, alias := range aliases {
		names += "|" + regexp.QuoteMeta(alias)
	}
	call := regexp.MustCompile(`(?:^|[^\w$.])(?:` + names + `)\s*\.resolve\(\s*["']([^"'\n]+)["']\s*\)`)
	var changed strings.Builder
	from := 0
	for _, m := range call.FindAllStringSubmatchIndex(text, -1) {
		specifier := text[m[2]:m[3]]
		path := b.resolvedPath(importer, specifier)
		if path == "" {
			continue
		}
		changed.WriteString(text[from:m[2]] + b.pathName(specifier, path))
		from = m[3]
	}
	return changed.String() + text[from:]
}

// pathName stores a path under a specifier, or, if this means another path in another file, under a name of the same length.
func (b *build) pathName(specifier, path string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	name := specifier
	for n := 0; b.paths[name] != "" && b.paths[name] != path; n++ {
		name = fmt.Sprintf("%0*d", len(specifier), n)
	}
	b.paths[name] = path
	return name
}

// resolvedPath returns the file that require() of a specifier means, "" if there is none.
func (b *build) resolvedPath(importer, specifier string) string {
	dir := filepath.Dir(importer)
	if isRelative(specifier) {
		for _, path := range candidates(absolute(dir, specifier)) {
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				return path
			}
		}
	} else if strings.HasPrefix(specifier, "node:") {
		return ""
	}
	b.mu.Lock()
	found := b.checkTarget(api.OnResolveArgs{Path: specifier, ResolveDir: dir}) == nil
	found = found && (isRelative(specifier) || strings.HasPrefix(specifier, "#") || b.findPackage(dir, packageName(specifier)) != "")
	found = found && !b.noteUnexported(importer, dir, specifier, api.ResolveJSRequireCall)
	b.mu.Unlock()
	if !found {
		return ""
	}
	r := b.plugin.Resolve(specifier, api.ResolveOptions{
		Importer: importer, Namespace: "file", ResolveDir: dir, Kind: api.ResolveJSRequireCall, PluginData: askEsbuild{},
	})
	if len(r.Errors) > 0 || r.Namespace != "file" {
		return ""
	}
	return r.Path
}
