// This file tests what scripts see of the VM: errors and their places, regular expressions, proxies, scopes, promises, permissions.

package vm_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
	"github.com/hitlrun/hitlrun/jsapi/vm"
)

// prints runs a script that has to end well.
func prints(t *testing.T, source, want string) {
	t.Helper()
	out, errOut, err := jsapitest.Run(t, source, jsapi.Options{})
	if err != nil || out != want {
		t.Errorf("%s\ngot %s%s%v\nwant %s", source, out, errOut, err, want)
	}
}

func TestRegularExpressions(t *testing.T) {
	t.Parallel()
	prints(t, `
		console.log("aé中1".match(/\p{L}+/u)[0], /^\p{Lu}/u.test("É"), "x-y".replace(/\P{L}/gu, "_"));
		for (const word of ["ab", "a1"]) console.log(new RegExp("^\\p{L}+$", "u").test(word));
		console.log(/[\p{L}--[a-c]]/v.test("b"), /[[a-z]&&[b-d]]/v.exec("abc").index);
		class Own extends RegExp { get mine() { return this.source; } }
		const own = new Own("\\p{N}", "u");
		console.log(own instanceof Own, own.mine !== "", own.test("7"), RegExp.name, RegExp.length, RegExp.prototype.constructor === RegExp);
		console.log([..."😀x😀".matchAll(/./gu)].length, /[\ud83d]/.exec("😀").index);
		try { new RegExp("\\p{Nonsense}", "u"); } catch (e) { console.log(e.name, e.message); }`,
		"aé中 true x_y\ntrue\nfalse\nfalse 1\ntrue true true RegExp 2 true\n3 0\nSyntaxError Invalid regular expression: /\\p{Nonsense}/u: Invalid property name\n")
}

func TestDefaultsInLists(t *testing.T) {
	t.Parallel()
	prints(t, `
		const totals = (first, [...[head = 1, ...rest]] = []) => JSON.stringify([first, head, rest]);
		const nested = (run = ((x, [{ y: c, length: [d = 2] = [], ...more }, ...[e = 3]] = [{}]) => [x, c, d, e, ...Object.keys(more)].join()), n = 0) => run(n);
		console.log(totals(0), totals(0, [5, 6]), nested());`,
		"[0,1,[]] [0,5,[6]] 0,,2,3\n")
}

func TestProxiesAroundPromises(t *testing.T) {
	t.Parallel()
	prints(t, `
		const around = new Proxy(Promise.resolve(1), { get: (target, key) => { const v = Reflect.get(target, key); return typeof v === "function" ? v.bind(target) : v; } });
		console.log(await around.then((v) => v + 1), around.constructor === Promise, around.constructor.name);
		const plain = new Proxy(Promise.resolve(2), {});
		console.log(plain instanceof Promise, typeof plain.constructor.resolve, plain.constructor.prototype === Promise.prototype);
		const twice = new Proxy(around, {});
		console.log(await twice.then((v) => v));
		console.log(new Proxy({ a: 1 }, {}).a, Proxy.length, typeof Proxy.revocable);`,
		"2 false bound Promise\ntrue function true\n1\n1 2 function\n")
}

func TestScopesGoThroughAwaits(t *testing.T) {
	t.Parallel()
	prints(t, `
		import { AsyncLocalStorage } from "node:async_hooks";
		const one = new AsyncLocalStorage<any>(), two = new AsyncLocalStorage<any>();
		const sees = (at: string) => console.log(at, one.getStore(), two.getStore());
		await one.run("a", async () => {
			sees("run");
			await null;
			two.enterWith("b");
			setTimeout(() => sees("timer"));
			queueMicrotask(() => sees("microtask"));
			const later = AsyncLocalStorage.snapshot();
			await new Promise((r) => setTimeout(r, 5));
			one.exit(() => sees("exit"));
			one.run("c", () => later(() => sees("snapshot")));
			try { one.run("d", () => { throw new Error("x"); }); } catch { sees("after an error"); }
		});
		sees("outside");`,
		"run a undefined\nmicrotask a b\ntimer a b\nexit undefined b\nsnapshot a b\nafter an error a b\noutside undefined undefined\n")
}

func TestErrorsOfScripts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ source, message, file string }{
		{"\nfunction f(x: any) { return x.a.b; }\nf({});", "Cannot read properties of undefined (reading 'b')", "test.ts:2:"},
		{"class Own extends Error { code = 7; constructor() { super('own'); } }\n\nthrow new Own();", "own", "test.ts:3:"},
		{"await Promise.reject(new RangeError('late'));", "late", "test.ts:1:"},
		{"setTimeout(() => { throw { not: 'an error' }; });", "not: 'an error'", ""},
		{"throw null;", "null", ""},
		{"const cause = new Error('inner');\nthrow new Error('outer', { cause });", "outer", "test.ts:2:"},
		{"await new Promise(() => {});", "waits for a promise", ""},
		{"const f = () => f(); f();", "nested too deep", ""},
		{"eval('1 +');", "SyntaxError", ""},
		{"new Function('return GoError')();", "GoError is not defined", ""},
	} {
		_, _, err := jsapitest.Run(t, c.source, jsapi.Options{Limits: jsapi.Limits{CallDepth: 500}})
		if err == nil {
			t.Errorf("%s: no error", c.source)
			continue
		}
		text := err.Error()
		var thrown *jsapi.ScriptError
		if errors.As(err, &thrown) {
			text += "\n" + thrown.Backtrace()
			name, message := thrown.Describe()
			text += "\n" + name + ": " + message
			if at := thrown.Position(); c.file != "" && (!strings.Contains(at.String(), "/"+c.file) || !strings.Contains(thrown.Frame(), ">")) {
				t.Errorf("%s: it is at %s:\n%s", c.source, at, thrown.Frame())
			}
		}
		if !strings.Contains(text, c.message) {
			t.Errorf("%s: got %s, want %q", c.source, text, c.message)
		}
	}
}

