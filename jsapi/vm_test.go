// This file tests VMs as a whole: scripts in, output and errors out.

package jsapi_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// TestTurnEndsInWait checks that a script that waits for a timer ends its turn, so that limits on a turn do not stop it.
func TestTurnEndsInWait(t *testing.T) {
	t.Parallel()
	out, _, err := jsapitest.Run(t, `for (let i = 0; i < 4; i++) await new Promise((r) => setTimeout(r, 400)); console.log("done");`,
		jsapi.Options{Limits: jsapi.Limits{Turn: time.Second}})
	if err != nil || out != "done\n" {
		t.Fatalf("%q %v", out, err)
	}
}

func TestScripts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, source, want string }{
		{"timers and promises in order", `
			setTimeout(() => console.log("timer 2"), 2);
			setTimeout(() => console.log("timer 1"), 1);
			setImmediate(() => console.log("immediate"));
			Promise.resolve().then(() => console.log("promise"));
			queueMicrotask(() => console.log("microtask"));
			process.nextTick(() => console.log("tick"));
			console.log("sync");`,
			"sync\npromise\nmicrotask\ntick\nimmediate\ntimer 1\ntimer 2\n"},
		{"JSON.stringify indents", `console.log(JSON.stringify({ a: [], b: { c: {}, d: [1, "x,{}"] }, e: undefined }, null, 2), JSON.stringify([[]], null, "--"));`,
			"{\n  \"a\": [],\n  \"b\": {\n    \"c\": {},\n    \"d\": [\n      1,\n      \"x,{}\"\n    ]\n  }\n} [\n--[]\n]\n"},
		{"JSON.parse", `
			console.log(JSON.parse('{"a":[1,-0,1e3,"\\u00e9\\ud83d\\ude00"],"__proto__":1}'), JSON.parse("[1]", (k, v) => Array.isArray(v) ? v : v + 1));
			for (const bad of ["", "{", "[1,]", "01", "nul", '{"a" 1}']) try { JSON.parse(bad); console.log("no error", bad) } catch (e) { console.log(e.name) }`,
			"{ a: [ 1, -0, 1000, 'é😀' ], ['__proto__']: 1 } [ 2 ]\n" + strings.Repeat("SyntaxError\n", 6)},
		{"slashes in regular expressions", `
			const r = new RegExp("a/[/\\]/]b\\/[^/]"); console.log(r, r.source, String(r), [/x\/[/]/], RegExp.prototype.source, /a/g.toString());
			try { RegExp.prototype.toString.call(1) } catch (e) { console.log(e.name) }`,
			"/a\\/[/\\]/]b\\/[^/]/ a\\/[/\\]/]b\\/[^/] /a\\/[/\\]/]b\\/[^/]/ [ /x\\/[/]/ ] (?:) /a/g\nTypeError\n"},
		{"unicode properties", `console.log(/^\p{Lu}\p{L}+$/u.test("Ärger"), /\p{L}/u.test("1"), /a/ instanceof RegExp, /x/.constructor === RegExp);`, "true false true true\n"},
		{"async generators and for await", `
			async function* numbers() { for (let i = 0; i < 3; i++) { await null; yield i } }
			for await (const n of numbers()) { if (n === 2) break; console.log(n) }`, "0\n1\n"},
		{"env is empty", `console.log(Object.keys(process.env), process.env.NODE_ENV);`, "[] undefined\n"},
		{"node modules", `
			import { strictEqual } from "node:assert"; import path from "path"; import { AsyncLocalStorage } from "node:async_hooks";
			const store = new AsyncLocalStorage();
			await store.run(7, async () => { await null; setTimeout(() => console.log(store.getStore(), path.join("a", "..", "b")), 1) });
			try { strictEqual(1, 2) } catch (e) { console.log(e.code) }`, "ERR_ASSERTION\n7 b\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, errOut, err := jsapitest.Run(t, c.source, jsapi.Options{})
			if err != nil || out != c.want {
				t.Errorf("got %q (%v) %s\nwant %q", out, err, errOut, c.want)
			}
		})
	}
}

