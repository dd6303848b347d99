// This file runs the scripts in testdata/script.

package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hitlrun/hitlrun"
)

var update = flag.Bool("update", false, "write what commands print into the scripts")

func TestMain(m *testing.M) {
	hitlrun.WorkerMain()
	testscript.Main(m, map[string]func(){"hitlrun": main})
}

func TestScript(t *testing.T) {
	kinds, err := filepath.Abs("../../testdata/kinds")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("TZ", "UTC")
			e.Setenv("KINDS", kinds)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits, "fixed": fixed, "flip": flip,
		},
	})
}

// exits runs a command that has to end with an exit code: exits 3 hitlrun …
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var ee *exec.ExitError
		if !errors.As(err, &ee) {
			ts.Fatalf("%v", err)
		}
		got = ee.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// fixed writes stdout or stderr to a file with what differs from run to run
// replaced by something of the same length: fixed stdout FILE
func fixed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fixed stdout FILE")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(fix(ts.ReadFile(args[0]))), 0o666))
}

// flip changes a bit of a file: flip FILE BYTE
func flip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: flip FILE BYTE")
	}
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	content := []byte(ts.ReadFile(args[0]))
	content[at] ^= 8
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), content, 0o666))
}

var (
	times    = regexp.MustCompile(`\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?(  [ \d]\d[smhd]\b)?`)
	chosen   = regexp.MustCompile(`thread-[a-z0-9]{12}\b`)
	longID   = regexp.MustCompile(`\b[0-9a-f]{32}\b`)
	uuidText = regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)
)

func fix(s string) string {
	s = times.ReplaceAllStringFunc(s, func(at string) string {
		switch {
		case at[10] == 'T':
			return "2026-01-02T03:04:05Z"
		case strings.HasSuffix(at, "s"): // with its age
			return "2026-01-02 03:04:05Z   0s"
		}
		return "2026-01-02 03:04:05"
	})
	s = chosen.ReplaceAllString(s, "thread-aaaabbbbcccc")
	seen := map[string]string{}
	number := func(format string) func(string) string {
		return func(id string) string {
			if seen[id] == "" {
				seen[id] = fmt.Sprintf(format, len(seen)+1)
			}
			return seen[id]
		}
	}
	s = longID.ReplaceAllStringFunc(s, number("%032d"))
	return uuidText.ReplaceAllStringFunc(s, number("00000000-0000-0000-0000-%012d"))
}
