//go:build unix

// This file runs the cases and compares what came of them.

package hostile

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hitlrun/hitlrun/internal/programtest"
)

var (
	slack  = flag.Float64("slack", 6, "multiplies the bounds on time: machines of CI are slow")
	update = flag.Bool("update", false, "write what was seen into the cases")
)

// binary is the hitlrun that TestMain built.
var binary string

func TestMain(m *testing.M) {
	if os.Getenv(hostVariable) != "" {
		os.Exit(host(os.Args[2:]))
	}
	flag.Parse()
	os.Exit(programtest.Main(m, &binary))
}

// traces are words of Go's own messages: no user should ever see one.
var traces = []string{"goroutine ", "panic:", "fatal error:", "SIGABRT", "SIGSEGV", "runtime error", "goja", ".go:", "github.com/", "nil pointer", "0xc0"}

func TestCases(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("cases/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(file), "cases/"), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := readAttack(file)
			if err != nil {
				t.Fatal(err)
			}
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if err := a.unpack(dir); err != nil {
				t.Fatal(err)
			}
			for n := range a.commands {
				a.check(t, n, dir)
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(a.archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// check runs process number n of the case.
func (a *attack) check(t *testing.T, n int, dir string) {
	t.Helper()
	c := a.commands[n]
	o, err := c.run(binary, dir, *slack)
	if err != nil {
		t.Fatal(err)
	}
	line := "$ " + strings.Join(c.args, " ")
	t.Logf("%s: exit code %d, %.2f s, %.2f s of processor, %d MiB", line, o.exit, o.took.Seconds(), o.processor.Seconds(), o.memory>>20)
	if o.hung {
		t.Errorf("%s: it did not end", line)
	}
	if most := *slack * c.within.Seconds(); o.took.Seconds() > most {
		t.Errorf("%s: it took %.2f s, and may take %.2f s", line, o.took.Seconds(), most)
	}
	if o.memory > c.memory {
		t.Errorf("%s: it took %d MiB of memory, and may take %d MiB", line, o.memory>>20, c.memory>>20)
	}
	if o.exit != c.exit {
		t.Errorf("%s: exit code %d, not %d", line, o.exit, c.exit)
	}
	for _, word := range traces {
		if i := strings.Index(o.stderr, word); i >= 0 {
			t.Errorf("%s: stderr shows the inside of hitlrun: %q", line, o.stderr[max(0, i-200):min(len(o.stderr), i+200)])
			break
		}
	}
	if *update {
		a.update("stderr", n, o.stderr)
		if _, ok := a.expected("stdout", n); ok {
			a.update("stdout", n, o.stdout)
		}
		return
	}
	if want, _ := a.expected("stderr", n); o.stderr != want {
		t.Errorf("%s: stderr is\n%.4000s\nnot\n%.4000s", line, o.stderr, want)
	}
	if want, ok := a.expected("stdout", n); ok && o.stdout != want {
		t.Errorf("%s: stdout is\n%.4000s\nnot\n%.4000s", line, o.stdout, want)
	}
}
