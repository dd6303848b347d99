// This file checks what entries can be: every kind of file, and what is wrong with the others.

package bundle

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestEntryTexts(t *testing.T) {
	t.Parallel()
	const bom = "\uFEFF"
	cases := []struct{ name, file, text, want string }{
		{"empty", "flow.ts", "", ""},
		{"only a comment", "flow.js", "// nothing", ""},
		{"byte order mark", "flow.ts", bom + "const a: string = 'x';\nconsole.log(a)", "x\n"},
		{"byte order mark and hashbang", "flow.ts", bom + "#!/usr/bin/env -S hitlrun run\nconsole.log(1 as number)", "1\n"},
		{"hashbang", "flow.mjs", "#!/usr/bin/env -S hitlrun run\nexport const a = await 1;\nconsole.log(a)", "1\n"},
		{"hashbang without extension", "flow", "#!/usr/bin/env -S hitlrun run\nconst a: number = 2;\nconsole.log(a)", "2\n"},
		{"CRLF", "flow.ts", "const a = `x\r\ny`;\r\nconsole.log(a.length)\r\n// end", "3\n"},
		{"CR", "flow.js", "console.log(1)\rconsole.log(2)", "1\n2\n"},
		{"no newline after a comment", "flow.js", "console.log(1) // done", "1\n"},
		{"strange name", "a b'\"$#?é😀.ts", "const a: number = 3;\nconsole.log(a)", "3\n"},
		{"JSX extension without JSX", "flow.tsx", "const f = <T,>(x: T) => x;\nconsole.log(f(4))", "4\n"},
		{"upper case", "FLOW.TS", "const a: number = 5;\nconsole.log(a)", "5\n"},
		{"cts", "flow.cts", "const a: number = 6;\nmodule.exports = a;\nconsole.log(a)", "6\n"},
		{"unused import of a type", "flow.ts", "import { T } from './types';\nlet x: T;\nconsole.log(7)", "7\n"},
		{"strict in a module", "flow.mjs", "try { undeclared = 1 } catch (e) { console.log(e.name) }\nexport {}", "ReferenceError\n"},
		{"invalid UTF-8", "flow.js", "console.log('a\xffb'.length)", "3\n"},
		{"lone surrogate", "flow.js", `console.log("\uD800".length, "\u{1F600}".length)`, "1 2\n"},
		{"line separators", "flow.js", "console.log('a\u2028b'.length) // \u2029console.log(2)", "3\n2\n"},
		{"a name of ours", "flow.ts", "const __hitlrun = 1, require = 2;\nexport { __hitlrun };\nconsole.log(__hitlrun + require)", "3\n"},
		{"this and arguments", "flow.mjs", "console.log(typeof this);\nexport {}", "undefined\n"},
		{"nested as deep as can be", "flow.js", "console.log(" + strings.Repeat("[", ofCode().brackets-1) + strings.Repeat("]", ofCode().brackets-1) + ".length)", "1\n"},
		{"brackets in strings", "flow.js", "console.log([" + strings.Repeat("':(', \"it's (\\\"(\", ", ofCode().brackets) + "].length)", "2000\n"},
		{"a class with many methods", "flow.js", "class A {\n" + strings.Repeat("  get \"x-y\"() { return 1 }\n  static async z(a) { if (a) {} }\n", 2000) + "}\nconsole.log(new A()['x-y'])", "1\n"},
		{"operators in strings", "flow.js", "const a = `'`;\nif (a) /'/.test(a);\nconsole.log([a, \"" + strings.Repeat("a+b/", 10_000) + "\"][1].length)", "40000\n"},
		{"long line", "flow.js", "console.log([" + strings.Repeat("1,", 200_000) + "].length)", "200000\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			if got := runScript(t, Options{Entry: path}); got != c.want {
				t.Errorf("printed %q, want %q", got, c.want)
			}
			// The same text from memory, for a file that is not there.
			path = filepath.Join(t.TempDir(), c.file)
			if got := runScript(t, Options{Entry: path, Source: []byte(c.text)}); got != c.want {
				t.Errorf("from memory: printed %q, want %q", got, c.want)
			}
		})
	}
}

