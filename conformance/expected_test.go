// This file compares results with what is wanted, and with the list of known failures.

package conformance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// expectedFailures are the entries of the lists by "name profile": of
// expected_failures.txt here, and in each area of the differential suite.
type expectedFailures map[string]expectedFailure

// expectedFailure is how a case fails: what it shows, and the reason.
type expectedFailure struct{ shows, reason, file string }

// readExpectedFailures reads the lists. A line is a name, a profile, a quoted text
// that the output or the error has, and the reason: a case that fails in another
// way is not a known failure.
func readExpectedFailures(t *testing.T) expectedFailures {
	t.Helper()
	files, err := filepath.Glob("oracle/*/expected_failures.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := expectedFailures{}
	for _, file := range append(files, "expected_failures.txt") {
		known.read(t, filepath.ToSlash(file))
	}
	return known
}

func (known expectedFailures) read(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.SplitN(line, " ", 3)
		if len(fields) != 3 {
			t.Fatalf("%s:%d: want a name, a profile, a quoted text and the reason, got %q", file, i+1, line)
		}
		quoted, err := strconv.QuotedPrefix(fields[2])
		if err != nil {
			t.Fatalf("%s:%d: the text has no quotes: %q", file, i+1, line)
		}
		shows, _ := strconv.Unquote(quoted) // QuotedPrefix has checked it
		reason := strings.TrimSpace(strings.TrimPrefix(fields[2], quoted))
		if shows == "" || reason == "" {
			t.Fatalf("%s:%d: the text or the reason is missing: %q", file, i+1, line)
		}
		known[fields[0]+" "+fields[1]] = expectedFailure{shows, reason, file}
	}
}

// check compares got with what is wanted, any of them.
func (known expectedFailures) check(t *testing.T, name, profile string, want []string, got string, err error) {
	t.Helper()
	passes := err == nil && slices.Contains(want, got)
	failure, expected := known[name+" "+profile]
	switch {
	case passes && expected:
		t.Errorf("%s %s passes now: take it out of %s (%s)", name, profile, failure.file, failure.reason)
	case !passes && expected && !strings.Contains(got+fmt.Sprint(err), failure.shows):
		t.Errorf("%s with profile %s does not fail as known: %q is not in it\n%s\nerror: %v", name, profile, failure.shows, got, err)
	case !passes && !expected:
		t.Errorf("%s with profile %s\n%s\nerror: %v", name, profile, firstDifference(want[0], got), err)
	}
}

// firstDifference shows the first line in which want and got differ.
func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		a, b := "(nothing)", "(nothing)"
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b {
			return fmt.Sprintf("line %d\nwant %s\ngot  %s\n--- all of it ---\n%s", i+1, a, b, got)
		}
	}
	return "no difference in the output"
}
