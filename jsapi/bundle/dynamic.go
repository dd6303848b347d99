// This file supports import() of a name that is only known at run time. It bundles the installed packages that the
// file names in any string. They run when they are imported.

package bundle

import (
	"bytes"
	_ "embed"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

//go:embed js/imports.js
var importsJS string

// importsIdentifier is the name of the table of these packages in the code.
const importsIdentifier = "__hitlrun_imports"

const (
	nsImports     = "hitlrun-imports" // what a file may import by computed names, by its folder and those names
	importsPrefix = "hitlrun:imports?"
	requireMark   = "require:" // before a name that is for require()
)

var (
	computedImport = lazily("\\bimport\\(\\s*[^\"'`)\\s/]")
	packageLiteral = lazily("[\"'`]((?:node:[a-z/_]+)|(?:@[a-z0-9~-][\\w.~-]*/)?[a-z0-9~-][\\w.~-]*(?:/[\\w.~-]+)*)[\"'`]")
)

// withImports adds an entry to the table for each package that import() of a computed name in the file may import. In
// a file of a package only names with a scope count, since other words are rarely names of packages.
func (b *build) withImports(in *input, text string) string {
	if !strings.Contains(text, "import(") || !computedImport().MatchString(text) {
		return text
	}
	var names []string
	for _, m := range packageLiteral().FindAllStringSubmatch(text, -1) {
		name := m[1]
		if slices.Contains(names, name) || !in.user && !strings.HasPrefix(name, "@") || !b.importable(in.path, name) {
			continue
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return text
	}
	return text + "\nimport " + quote(importsPrefix+strings.Join(names, ",")) + ";\n"
}

// resolveImports returns the module that fills the table for a file, before the file itself runs.
func (b *build) resolveImports(a api.OnResolveArgs) api.OnResolveResult {
	return api.OnResolveResult{Path: filepath.Dir(a.Importer) + "?" + strings.TrimPrefix(a.Path, importsPrefix), Namespace: nsImports}
}

// loadImports makes the text of this module.
func loadImports(path string) api.OnLoadResult {
	dir, names, _ := strings.Cut(path, "?")
	var text strings.Builder
	for _, name := range strings.Split(names, ",") {
		if name, ok := strings.CutPrefix(name, requireMark); ok {
			text.WriteString(requiresIdentifier + "[" + quote(name) + "] ??= () => require(" + quote(name) + ");\n")
			continue
		}
		text.WriteString(importsIdentifier + "[" + quote(name) + "] ??= () => import(" + quote(name) + ");\n")
	}
	s := text.String()
	return api.OnLoadResult{Contents: &s, Loader: api.LoaderJS, ResolveDir: dir}
}

// importable reports whether import() of a name in a file would find a built-in module or a package.
func (b *build) importable(importer, name string) bool {
	return b.loadable(importer, name, api.ResolveJSDynamicImport)
}

// loadable is importable, also for require().
func (b *build) loadable(importer, name string, kind api.ResolveKind) bool {
	b.mu.Lock()
	if _, ok := call(b.opts.Builtin, importer, name); ok {
		b.mu.Unlock()
		return true
	}
	dir := filepath.Dir(importer)
	installed := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") || b.findPackage(dir, packageName(name)) != ""
	unexported := installed && b.noteUnexported(importer, dir, name, kind)
	b.mu.Unlock()
	if unexported {
		return false
	}
	if !installed {
		b.mu.Lock()
		defer b.mu.Unlock() // also after a panic
		_, ok := call(b.opts.Fallback, importer, name)
		return ok
	}
	r := b.plugin.Resolve(name, api.ResolveOptions{
		Importer: importer, Namespace: "file", ResolveDir: dir, Kind: kind, PluginData: askEsbuild{},
	})
	if len(r.Errors) > 0 {
		return false
	}
	if real, ok := b.area.has(r.Path); r.Namespace == "file" && !ok {
		b.mu.Lock()
		b.missing[name] = "Cannot load \"" + name + "\": " + (&outsideError{b.area.root, real}).Error()
		b.mu.Unlock()
		return false
	}
	return true
}

// loweredImport is the code that esbuild makes for import() of a name that is not in the bundle. foundImport replaces
// it, and looks in the table first. It has the same length, so that the source map stays valid.
var (
	loweredImport = []byte("Promise.resolve().then(() => __toESM(__require(")
	foundImport   = []byte("Promise.resolve().then(() => __found(__import_(")
)

// lookUpImports makes import() look in the table. It reports whether there is such an import().
func lookUpImports(code []byte) bool {
	found := false
	for at := 0; ; at += len(loweredImport) {
		i := bytes.Index(code[at:], loweredImport)
		if i < 0 {
			return found
		}
		at += i
		copy(code[at:], foundImport)
		found = true
	}
}
