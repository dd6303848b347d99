package main

import (
	"go/ast"
	"go/parser"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestMutantsCompile checks that the packages compile with each mutant: a test that fails since its package does not compile shows
// nothing.
func TestMutantsCompile(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dirs := map[string]bool{}
	for _, m := range mutants {
		if strings.HasSuffix(m.file, ".go") {
			dirs["./"+filepath.Dir(m.file)] = true
		}
	}
	loaded, err := packages.Load(&packages.Config{
		Dir:  root,
		Mode: packages.NeedName | packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedImports | packages.NeedExportFile,
	}, slices.Sorted(maps.Keys(dirs))...)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]*packages.Package{} // by the path of each file
	for _, p := range loaded {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
		for _, name := range p.CompiledGoFiles {
			of[name] = p
		}
	}
	checked := 0
	for _, m := range mutants {
		name := filepath.Join(root, m.file)
		p := of[name]
		if p == nil {
			continue // the file is of another system, or not of Go
		}
		checked++
		t.Run(m.promise, func(t *testing.T) {
			t.Parallel()
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := compiles(p, name, strings.Replace(string(source), m.old, m.new, 1)); err != nil {
				t.Error(err)
			}
		})
	}
	if checked < 300 {
		t.Errorf("%d mutants were checked", checked)
	}
}

// compiles type-checks a package in which one file has another source.
func compiles(p *packages.Package, name, source string) error {
	fset := p.Fset
	var files []*ast.File
	for i, file := range p.CompiledGoFiles {
		if file != name {
			files = append(files, p.Syntax[i])
			continue
		}
		parsed, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, parsed)
	}
	config := types.Config{Importer: importedBy{p}, Sizes: p.TypesSizes}
	_, err := config.Check(p.PkgPath, fset, files, nil)
	return err
}

// importedBy finds what a package imports.
type importedBy struct{ *packages.Package }

func (p importedBy) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	return p.Imports[path].Types, nil
}
