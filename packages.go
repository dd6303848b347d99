// This file reports which npm packages a script uses, and from where: hitlrun's built-in ones, or node_modules.

package hitlrun

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// Package is an npm package that a script imports, directly or through another package.
type Package struct {
	Name string `json:"name"`
	// BuiltIn reports that the package is built into hitlrun.
	BuiltIn bool `json:"builtIn"`
	// Version and Folder are those of the installed package. If BuiltIn is set, the script does not use the installed
	// package.
	Version string `json:"version,omitempty"`
	Folder  string `json:"folder,omitempty"`
}

// Packages returns the packages that are part of the script, by name. A package that is both built in and installed can
// appear twice: some of its modules come from hitlrun, others from node_modules.
func (s *Script) Packages() []Package {
	var all []Package
	for _, folder := range jsapi.PackageFolders(s.bundle) {
		all = append(all, Package{Name: packageName(folder), Version: installedVersion(folder), Folder: folder})
	}
	for _, name := range jsapi.BuiltInPackages(s.bundle) {
		p := Package{Name: name, BuiltIn: true}
		if folder := installedNear(s.file, name); folder != "" {
			p.Version, p.Folder = installedVersion(folder), folder
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b Package) int {
		return strings.Compare(a.Name+"\x00"+a.Folder, b.Name+"\x00"+b.Folder)
	})
	return all
}

// packageName returns the name of the package in a folder below node_modules.
func packageName(folder string) string {
	folder = filepath.ToSlash(folder)
	return folder[strings.LastIndex(folder, "node_modules/")+len("node_modules/"):]
}

func installedVersion(folder string) string {
	var p struct{ Version string }
	if data, err := bundle.ReadConfig(filepath.Join(folder, "package.json")); err == nil {
		_ = json.Unmarshal(data, &p)
	}
	return p.Version
}

// installedNear returns the folder of a package that is installed for a script, "" if it is not.
func installedNear(file, name string) string {
	if file == "" {
		return ""
	}
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		folder := filepath.Join(dir, "node_modules", filepath.FromSlash(name))
		if isFile(filepath.Join(folder, "package.json")) {
			return folder
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}
