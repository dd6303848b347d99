// This file resolves imports: to a built-in module, a file, or an error at run time.

package bundle

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

const (
	nsVirtual      = "hitlrun"      // Modules, by name
	nsMeta         = "hitlrun-meta" // import.meta of a file, by path relative to the entry
	metaSpecifier  = "hitlrun:meta"
	metaIdentifier = "__hitlrun_meta"
	jsxSpecifier   = "hitlrun:jsx"
	entrySpecifier = "hitlrun:entry"  // of an entry that esbuild cannot find on disk
	wholeSpecifier = "hitlrun:whole:" // of a Module by its name, also for require()
)

// native is the answer that leaves an import to esbuild.
func native() api.OnResolveResult { return api.OnResolveResult{} }

// askEsbuild marks a resolution that resolvable requests, so that resolve does not handle it.
type askEsbuild struct{}

// packageQuery asks for the package an import in a directory means.
type packageQuery struct{ Dir, Name string }

// served records that a Module was used.
type served struct {
	Importer, Specifier string
	Fallback            bool
	Sum                 string
}

func (b *build) resolve(p api.PluginBuild, a api.OnResolveArgs) (api.OnResolveResult, error) {
	if _, asked := a.PluginData.(askEsbuild); asked {
		return native(), nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case a.Path == entrySpecifier:
		return api.OnResolveResult{Path: b.entryReal, Namespace: "file"}, nil
	case !b.onDisk && a.Namespace == "file" && isRelative(a.Path) && a.ResolveDir != "" && slices.Contains(candidates(absolute(a.ResolveDir, a.Path)), b.entryReal):
		return api.OnResolveResult{Path: b.entryReal, Namespace: "file"}, nil
	case strings.HasPrefix(a.Path, importsPrefix):
		return b.resolveImports(a), nil
	case strings.HasPrefix(a.Path, wholeSpecifier):
		return api.OnResolveResult{Path: strings.TrimPrefix(a.Path, wholeSpecifier), Namespace: nsVirtual}, nil
	case a.Path == metaSpecifier:
		return b.resolveMeta(a.Importer), nil
	case strings.HasPrefix(a.Path, jsxSpecifier):
		return failed(jsxText), nil
	case strings.HasPrefix(a.Path, "http:"), strings.HasPrefix(a.Path, "https:"), strings.HasPrefix(a.Path, "//"):
		return failed("Cannot import from a URL: " + a.Path + " (npm install the package, or save the file beside the script)"), nil
	case strings.HasPrefix(a.Path, "file:"):
		if u, err := url.Parse(a.Path); err == nil && filepath.IsAbs(u.Path) && (u.Host == "" || u.Host == "localhost") {
			return api.OnResolveResult{Path: u.Path, Namespace: "file"}, nil
		}
	case a.Kind == api.ResolveJSRequireResolve:
		return api.OnResolveResult{Path: a.Path, External: true}, nil
	}
	if result, ok := b.resolveVirtual(a); ok {
		return result, nil
	}
	if err := b.checkTarget(a); err != nil {
		return failed(err.Error()), nil
	}
	b.noteLinks(a)
	if result, ok := b.resolveNative(a); ok {
		return result, nil
	}
	if b.mayBeMissing(a) {
		if b.noteUnexported(a.Importer, a.ResolveDir, a.Path, a.Kind) {
			b.warnMissing(a, b.notExported(a.ResolveDir, a.Path, a.Kind))
			return api.OnResolveResult{Path: a.Path, External: true}, nil
		}
		if !b.resolvable(p, a) {
			return b.resolveMissing(a), nil
		}
	}
	if b.isBroken(a) {
		return b.serveBroken(a), nil
	}
	if b.reach != nil {
		b.noteReach(p, a)
	}
	return native(), nil
}

func failed(text string) api.OnResolveResult {
	return api.OnResolveResult{Errors: []api.Message{{Text: text}}}
}

// resolveMeta returns the module that has import.meta of a file.
func (b *build) resolveMeta(importer string) api.OnResolveResult {
	name := b.relative(importer)
	b.metas[name] = importer
	return api.OnResolveResult{Path: name, Namespace: nsMeta, SideEffects: api.SideEffectsFalse}
}

// relative returns the path of a file relative to the folder of the entry.
func (b *build) relative(path string) string {
	if rel, err := filepath.Rel(b.dir, path); err == nil {
		return filepath.ToSlash(rel)
	}
	return path
}

// resolveVirtual asks Builtin and Fallback.
func (b *build) resolveVirtual(a api.OnResolveArgs) (api.OnResolveResult, bool) {
	inModule := a.Namespace == nsVirtual
	if isRelative(a.Path) && !inModule {
		return native(), false
	}
	if m, ok := call(b.opts.Builtin, a.Importer, a.Path); ok {
		return b.serve(a, m, false), true
	}
	if !isRelative(a.Path) && b.findPackage(a.ResolveDir, packageName(a.Path)) != "" {
		return native(), false
	}
	if m, ok := call(b.opts.Fallback, a.Importer, a.Path); ok {
		return b.serve(a, m, true), true
	}
	if isRelative(a.Path) {
		return failed(b.unresolvedText(a.Path)), true
	}
	return native(), false
}

func call(f func(importer, specifier string) (Module, bool), importer, specifier string) (Module, bool) {
	if f == nil {
		return Module{}, false
	}
	return f(importer, specifier)
}

