package guard

import (
	"errors"
	"testing"

	"github.com/dop251/goja"
)

// TestIterate checks that iteration over arrays has the same results as goja's own iteration, whatever happens to the array,
// its prototype or its iterators.
func TestIterate(t *testing.T) {
	t.Parallel()
	const log = `const seen = []; const see = (...all) => seen.push(all.map(String).join(" ")); `
	for _, source := range []string{
		`for (const x of [1, "a", null, undefined, {}]) see(x)`,
		`for (const x of []) see(x); see("end")`,
		`const a = [1, 2, 3]; for (const x of a) { see(x); if (a.length < 6) a.push(x * 10) }`,
		`const a = [1, 2, 3, 4]; for (const x of a) { see(x); a.length = 2 }`,
		`const a = [1, 2, 3, 4]; for (const x of a) { see(x); a.shift() }`,
		`const a = [1, , 3]; for (const x of a) see(x); Array.prototype[1] = "p"; for (const x of a) see(x); delete Array.prototype[1]`,
		`const a = [1, 2]; a.length = 4; for (const x of a) see(x)`,
		`const a = [1, 2, 3]; Object.defineProperty(a, 1, { get() { see("get"); return 7 } }); for (const x of a) see(x)`,
		`const a = [1, 2, 3]; Object.defineProperty(a, 1, { get() { throw new Error("no") } }); try { for (const x of a) see(x) } catch (e) { see(e) }`,
		`const a = [1, 2, 3]; for (const x of a) { see(x); Object.defineProperty(a, 2, { get() { see("late"); return 9 } }) }`,
		`const a = [1]; for (const x of a) { see(x); if (x === 1) a[100000] = 5; if (seen.length > 3) break }`,
		`const a = Object.freeze([1, 2]); for (const x of a) see(x)`,
		`const [a, b, c = 5, , e] = [1, 2]; see(a, b, c, e)`,
		`const [a, ...rest] = [1, 2, 3, , 5]; see(a, rest.length, 3 in rest, rest)`,
		`const [, b, ...rest] = [1]; see(b, rest.length)`,
		`const [[a, [b]], { c: [d] }] = [[1, [2]], { c: [3] }]; see(a, b, d)`,
		`let a = 1, b = 2; [a, b] = [b, a]; see(a, b)`,
		`const [a = see("default"), b = 2] = [undefined, null]; see(a, b)`,
		`const [] = [1]; see("none")`,
		`for (const [k, v] of Object.entries({ a: 1, b: [2] })) see(k, v)`,
		`for (const [k, v] of new Map([[1, 2], [3, [4]]])) see(k, v)`,
		`for (const x of "añ😀") see(x); for (const x of new Set([1, [2]])) see(x); for (const x of new Uint8Array([1, 2])) see(x)`,
		`for (const x of "aé\ud83d😀\ude00b\ud83d") see(x.length, escape(x)); for (const x of "") see(x); for (const x of "\0\x7f\x80") see(escape(x))`,
		`const s = "aé\ud83d😀\ude00b".repeat(40); see(...s); see([...s, 1].length, [...s].map(escape)); const [x, y, ...z] = s; see(x, y, z.length, z.map(escape)); see(Math.max(..."1290".repeat(20)))`,
		`const s = "aé\ud83d😀\ude00b".repeat(40); see(Array.from(s).map(escape)); see(Array.from(s, function (c, i) { return this.n + c.length + i }, { n: 2 })); see(...new Set(s))`,
		`const s = "ab".repeat(50); Promise.all(s).then((l) => see(...l)); Promise.race(s).then(see); Promise.allSettled(s).then((l) => see(l.length))`,
		`const s = "ab".repeat(50); try { new Map(s) } catch (e) { see(e.name) } try { Array.from(s, (c) => { throw c }) } catch (e) { see(e) } see(Array.from.call(Object, s).length, [...new String(s)].length, Array.from(new String(s)).length)`,
		`const s = "ab".repeat(50); String.prototype[Symbol.iterator] = function* () { yield "patched" }; for (const x of s) see(x); const [y, ...z] = s; see(y, z, ...s, [...s], Array.from(s), ...new Set(s))`,
		`const s = "ab".repeat(50), proto = Object.getPrototypeOf(s[Symbol.iterator]()), was = proto.next; let n = 0; proto.next = function () { n++; return was.call(this) };
			for (const x of s); const [y, ...z] = s; see(n, [...s].length, n, Array.from(s).length, n, new Set(s).size, n)`,
		`const s = "ab".repeat(50), proto = Object.getPrototypeOf(s[Symbol.iterator]()); proto.return = function () { see("return"); return {} }; for (const x of s) break; const [y] = s; try { Array.from(s, () => { throw 1 }) } catch (e) { see(e) } delete proto.return`,
		`const i = "abc"[Symbol.iterator](); see(i.next().value); for (const x of i) see(x); see(i.next().done, Object.keys("x"[Symbol.iterator]().next()))`,
		`function* g() { yield* "a😀b"; for (const c of "cd") yield c } see(...g())`,
		`(function () { for (const x of arguments) see(x) })(1, 2)`,
		`class A extends Array { *[Symbol.iterator]() { yield "own" } } for (const x of A.of(1, 2)) see(x)`,
		`class A extends Array {} for (const x of A.of(1, 2)) see(x)`,
		`const a = [1, 2]; a[Symbol.iterator] = function* () { yield 3 }; for (const x of a) see(x); const [b] = a; see(b)`,
		`const a = [1, 2]; Object.setPrototypeOf(a, { __proto__: Array.prototype, *[Symbol.iterator]() { yield 4 } }); for (const x of a) see(x)`,
		`const a = [1, 2]; Object.setPrototypeOf(a, null); try { for (const x of a) see(x) } catch (e) { see(e.name) }`,
		`const was = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function* () { yield "patched" };
			for (const x of [1]) see(x); const [y] = [1]; see(y); Array.prototype[Symbol.iterator] = was; for (const x of [1]) see(x)`,
		`const proto = Object.getPrototypeOf([][Symbol.iterator]()), was = proto.next; proto.next = function () { const r = was.call(this); see("next", r.done); return r };
			for (const x of [1]) see(x); const [y] = [2]; see(y); proto.next = was; for (const x of [3]) see(x)`,
		`const proto = Object.getPrototypeOf([][Symbol.iterator]()), was = proto.next; for (const x of [1, 2]) { see(x); proto.next = () => ({ done: true }) } for (const x of [3]) see(x); proto.next = was`,
		`const proto = Object.getPrototypeOf([][Symbol.iterator]()); proto.return = function () { see("return"); return {} };
			for (const x of [1, 2]) { see(x); break } const [y] = [1, 2]; see(y); const [z, w] = [1]; for (const x of [1]) see(x); delete proto.return`,
		`outer: for (const x of [1, 2]) for (const y of [3, 4]) { see(x, y); if (y === 3 && x === 1) continue outer; if (x === 2) break outer }`,
		`try { for (const x of [1, 2]) { see(x); throw new Error("out") } } catch (e) { see(e) } for (const x of [3]) see(x)`,
		`function f() { for (const x of [1, 2]) { for (const y of [3]) return x + y } } see(f()); see(f())`,
		`function* g() { for (const x of [1, 2]) yield x; yield* [3, 4]; const [a] = yield 5; yield a } const i = g(); for (let n = 0; n < 6; n++) see(i.next([n]).value)`,
		`function* g() { try { for (const x of [1, 2, 3]) yield x } finally { see("finally") } } for (const x of g()) { see(x); break }`,
		`async function f() { for (const x of [1, 2]) { await null; see(x) } const [a, b] = await Promise.all([1, 2]); see(a, b) } f()`,
		`see(...[1, 2], [...[3], ...[4, 5]], Math.max(...[1, 9]), new Set([...[1, 1]]).size, Array.from([1, , 3]))`,
		`for (const f of [1, 2].map((x) => () => x)) see(f())`,
		`for (let x of [1, 2]) { x++; see(x) } var q; for (q of [5, 6]); see(q); const o = {}; for (o.p of [7]); see(o.p); for ([q] of [[8]]) see(q)`,
		`try { for (const x of 5) see(x) } catch (e) { see(e.name) } try { const [x] = {}; } catch (e) { see(e.name) } try { const [x] = null; } catch (e) { see(e.name) }`,
		`const p = new Proxy([1, 2], { get(t, k, r) { see("get", typeof k); return Reflect.get(t, k, r) } }); for (const x of p) see(x)`,
		`const a = [1, 2, 3]; const i = a[Symbol.iterator](); i.next(); for (const x of i) see(x)`,
		`Object.prototype.value = "v"; Object.prototype.done = true; for (const x of [1, , 3]) see(x); const [x, ...y] = [1, , 2]; see(x, y); delete Object.prototype.value; delete Object.prototype.done`,
		`const a = []; for (let i = 0; i < 1e4; i++) a.push(i); let s = 0; for (const x of a) for (const [y] of [[x]]) s += y; see(s)`,
	} {
		p, err := goja.Compile("", "(() => {"+log+source+"; return () => seen.join(\"\\n\")})()", true)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		run := func(rt *goja.Runtime) string {
			v, err := rt.RunProgram(p)
			if err != nil {
				return err.Error()
			}
			f, _ := goja.AssertFunction(v) // now the jobs have run
			v, err = f(goja.Undefined())
			if err != nil {
				return err.Error()
			}
			return v.String()
		}
		want := run(goja.New())
		Concatenations(p)
		rt := goja.New()
		g := Attach(rt, Options{})
		if g.arrays == nil || the.steps == nil {
			t.Fatal("goja is not as expected")
		}
		if got := run(rt); got != want || want == "" {
			t.Errorf("%s: got\n%s\nwant\n%s", source, got, want)
		}
		g.Detach()
		if got := run(goja.New()); got != want {
			t.Errorf("%s, without a Guard: got\n%s\nwant\n%s", source, got, want)
		}
	}
}

