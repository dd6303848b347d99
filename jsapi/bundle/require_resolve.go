// This file makes require.resolve() and import.meta.resolve() of a file, or of an installed package, return its path or URL.

package bundle

import (
	"cmp"
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
		path := b.resolvedPath(importer, specifier, api.ResolveJSRequireCall)
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
		path := b.resolvedPath(importer, specifier, api.ResolveJSRequireCall)
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

var metaResolve = lazily(`\bimport\.meta\.resolve\(\s*(?:"([^"\n]+)"|'([^'\n]+)')`)

// noteMetaPaths stores what import.meta.resolve() returns for the names of packages that a file has as text.
func (b *build) noteMetaPaths(importer, text string) {
	for _, m := range metaResolve().FindAllStringSubmatch(text, -1) {
		specifier := cmp.Or(m[1], m[2])
		if isRelative(specifier) || strings.Contains(specifier, ":") {
			continue
		}
		found := ""
		if path := b.resolvedPath(importer, specifier, api.ResolveJSImportStatement); path != "" {
			found = fileURL(path)
		} else {
			b.mu.Lock()
			module, ok := call(b.opts.Builtin, importer, specifier)
			b.mu.Unlock()
			if ok && module.Default {
				found = "node:" + specifier
			}
		}
		if found == "" {
			continue
		}
		b.mu.Lock()
		if b.metaPaths[importer] == nil {
			b.metaPaths[importer] = map[string]string{}
		}
		b.metaPaths[importer][specifier] = found
		b.mu.Unlock()
	}
}

// resolvedPath returns the file that require() or import of a specifier means, "" if there is none.
func (b *build) resolvedPath(importer, specifier string, kind api.ResolveKind) string {
	dir := filepath.Dir(importer)
	if isRelative(specifier) {
		for _, path := range candidates(absolute(dir, specifier)) {
			if _, ok := b.area.has(path); !ok {
				continue // nobody learns whether it exists
			}
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
	found = found && !b.noteUnexported(importer, dir, specifier, kind)
	b.mu.Unlock()
	if !found {
		return ""
	}
	r := b.plugin.Resolve(specifier, api.ResolveOptions{
		Importer: importer, Namespace: "file", ResolveDir: dir, Kind: kind, PluginData: askEsbuild{},
	})
	if len(r.Errors) > 0 || r.Namespace != "file" {
		return ""
	}
	if _, ok := b.area.has(r.Path); !ok {
		return ""
	}
	return r.Path
}