func TestErrorsHaveThePositionInTheSource(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, source, want string }{
		{"thrown", "const x: number = 1;\n\nthrow new TypeError(`no ${x}`);", "test.ts:3:7: TypeError: no 1"},
		{"in a function", "interface A { b: string }\nfunction f(a: A) {\n  return a.b.length;\n}\nf(null as any);", "test.ts:3:12: TypeError: Cannot read properties of null (reading 'b')"},
		{"rejected", "const later = async () => {\n  await null;\n  throw new Error(\"late\");\n};\nlater();", "test.ts:3:9: Error: late"},
		{"not an error", "throw { code: 5 };", "{ code: 5 }"},
		{"syntax", "const a = ;\n", "test.ts:1:11: Unexpected \";\""},
		{"import", "import { x } from \"nowhere-to-be-found\";\nx();", `test.ts:1:19: Could not resolve "nowhere-to-be-found"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, _, err := jsapitest.Run(t, c.source, jsapi.Options{})
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "goroutine") {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, source, flag string
		limits             jsapi.Limits
	}{
		{"a loop", "for (;;) {}", "--max-turn", jsapi.Limits{Turn: 50 * time.Millisecond}},
		{"a loop of promises", "const f = () => Promise.resolve().then(f); f();", "--max-turn", jsapi.Limits{Turn: 50 * time.Millisecond}},
		{"a loop that catches", "for (;;) { try { for (;;) {} } catch {} }", "--max-turn", jsapi.Limits{Turn: 50 * time.Millisecond}},
		{"waiting", "setInterval(() => {}, 1);", "--max-time", jsapi.Limits{Wall: 50 * time.Millisecond}},
		{"recursion", "const f = (n: number): number => 1 + f(n + 1); f(0);", "--max-call-depth", jsapi.Limits{}},
		{"recursion through natives", "const f = (): any => [1].map(f); f();", "--max-call-depth", jsapi.Limits{}},
		{"memory", "const a: any[] = []; for (;;) a.push(new Array(1000).fill(7));", "--max-memory", jsapi.Limits{MemoryBytes: 1 << 28}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			begin := time.Now()
			_, _, err := jsapitest.Run(t, c.source, jsapi.Options{Limits: c.limits})
			var limit *jsapi.LimitError
			if !errors.As(err, &limit) || limit.Flag != c.flag {
				t.Errorf("got %v, want a LimitError with %s", err, c.flag)
			}
			if d := time.Since(begin); d > 50*time.Second {
				t.Errorf("it took %s to stop", d)
			}
		})
	}
}

func TestHugeStringsAreErrors(t *testing.T) {
	t.Parallel()
	out, _, err := jsapitest.Run(t, `
		for (const f of [() => "x".repeat(1e12), () => "x".padEnd(1e12), () => new Array(1e9).join("xx"), () => "x".padStart(2 ** 40),
			() => new Array(1e9).fill(0), () => new Uint8Array(2 ** 45), () => new ArrayBuffer(2 ** 50)]) {
			try { f(); console.log("made") } catch (e) { console.log(e.name) }
		}`, jsapi.Options{})
	if want := strings.Repeat("RangeError\n", 7); err != nil || out != want {
		t.Errorf("got %q (%v), want %q", out, err, want)
	}
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	inside := filepath.Join(dir, "inside")
	if err := os.Mkdir(inside, 0o755); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(dir, "secret.txt")
	if err := os.WriteFile(secret, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(inside, "link.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(inside, "open.txt"), []byte("open"), 0o644); err != nil {
		t.Fatal(err)
	}
	granted := jsapi.Permissions{Read: jsapi.Grant{List: []string{inside}}, Env: jsapi.Grant{List: []string{"SEEN"}}}
	env := []string{"SEEN=yes", "HIDDEN=no"}
	read := func(path string) string {
		return `import { readFileSync } from "node:fs"; try { console.log(readFileSync(` + "`" + path + "`" + `, "utf8")) } catch (e) { console.log(e.code, e.message.match(/--allow-\w+/)?.[0]) }`
	}
	for _, c := range []struct {
		name, source, want string
		p                  jsapi.Permissions
	}{
		{"file denied", read(secret), "ERR_ACCESS_DENIED --allow-read\n", jsapi.Permissions{}},
		{"file outside", read(secret), "ERR_ACCESS_DENIED --allow-read\n", granted},
		{"file inside", read(filepath.Join(inside, "open.txt")), "open\n", granted},
		{"link that leads out", read(filepath.Join(inside, "link.txt")), "ERR_ACCESS_DENIED --allow-read\n", granted},
		{"dots that lead out", read(inside + "/../secret.txt"), "ERR_ACCESS_DENIED --allow-read\n", granted},
		{"env", `console.log(process.env.SEEN); try { process.env.HIDDEN } catch (e) { console.log(e.message) }`,
			"yes\nreading the environment variable HIDDEN is not allowed; run with --allow-env=HIDDEN to allow it\n", granted},
		{"env that the script sets", `
			process.env.HIDDEN = 1 as any; process.env.SEEN += "!"; Object.assign(process.env, { OWN: "o" }); process.env.LATE = "l";
			console.log(process.env.HIDDEN === "1", process.env.SEEN, "OWN" in process.env, Object.keys(process.env).join());
			delete process.env.HIDDEN; console.log(process.env.HIDDEN);`,
			"true yes! true HIDDEN,LATE,OWN,SEEN\nundefined\n", granted},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, _, err := jsapitest.Run(t, c.source, jsapi.Options{Permissions: c.p, Env: env})
			if err != nil || out != c.want {
				t.Errorf("got %q (%v), want %q", out, err, c.want)
			}
		})
	}
}