// TestIterateHearsInterrupts checks that an interrupt stops the iteration over the rest of a long array, also over holes,
// although no instruction runs meanwhile.
func TestIterateHearsInterrupts(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		`const [...rest] = a; rest.length`, `const [x, ...rest] = a; rest.length`, `for (const x of a); a.length`,
		`const [...rest] = t; rest.length`, `[...t].length`, `Math.max(...t)`, `Array.from(t).length`, `new Set(t).size`, `Promise.all(t); 1`,
		`[...new String(t)].length`, `new Set(new String(t)).size`,
	} {
		p, err := goja.Compile("", `const a = [], t = "1".repeat(3e5); a.length = 3e5; `+source, true)
		if err != nil {
			t.Fatal(err)
		}
		Concatenations(p)
		rt := goja.New()
		asked := 0
		g := Attach(rt, Options{MaxDepth: 1000, Stopped: func() bool {
			if asked++; asked == 1000 {
				rt.Interrupt("enough")
			}
			return asked >= 1000
		}})
		_, err = rt.RunProgram(p)
		if in := new(goja.InterruptedError); !errors.As(err, &in) {
			t.Errorf("%s: got %v after %d questions whether it is stopped", source, err, asked)
		}
		g.Detach()
	}
}

// TestIterateReserves checks that memory is reserved for a list of the letters of a text before the list is made.
func TestIterateReserves(t *testing.T) {
	t.Parallel()
	for _, source := range []string{`const [...rest] = t; rest.length`, `[...t].length`, `Math.max(...t)`, `Array.from(t).length`} {
		p, err := goja.Compile("", `const t = "1".repeat(1e6); `+source, true)
		if err != nil {
			t.Fatal(err)
		}
		Concatenations(p)
		rt := goja.New()
		var most float64
		g := Attach(rt, Options{Reserve: func(bytes, _ float64) { most = max(most, bytes) }})
		if _, err := rt.RunProgram(p); err != nil || most < 16e6 {
			t.Errorf("%s: %v, with %v bytes reserved", source, err, most)
		}
		g.Detach()
	}
}

