package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// Each promise of SECURITY.md has a mutant that runs one of its tests.
func TestPromisesHaveMutants(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	var runs strings.Builder
	for _, m := range mutants {
		runs.WriteString(m.run + "|")
	}
	rows := regexp.MustCompile(`(?m)^\| ([A-Z`+"`"+`][^|]*) \| ([^|]*) \|$`).FindAllStringSubmatch(string(text), -1)
	promises := 0
	for _, row := range rows {
		if strings.Contains(row[2], "the tests of package server") || strings.Contains(row[2], "make cgroups") {
			continue // many; and one for a kernel of its own
		}
		if !strings.Contains(row[2], "`") {
			continue // of another table
		}
		promises++
		seen := false
		for _, name := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(row[2], -1) {
			test := strings.TrimSuffix(name[1], ".txtar")
			seen = seen || regexp.MustCompile(`(^|[|/^])`+test+`([|/$]|$)`).MatchString(runs.String())
		}
		if !seen {
			t.Errorf("no mutant breaks what this promises: %s", row[1])
		}
	}
	if promises < 35 {
		t.Errorf("SECURITY.md has %d promises", promises)
	}
}
