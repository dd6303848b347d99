// This file does what the README says, word by word, and compares.

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	tsBlock      = regexp.MustCompile("(?s)```ts\n(.*?)```")
	consoleBlock = regexp.MustCompile("(?s)```console\n\\$ hitlrun ([^\n]*)\n(.*?)```")
)

func TestReadme(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(readme, []byte("\n")); lines > 120 {
		t.Errorf("the README has %d lines: keep it under 120", lines)
	}
	script := tsBlock.FindSubmatch(readme)
	commands := consoleBlock.FindAllSubmatch(readme, -1)
	if script == nil || len(commands) < 2 {
		t.Fatal("the README has no workflow, or no commands")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "approve.ts"), script[1], 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range commands {
		var out bytes.Buffer
		args := words(t, string(c[1]))
		for i := range args {
			if args[i] == "approve.ts" {
				args[i] = filepath.Join(dir, args[i])
			}
		}
		run(context.Background(), append(args, "--db", filepath.Join(dir, "hitlrun.db")), system{stdin: strings.NewReader(""), stdout: &out, stderr: io.Discard})
		got := strings.ReplaceAll(out.String(), " --db "+filepath.Join(dir, "hitlrun.db"), "")
		if want := string(c[2]); got != want {
			t.Errorf("hitlrun %s\ngot\n%s\nwant\n%s", c[1], got, want)
		}
	}
}

// words splits a command as a shell does.
func words(t *testing.T, line string) []string {
	t.Helper()
	out, err := exec.Command("sh", "-c", `for w in `+line+`; do printf '%s\0' "$w"; done`).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}
