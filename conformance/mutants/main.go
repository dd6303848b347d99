// Mutants breaks the mechanism behind each promise of docs/guarantees.md, one at a time, and runs the test
// that shows the promise from outside: it has to fail. A test that passes with a broken mechanism
// shows nothing.
//
//	make mutants                     # all of them, some minutes
//	make mutants ARGS="-only power"  # those whose promise has this in it
//
// Nothing is written to the source: the go tool gets the changed file as an overlay, which the programs
// that tests build get as well. The lists are in list*.go.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// mutant is a mechanism that is broken, and the test that has to see it.
type mutant struct {
	promise  string // the sentence of docs/guarantees.md, or the beginning of it
	file     string // from the root of the module
	old, new string // text that is in the file once, and what replaces it
	pkg, run string // the test
}

func main() {
	only := flag.String("only", "", "break only what is behind promises that this `REGEXP` matches")
	flag.Parse()
	wanted, err := regexp.Compile("(?i)" + *only)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	alive := 0
	for _, m := range mutants {
		if !wanted.MatchString(m.promise) {
			continue
		}
		begin := time.Now()
		verdict, output := m.try()
		fmt.Printf("%-9s %5.1f s  %s\n                   %s, %s\n", verdict, time.Since(begin).Seconds(), m.promise, m.file, m.run)
		if verdict != killed {
			alive++
			fmt.Println(output)
		}
	}
	if alive > 0 {
		fmt.Printf("%d tests do not see that their mechanism is broken\n", alive)
		os.Exit(1)
	}
}

const killed = "seen"

// try breaks the mechanism and runs the test.
func (m mutant) try() (verdict, output string) {
	dir, err := os.MkdirTemp("", "mutant-")
	if err != nil {
		return "failed", err.Error()
	}
	defer os.RemoveAll(dir)
	overlay, err := m.overlay(dir)
	if err != nil {
		return "failed", err.Error()
	}
	cmd := exec.Command("go", "test", "-count=1", "-timeout=90s", "-run", m.run, m.pkg)
	cmd.Env = append(os.Environ(), "GOFLAGS=-overlay="+overlay)
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return "NOT SEEN", string(out)
	case !bytes.Contains(out, []byte("--- FAIL")) && !bytes.Contains(out, []byte("panic: test timed out")):
		return "failed", string(out) // it does not compile
	}
	return killed, ""
}

// overlay writes the changed file and the list that the go tool takes.
func (m mutant) overlay(dir string) (string, error) {
	path, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	source, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(source), m.old); n != 1 {
		return "", fmt.Errorf("%s has %d times %q, want once", m.file, n, m.old)
	}
	changed := filepath.Join(dir, filepath.Base(path))
	if err := os.WriteFile(changed, []byte(strings.Replace(string(source), m.old, m.new, 1)), 0o600); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{path: changed}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o600)
}
