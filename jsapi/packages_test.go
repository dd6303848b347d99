// This file tests which packages a bundle contains, and that a VM can be loaded for its exports.

package jsapi_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

func TestVMIsLoadedForItsExports(t *testing.T) {
	t.Parallel()
	vm, err := jsapitest.NewVM(t, `console.log(import.meta.main); export const graph = 1;`, jsapi.Options{Loaded: true})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if err := vm.Load(t.Context()); err != nil || !vm.Sound() || vm.ExitCode() != 0 {
		t.Errorf("Load: %v", err)
	}
	if _, _, err := vm.Exported(t.Context(), ""); err == nil {
		t.Error("a number was taken for a graph")
	}
}

func TestPackagesOfAScript(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for path, text := range map[string]string{
		"node_modules/left/package.json":         `{"name":"left","version":"1.0.0","main":"index.js"}`,
		"node_modules/left/index.js":             `module.exports = "left";`,
		"node_modules/@own/right/package.json":   `{"name":"@own/right","version":"2.0.0","main":"deep/index.js"}`,
		"node_modules/@own/right/deep/index.js":  `module.exports = require("left") + " right";`,
		"node_modules/@own/right/deep/unused.js": `module.exports = 1;`,
		"node_modules/never/package.json":        `{"name":"never","version":"1.0.0"}`,
		"flow.ts":                                `import right from "@own/right"; import { z } from "zod"; import { START } from "@langchain/langgraph"; console.log(right, typeof z.string, START);`,
	} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b, err := jsapi.Bundle(filepath.Join(dir, "flow.ts"), nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := jsapi.BuiltInPackages(b); len(got) != 2 || got[0] != "@langchain/langgraph" || got[1] != "zod" {
		t.Errorf("built-in packages: %q", got)
	}
	var names []string
	for _, folder := range jsapi.PackageFolders(b) {
		name, err := filepath.Rel(filepath.Join(dir, "node_modules"), folder)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	slices.Sort(names)
	if len(names) != 2 || names[0] != "@own/right" || names[1] != "left" {
		t.Errorf("installed packages: %q", names)
	}
	out, err := jsapitest.RunFile(filepath.Join(dir, "flow.ts"), jsapi.Options{})
	if err != nil || out != "left right function __start__\n" {
		t.Errorf("got %q, %v", out, err)
	}
}

// TestProgramsAreShared checks that many VMs can run one Program, and that each starts with fresh
// state.
func TestProgramsAreShared(t *testing.T) {
	t.Parallel()
	b, err := jsapi.Bundle("count.ts", []byte(`globalThis.n = (globalThis.n ?? 0) + 1; console.log(n, process.argv.slice(2), process.env.GIVEN, await import("node:path").then((p) => p.sep));`), "")
	if err != nil {
		t.Fatal(err)
	}
	p, err := jsapi.Compile("count.ts", b)
	if err != nil {
		t.Fatal(err)
	}
	for _, arg := range []string{"a", "b"} {
		var out strings.Builder
		vm, err := jsapi.NewVM(p, jsapi.Options{Stdout: &out, Args: []string{arg}, Env: []string{"GIVEN=1", "OTHER=2"}, Permissions: jsapi.Permissions{Env: jsapi.Grant{List: []string{"GIVEN"}}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(vm.Run(t.Context()), vm.Close()); err != nil || out.String() != "1 [ '"+arg+"' ] 1 /\n" {
			t.Errorf("got %q, %v", out.String(), err)
		}
	}
	if _, err := jsapi.Bundle("bad.ts", []byte("const = 1"), ""); err == nil {
		t.Error("a script that cannot be parsed was bundled")
	}
	ctx, stop := context.WithCancelCause(t.Context())
	stop(errors.New("enough"))
	if err := jsapi.Ended(ctx); !errors.Is(err, context.Canceled) || err.Error() != "enough" || jsapi.Ended(t.Context()) != nil {
		t.Errorf("Ended: %v", err)
	}
	if caller := jsapi.CallerOf(jsapi.WithCaller(ctx, jsapi.Caller{Node: "n"})); caller.Node != "n" || jsapi.EffectKey(jsapi.WithEffectKey(ctx, "k")) != "k" {
		t.Errorf("the context of a function has %+v", caller)
	}
}
