//go:build linux && cgo && !race

// This file lets processes of this test die, and looks at what they leave.

package fatal_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/fatal"
)

var sink [][]byte

func deep(n int) int { return deep(n+1) + n } //nolint:staticcheck // it overflows the stack

// die is what a process of the test does.
func die(how string) {
	stderr := fatal.Catch(fatal.NewMessages(9, func(s string) string { return "it died: " + s + "\n" }))
	fmt.Fprintln(stderr, "alive")
	switch how {
	case "stack":
		debug.SetMaxStack(1 << 20)
		sink = append(sink, make([]byte, deep(0)))
	case "memory":
		_ = fatal.LimitMemory(512 << 20)
		for {
			sink = append(sink, bytes.Repeat([]byte{1}, 16<<20))
		}
	case "near the limit":
		const limit = 1 << 30
		_ = fatal.LimitMemory(limit)
		for {
			sink = append(sink, bytes.Repeat([]byte{1}, 1<<20))
			statm, _ := os.ReadFile("/proc/self/statm")
			if pages, _ := strconv.Atoi(strings.Fields(string(statm))[5]); pages*os.Getpagesize() > limit/8*7 {
				panic("it is no memory that is missing")
			}
		}
	case "far from it":
		_ = fatal.LimitMemory(1 << 30)
		panic("nobody recovers")
	case "map":
		m := map[int]int{}
		for range 8 {
			go func() {
				for i := 0; ; i++ {
					m[i%8] = i
				}
			}()
		}
		select {}
	case "panic":
		go func() { panic("nobody recovers") }()
		select {}
	case "memory and no death":
		for _, n := range []uint64{1 << 40, 2 << 40} {
			if err := fatal.LimitMemory(n); err != nil {
				fmt.Fprintln(stderr, err)
			}
		}
		fmt.Fprintln(stderr, "ended")
		os.Exit(4)
	}
}

func TestMain(m *testing.M) {
	if how := os.Getenv("DIE"); how != "" {
		die(how)
	}
	os.Exit(m.Run())
}

// A process that ends by itself writes what it always writes, and leaves no report. With GOTRACEBACK it dies as Go programs do.
func TestNothingIsCaught(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		how, traceback, want string
		code                 int
	}{
		{"memory and no death", "", "alive\nended\n", 4},
		{"panic", "single", "alive\npanic: nobody recovers\n", 2},
	} {
		dir := t.TempDir()
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "DIE="+c.how, "TMPDIR="+dir, "GOTRACEBACK="+c.traceback)
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.HasPrefix(string(out), c.want) {
			t.Errorf("%s: exit code %d, printed %q", c.how, code, out)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("%s: it left %v (%v)", c.how, left, err)
		}
	}
}

func TestCatch(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]struct{ sentence, report string }{
		"stack":          {"the stack of the engine overflowed", "stack overflow"},
		"memory":         {"it ran out of memory", "out of memory"},
		"near the limit": {"it ran out of memory", "it is no memory that is missing"},
		"far from it":    {"which is a bug", "nobody recovers"},
		"map":            {"which is a bug", "concurrent map"},
		"panic":          {"which is a bug", "nobody recovers"},
	} {
		dir := t.TempDir()
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "DIE="+how, "TMPDIR="+dir)
		out, _ := cmd.CombinedOutput()
		reports, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(reports) != 1 {
			t.Fatalf("%s: %d reports; printed %q", how, len(reports), out)
		}
		lines := strings.SplitAfter(string(out), "\n")
		if code := cmd.ProcessState.ExitCode(); code != 9 || len(lines) != 3 || !strings.Contains(lines[1], want.sentence) || !strings.Contains(lines[1], reports[0]) {
			t.Errorf("%s: exit code %d, printed %q", how, code, out)
		}
		report, err := os.ReadFile(reports[0])
		if err != nil || !strings.Contains(string(report), want.report) || !strings.Contains(string(report), "goroutine ") {
			t.Errorf("%s: the report has %d bytes (%v), and not %q", how, len(report), err, want.report)
		}
		if info, err := os.Stat(reports[0]); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", how, info, err)
		}
	}
}