// doubled fills in a number and the one before, from 1 to 40.
func doubled(format string) string {
	var b strings.Builder
	for i := 1; i <= 40; i++ {
		fmt.Fprintf(&b, format, i, i-1)
	}
	return b.String()
}

func TestEntryErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	locked := write("locked.ts", "1")
	if err := os.Chmod(locked, 0); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name    string
		options Options
		want    string
	}{
		{"missing", Options{Entry: filepath.Join(dir, "none.ts")}, "/none.ts: no such file"},
		{"unreadable", Options{Entry: locked}, "/locked.ts: permission denied"},
		{"missing directory", Options{Entry: filepath.Join(dir, "a/b/none.ts")}, "/a/b/none.ts: no such file"},
		{"below a file", Options{Entry: filepath.Join(locked, "x.ts")}, "/locked.ts/x.ts: not a directory"},
		{"directory", Options{Entry: dir}, ": is a directory; give the script file to run"},
		{"nothing", Options{}, "no script given"},
		{"name too long", Options{Entry: strings.Repeat("x", 5000)}, "x: file name too long"},
		{"UTF-16", Options{Entry: write("utf16.ts", "\xff\xfea\x00")}, "/utf16.ts: the file is saved as UTF-16; save it as UTF-8"},
		{"too large", Options{Entry: write("large.ts", strings.Repeat(" ", maxSourceBytes+1))}, "/large.ts: the file is larger than 32 MB"},
		{"statements in statements", Options{Entry: write("ifs.ts", "let a = 0;\n"+strings.Repeat("if (a) ", 1001)+";")}, "/ifs.ts:2:7001: statements or functions are nested more than 1000 deep"},
		{"functions in functions", Options{Entry: write("arrows.ts", "export default "+strings.Repeat("x=>", 1001)+"0;")}, "/arrows.ts:1:3017: statements or functions are nested more than 1000 deep"},
		{"else after else", Options{Entry: write("else.ts", "let a = 0;\n"+strings.Repeat("if (a) {} else\n", 1001)+";")}, "/else.ts:502:1: statements or functions are nested more than 1000 deep"},
		{"a long sum", Options{Entry: write("sum.ts", "let a = 1"+strings.Repeat("\n+1", 5001)+";")}, "/sum.ts:5001:1: an expression has more than 5000 operators"},
		{"a long sum of blocks", Options{Entry: write("blocks.ts", "let a = 1"+strings.Repeat("\n+{} instanceof\nA", 2501)+";")}, "/blocks.ts:3334:3: an expression has more than 5000 operators"},
		{"a sum behind a quote that is none", Options{Entry: write("quote.ts", "/\"/;"+strings.Repeat("!", 100_001)+"\"\"")}, "/quote.ts:1:5005: an expression has more than 5000 operators"},
		{"… where it may be one", Options{Entry: write("jsx.js", "let a = <b>'</b>;"+strings.Repeat("!", 100_001)+"''")}, "/jsx.js:1:100018: an expression has more than 100000 operators"},
		{"too deep", Options{Entry: write("deep.ts", strings.Repeat("(", ofCode().brackets+1))}, fmt.Sprintf("/deep.ts:1:1001: brackets are nested more than %d deep", ofCode().brackets)},
		{"commas in an expression", Options{Entry: write("commas.ts", "x = (a"+strings.Repeat(",a", 10_001)+");")}, "/commas.ts:1:20007: an expression has more than 10000 commas"},
		{"a long number", Options{Entry: write("number.ts", "x = "+strings.Repeat("9", 100_001)+"n;")}, "/number.ts:1:5: a number has more than 100000 digits"},
		{"functions in conditions", Options{Entry: write("conditions.ts", "let f = "+strings.Repeat("a ? /*)*/ ( b )\n: async c => g(d ? ", 15)+"e"+strings.Repeat(" : f)", 15))}, "/conditions.ts:16:11: conditional expressions with functions are nested more than 14 deep"},
		{"functions in conditions that follow each other", Options{Entry: write("flat.ts", "let f = "+strings.Repeat("a?(b):c=>", 15)+"1;")}, "/flat.ts:1:142: conditional expressions with functions are nested more than 14 deep"},
		{"conditions in the parameters of functions", Options{Entry: write("parameters.ts", "let f = "+strings.Repeat("a?(b):(c=d?", 15)+"e"+strings.Repeat(":f)=>1", 15))}, "/parameters.ts:1:169: conditional expressions with functions are nested more than 14 deep"},
		{"constants that double", Options{Entry: write("enum.ts", "enum A { a0 = 'x', "+doubled("a%d = a%[2]d + a%[2]d, ")+" }")}, "/enum.ts:1:258: a constant of an enum is computed, and has more than a million letters"},
		{"… in templates, and with other names", Options{Entry: write("template.ts", "const enum A { 'a0' = `x`, "+doubled("'a%d' = `${A['a%[2]d']}${a%[2]d}`, ")+" }")}, "a constant of an enum is computed, and has more than a million letters"},
		{"binary", Options{Entry: write("binary.js", "\x7fELF\x02\x01\x01\x00")}, "/binary.js:1:1: Unexpected \"\\x7f\""},
		{"syntax in the first line after a byte order mark", Options{Entry: write("bom.ts", "\uFEFFlet = = 1")}, "/bom.ts:1:7: Unexpected \"=\""},
		{"syntax after CRLF", Options{Entry: write("crlf.ts", "let a = 1;\r\nlet é = '😀' +;\r\n")}, "/crlf.ts:2:15: Unexpected \";\""},
		{"import.meta in a script that ends early", Options{Entry: write("early.ts", "console.log(import.meta.url")}, "/early.ts:1:28: Expected \")\" but found"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.name == "unreadable" && os.Getuid() == 0 {
				t.Skip("root may read every file: the test has to run as another user")
			}
			_, err := Bundle(c.options)
			var list *Error
			if !errors.As(err, &list) {
				t.Fatalf("got %v, want an *Error", err)
			}
			if len(list.Messages) != 1 || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %s\nwant one message with %s", err, c.want)
			}
		})
	}
}

