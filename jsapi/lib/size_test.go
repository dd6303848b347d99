// This file checks that the libraries are small: they are compiled each time a script starts.

package lib_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dop251/goja"
)

// families are the scripts that bring in as much of a library as scripts usually do.
var families = []struct {
	name, code string
	limitBytes int
	instead    map[string]string
}{
	{"zod", `import { z } from "zod"; globalThis.x = z;`, 48 << 10, nil},
	{"zod-without-json-schema", `import { z } from "zod"; globalThis.x = z;`, 40 << 10, noJSONSchema},
	{"uuid-v4", `import { v4 } from "uuid"; globalThis.x = v4;`, 1 << 10, nil},
	{"uuid", `import * as uuid from "uuid"; globalThis.x = uuid;`, 4 << 10, nil},
	{"messages", `import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
		globalThis.x = [AIMessage, HumanMessage, SystemMessage, ToolMessage];`, 10 << 10, nil},
	{"messages-all", `import * as messages from "@langchain/core/messages"; globalThis.x = messages;`, 36 << 10, nil},
	{"tool", `import { tool } from "@langchain/core/tools"; globalThis.x = tool;`, 17 << 10, nil},
	{"runnables", `import * as runnables from "@langchain/core/runnables"; globalThis.x = runnables;`, 11 << 10, nil},
}

// entry writes code to a file in this folder's place and bundles it, minified.
func entry(t testing.TB, name, code string, instead map[string]string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name+".ts")
	if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	return bundle(t, file, true, instead)
}

func TestSize(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			code := entry(t, f.name, f.code, f.instead)
			t.Logf("%d bytes", len(code))
			if len(code) > f.limitBytes {
				t.Errorf("%s is %d bytes minified, want at most %d", f.name, len(code), f.limitBytes)
			}
		})
	}
}

// BenchmarkLoad measures what a script pays for a library at its start.
func BenchmarkLoad(b *testing.B) {
	for _, f := range families {
		code := entry(b, f.name, f.code, f.instead)
		b.Run(f.name, func(b *testing.B) {
			for b.Loop() {
				p, err := goja.Compile(f.name, code, false)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := goja.New().RunProgram(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
