//go:build unix

// This file changes the files of a script that is watched.

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestRunWatch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		// As editors do: another file takes the place of the old one.
		next := filepath.Join(dir, name+".next")
		if err := os.WriteFile(next, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(next, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	write("part.ts", `export const text = "one";`)
	write("main.ts", `import { text } from "./part"; console.log("says " + text);`)
	cmd := exec.Command("hitlrun", "run", "--watch", "main.ts")
	cmd.Dir = dir
	out, in := io.Pipe()
	cmd.Stdout, cmd.Stderr = in, in
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	lines := make(chan string, 100)
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
	}()
	expect := func(want string) {
		t.Helper()
		deadline := time.After(60 * time.Second)
		for {
			select {
			case line := <-lines:
				if strings.Contains(line, want) {
					return
				}
			case <-deadline:
				t.Fatalf("%q was not printed", want)
			}
		}
	}
	expect("says one")
	expect("hitlrun: done; it runs again")
	write("part.ts", `export const text = "two";`)
	expect("hitlrun: part.ts has changed: the script runs again")
	expect("says two")
	expect("hitlrun: done;")
	write("main.ts", `import { text } from "./part"; throw new Error("no " + text);`)
	expect("Error: no two")
	expect("hitlrun: failed;")
	write("main.ts", `import { text } from "./missing"; console.log("came " + text);`)
	expect(`Could not resolve "./missing"`)
	expect("hitlrun: failed;")
	write("missing.ts", `export const text = "late";`)
	expect("came late")
	expect("hitlrun: done;")
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "pipe"), filepath.Join(dir, "main.ts")); err != nil {
		t.Fatal(err)
	}
	expect("main.ts is not a regular file")
	expect("hitlrun: failed;")
	write("main.ts", `console.log("waits"); setTimeout(() => {}, 600000);`)
	expect("waits")
	write("main.ts", `console.log("broken off"); process.exit(3);`)
	expect("broken off")
	expect("hitlrun: exit code 3;")
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitSignal+int(syscall.SIGINT) {
		t.Errorf("exit code %d", code)
	}
}
