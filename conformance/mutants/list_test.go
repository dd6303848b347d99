package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMutants checks that what the mutants change is there, and their tests too. `make mutants` runs them.
func TestMutants(t *testing.T) {
	t.Parallel()
	tests := map[string]string{}
	for _, m := range mutants {
		source, err := os.ReadFile(filepath.Join("../..", m.file))
		if err != nil {
			t.Error(err)
			continue
		}
		if n := strings.Count(string(source), m.old); n != 1 {
			t.Errorf("%s: %s has %d times %q, want once", m.promise, m.file, n, m.old)
		}
		if tests[m.pkg] == "" {
			out, err := exec.Command("sh", "-c", "cat "+filepath.Join("../..", m.pkg)+"/*_test.go").Output()
			if err != nil {
				t.Fatal(err)
			}
			tests[m.pkg] = string(out)
		}
		for name := range strings.SplitSeq(m.run, "|") {
			name, _, _ = strings.Cut(strings.Trim(name, "^$"), "/")
			if !strings.Contains(tests[m.pkg], "func "+name) {
				t.Errorf("%s: %s has no test %s", m.promise, m.pkg, name)
			}
		}
	}
}
