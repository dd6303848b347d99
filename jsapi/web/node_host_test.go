// This file tests what Node does not have: permissions, and hosts with few functions.

package web

import (
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

func TestFileContentIsTakenAtTheCall(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := newNodeSandbox(t, dir)
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
	s := newNodeSandbox(t, dir)
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
		s := newNodeSandbox(t, t.TempDir())
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
