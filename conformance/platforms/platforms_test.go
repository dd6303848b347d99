// Package platforms type-checks the product for systems that this machine is not: files that only another
// system builds are compiled by nobody here, and go vet needs that system's C compiler for SQLite.
package platforms

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const module = "github.com/hitlrun/hitlrun"

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir   string
	GoFiles, CgoFiles []string
	ImportMap         map[string]string
	Standard          bool
}

func TestTypes(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"darwin/arm64", "windows/amd64", "linux/arm64", "freebsd/amd64"} {
		t.Run(strings.ReplaceAll(system, "/", "-"), func(t *testing.T) {
			packages := list(t, system)
			errs := check(packages, nil)
			for _, err := range errs {
				t.Error(err)
			}
			if n := ours(packages); n < 15 {
				t.Errorf("%d packages of this module were checked: there are more", n)
			}
		})
	}
}

// An error in a file of another system is found: the test above can fail.
func TestFindsErrors(t *testing.T) {
	t.Parallel()
	broken := func(p *listed, name string, source []byte) []byte {
		if p.ImportPath == module+"/checkpoint/sqlite" && name == "lease_other.go" {
			return append(source, "\nvar broken int = \"no number\"\n"...)
		}
		return source
	}
	errs := check(list(t, "windows/amd64"), broken)
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), "no number") {
		t.Errorf("got %v, want the one error of the broken file", errs)
	}
}

// list returns the command's packages and all they import, each behind what it imports.
func list(t *testing.T, system string) []*listed {
	t.Helper()
	goos, goarch, _ := strings.Cut(system, "/")
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,CgoFiles,ImportMap,Standard", module+"/cmd/hitlrun")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=1")
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %s", exit.Stderr)
		}
		t.Fatal(err)
	}
	var all []*listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := &listed{}
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func ours(packages []*listed) (n int) {
	for _, p := range packages {
		if strings.HasPrefix(p.ImportPath, module) {
			n++
		}
	}
	return n
}

// check type-checks packages in order, and returns what is wrong with those of this module. edit, if not nil, changes a source first.
func check(packages []*listed, edit func(p *listed, name string, source []byte) []byte) []error {
	var errs []error
	fset := token.NewFileSet()
	done := map[string]*types.Package{"unsafe": types.Unsafe}
	for _, p := range packages {
		if p.ImportPath == "unsafe" {
			continue
		}
		mine := strings.HasPrefix(p.ImportPath, module)
		report := func(err error) {
			if mine {
				errs = append(errs, err)
			}
		}
		var files []*ast.File
		for _, name := range append(p.GoFiles, p.CgoFiles...) {
			source, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				report(err)
				continue
			}
			if edit != nil {
				source = edit(p, name, source)
			}
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), source, parser.SkipObjectResolution)
			if err != nil {
				report(err)
			}
			files = append(files, f)
		}
		config := types.Config{
			Importer:         importer{done, p.ImportMap},
			FakeImportC:      true,
			IgnoreFuncBodies: !mine, // what others promise is in their declarations
			Error:            report,
		}
		done[p.ImportPath], _ = config.Check(p.ImportPath, fset, files, nil) // Error has the errors
	}
	return errs
}

type importer struct {
	done   map[string]*types.Package
	vendor map[string]string
}

// Import implements types.Importer.
func (i importer) Import(path string) (*types.Package, error) {
	if mapped, ok := i.vendor[path]; ok {
		path = mapped
	}
	if p := i.done[path]; p != nil {
		return p, nil
	}
	return nil, errors.New("not imported yet: " + path)
}
