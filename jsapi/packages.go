// This file determines which packages a bundle contains.

package jsapi

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// ofPackage maps each folder of lib to the package that it replaces.
var ofPackage = map[string]string{
	"langgraph": "@langchain/langgraph", "prebuilt": "@langchain/langgraph", "core": "@langchain/core",
	"langchain": "langchain", "zod": "zod", "uuid": "uuid",
}

// BuiltInPackages returns the names of the packages that the script imports and that lib provides,
// sorted. The list is never nil.
func BuiltInPackages(b *bundle.Result) []string {
	var m struct{ Sources []string }
	_ = json.Unmarshal(b.Map, &m)
	names := []string{}
	for _, source := range m.Sources {
		rest, ours := strings.CutPrefix(source, libPrefix)
		folder, _, _ := strings.Cut(rest, "/")
		if name := ofPackage[folder]; ours && name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// PackageFolders returns the folders of the installed packages that are part of the script, each
// once.
func PackageFolders(b *bundle.Result) []string {
	folders := []string{}
	const modules = "/node_modules/"
	for _, f := range b.Files {
		file := filepath.ToSlash(f.Path)
		i := strings.LastIndex(file, modules)
		if i < 0 {
			continue
		}
		parts := strings.SplitN(file[i+len(modules):], "/", 3)
		n := 1
		if strings.HasPrefix(parts[0], "@") {
			n = 2
		}
		if len(parts) <= n {
			continue
		}
		folder := filepath.FromSlash(file[:i] + modules + strings.Join(parts[:n], "/"))
		if !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	return folders
}
