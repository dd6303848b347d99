// This file runs scripts and compares their output with recorded output.

package jsapitest

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
)

// normalisations replace the parts of an output that differ between runs. conformance/oracle/record.mjs has the
// same list.
var normalisations = []struct {
	pattern     *regexp.Regexp
	replacement string
}{
	{regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), "<uuid>"},
	{regexp.MustCompile(`\b[0-9a-f]{32}\b`), "<interrupt-id>"},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`), "<time>"},
}

// Normalise replaces the parts of an output that differ between runs, such as ids and times.
func Normalise(s string) string {
	for _, n := range normalisations {
		s = n.pattern.ReplaceAllString(s, n.replacement)
	}
	return s
}

// RunFile runs the script in a file for at most a minute, and returns what it printed to stdout.
func RunFile(file string, o jsapi.Options) (string, error) {
	s, err := LoadFile(file)
	if err != nil {
		return "", err
	}
	return s.Run(o)
}

// Script is a script that was bundled and compiled once, for any number of runs.
type Script struct{ program *jsapi.Program }

// LoadFile bundles and compiles the script in a file.
func LoadFile(file string) (*Script, error) {
	b, err := jsapi.Bundle(file, nil, "")
	if err != nil {
		return nil, err
	}
	p, err := jsapi.Compile(file, b)
	if err != nil {
		return nil, err
	}
	return &Script{p}, nil
}

// Run runs the script in a VM of its own for at most a minute, and returns what it printed to stdout.
func (s *Script) Run(o jsapi.Options) (string, error) {
	var out, errOut bytes.Buffer
	o.Stdout, o.Stderr = &out, &errOut
	vm, err := jsapi.NewVM(s.program, o)
	if err != nil {
		return "", err
	}
	defer vm.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err = vm.Run(ctx)
	return out.String(), err
}

// Recorded runs each script NAME.mjs of a folder, and compares its output with NAME.want, or with NAME.out if
// there is no NAME.want. It leaves out the scripts named in skip.
func Recorded(t *testing.T, dir string, o jsapi.Options, skip ...string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.mjs"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in %s: %v", dir, err)
	}
	for _, file := range files {
		base := strings.TrimSuffix(file, ".mjs")
		name := filepath.Base(base)
		if slices.Contains(skip, name) {
			continue
		}
		t.Run(filepath.Base(dir)+"/"+name, func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(base + ".want")
			if err != nil {
				want, err = os.ReadFile(base + ".out")
			}
			if err != nil {
				t.Fatal(err)
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			script := filepath.Join(t.TempDir(), name+".mjs") // no packages are installed there
			if err := os.WriteFile(script, source, 0o600); err != nil {
				t.Fatal(err)
			}
			o := o
			if stdin, err := os.Open(base + ".stdin"); err == nil {
				defer stdin.Close()
				o.Stdin = stdin
			}
			if got, err := RunFile(script, o); Normalise(got) != Normalise(string(want)) {
				t.Errorf("got %s\nerror: %v\nwant %s", Normalise(got), err, Normalise(string(want)))
			}
		})
	}
}