func BenchmarkIterate(b *testing.B) {
	for name, source := range map[string]string{
		"loop":    `(() => { const a = Array.from({ length: 1000 }, (_, i) => i); return () => { let s = 0; for (const x of a) s += x; return s } })()`,
		"text":    `(() => { const t = "abcdefghij".repeat(100); return () => { let n = 0; for (const c of t) n++; return n } })()`,
		"letters": `(() => { const t = "abcdefghij".repeat(100); return () => [...t].length })()`,
		"pattern": `(() => { const a = [1, 2]; return () => { let s = 0; for (let i = 0; i < 1000; i++) { const [x, y] = a; s += x + y } return s } })()`,
	} {
		for _, changed := range []bool{false, true} {
			b.Run(map[bool]string{false: "goja/", true: "guard/"}[changed]+name, func(b *testing.B) {
				p := goja.MustCompile("", source, true)
				rt := goja.New()
				if changed {
					Concatenations(p)
					defer Attach(rt, Options{}).Detach()
				}
				v, err := rt.RunProgram(p)
				if err != nil {
					b.Fatal(err)
				}
				f, _ := goja.AssertFunction(v)
				b.ReportAllocs()
				for b.Loop() {
					_, _ = f(goja.Undefined())
				}
			})
		}
	}
}
