// This file feeds random scripts to the bundler.

package bundle

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// FuzzBundle checks that a script gives an error with a position inside it, or code that goja
// compiles, or at least code that our changes are not to blame for.
func FuzzBundle(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range archiveFile.Split(string(data), -1) {
			f.Add(part, true)
			f.Add(part, false)
		}
	}
	for _, seed := range []string{
		"", "\uFEFF#!x\nawait 1", "export default class { static x = 1 }", "const State = class State {}; { class State {} }", "for await (const a of b) for await (const c of d) {}",
		"import('x').then(a => a?.b?.())", "`${`${/`/}`}`", "a = b\n/c/g", "using x = y; { await using z = w }", "require.main === module && import.meta", "/(?i:a)/", "/\\p{L}/u;", "let a; a ??= () => a",
		"function f() { return function f() { return f } } switch (1) { default: function f() {} }", "async () => { for await (let [a = b] of c) { label: for await (a.b of d) continue label } }",
	} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, text string, ts bool) {
		if len(text) > 10_000 || strings.Count(text, "=>")+strings.Count(text, "function") > 100 {
			t.Skip("esbuild needs cubic time for nested functions of one name")
		}
		o := Options{Entry: filepath.Join(os.TempDir(), "fuzz-does-not-exist", "flow.js"), Source: []byte(text),
			Builtin: func(_, s string) (Module, bool) {
				return Module{Name: s, Source: "export class State {} export function f() {} export const a = 1, b = globalThis.b, c = 2;"}, s == "x" || s == "./other"
			}}
		if ts {
			o.Entry = strings.TrimSuffix(o.Entry, "js") + "ts"
		}
		r, err := Bundle(o)
		if err != nil {
			var list *Error
			if !errors.As(err, &list) {
				t.Fatalf("not an *Error: %v", err)
			}
			checkMessages(t, list, o.Entry, text)
			return
		}
		if _, err := goja.Compile("bundle.js", string(r.Code), false); err != nil {
			if _, plain := goja.Compile("bundle.js", plainCode(t, o), false); plain == nil {
				t.Errorf("%v\n%s", err, r.Code)
			}
		}
		for line := 1; line < 100; line++ {
			if file, l, c, ok := r.Position(line, line%40); ok && file == o.Entry && (l < 1 || c < 1 || l > len(sourceLines(text))+1) {
				t.Errorf("code %d:%d comes from %d:%d", line, line%40, l, c)
			}
		}
	})
}

func checkMessages(t *testing.T, err *Error, entry, text string) {
	t.Helper()
	if len(err.Messages) == 0 {
		t.Error("an error without a message")
	}
	for _, m := range err.Messages {
		if m.Text == "" || m.File == entry && m.Line > len(sourceLines(text)) {
			t.Errorf("bad message %+v", m)
		}
		m.Frame()
	}
}

// plainCode gives what esbuild makes of a script, in our wrapper, without our changes.
func plainCode(t *testing.T, o Options) string {
	t.Helper()
	b, err := newBuild(o)
	if err != nil {
		t.Fatal(err)
	}
	out, err := b.esbuild()
	if err != nil {
		t.Fatal(err)
	}
	return string(b.head(out.code, false, false)) + "\n" + string(out.code) + "\n})"
}

func FuzzTranslateUnicodeProperties(f *testing.F) {
	for _, seed := range []string{`\p{L}`, `[^\P{Lu}-]`, `\\p{L}`, `\p{Script=Greek}+`, `(?<=\p{N})[\p{scx=Zyyy}\]]`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		got, err := TranslateUnicodeProperties(pattern)
		if err == nil && !strings.Contains(pattern, `\\`) && (strings.Contains(got, `\p`) || strings.Contains(got, `\P`)) {
			t.Errorf("%q became %q", pattern, got)
		}
	})
}
