// This file measures bundling, from scratch and from the cache. The benchmarks with real packages
// need HITLRUN_NODE_MODULES, the path of a node_modules folder with zod 4.

package bundle

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// smallScript is a workflow of about 2 KB.
func smallScript() string {
	var s strings.Builder
	s.WriteString("import { StateGraph, interrupt } from \"@langchain/langgraph\";\ninterface State { name: string; n: number; log: string[] }\n")
	for i := range 12 {
		fmt.Fprintf(&s, "const step%d = async (state: State): Promise<Partial<State>> => {\n  const answer = interrupt({ question: `step %d of ${state.name}?` });\n  return { n: state.n + %d, log: [answer?.text ?? \"none\"] };\n};\n", i, i, i)
	}
	s.WriteString("export default new StateGraph()" + strings.Repeat(".add(step1)", 3) + ";\n")
	return s.String()
}

func smallOptions(b *testing.B) Options {
	path := filepath.Join(b.TempDir(), "flow.ts")
	if err := os.WriteFile(path, []byte(smallScript()), 0o644); err != nil {
		b.Fatal(err)
	}
	const library = "export class StateGraph { add(f) { return this } }\nexport const interrupt = (x) => x;\n"
	return Options{Entry: path, Builtin: func(_, s string) (Module, bool) {
		return Module{Name: "hitlrun/langgraph.ts", Source: library, TS: true}, s == "@langchain/langgraph"
	}}
}

func zodOptions(b *testing.B) Options {
	modules := os.Getenv("HITLRUN_NODE_MODULES")
	if modules == "" {
		b.Skip("HITLRUN_NODE_MODULES is not set")
	}
	dir := b.TempDir()
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(dir, "flow.ts")
	const text = "import { z } from \"zod\";\nconst S = z.object({ name: z.string() });\nexport default S.parse({ name: \"x\" });\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	return Options{Entry: path}
}

func BenchmarkBundle(b *testing.B) {
	for name, options := range map[string]func(*testing.B) Options{"small": smallOptions, "zod": zodOptions} {
		b.Run(name, func(b *testing.B) {
			o := options(b)
			b.ReportAllocs()
			for b.Loop() {
				r, err := Bundle(o)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(r.Code)))
			}
		})
	}
}

func BenchmarkCache(b *testing.B) {
	for name, options := range map[string]func(*testing.B) Options{"small": smallOptions, "zod": zodOptions} {
		b.Run(name, func(b *testing.B) {
			o := options(b)
			c := Cache{Dir: b.TempDir()}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Bundle(o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCompile compares what goja does with a map in the code, and what Position needs when
// there is none.
func BenchmarkCompile(b *testing.B) {
	for name, options := range map[string]func(*testing.B) Options{"small": smallOptions, "zod": zodOptions} {
		compile := func(code string) func(*testing.B) {
			return func(b *testing.B) {
				for b.Loop() {
					if _, err := goja.Compile("bundle.js", code, false); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
		b.Run(name, func(b *testing.B) {
			r, err := Bundle(options(b))
			if err != nil {
				b.Fatal(err)
			}
			inline := "\n//# sourceMappingURL=data:application/json;base64," + base64.StdEncoding.EncodeToString(r.Map)
			b.Run("plain", compile(string(r.Code)))
			b.Run("inline", compile(string(r.Code)+inline))
			b.Run("position", func(b *testing.B) {
				for b.Loop() {
					again := &Result{Code: r.Code, Map: r.Map}
					again.Position(5, 5)
				}
			})
		})
	}
}
