// This file lets a package be loaded that assigns to a constant. esbuild refuses that, and in Node the assignment throws when it is
// reached, which may be never.

package bundle

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// place is where an assignment to a constant has the name of the constant.
type place struct {
	line, column, length int // the line from 1, the column in bytes
}

// noteConstants records the assignments to constants of packages that a build failed with, if these are all of its errors.
func (b *build) noteConstants(errors []api.Message) {
	found := map[string][]place{}
	for _, m := range errors {
		if m.Location == nil || !strings.HasPrefix(m.Text, "Cannot assign to ") || !strings.HasSuffix(m.Text, " because it is a constant") {
			return
		}
		path := filepath.Join(b.dir, filepath.FromSlash(m.Location.File))
		if m.Location.Namespace != "file" && m.Location.Namespace != "" || !inPackage(path) {
			return
		}
		found[path] = append(found[path], place{m.Location.Line, m.Location.Column, m.Location.Length})
	}
	b.constants = found
}

// throwAtConstants replaces the names of constants at places of text by properties that can be read, and throw when they are set. They
// begin with a name: a bracket would belong to the line before, if that has no semicolon.
func throwAtConstants(text string, places []place) string {
	lines := strings.SplitAfter(text, "\n")
	slices.SortFunc(places, func(a, b place) int { return b.column - a.column })
	for _, p := range places {
		if p.line < 1 || p.line > len(lines) || p.column+p.length > len(lines[p.line-1]) {
			continue
		}
		line := lines[p.line-1]
		name := line[p.column : p.column+p.length]
		property := `Object.defineProperty({}, "v", { get: () => ` + name + `, set() { throw new TypeError("Assignment to constant variable."); } }).v`
		lines[p.line-1] = line[:p.column] + property + line[p.column+p.length:]
	}
	return strings.Join(lines, "")
}
