// This file tests what Node 20 has no answer for: language features newer than it, and our own limits.

package web

import (
	"errors"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// evalAll runs each script in a sandbox of its own and compares what text() makes of its value. A promise is awaited.
func evalAll(t *testing.T, tests []evalTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSandbox(t)
			s.run(t, tt.name, `Promise.resolve().then(() => (`+tt.src+`)).then(
				(v) => print(text(v)),
				(e) => print("throws " + e.name + ": " + e.message))`)
			if got := strings.TrimSuffix(s.out.String(), "\n"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

type evalTest struct{ name, src, want string }

func TestLanguageGaps(t *testing.T) {
	t.Parallel()
	evalAll(t, []evalTest{
		{"asyncIterator", `[typeof Symbol.asyncIterator, Symbol.asyncIterator === Symbol.for("Symbol.asyncIterator"), Symbol.dispose === Symbol.for("Symbol.dispose"), typeof Symbol.asyncDispose]`,
			`["symbol", true, true, "symbol"]`},
		{"withResolvers", `(() => { const r = Promise.withResolvers(); r.resolve(5); return Promise.all([r.promise, Object.keys(r).join()]) })()`,
			`[5, "promise,resolve,reject"]`},
		{"withResolvers rejects", `(() => { const r = Promise.withResolvers(); r.reject(new TypeError("no")); return r.promise })()`, `throws TypeError: no`},
		{"withResolvers of a subclass", `(() => { class P extends Promise {}; return P.withResolvers().promise instanceof P })()`, `true`},
		{"withResolvers of nothing", `Promise.withResolvers.call(undefined)`, `throws TypeError: Promise method called on non-object`},
		{"try returns", `Promise.try((a, b) => a + b, 1, 2)`, `3`},
		{"try throws", `Promise.try(() => { throw new RangeError("x") })`, `throws RangeError: x`},
		{"try rejects", `Promise.try(async () => { throw new RangeError("x") })`, `throws RangeError: x`},
		{"try nothing", `Promise.try()`, `throws TypeError: undefined is not a function`},
		{"Object.groupBy", `(() => { const g = Object.groupBy([1, 2, 3, 4], (n, i) => n % 2 ? "odd" : "even" + (i > 9)); return [g, Object.getPrototypeOf(g)] })()`,
			`[{"odd":[1,3],"evenfalse":[2,4]}, null]`},
		{"Object.groupBy by symbol", `(() => { const s = Symbol("s"); const g = Object.groupBy("ab", () => s); return [g[s], Object.keys(g)] })()`, `[["a", "b"], []]`},
		{"Object.groupBy by number", `Object.groupBy(new Set([1.5, 2.5]), Math.floor)`, `{"1":[1.5],"2":[2.5]}`},
		{"Object.groupBy of null", `Object.groupBy(null, () => 1)`, `throws TypeError: null is not iterable`},
		{"Object.groupBy without a function", `Object.groupBy([], 1)`, `throws TypeError: 1 is not a function`},
		{"Object.groupBy closes the iterator", `(() => { let closed = 0; const it = { [Symbol.iterator]() { return { next: () => ({ value: 1 }), return() { closed++; return {} } } } };
			try { Object.groupBy(it, () => { throw 1 }) } catch (e) { return [e, closed] } })()`, `[1, 1]`},
		{"Map.groupBy", `(() => { const k = {}; const m = Map.groupBy([1, 2, 3], (n) => n > 1 ? k : -0); return [m instanceof Map, m.get(k), m.get(0), [...m.keys()].map((x) => Object.is(x, -0))] })()`,
			`[true, [2, 3], [1], [false, false]]`},
		{"fromAsync of promises", `Array.fromAsync([1, Promise.resolve(2), 3])`, `[1, 2, 3]`},
		{"fromAsync maps", `Array.fromAsync(new Set([1, 2]), async (n, i) => n * 10 + i)`, `[10, 21]`},
		{"fromAsync of an async iterable", `(() => { let n = 0; return Array.fromAsync({ [Symbol.asyncIterator]: () => ({ next: async () => ({ value: ++n, done: n > 3 }) }) }) })()`, `[1, 2, 3]`},
		{"fromAsync of an array-like", `Array.fromAsync({ length: 2, 0: "a", 1: Promise.resolve("b") })`, `["a", "b"]`},
		{"fromAsync of null", `Array.fromAsync(null)`, `throws TypeError: null is not iterable`},
		{"fromAsync rejects and closes", `(() => { let closed = 0; const it = { [Symbol.iterator]: () => ({ next: () => ({ value: Promise.reject(new Error("bad")) }), return: () => { closed++; return {} } }) };
			return Array.fromAsync(it).catch((e) => [e.message, closed]) })()`, `["bad", 1]`},
		{"fromAsync of a class", `(() => { class L extends Array {}; return Array.fromAsync.call(L, [1]).then((l) => l instanceof L) })()`, `true`},
		{"isWellFormed", `["", "abc", "é", "😀", "\ud83d", "\ude00", "\ud83d\ud83d\ude00", "a\ude00\ud83d"].map((s) => s.isWellFormed())`,
			`[true, true, true, true, false, false, false, false]`},
		{"toWellFormed", `["a\ud83db", "\ude00", "😀"].map((s) => escape(s.toWellFormed()))`, `["a%uFFFDb", "%uFFFD", "%uD83D%uDE00"]`},
		{"isWellFormed of null", `String.prototype.isWellFormed.call(null)`, `throws TypeError: String.prototype.isWellFormed called on null or undefined`},
		{"methods are hidden", `[Object.keys(Promise), Object.keys(Object), Promise.withResolvers.name, Promise.try.length, Object.groupBy.length]`,
			`[[], [], "withResolvers", 1, 2]`},
		{"goja has these", `[[1, 2].findLast((x) => x < 2), [2, 1].toSorted(), [1, 2].with(0, 5), [1].at(-1), Object.hasOwn({ a: 1 }, "a"), "aXbX".replaceAll("X", "-"), [...new Set([1, 2]).union(new Set([3]))]]`,
			`[1, [1, 2], [5, 2], 1, true, "a-b-", [1, 2, 3]]`},
	})
}

func TestCaptureStackTrace(t *testing.T) {
	t.Parallel()
	evalAll(t, []evalTest{
		{"plain object", `(() => { function here() { const o = {}; Error.captureStackTrace(o); return o }
			const o = here(); const lines = o.stack.split("\n"); return [lines[0], lines[1].startsWith("    at here (plain object:1:"), Object.keys(o)] })()`, `["Error", true, []]`},
		{"error", `(() => { class Mine extends Error { constructor(m) { super(m); this.name = "Mine"; Error.captureStackTrace(this, Mine) } }
			function make() { return new Mine("m") }
			const lines = make().stack.split("\n"); return [lines[0], lines[1].startsWith("    at make (")] })()`, `["Mine: m", true]`},
		{"limit", `(() => { Error.stackTraceLimit = 1; const o = {}; const f = () => Error.captureStackTrace(o); f(); return o.stack.split("\n").length })()`, `2`},
		{"not an object", `Error.captureStackTrace(5)`, `throws TypeError: Invalid argument`},
		{"default limit", `Error.stackTraceLimit`, `10`},
	})
}

func TestLocaleLimits(t *testing.T) {
	t.Parallel()
	evalAll(t, []evalTest{
		{"other locale", `new Intl.NumberFormat("de-DE")`, `throws RangeError: Intl supports the locale en-US only, not de-DE`},
		{"other locale of a date", `new Date(0).toLocaleString("fr")`, `throws RangeError: Intl supports the locale en-US only, not fr`},
		{"one of several", `new Intl.NumberFormat(["de", "en"]).format(1234)`, `"1,234"`},
		{"option", `new Intl.NumberFormat("en-US", { roundingMode: "floor" })`, `throws RangeError: Intl.NumberFormat does not support the option roundingMode: floor`},
		{"usual option", `new Intl.NumberFormat("en-US", { roundingMode: "halfExpand" }).format(0.5)`, `"0.5"`},
		{"date option", `new Intl.DateTimeFormat("en-US", { era: "short" })`, `throws RangeError: Intl.DateTimeFormat does not support the option era: short`},
		{"zone name", `new Intl.DateTimeFormat("en-US", { timeZone: "Asia/Tokyo", timeStyle: "full" }).format(0)`, `throws RangeError: Intl has no long name of the time zone Asia/Tokyo`},
		{"supportedLocalesOf", `Intl.NumberFormat.supportedLocalesOf(["de", "en-us", "fr"])`, `["en-US"]`},
		{"what there is not", `typeof Intl.PluralRules`, `"undefined"`},
	})
}

// What a class prints as is up to its inspect method: an object of the class with the properties to show.
func TestInspect(t *testing.T) {
	t.Parallel()
	custom := `((v) => v[Symbol.for("nodejs.util.inspect.custom")](2, {}, (s) => "'" + s + "'"))`
	shown := `((v) => { const s = ` + custom + `(v); return [s.constructor.name, Object.keys(s).join(), s[Symbol.for("nodejs.util.inspect.custom")]] })`
	evalAll(t, []evalTest{
		{"URL", shown + `(new URL("http://a/?b#c"))`, `["URL", "href,origin,protocol,username,password,host,hostname,port,pathname,search,searchParams,hash", undefined]`},
		{"URLSearchParams", custom + `(new URLSearchParams("a=1&b=x y"))`, `"URLSearchParams { 'a' => '1', 'b' => 'x y' }"`},
		{"no URLSearchParams", custom + `(new URLSearchParams())`, `"URLSearchParams {}"`},
		{"AbortSignal", shown + `(AbortSignal.abort())`, `["AbortSignal", "aborted", undefined]`},
		{"AbortController", shown + `(new AbortController())`, `["AbortController", "signal", undefined]`},
		{"Event", shown + `(new Event("x"))`, `["Event", "type,defaultPrevented,cancelable,timeStamp", undefined]`},
		{"EventTarget", shown + `(new EventTarget())`, `["EventTarget", "", undefined]`},
		{"subclass", shown + `(new (class Mine extends EventTarget {})())`, `["Mine", "", undefined]`},
		{"TextDecoder", shown + `(new TextDecoder())`, `["TextDecoder", "encoding,fatal,ignoreBOM", undefined]`},
		{"Buffer", custom + `(Buffer.from("ab"))`, `"<Buffer 61 62>"`},
		{"no Buffer", custom + `(Buffer.alloc(0))`, `"<Buffer>"`},
		{"long Buffer", custom + `(Buffer.alloc(52)).slice(-20)`, `"00 ... 2 more bytes>"`},
	})
}

func TestLazyGlobals(t *testing.T) {
	t.Parallel()
	s := newSandbox(t)
	made := 0
	vm := goja.New()
	err := Install(vm, Env{Loop: s.loop, Globals: map[string]func() goja.Value{
		"extra": func() goja.Value { made++; return vm.ToValue(made) },
		"btoa":  func() goja.Value { return vm.ToValue("mine") },
	}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := vm.RunString(`
		const before = Object.getOwnPropertyNames(globalThis).includes("URL");
		typeof URL;
		const own = Object.getOwnPropertyDescriptor(globalThis, "URL");
		const first = URL;
		URL = 5;
		let error;
		try { undefinedName } catch (e) { error = e.message }
		[before, own.writable, own.configurable, own.enumerable, typeof own.value, typeof first, URL, extra, extra, btoa, error, delete globalThis.extra, typeof extra].join()`)
	if err != nil {
		t.Fatal(err)
	}
	if want := "false,true,true,false,function,function,5,1,1,mine,undefinedName is not defined,true,undefined"; v.String() != want {
		t.Errorf("got  %s\nwant %s", v, want)
	}
}

func TestInstallNeedsLoop(t *testing.T) {
	t.Parallel()
	if err := Install(goja.New(), Env{}); err == nil || !strings.Contains(err.Error(), "Loop") {
		t.Errorf("got %v", err)
	}
}

// What callbacks throw comes to the host, and does not stop the others.
func TestUncaught(t *testing.T) {
	t.Parallel()
	s := newSandbox(t)
	s.run(t, "uncaught.js", `
		setTimeout(() => { throw new Error("timeout") }, 1);
		setImmediate(() => { throw new Error("immediate") });
		queueMicrotask(() => { throw new Error("microtask") });
		const target = new EventTarget();
		target.addEventListener("x", () => { throw new Error("listener") });
		target.addEventListener("x", () => print("next listener"));
		target.dispatchEvent(new Event("x"));
		target.addEventListener("y", async () => { throw new Error("async listener") });
		target.dispatchEvent(new Event("y"));
		setTimeout(() => print("next timer"), 2);`)
	var got []string
	for _, err := range s.uncaught {
		var ex *goja.Exception
		if !errors.As(err, &ex) {
			t.Fatalf("%T is not an exception", err)
		}
		got = append(got, ex.Value().String())
	}
	want := "Error: listener Error: microtask Error: async listener Error: immediate Error: timeout"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
	if want := "next listener\nnext timer\n"; s.out.String() != want {
		t.Errorf("got %q, want %q", s.out.String(), want)
	}
}

// A stopped VM stays stopped: no built-in swallows the interrupt.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		`Object.groupBy([1], () => { for (;;) {} })`,
		`Promise.try(() => { for (;;) {} })`,
		`structuredClone({ get a() { for (;;) {} } })`,
		`new EventTarget().dispatchEvent(Object.assign(new Event("x"), { get x() { return 1 } })); const t = new EventTarget(); t.addEventListener("x", () => { for (;;) {} }); t.dispatchEvent(new Event("x"))`,
	} {
		s := newSandbox(t)
		must(s.vm.Set("stop", func(goja.FunctionCall) goja.Value { s.vm.Interrupt("stop"); return goja.Undefined() }))
		_, err := s.vm.RunString(strings.Replace(src, "for (;;) {}", "stop(); for (;;) {}", 1))
		var stop *goja.InterruptedError
		if !errors.As(err, &stop) {
			t.Errorf("%s: got %v", src, err)
		}
	}
}

func BenchmarkInstall(b *testing.B) {
	loop := newFakeLoop()
	for b.Loop() {
		if err := Install(goja.New(), Env{Loop: loop}); err != nil {
			b.Fatal(err)
		}
	}
}

// The same without Install, but with the built-in classes that Install extends made, as nearly every script makes them.
func BenchmarkBuiltinsOnly(b *testing.B) {
	for b.Loop() {
		vm := goja.New()
		for _, name := range []string{"Symbol", "Object", "Map", "Promise", "Error", "String", "Array", "Number", "BigInt", "Date"} {
			vm.Get(name)
		}
	}
}

func BenchmarkBareVM(b *testing.B) {
	for b.Loop() {
		goja.New()
	}
}

// First touch of a family of globals in a fresh VM, its program being compiled already.
func BenchmarkTouch(b *testing.B) {
	loop := newFakeLoop()
	for _, name := range []string{"setTimeout", "URL", "AbortController", "TextDecoder", "Buffer"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				vm := goja.New()
				must(Install(vm, Env{Loop: loop}))
				vm.Get(name)
			}
		})
	}
}

func BenchmarkSetTimeout(b *testing.B) {
	s := newSandbox(b)
	f, _ := goja.AssertFunction(s.run(b, "f.js", `() => clearTimeout(setTimeout(() => {}, 1))`))
	for b.Loop() {
		if _, err := f(goja.Undefined()); err != nil {
			b.Fatal(err)
		}
		s.loop.timers = s.loop.timers[:0]
	}
}
