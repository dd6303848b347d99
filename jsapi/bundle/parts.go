// This file lists the parts of a script, so that two versions of it can be compared.

package bundle

import (
	"path/filepath"
	"slices"
	"strings"
)

// Part is a file that the user wrote, or a package.
type Part struct {
	// Name is the path relative to the folder of the entry, with slashes: "lib/a.ts"; that of
	// a package is its folder: "node_modules/zod".
	Name string
	Hash string // of the content, or of all files of the package that are bundled
	// Text is the content of the user's own files; those of packages are left out.
	Text    string
	Package bool
}

// inputPart is a Part, or one file of a package.
type inputPart struct {
	Part
	path string
}

// Parts returns what the script was made of, sorted by name. Two scripts with the same Hash
// have the same parts. It is empty for a Result that Bundle did not make.
func (r *Result) Parts() []Part {
	inputs := slices.SortedFunc(slices.Values(r.parts), func(a, b inputPart) int { return strings.Compare(a.path, b.path) })
	var parts []Part
	index := map[string]int{}
	for _, p := range inputs {
		if !p.Package {
			parts = append(parts, p.Part)
			continue
		}
		folder := packageFolder(p.Name)
		at, known := index[folder]
		if !known {
			at = len(parts)
			index[folder] = at
			parts = append(parts, Part{Name: folder, Package: true})
		}
		parts[at].Hash = sha([]byte(parts[at].Hash + strings.TrimPrefix(p.Name, folder) + " " + p.Hash))
	}
	slices.SortFunc(parts, func(a, b Part) int { return strings.Compare(a.Name, b.Name) })
	return parts
}

// packageFolder returns the folder of the package that a file is in.
func packageFolder(name string) string {
	const dir = "node_modules/"
	at := strings.LastIndex(name, dir)
	if at < 0 {
		return filepath.ToSlash(filepath.Dir(name)) // the script itself lies in a package
	}
	at += len(dir)
	return name[:at] + packageName(name[at:])
}

// part describes a file that was bundled. text is used if the user wrote it.
func (b *build) part(path, hash, text string) inputPart {
	p := inputPart{Part{Name: b.relative(path), Hash: hash, Package: inPackage(path)}, path}
	if !p.Package {
		p.Text = text
	}
	return p
}
