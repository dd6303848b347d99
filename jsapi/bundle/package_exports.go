// This file reads the "exports" of packages, as Node does: for the message about a path that a package does not export.

package bundle

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// exports is a value below "exports" in a package.json. The order of its fields counts.
type exports struct {
	target string   // of a string
	names  []string // of an object
	fields []exports
	kind   byte // '"', '[', '{', or 0 for null
}

// UnmarshalJSON reads a value.
func (e *exports) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	t, err := d.Token()
	if err != nil {
		return err
	}
	switch t := t.(type) {
	case string:
		e.kind, e.target = '"', t
	case json.Delim:
		e.kind = byte(t)
		for d.More() {
			if t == '{' {
				name, err := d.Token()
				if err != nil {
					return err
				}
				e.names = append(e.names, name.(string)) // the decoder checks this
			}
			var value exports
			if err := d.Decode(&value); err != nil {
				return err
			}
			e.fields = append(e.fields, value)
		}
	}
	return nil
}

// has reports whether there is a target for a subpath, "." or "./…".
func (e *exports) has(subpath string, conditions []string) bool {
	if e.kind != '{' || len(e.names) > 0 && !strings.HasPrefix(e.names[0], ".") {
		return subpath == "." && e.leads(conditions) == yes
	}
	if i := slices.Index(e.names, subpath); i >= 0 && !strings.ContainsAny(subpath, "*") {
		return e.fields[i].leads(conditions) == yes
	}
	best, length := -1, -1
	for i, name := range e.names {
		before, after, pattern := strings.Cut(name, "*")
		if pattern && len(before) > length && len(subpath) >= len(name) && strings.HasPrefix(subpath, before) && strings.HasSuffix(subpath, after) {
			best, length = i, len(before)
		}
	}
	return best >= 0 && e.fields[best].leads(conditions) == yes
}

// answer is whether a value leads to a file: unknown means that the value says nothing, no that it forbids it.
type answer int

const (
	unknown answer = iota
	yes
	no
)

// leads reports whether the value leads to a file under these conditions.
func (e *exports) leads(conditions []string) answer {
	switch e.kind {
	case '"':
		return yes
	case 0:
		return no
	}
	for i := range e.fields {
		if e.kind == '{' && e.names[i] != "default" && !slices.Contains(conditions, e.names[i]) {
			continue
		}
		switch found := e.fields[i].leads(conditions); {
		case found == yes, found == no && e.kind == '{':
			return found
		}
	}
	return unknown
}

// notExported returns Node's message about an import of a path that an installed package does not export, "" if it exports
// the path or has no "exports". b.mu is locked.
func (b *build) notExported(dir, specifier string, kind api.ResolveKind) string {
	if isRelative(specifier) || strings.HasPrefix(specifier, "#") || strings.Contains(specifier, ":") {
		return ""
	}
	name := packageName(specifier)
	folder := b.findPackage(dir, name)
	if folder == "" || b.checkTarget(api.OnResolveArgs{Path: specifier, ResolveDir: dir}) != nil {
		return ""
	}
	b.hasPlatforms(folder, name) // the package.json counts
	all, read := b.exports[folder]
	if !read {
		var info struct {
			Exports *exports `json:"exports"`
		}
		if data, err := readFile(filepath.Join(folder, "package.json")); err == nil && json.Unmarshal(data, &info) == nil {
			all = info.Exports
		}
		b.exports[folder] = all
	}
	conditions := []string{"node", "module-sync", "require"}
	if kind == api.ResolveJSDynamicImport {
		conditions[2] = "import"
	}
	subpath := "." + strings.TrimPrefix(specifier, name)
	if all == nil || all.has(subpath, conditions) {
		return ""
	}
	if subpath == "." {
		return `No "exports" main defined in ` + filepath.Join(folder, "package.json")
	}
	return "Package subpath '" + subpath + `' is not defined by "exports" in ` + filepath.Join(folder, "package.json")
}

// noteUnexported stores the errors that require() and import() of a path give which a package does not export. It reports
// whether the path is one. b.mu is locked.
func (b *build) noteUnexported(importer, dir, specifier string, kind api.ResolveKind) bool {
	text := b.notExported(dir, specifier, kind)
	if text == "" {
		return false
	}
	if kind == api.ResolveJSDynamicImport {
		b.unexportedImports[specifier] = text + " imported from " + importer
	} else {
		b.unexported[specifier] = text
	}
	return true
}
