// This file lets a file fail when it is reached, and not the whole script, if its own imports cannot be found and the script
// reaches it only by import(), or by require() in a try block: that is where Node reports it.

package bundle

import (
	"path/filepath"
	"regexp"
	"slices"

	"github.com/evanw/esbuild/pkg/api"
)

// reach records which files import which ones. It is only made when an import cannot be found.
type reach struct {
	edges   map[string][]string // the files that a file needs to run
	missing map[string][]missingImport
}

type missingImport struct {
	specifier string
	kind      api.ResolveKind
}

// noteReach records an import that esbuild resolves. The module that imports the entry does not count: without the entry
// there is nothing to run.
func (b *build) noteReach(p api.PluginBuild, a api.OnResolveArgs) {
	if a.Namespace != "file" || a.Kind == api.ResolveEntryPoint || filepath.Base(a.Importer) == startName {
		return
	}
	b.mu.Unlock()
	r := p.Resolve(a.Path, api.ResolveOptions{
		Importer: a.Importer, Namespace: a.Namespace, ResolveDir: a.ResolveDir, Kind: a.Kind, PluginData: askEsbuild{}, With: a.With,
	})
	b.mu.Lock()
	if len(r.Errors) > 0 {
		b.reach.missing[a.Importer] = append(b.reach.missing[a.Importer], missingImport{a.Path, a.Kind})
		return
	}
	if a.Kind != api.ResolveJSDynamicImport && !(a.Kind == api.ResolveJSRequireCall && b.tried(a.Importer, a.Path)) {
		b.reach.edges[a.Importer] = append(b.reach.edges[a.Importer], r.Path)
	}
}

// tried reports whether a file requires a name in a try block.
func (b *build) tried(importer, specifier string) bool {
	in := b.inputs[importer]
	return in != nil && regexp.MustCompile(`\btry\s*\{[^{}]*\brequire\(\s*["']`+regexp.QuoteMeta(specifier)+`["']`).MatchString(in.text)
}

// deferMissing looks for the files that lack imports, after a build that failed. It reports whether there are any that fail
// only when they are reached. The next build makes them so.
func (b *build) deferMissing() bool {
	b.reset()
	b.reach = &reach{edges: map[string][]string{}, missing: map[string][]missingImport{}}
	if _, err := b.builtOnce(); err != nil {
		return false
	}
	found := b.reach
	b.reach = nil
	needed := map[string]bool{}
	for list := []string{b.entryReal}; len(list) > 0; list = list[1:] {
		if !needed[list[0]] {
			needed[list[0]] = true
			list = append(list, found.edges[list[0]]...)
		}
	}
	more := false
	for file, missing := range found.missing {
		if needed[file] || b.broken[file] != nil {
			continue
		}
		if b.broken == nil {
			b.broken = map[string][]missingImport{}
		}
		b.broken[file], more = missing, true
	}
	return more
}

// isBroken reports whether an import statement of a file that deferMissing found cannot be resolved.
func (b *build) isBroken(a api.OnResolveArgs) bool {
	return slices.Contains(b.broken[a.Importer], missingImport{a.Path, api.ResolveJSImportStatement}) && a.Kind == api.ResolveJSImportStatement
}

// serveBroken returns a module that throws the error of Node for such an import.
func (b *build) serveBroken(a api.OnResolveArgs) api.OnResolveResult {
	kind := "package"
	if isRelative(a.Path) {
		kind = "module"
		b.missingPath = append(b.missingPath, absolute(a.ResolveDir, a.Path))
	}
	text := "Cannot find " + kind + " '" + a.Path + "' imported from " + b.display(a.Importer)
	b.warnMissing(a, b.unresolvedText(a.Path))
	module := Module{Name: "hitlrun/missing/" + checksum(text)}
	module.Source = "module.exports = {}; throw Object.assign(new Error(" + quote(text) + "), { code: \"ERR_MODULE_NOT_FOUND\" });"
	b.virtual[module.Name] = module
	return api.OnResolveResult{Path: module.Name, Namespace: nsVirtual}
}