func (b *build) serve(a api.OnResolveArgs, m Module, fallback bool) api.OnResolveResult {
	b.virtual[m.Name] = m
	if fallback {
		b.standIns[m.Name] = a.Path
	}
	b.served = append(b.served, served{Importer: a.Importer, Specifier: a.Path, Fallback: fallback, Sum: m.checksum()})
	result := api.OnResolveResult{Path: m.Name, Namespace: nsVirtual}
	if m.Default && a.Kind == api.ResolveJSRequireCall {
		result.Path += "?default"
		b.virtual[result.Path] = Module{Name: result.Path, Source: "module.exports = require(" + quote(wholeSpecifier+m.Name) + ").default;"}
	}
	if m.Pure {
		result.SideEffects = api.SideEffectsFalse
	}
	return result
}

// mayBeMissing says whether an import is one whose absence Node reports only when it runs:
// import() anywhere, require() in packages, which use it to look for optional parts.
func (b *build) mayBeMissing(a api.OnResolveArgs) bool {
	switch a.Kind {
	case api.ResolveJSDynamicImport:
		return true
	case api.ResolveJSRequireCall:
		return inPackage(a.Importer) || b.broken[a.Importer] != nil
	}
	return false
}

// resolvable asks the disk, then esbuild, which also knows tsconfig paths and package imports,
// but is slow at answering such questions.
func (b *build) resolvable(p api.PluginBuild, a api.OnResolveArgs) bool {
	if isMachineCode(a) {
		return false
	}
	if isRelative(a.Path) {
		for _, candidate := range candidates(absolute(a.ResolveDir, a.Path)) {
			if _, err := os.Stat(candidate); err == nil {
				return true
			}
		}
	} else if b.findPackage(a.ResolveDir, packageName(a.Path)) != "" {
		return true
	}
	b.mu.Unlock()
	defer b.mu.Lock()
	r := p.Resolve(a.Path, api.ResolveOptions{
		Importer: a.Importer, Namespace: a.Namespace, ResolveDir: a.ResolveDir,
		Kind: a.Kind, PluginData: askEsbuild{}, With: a.With,
	})
	return len(r.Errors) == 0
}

// resolveMissing leaves the import in the output, where it fails when it is reached.
func (b *build) resolveMissing(a api.OnResolveArgs) api.OnResolveResult {
	text := b.unresolvedText(a.Path)
	b.missing[a.Path] = text
	if isRelative(a.Path) {
		b.missingPath = append(b.missingPath, absolute(a.ResolveDir, a.Path))
	}
	b.warnMissing(a, text)
	return api.OnResolveResult{Path: a.Path, External: true}
}

// warnMissing warns of an import() in a file of the user that will fail.
func (b *build) warnMissing(a api.OnResolveArgs, text string) {
	if !inPackage(a.Importer) && a.Namespace == "file" {
		b.warnings = append(b.warnings, Message{File: b.display(a.Importer), Text: text + "; import() of it will fail"})
	}
}

// findPackage returns the folder of a package as Node would find it from dir, or "".
func (b *build) findPackage(dir, name string) string {
	if dir == "" {
		dir = b.dir
	}
	query := packageQuery{dir, name}
	found, known := b.packages[query]
	if !known {
		found = lookUpPackage(dir, name)
		b.packages[query] = found
		b.area.addPackage(found)
	}
	return found
}

// lookUpPackage resolves links, so that its answer changes when a link is changed.
func lookUpPackage(dir, name string) string {
	if name == "" || strings.HasPrefix(name, ".") || filepath.IsAbs(name) {
		return ""
	}
	for {
		if filepath.Base(dir) != "node_modules" {
			folder := filepath.Join(dir, "node_modules", filepath.FromSlash(name))
			if info, err := os.Stat(folder); err == nil && info.IsDir() {
				if real, err := filepath.EvalSymlinks(folder); err == nil {
					return real
				}
				return folder
			}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// packageName cuts a specifier to the name of the package: @langchain/core of
// @langchain/core/messages.
func packageName(specifier string) string {
	parts := strings.SplitN(specifier, "/", 3)
	if strings.HasPrefix(specifier, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// isRelative says whether a specifier is a path.
func isRelative(specifier string) bool {
	return specifier == "." || specifier == ".." || strings.HasPrefix(specifier, "./") ||
		strings.HasPrefix(specifier, "../") || filepath.IsAbs(specifier)
}

func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

func inPackage(path string) bool {
	return strings.Contains(filepath.ToSlash(path), "/node_modules/")
}

// ScriptExtensions lists the ends of the names of scripts.
func ScriptExtensions() []string {
	return []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"}
}

// optionalExtensions lists what may be left out of a relative import, in the order tried.
func optionalExtensions() []string { return append(ScriptExtensions(), ".json") }

// candidates lists the files a relative import of path may mean.
func candidates(path string) []string {
	list := []string{path}
	base := path
	switch ext := filepath.Ext(path); ext {
	case ".js", ".jsx", ".mjs", ".cjs": // may stand for the TypeScript it is made from
		base = strings.TrimSuffix(path, ext)
	}
	for _, ext := range optionalExtensions() {
		list = append(list, base+ext)
		if base != path {
			list = append(list, path+ext)
		}
	}
	return list
}
