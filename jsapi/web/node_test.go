// This file bundles the scripts in testdata/node with the modules in jsapi/lib/node, runs them, and compares what they
// print with what Node prints.

package web

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/inspect"
)

// bundleNode bundles a script with the node: modules it imports.
func bundleNode(t testing.TB, file, source string) string {
	t.Helper()
	lib, err := filepath.Abs("../lib/node")
	if err != nil {
		t.Fatal(err)
	}
	modules := api.Plugin{Name: "node", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: "^node:"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			name := strings.ReplaceAll(strings.TrimPrefix(a.Path, "node:"), "/", "_")
			return api.OnResolveResult{Path: filepath.Join(lib, name+".ts")}, nil
		})
	}}
	result := api.Build(api.BuildOptions{
		Stdin:       &api.StdinOptions{Contents: source, Sourcefile: file, ResolveDir: lib},
		Bundle:      true,
		Format:      api.FormatIIFE,
		Target:      api.ES2017,
		Supported:   map[string]bool{"optional-chain": false, "class-private-field": true, "class-private-method": true, "class-static-blocks": true, "class-field": true},
		Plugins:     []api.Plugin{modules},
		TsconfigRaw: "{}",
		Banner:      map[string]string{"js": `"use strict";`},
	})
	for _, m := range result.Errors {
		t.Fatalf("%s: %s %+v", file, m.Text, m.Location)
	}
	return string(result.OutputFiles[0].Contents)
}

// fakeStore is an AsyncStore for AsyncLocalStorage.
type fakeStore struct{ current *asyncContext }

type asyncContext struct {
	key   *goja.Object
	value goja.Value
	outer *asyncContext
}

func (s *fakeStore) Get(key *goja.Object) goja.Value {
	for c := s.current; c != nil; c = c.outer {
		if c.key == key {
			return c.value
		}
	}
	return nil
}

func (s *fakeStore) in(c *asyncContext, f func()) {
	old := s.current
	s.current = c
	defer func() { s.current = old }()
	f()
}

func (s *fakeStore) Run(key *goja.Object, value goja.Value, f func()) {
	s.in(&asyncContext{key, value, s.current}, f)
}

func (s *fakeStore) Enter(key *goja.Object, value goja.Value) {
	s.current = &asyncContext{key, value, s.current}
}

func (s *fakeStore) Snapshot() func(f func()) {
	c := s.current
	return func(f func()) { s.in(c, f) }
}

// The methods of goja.AsyncContextTracker.
func (s *fakeStore) Grab() any     { return s.current }
func (s *fakeStore) Resumed(c any) { s.current, _ = c.(*asyncContext) }
func (s *fakeStore) Exited()       { s.current = nil }

// newNodeSandbox makes a sandbox with __hitlrun.node. Scripts may only use files below dir.
func newNodeSandbox(t testing.TB, dir string) *sandbox {
	t.Helper()
	s := newSandbox(t)
	store := &fakeStore{}
	s.vm.SetAsyncContextTracker(store)
	s.loop.carry = store.Snapshot
	printer := inspect.New(s.vm)
	allowed := files.Grants{List: []string{dir}}
	refused := func(path string, _ bool) error { return errors.New("not below the directory of the test: " + path) }
	host := s.vm.NewObject()
	must(host.Set("node", NodeHost(s.vm, NodeEnv{
		Loop: s.loop, Read: allowed, Write: allowed, Refused: refused, Store: store,
		Inspect: func(v, opts goja.Value) string {
			o, err := printer.OptionsFrom(opts)
			must(err)
			text, err := printer.Inspect(v, o)
			must(err)
			return text
		},
		FormatArgs: func(args ...goja.Value) string {
			text, err := printer.Format(inspect.Options{}, args...)
			must(err)
			return text
		},
	})))
	must(s.vm.Set("__hitlrun", host))
	process := s.vm.NewObject()
	must(process.Set("platform", "linux"))
	must(process.Set("argv", s.vm.NewArray("node", "script")))
	must(process.Set("cwd", newFunc(s.vm, "cwd", 0, func(goja.FunctionCall) goja.Value { return s.vm.ToValue("/home/me") })))
	must(process.Set("emitWarning", newFunc(s.vm, "emitWarning", 0, func(call goja.FunctionCall) goja.Value {
		s.out.WriteString("warning: " + call.Argument(0).String() + "\n")
		return goja.Undefined()
	})))
	stdout := s.vm.NewObject()
	must(stdout.Set("write", newFunc(s.vm, "write", 0, func(call goja.FunctionCall) goja.Value {
		s.out.WriteString(call.Argument(0).String())
		return s.vm.ToValue(true)
	})))
	must(process.Set("stdout", stdout))
	must(s.vm.Set("process", process))
	return s
}

func TestNodeScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/node/*.mjs")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mjs")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			s := newNodeSandbox(t, dir)
			must(s.vm.Set("dir", dir))
			s.run(t, file, bundleNode(t, file, string(src)))
			for _, err := range s.uncaught {
				s.out.WriteString("uncaught: " + err.Error() + "\n")
			}
			compareGolden(t, "testdata/node/"+name+".golden", strings.ReplaceAll(s.out.String(), dir, "DIR"))
		})
	}
}
