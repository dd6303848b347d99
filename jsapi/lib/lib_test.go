// Package lib_test runs the scripts of testdata on the libraries that are built in for packages that are not
// installed. Each script's .out is what it printed on Node with the real packages: zod 4.6.7, uuid 14.0.3 and
// @langchain/core 1.2.13.
package lib_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// sources names the file that stands for an import specifier, relative to this folder.
var sources = map[string]string{
	"zod":                       "zod/index.ts",
	"zod/v4":                    "zod/v4.ts",
	"zod/v3":                    "zod3/zod3.js",
	"uuid":                      "uuid/index.ts",
	"@langchain/core/messages":  "core/messages.ts",
	"@langchain/core/tools":     "core/tools.ts",
	"@langchain/core/runnables": "core/runnables.ts",
	"@langchain/core/documents": "core/documents.ts",
}

// noJSONSchema is a bundle option that leaves JSON Schema out of zod.
var noJSONSchema = map[string]string{"./jsonschema": "zod/no_jsonschema.ts"}

// bundle makes one script of the file entry, for goja. Modules named in instead are replaced. All modules are pure:
// what nobody uses is left out.
func bundle(t testing.TB, entry string, minify bool, instead map[string]string) string {
	t.Helper()
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	alias := api.Plugin{Name: "lib", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `.`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			file, ok := instead[a.Path]
			if !ok {
				file, ok = sources[a.Path]
			}
			switch {
			case ok:
				file = filepath.Join(dir, file)
			case strings.HasPrefix(a.Path, ".") && a.Kind != api.ResolveEntryPoint:
				file = filepath.Join(a.ResolveDir, a.Path+".ts")
			default:
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{Path: file, SideEffects: api.SideEffectsFalse}, nil
		})
	}}
	supported := map[string]bool{"optional-chain": false}
	for _, feature := range []string{
		"bigint", "class-field", "class-static-field", "exponent-operator", "nullish-coalescing", "object-rest-spread", "optional-catch-binding",
	} {
		supported[feature] = true
	}
	res := api.Build(api.BuildOptions{
		EntryPoints:       []string{entry},
		AbsWorkingDir:     dir,
		Bundle:            true,
		Charset:           api.CharsetUTF8,
		Format:            api.FormatIIFE,
		MinifyIdentifiers: minify,
		MinifySyntax:      minify,
		MinifyWhitespace:  minify,
		Platform:          api.PlatformBrowser,
		Plugins:           []api.Plugin{alias},
		Supported:         supported,
		Target:            api.ES2017,
		TsconfigRaw:       `{}`,
	})
	for _, m := range res.Errors {
		t.Fatalf("bundle %s: %s (%+v)", entry, m.Text, m.Location)
	}
	return string(res.OutputFiles[0].Contents)
}

// run executes code in a VM of its own and returns what it printed with console.log.
func run(t *testing.T, name, code string) (string, error) {
	t.Helper()
	vm := goja.New()
	var out strings.Builder
	log := func(call goja.FunctionCall) goja.Value {
		for i, a := range call.Arguments {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(a.String())
		}
		out.WriteByte('\n')
		return goja.Undefined()
	}
	fill := func(call goja.FunctionCall) goja.Value {
		list := call.Argument(0).ToObject(vm)
		for i := range list.Get("length").ToInteger() {
			if err := list.Set(strconv.FormatInt(i, 10), rand.IntN(256)); err != nil {
				panic(vm.NewGoError(err))
			}
		}
		return list
	}
	realm := value.New(vm, inspect.New(vm), nil, 0)
	noConfig := func() goja.Value { return goja.Undefined() }
	within := func(_ goja.Value, fn func() goja.Value) goja.Value { return fn() }
	for object, member := range map[string]map[string]any{
		"console": {"log": log}, "crypto": {"getRandomValues": fill},
		"__hitlrun": {"partialJSON": realm.PartialJSON, "currentConfig": noConfig, "runWithConfig": within},
	} {
		if err := vm.Set(object, member); err != nil {
			t.Fatal(err)
		}
	}
	host, err := os.ReadFile("testdata/host.js")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := vm.RunScript("host.js", string(host)); err != nil {
		t.Fatal(err)
	}
	_, err = vm.RunScript(name, code)
	return out.String(), err
}