// TestEntryPipe runs a script from a pipe as a shell makes it for <(command), which can be read only once. A named pipe is refused, to
// which nobody may ever write.
func TestEntryPipe(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	go func() {
		_, _ = w.WriteString("const a: number = 1;\nconsole.log(a)")
		_ = w.Close()
	}()
	if got := runScript(t, Options{Entry: fmt.Sprint("/dev/fd/", r.Fd())}); got != "1\n" {
		t.Errorf("printed %q", got)
	}
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Bundle(Options{Entry: path}); err == nil || !strings.HasSuffix(err.Error(), "pipe: it is not a regular file") {
		t.Errorf("a named pipe: %v", err)
	}
}

// TestEntryLink runs a script through a symbolic link: imports are looked for beside the file
// the link leads to, and messages name the file as it was given.
func TestEntryLink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"real/flow.ts": "import { a } from './a';\nconsole.log(a);\nexport const f = () => { throw new Error('x') }", "real/a.ts": "export const a = 1"} {
		if err := os.MkdirAll(filepath.Join(dir, "real"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(dir, "link.ts")
	if err := os.Symlink("real/flow.ts", link); err != nil {
		t.Fatal(err)
	}
	if got := runScript(t, Options{Entry: link}); got != "1\n" {
		t.Errorf("printed %q", got)
	}
	r, err := Bundle(Options{Entry: link})
	if err != nil {
		t.Fatal(err)
	}
	names, _, err := parseMap(r.Map)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(names, " "); !strings.Contains(got, link) {
		t.Errorf("sources %s do not name the script as given", got)
	}
	if _, ok := r.Source(link); !ok {
		t.Error("the script's text is not found by the name that it was given")
	}
}

// TestHash checks what the two hashes depend on.
func TestHash(t *testing.T) {
	t.Parallel()
	hashes := func(dir, text, module string) *Result {
		path := filepath.Join(t.TempDir(), dir, "flow.ts")
		r, err := Bundle(Options{Entry: path, Source: []byte("import { m } from 'hitlrun/m';\nconsole.log(m, import.meta.url)\n" + text),
			Builtin: func(_, s string) (Module, bool) { return Module{Name: s, Source: module}, s == "hitlrun/m" }})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	base := hashes("a", "console.log(1)", "export const m = 1")
	moved := hashes("b", "console.log(1)", "export const m = 1")
	comment := hashes("a", "console.log(1) // why", "export const m = 1")
	library := hashes("a", "console.log(1)", "export const m = 2")
	code := hashes("a", "console.log(2)", "export const m = 1")
	if moved.Hash != base.Hash || moved.CodeHash != base.CodeHash {
		t.Error("hashes depend on where the script lies")
	}
	if comment.Hash == base.Hash || comment.CodeHash != base.CodeHash {
		t.Error("a comment must change Hash and not CodeHash")
	}
	if library.Hash != base.Hash || library.CodeHash == base.CodeHash {
		t.Error("a module of ours must change CodeHash and not Hash")
	}
	if code.Hash == base.Hash || code.CodeHash == base.CodeHash {
		t.Error("the user's code must change both")
	}
}

// TestDefine replaces globals.
func TestDefine(t *testing.T) {
	t.Parallel()
	got := runScript(t, Options{Entry: "x.ts", Source: []byte("console.log(VERSION, process.env.NODE_ENV, process.env.HOME)"),
		Define: map[string]string{"VERSION": `"1.2"`, "process.env.HOME": `"home"`}})
	if got != "1.2 undefined home\n" {
		t.Errorf("printed %q", got)
	}
}

// TestSourceImportsItself imports an entry that is not on disk from a file that is.
func TestSourceImportsItself(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "lib.ts"), []byte("import { a } from './flow';\nexport const get = () => a;"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := runScript(t, Options{Entry: filepath.Join(dir, "flow.ts"), Source: []byte("import { get } from './lib';\nexport const a = 1;\nconsole.log(get())")}); got != "1\n" {
		t.Errorf("printed %q", got)
	}
}

// TestExports checks what the host is given, and when.
func TestExports(t *testing.T) {
	t.Parallel()
	r, err := Bundle(Options{Entry: "x.mjs", Source: []byte("export let a = 1;\nawait null;\na = 2;\nexport default function graph() {}")})
	if err != nil {
		t.Fatal(err)
	}
	h := newHost(t)
	if err := h.run(r); err != nil {
		t.Fatal(err)
	}
	if got := h.exports.Get("a").ToInteger(); got != 2 {
		t.Errorf("a = %d, want 2", got)
	}
	if got := h.exports.Get("default").ToObject(h.vm).Get("name").String(); got != "graph" {
		t.Errorf("the default export is named %q", got)
	}
	r, err = Bundle(Options{Entry: "x.mjs", Source: []byte("export const a = 1;\nthrow new Error('no')")})
	if err != nil {
		t.Fatal(err)
	}
	h = newHost(t)
	if err := h.run(r); err == nil || err.Error() != "rejected: Error: no" || h.exports != nil {
		t.Errorf("got %v, exports %v", err, h.exports)
	}
}

// TestPanic checks that a panic in a function of the caller becomes an error.
func TestPanic(t *testing.T) {
	t.Parallel()
	_, err := Bundle(Options{Entry: "x.ts", Source: []byte("import 'boom'"), Builtin: func(_, _ string) (Module, bool) { panic("no luck") }})
	if err == nil || !strings.Contains(err.Error(), "no luck") {
		t.Errorf("got %v", err)
	}
}