func TestRejectionsThatNobodyHandles(t *testing.T) {
	t.Parallel()
	prints(t, `
		process.on("unhandledRejection", (e) => console.log("unhandled", e));
		Promise.reject(1);
		const late = Promise.reject(2); late.catch((e) => console.log("handled", e));
		setTimeout(() => console.log("goes on"));`, "handled 2\nunhandled 1\ngoes on\n")
	if _, _, err := jsapitest.Run(t, `Promise.reject(new Error("lost")); await new Promise((r) => setTimeout(r, 50)); console.log("never");`, jsapi.Options{}); err == nil || !strings.Contains(err.Error(), "lost") {
		t.Errorf("got %v", err)
	}
}

func TestLimitsOfScripts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		source string
		limits jsapi.Limits
		want   string
	}{
		{"for (;;);", jsapi.Limits{Turn: 100 * time.Millisecond}, "--max-turn"},
		{"for (;;) await null;", jsapi.Limits{Wall: 100 * time.Millisecond}, "--max-time"},
		{"setInterval(() => {}, 1);", jsapi.Limits{Wall: 100 * time.Millisecond}, "--max-time"},
		{"const all = []; for (;;) all.push('x'.repeat(100000) + all.length);", jsapi.Limits{MemoryBytes: 64 << 20}, "--max-memory"},
		{"for (;;) console.log('y'.repeat(1000));", jsapi.Limits{OutputBytes: 100_000}, "--max-output"},
	} {
		_, _, err := jsapitest.Run(t, c.source, jsapi.Options{Limits: c.limits})
		if !errors.Is(err, jsapi.ErrLimit) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.source, err, c.want)
		}
	}
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	list := func(entries ...string) vm.Grant { return vm.Grant{List: entries} }
	dir := t.TempDir()
	p := vm.Permissions{
		Env: list("HOME", "OPENAI_*"), Read: list(dir), Write: vm.Grant{All: true}, Run: list("git"),
		Net: list("api.example.org", "*.blue.example:8443", "127.0.0.1:80", "[::1]", "10.0.0.1"),
	}
	for _, c := range []struct {
		what string
		err  error
		ok   bool
	}{
		{"env HOME", p.CheckEnv("HOME"), true}, {"env OPENAI_KEY", p.CheckEnv("OPENAI_KEY"), true}, {"env PATH", p.CheckEnv("PATH"), false},
		{"read in the folder", p.CheckRead(dir + "/a/b"), true}, {"read beside it", p.CheckRead(dir + "-other"), false},
		{"write anywhere", p.CheckWrite("/tmp/x"), true}, {"write in /proc", p.CheckWrite("/proc/self/mem"), false},
		{"a host", p.CheckNet("api.example.org:443"), true}, {"the host in capitals", p.CheckNet("API.Example.org:80"), true},
		{"another host", p.CheckNet("example.org:443"), false}, {"a host below", p.CheckNet("a.blue.example:8443"), true},
		{"a host below at another port", p.CheckNet("a.blue.example:443"), false}, {"the parent itself", p.CheckNet("blue.example:8443"), false},
		{"a port", p.CheckNet("127.0.0.1:80"), true}, {"another port", p.CheckNet("127.0.0.1:81"), false}, {"an address of IPv6", p.CheckNet("[::1]:9"), true},
		{"a name", p.CheckHost("api.example.org"), true}, {"the name of a port", p.CheckHost("127.0.0.1"), true}, {"no name", p.CheckHost("evil.example"), false},
	} {
		var refused *vm.PermissionError
		if (c.err == nil) != c.ok || c.err != nil && (!errors.As(c.err, &refused) || !strings.Contains(c.err.Error(), "--allow-")) {
			t.Errorf("%s: %v", c.what, c.err)
		}
	}
	all := vm.AllowAll()
	for what, err := range map[string]error{"env": all.CheckEnv("X"), "read": all.CheckRead("/proc/self/environ"), "net": all.CheckNet("x:1"), "host": all.CheckHost("x")} {
		if err != nil {
			t.Errorf("AllowAll: %s: %v", what, err)
		}
	}
	if err := p.Refuse("/x", true); !strings.Contains(err.Error(), "writing /x") {
		t.Error(err)
	}
}

// Go code of the engine waits for methods of a checkpointer in JavaScript as fibers, several at a time.
func TestFibers(t *testing.T) {
	t.Parallel()
	source := func(method string) string {
		return `import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
		const sleep = () => new Promise((r) => setTimeout(r, 2));
		class Own extends MemorySaver { ` + method + ` }
		const graph = new StateGraph(Annotation.Root({ n: Annotation<number>() })).addNode("a", ({ n }) => ({ n: n + 1 })).addEdge(START, "a").compile({ checkpointer: new Own() });
		const run = (id: string) => graph.invoke({ n: 1 }, { configurable: { thread_id: id } });
		console.log(await Promise.all([run("x"), run("y")]), (await graph.getState({ configurable: { thread_id: "x" } })).values);`
	}
	prints(t, source("async getTuple(c: any) { await sleep(); return super.getTuple(c); } async put(...a: any) { await sleep(); return (super.put as any)(...a); }"),
		"[ { n: 2 }, { n: 2 } ] { n: 2 }\n")
	_, _, err := jsapitest.Run(t, source("async put(): Promise<any> { await sleep(); throw new Error('no room'); }"), jsapi.Options{})
	if err == nil || !strings.Contains(err.Error(), "no room") {
		t.Errorf("a method that fails: %v", err)
	}
}
