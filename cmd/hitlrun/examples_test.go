// This file runs the commands that scripts/README.md shows for each example.

package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	exampleRow     = regexp.MustCompile("(?m)^\\| ([a-z-]+\\.[tj]s) \\| (`hitlrun start .*) \\|$")
	exampleCommand = regexp.MustCompile("`(hitlrun [^`]*)`")
)

func TestExamples(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Abs("../../scripts")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(scripts, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := exampleRow.FindAllStringSubmatch(string(readme), -1)
	files, err := filepath.Glob(filepath.Join(scripts, "*.[tj]s"))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 || len(rows) != len(files) {
		t.Fatalf("the table in README.md has %d rows, for %d scripts", len(rows), len(files))
	}
	for _, row := range rows {
		t.Run(row[1], func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.Symlink(scripts, filepath.Join(dir, "scripts")); err != nil {
				t.Fatal(err)
			}
			commands := exampleCommand.FindAllStringSubmatch(row[2], -1)
			for i, c := range commands {
				last := i == len(commands)-1
				for n, line := range forEachID(t, dir, c[1]) {
					want := exitPaused
					if last && n == 0 {
						want = exitDone
					}
					if code, out := shell(t, dir, line); code != want {
						t.Fatalf("%s\nexit code %d, want %d\n%s", line, code, want, out)
					}
				}
			}
		})
	}
}

// forEachID yields the command for each question that waits, with how many are
// left after it, if ID stands in the command for that of a question.
func forEachID(t *testing.T, dir, line string) func(yield func(left int, line string) bool) {
	return func(yield func(int, string) bool) {
		if !strings.Contains(line, "--interrupt ID") {
			yield(0, line)
			return
		}
		id := regexp.MustCompile(`--thread (\S+)`).FindStringSubmatch(line)[1]
		_, out := shell(t, dir, "hitlrun state --json --thread "+id)
		var res struct{ Interrupts []struct{ ID string } }
		if err := json.Unmarshal([]byte(out), &res); err != nil || len(res.Interrupts) == 0 {
			t.Fatalf("no questions: %v\n%s", err, out)
		}
		for i, in := range res.Interrupts {
			if !yield(len(res.Interrupts)-1-i, strings.Replace(line, "--interrupt ID", "--interrupt "+in.ID, 1)) {
				return
			}
		}
	}
}

// shell runs a command line in a folder.
func shell(t *testing.T, dir, line string) (code int, out string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	var ee *exec.ExitError
	if err != nil && !errors.As(err, &ee) {
		t.Skipf("no shell: %v", err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}