func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.ts")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, script := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(script), ".ts"), func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(strings.TrimSuffix(script, ".ts") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			got, err := run(t, script, bundle(t, script, false, nil))
			if err != nil {
				t.Errorf("%v", err)
			}
			compare(t, got, string(want))
		})
	}
}

// compare reports the lines in which got differs from want.
func compare(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		var a, b string
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			t.Errorf("line %d:\n got %s\nwant %s", i+1, a, b)
		}
	}
}

// What is not covered says how to get it.
func TestNotCovered(t *testing.T) {
	t.Parallel()
	const hint = "is not part of hitlrun's built-in zod; install the real package: npm install zod"
	tests := []struct{ name, code, want string }{
		{"name", `import { z } from "zod"; z.templateLiteral(["a"]);`, "Error: z.templateLiteral " + hint},
		{"default import", `import z from "zod"; z.hostname();`, "Error: z.hostname " + hint},
		{"method", `import { z } from "zod"; z.string().encode("a");`, "Error: schema.encode() " + hint},
		{"in v4", `import { z } from "zod/v4"; z.codec();`, "Error: z.codec " + hint},
		{"target", `import { z } from "zod"; z.toJSONSchema(z.string(), { target: "openapi-3.0" });`, "Error: JSON Schema target openapi-3.0 " + hint},
		{"registry", `import { z } from "zod"; z.toJSONSchema(z.globalRegistry);`, "Error: JSON Schema of a registry " + hint},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := run(t, tt.name, entry(t, "script", tt.code, nil))
			if err == nil || !strings.HasPrefix(err.Error(), tt.want+" at ") {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// The namespace z, the default export and the module's own names are the same list.
func TestNamespace(t *testing.T) {
	t.Parallel()
	got, err := run(t, "namespace", entry(t, "script", `
		import * as ns from "zod";
		const own = Object.keys(ns).filter((k) => k !== "z" && k !== "default").sort().join();
		console.log(own === Object.keys(ns.z).sort().join(), own.length > 1000, ns.default === ns.z, ns.z.z === ns.z, typeof ns.z.then);
	`, nil))
	if want := "true true true true undefined\n"; err != nil || got != want {
		t.Errorf("got %q (%v), want %q", got, err, want)
	}
}

// However little of zod is imported, schemas have all their methods.
func TestPartialImports(t *testing.T) {
	t.Parallel()
	const use = `.min(1).optional().or(number()).array().refine((v) => v.length < 3, "long").default(["d"]).catch([]);
		console.log(JSON.stringify([s.parse(undefined), s.parse(5), s.parse(["a", 1]), s.parse(["a", 1, "b"]), Object.keys(s.toJSONSchema())]));`
	const want = `[["d"],[],["a",1],[],["$schema","default","type","items"]]` + "\n"
	for name, code := range map[string]string{
		"names":     `import { string, number } from "zod"; const s = string()` + use,
		"namespace": `import * as z from "zod"; const { number } = z; const s = z.string()` + use,
		"static":    `import * as z from "zod"; const number = () => z.number(); const s = z.string()` + use,
		"default":   `import z from "zod"; const { number } = z; const s = z.string()` + use,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := run(t, name, entry(t, "script", code, nil))
			if err != nil || got != want {
				t.Errorf("got %s (%v), want %s", got, err, want)
			}
		})
	}
}

func TestNoJSONSchema(t *testing.T) {
	t.Parallel()
	_, err := run(t, "script", entry(t, "script", `import { z } from "zod"; z.string().toJSONSchema();`, noJSONSchema))
	if err == nil || !strings.HasPrefix(err.Error(), "Error: this script was bundled with a zod that has no toJSONSchema at ") {
		t.Errorf("got %v", err)
	}
}
