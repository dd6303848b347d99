// This file recognises packages with machine code for Node.js. Loading the machine code throws an error that names the
// package.

package bundle

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// loaders are the packages that load machine code for others.
var loaders = map[string]bool{
	"bindings": true, "node-gyp-build": true, "node-gyp-build-optional-packages": true, "node-pre-gyp": true, "@mapbox/node-pre-gyp": true,
}

// platformPackage matches the name of a package that has machine code for one system.
var platformPackage = lazily(`^(.*)[-/](linux|darwin|win32)-(x64|arm64)`)

// resolveNative resolves imports of machine code, of packages that load it, and of packages that have it in a package
// for each system. The import throws when it is executed, so that a package can continue without the machine code.
func (b *build) resolveNative(a api.OnResolveArgs) (api.OnResolveResult, bool) {
	if a.Namespace != "file" || a.Kind == api.ResolveEntryPoint {
		return api.OnResolveResult{}, false
	}
	from := packageOf(a.Importer)
	switch {
	case isMachineCode(a):
		if from == "" {
			from = a.Path
		}
		return b.serveNative(from, "throw failure;"), true
	case from != "" && loaders[a.Path]:
		return b.serveNative(from, "const load = () => { throw failure; }; module.exports = Object.assign(load, { path: load, resolve: load, find: load });"), true
	case isRelative(a.Path) || strings.HasPrefix(a.Path, "#"):
		return api.OnResolveResult{}, false
	}
	name := packageName(a.Path)
	if name == from {
		return api.OnResolveResult{}, false
	}
	if folder := b.findPackage(a.ResolveDir, name); folder != "" && b.hasPlatforms(folder, name) {
		return b.serveNative(name, "throw failure;"), true
	}
	return api.OnResolveResult{}, false
}

// isMachineCode reports whether an import is of a file with machine code: ./a.node, but not ./a.node if there is ./a.node.js.
func isMachineCode(a api.OnResolveArgs) bool {
	if !strings.HasSuffix(a.Path, ".node") {
		return false
	}
	if !isRelative(a.Path) {
		return true
	}
	for i, candidate := range candidates(absolute(a.ResolveDir, a.Path)) {
		if _, err := os.Stat(candidate); err == nil {
			return i == 0
		}
	}
	return true
}

func (b *build) serveNative(name, code string) api.OnResolveResult {
	module := Module{Name: "hitlrun/native/" + name + "/" + checksum(code)[:4]}
	text := "The package " + name + " needs a native addon, machine code for Node.js, which hitlrun cannot load"
	module.Source = "const failure = Object.assign(new Error(" + quote(text) + "), { code: \"ERR_DLOPEN_FAILED\" }); " + code
	b.virtual[module.Name] = module
	return api.OnResolveResult{Path: module.Name, Namespace: nsVirtual}
}

// hasPlatforms reports whether a package needs its optional dependencies for systems, which have names that begin with
// the name of the package. Other packages have such dependencies for their tools, or work without them.
func (b *build) hasPlatforms(folder, pkg string) bool {
	if known, ok := b.platforms[folder]; ok {
		return known
	}
	var info struct {
		Optional map[string]string `json:"optionalDependencies"`
	}
	if data, err := readFile(filepath.Join(folder, "package.json")); err == nil {
		_ = json.Unmarshal(data, &info) // a wrong file is reported elsewhere
	}
	found := false
	for name := range info.Optional {
		if m := platformPackage().FindStringSubmatch(name); m != nil {
			found = found || strings.TrimPrefix(path.Base(m[1]), "@") == strings.TrimPrefix(path.Base(pkg), "@")
		}
	}
	b.platforms[folder] = found
	return found
}

// packageOf returns the name of the package that a file belongs to, "" for a file of the user.
func packageOf(file string) string {
	file = filepath.ToSlash(file)
	at := strings.LastIndex(file, "/node_modules/")
	if at < 0 {
		return ""
	}
	return packageName(file[at+len("/node_modules/"):])
}
