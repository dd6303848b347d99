// This file tests what Node does not have: permissions, lines that are not lost, and hosts with few functions.

package web

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// runHost runs a script of testdata/host and compares what it prints with the .want file beside it.
func runHost(t *testing.T, s *sandbox, name string) {
	t.Helper()
	file := "testdata/host/" + name
	src, err := os.ReadFile(file + ".mjs")
	if err != nil {
		t.Fatal(err)
	}
	s.run(t, file+".mjs", bundleNode(t, file+".mjs", string(src)))
	for _, err := range s.uncaught {
		t.Errorf("uncaught: %v", err)
	}
	compareGolden(t, file+".want", s.out.String())
}

func TestReadlineQuestions(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"readline_promises", "readline_callbacks", "readline_end", "readline_other_input"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stdin, _ := os.ReadFile("testdata/host/" + name + ".stdin")
			runHost(t, newNodeSandbox(t, t.TempDir(), strings.NewReader(string(stdin))), name)
		})
	}
}

func TestReadlineIdle(t *testing.T) {
	t.Parallel()
	never, _ := io.Pipe()
	runHost(t, newNodeSandbox(t, t.TempDir(), never), "idle")
}

func TestReadlineAbort(t *testing.T) {
	t.Parallel()
	input, answers := io.Pipe()
	s := newNodeSandbox(t, t.TempDir(), input)
	s.loop.hasty = true
	must(s.vm.Set("answer", func(goja.FunctionCall) goja.Value {
		s.loop.hasty = false
		go func() { _, _ = io.WriteString(answers, "late\n") }()
		return goja.Undefined()
	}))
	runHost(t, s, "abort")
}

func TestReadlineListenerThrows(t *testing.T) {
	t.Parallel()
	s := newNodeSandbox(t, t.TempDir(), strings.NewReader("mine\n"))
	var rejected []string
	s.vm.SetPromiseRejectionTracker(func(p *goja.Promise, op goja.PromiseRejectionOperation) {
		if op == goja.PromiseRejectionReject {
			rejected = append(rejected, p.Result().String())
		}
	})
	src, err := os.ReadFile("testdata/host/throws.mjs")
	if err != nil {
		t.Fatal(err)
	}
	s.run(t, "throws.mjs", bundleNode(t, "throws.mjs", string(src)))
	if got := strings.Join(rejected, " "); got != "Error: mine" {
		t.Errorf("rejected %q", got)
	}
}

func TestFileContentIsTakenAtTheCall(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := newNodeSandbox(t, dir, nil)
	must(s.vm.Set("dir", dir))
	runHost(t, s, "content")
}

func TestFilePermissions(t *testing.T) {
	t.Parallel()
	dir, other := t.TempDir(), t.TempDir()
	for _, file := range []string{filepath.Join(dir, "mine"), filepath.Join(other, "secret")} {
		if err := os.WriteFile(file, []byte("s"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newNodeSandbox(t, dir, nil)
	must(s.vm.Set("dir", dir))
	must(s.vm.Set("other", other))
	runHost(t, s, "denied")
	if left, err := os.ReadDir(other); err != nil || len(left) != 1 {
		t.Errorf("left in the other directory: %v %v", left, err)
	}
}

// TestBareNodeHost tests a host that only has a loop.
func TestBareNodeHost(t *testing.T) {
	t.Parallel()
	s := newSandbox(t)
	host := s.vm.NewObject()
	must(host.Set("node", NodeHost(s.vm, NodeEnv{Loop: s.loop})))
	must(s.vm.Set("__hitlrun", host))
	runHost(t, s, "bare")
}

func TestEveryModuleLoads(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../lib/node/*.ts")
	if err != nil || len(files) < 20 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ts")
		if name == "host.d" {
			continue
		}
		s := newNodeSandbox(t, t.TempDir(), nil)
		s.run(t, name, bundleNode(t, name, `import * as module from "node:`+name+`"; print(Object.keys(module).length > 0)`))
		if s.out.String() != "true\n" {
			t.Errorf("%s: got %q", name, s.out.String())
		}
	}
}

func BenchmarkNodeHost(b *testing.B) {
	vm := goja.New()
	loop := newFakeLoop()
	for b.Loop() {
		NodeHost(vm, NodeEnv{Loop: loop})
	}
}
