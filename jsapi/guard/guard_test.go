// This file tests that goja's functions are guarded, and that they work as before.

package guard

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"
)

func attached(t *testing.T) *goja.Runtime {
	t.Helper()
	rt := goja.New()
	g := Attach(rt, Options{MaxDepth: 1000})
	if g == nil {
		t.Fatal("this version of goja is not known: look at template.go")
	}
	t.Cleanup(g.Detach)
	return rt
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`[].indexOf.call({ length: 2 ** 53 - 1 }, 1)`:                                                              "RangeError: " + tooMany,
		`[].indexOf.call({ length: "9007199254740991" }, 1)`:                                                       "RangeError: " + tooMany,
		`[].map.call(new Proxy({ length: 2 ** 40 }, {}), x => x)`:                                                  "RangeError: " + tooMany,
		`new Array(2 ** 32 - 1).map(x => x)`:                                                                       "RangeError: " + tooMany,
		`Reflect.apply(() => 0, 0, { length: 2 ** 40 })`:                                                           "RangeError: " + tooDeep,
		`(() => 0).apply(0, { length: 2 ** 40 })`:                                                                  "RangeError: " + tooDeep,
		`new Float64Array({ length: 2 ** 29 })`:                                                                    "RangeError: Invalid typed array length: 536870912",
		`"x".repeat(2 ** 30)`:                                                                                      "RangeError: " + tooLong,
		`const a = []; a.push(a); a.flat(Infinity)`:                                                                "RangeError: " + tooDeep,
		`const t = {}, p = new Proxy(t, {}); Object.setPrototypeOf(t, p); p.x`:                                     "RangeError: Cyclic __proto__ value",
		`const p = new Proxy({}, {}); p.__proto__ = p; p.x`:                                                        "RangeError: Cyclic __proto__ value",
		`const h = {}, p = new Proxy({}, h); Reflect.setPrototypeOf(h, p); p.x`:                                    "RangeError: Cyclic __proto__ value",
		`let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x`:                                      "RangeError: " + tooDeep,
		`eval("(".repeat(1e5))`:                                                                                    "RangeError: " + errNested.Error(),
		`(async () => {}).constructor("(".repeat(1e5))`:                                                            "RangeError: " + errNested.Error(),
		`new Function("return " + "1+".repeat(2e5) + 1)`:                                                           "RangeError: " + errNested.Error(),
		`let o = []; for (let i = 0; i < 20000; i++) o = i % 2 ? [1, o] : { x: 1, o }; JSON.stringify(o, null, 1)`: "RangeError: " + tooDeep,
		`eval("x=>".repeat(2000) + "1")`:                                                                           "RangeError: " + errNested.Error(),
		`new Array(20000).fill("x".repeat(1e6)).join()`:                                                            "RangeError: " + tooLong,
		`BigInt.asUintN(2 ** 53 - 1, -1n)`:                                                                         "RangeError: " + tooBig,
		`"x".repeat(1e6).replace(/x/g, "$'")`:                                                                      "RangeError: " + tooLong,
		`const o = { toString: String.prototype.trim }; "" + o`:                                                    "overflow",
		`const o = {}; o.toString = String.bind(null, o); String(o)`:                                               "overflow",
		`const o = {}; o.toJSON = JSON.stringify.bind(null, o); JSON.stringify(o)`:                                 "overflow",
		`const a = [Reflect.apply, null]; a.push(a); Reflect.apply.apply(null, a)`:                                 "overflow",
		`const o = {}; Object.defineProperty(o, "length", { get: [].join }).length`:                                "overflow",
	} {
		_, err := attached(t).RunString(`"use strict"; ` + source)
		var deep *goja.StackOverflowError
		if want == "overflow" && errors.As(err, &deep) {
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), want+" at ") {
			t.Errorf("%s: got %v, want %s", source, err, want)
		}
	}
}

func TestUnchanged(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`[, 1].find(Boolean)`:                                                    "1",
		`const a = [, 1]; Math.max.apply(null, a); 0 in a`:                       "false",
		`[1, [2, [3, [4]]]].flat(Infinity).join()`:                               "1,2,3,4",
		`BigInt.asIntN(2 ** 40, -5n) + "" + BigInt.asIntN(3, 7n)`:                "-5-1",
		`"a".repeat(3) + [3, 1, 2].sort() + eval("1 + 1") + eval.name`:           "aaa1,2,32eval",
		`[].indexOf.name + [].indexOf.length + Uint8Array.name`:                  "indexOf1Uint8Array",
		`class A extends Uint8Array {}; new A(2).length + "" + new A([7])[0]`:    "27",
		`[].concat({ length: 2 ** 40 }).length`:                                  "1",
		`new Proxy({}, { get: () => 1 }).x + Object.setPrototypeOf({}, null)?.x`: "NaN",
		`new Function("a", "return a + 1")(2)`:                                   "3",
		`try { null.x } catch (e) { e.name }`:                                    "TypeError",
		`const l = {}; l.next = { last: l }; class N { constructor() { this.me = this; this.l = l } toJSON() { return 1 } } JSON.stringify([new N(), { toJSON: () => 2, l }])`: "[1,2]",
		`const o = { a: [] }; o.a.push(o); try { JSON.stringify(o) } catch (e) { e.name + JSON.stringify([o.x, o.x]) }`:                                                        "TypeError[null,null]",
		`let c = {}; const first = c; for (let i = 0; i < 100; i++) c = { c }; first.c = c; try { JSON.stringify(c) } catch (e) { e.name }`:                                    "TypeError",
	} {
		v, err := attached(t).RunString(source)
		if err != nil || v.String() != want {
			t.Errorf("%s: got %v, %v, want %s", source, v, err, want)
		}
	}
}

// TestOtherRuntimes checks that a Runtime without a Guard works, since it uses the same templates.
func TestOtherRuntimes(t *testing.T) {
	t.Parallel()
	attached(t)
	v, err := goja.New().RunString(`"x".padEnd(3, [1, 2].indexOf(2))`)
	if err != nil || v.String() != "x11" {
		t.Errorf("got %v, %v", v, err)
	}
	if _, err := goja.New().RunString(`"x".padEnd(2 ** 29 - 1).length`); err != nil {
		t.Errorf("a Runtime without a Guard is guarded: %v", err)
	}
}

// TestLost checks that the frames of a panic are those of the innermost function.
func TestLost(t *testing.T) {
	t.Parallel()
	rt := goja.New()
	g := Attach(rt, Options{MaxDepth: 1000})
	defer g.Detach()
	func() {
		defer func() { _ = recover() }()
		_ = rt.Set("fault", func(o *goja.Object) string { return o.ClassName() })
		_, _ = rt.RunScript("a.js", `function f() {
			[null].map(fault)
		}
		[1].map(f)`)
		t.Error("there is no fault")
	}()
	if frames := g.Lost(); len(frames) < 2 || frames[1].Position().Line != 2 {
		t.Errorf("got %v", frames)
	}
}

func BenchmarkAttach(b *testing.B) {
	for b.Loop() {
		Attach(goja.New(), Options{}).Detach()
	}
}

// TestStopMatch checks that a long match of either engine ends when the Runtime is interrupted, and is not treated as no
// match.
func TestStopMatch(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		`/(?=a)(a+)+$/.test(a)`, `const r = /(a+)+$/g; r.lastIndex = 1; r.test(a)`, `const r = /(a+)+$/y; r.lastIndex = 1; r.exec(a)`, `a.match(/(?!b)(a+)+$/)`, `a.replace(/(?:)(?=a)(a+)+$/g, "")`, `("é" + a).split(/(a+)+$/)`,
		`[...a.matchAll(/(?=a)(a+)+$/g)]`, `a.search(/(?=a)(a+)+$/)`, `/(?=a)(a+)+$/[Symbol.replace](a, "")`, `("é" + a).replace(/(a+)+$/g, "")`,
		`new RegExp("(?=a)(a+)+$", "g").exec(a)`, `const r = /x/; r.compile("(?=a)(a+)+$"); r.test(a)`, `RegExp("(?=a)(a+)+$").test(a)`, `/(a+)+$/.test.call(/(?=a)(a+)+$/, a)`,
		`class R extends RegExp {}; new R("(?=a)(a+)+$").test(a)`, `a.split(/(?=a)(a+)+$/)`, `a.replaceAll(/(?=a)(a+)+$/g, "")`,
		`class R extends RegExp {}; new R("(?=a)(a+)+$")[Symbol.split](a)`, `const r = /(?=a)(a+)+$/; r.exec = RegExp.prototype.exec; a.split(r)`,
	} {
		rt := goja.New()
		var stopped atomic.Bool
		g := Attach(rt, Options{MaxDepth: 1000, Stopped: stopped.Load})
		over := make(chan error)
		go func() {
			_, err := rt.RunString(`const a = "a".repeat(40) + "!"; try { ` + source + ` } catch { "caught" }`)
			over <- err
		}()
		// A short match may come before the long one: that which is seen several times is the long one.
		for seen, deadline := 0, time.Now().Add(20*time.Second); seen < 5; time.Sleep(time.Millisecond) {
			if g.engines.matching.Load() != nil {
				seen++
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: the match does not begin", source)
			}
		}
		rt.Interrupt("enough")
		stopped.Store(true)
		begin := time.Now()
		for ended := false; !ended; {
			select {
			case err := <-over:
				var in *goja.InterruptedError
				if ended = true; !errors.As(err, &in) {
					t.Errorf("%s: got %v", source, err)
				}
			case <-time.After(time.Millisecond):
				if g.Stop(); time.Since(begin) > 20*time.Second {
					t.Fatalf("%s: it continues", source)
				}
			}
		}
		g.Detach()
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`"a1b22".replace(/\d+/g, "-") + "xay".split(/a/) + /(?<=a)b/.exec("cab").index`:                                         "a-b-x,y2",
		`[..."a1é2".matchAll(/(?=\d)\d/g)].map(m => m[0] + m.index).join()`:                                                     "11,23",
		`const r = /o/y; r.lastIndex = 1; r.test("foo") + "" + r.lastIndex + r.test("foo") + r.lastIndex + r.test("foo")`:       "true2true3false",
		`/(?:(?!!).)*/.exec("x".repeat(200000) + "!")[0].length`:                                                                "200000",
		`"ab".repeat(6e5).replace(/b/g, "").length`:                                                                             "600000",
		`"É".toLowerCase().match(/é/i)[0] + "line\nend".match(/^end$/m).index + "a\nb".match(/a.b/s).index + "😀".match(/^.$/u)`: "é50😀",
		`const s = "x".repeat(3e6); /q{2,500}y|z/.test(s + "z")`:                                                                "true",
	} {
		v, err := attached(t).RunString(source)
		if err != nil || v.String() != want {
			t.Errorf("%s: got %v, %v, want %s", source, v, err, want)
		}
	}
}

// TestOverflowIsQuick checks that the time of an overflow does not grow with the square of the depth.
func TestOverflowIsQuick(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		`function f() { return [1].map(f) } f()`, `const o = { get x() { return Reflect.get(o, "x") } }; o.x`, `const o = { [Symbol.iterator]: function* () { yield* o } }; [...o]`,
		`const o = {}; o.toJSON = () => JSON.stringify(o); JSON.stringify(o)`, `const o = { get length() { return next() } }, i = [].values.call(o), next = i.next.bind(i); next()`,
	} {
		rt := goja.New()
		rt.SetMaxCallStackSize(20_000)
		g := Attach(rt, Options{MaxDepth: 20_000})
		begin := time.Now()
		_, err := rt.RunString(source)
		var deep *goja.StackOverflowError
		if !errors.As(err, &deep) || time.Since(begin) > 5*time.Second {
			t.Errorf("%s: %v after %s", source, err, time.Since(begin))
		}
		g.Detach()
	}
}

// TestOperators checks that the functions around operators bound the size of a BigInt, and do nothing else.
func TestOperators(t *testing.T) {
	t.Parallel()
	rt := attached(t)
	if err := Operators(rt); err != nil {
		t.Fatal(err)
	}
	for source, want := range map[string]string{
		`__hitlrunPower(3, 4) + "" + __hitlrunPower(3n, 4n) + __hitlrunPower("2", 0.5)`:                                           "81811.4142135623730951",
		`__hitlrunPower(-1n, 10n ** 30n) + "" + __hitlrunPower(1n, 10n ** 30n) + __hitlrunPower(0n, 0n) + __hitlrunPower(2n, 0n)`: "1111",
		`__hitlrunPower({ valueOf: () => 2n }, { valueOf: () => 5n })`:                                                            "32",
		`5n >> __hitlrunRight(10n ** 30n)`:                                                                                        "0", `-5n >> __hitlrunRight(10n ** 30n)`: "-1", `5n << __hitlrunLeft(-(10n ** 30n))`: "0", `5n << __hitlrunLeft(3n)`: "40", `5 << __hitlrunLeft(3)`: "40",
		`__hitlrunLeft(undefined) + "" + __hitlrunRight(null)`: "undefined0",
	} {
		v, err := rt.RunString(source)
		if err != nil || v.String() != want {
			t.Errorf("%s: got %v, %v, want %s", source, v, err, want)
		}
	}
	for _, source := range []string{`__hitlrunPower(2n, 10n ** 12n)`, `__hitlrunPower(2n ** 100000n, 1000n)`, `1n << __hitlrunLeft(10n ** 12n)`, `1n >> __hitlrunRight(-(10n ** 12n))`,
		`__hitlrunPower({ valueOf: () => 2n }, { valueOf: () => 10n ** 12n })`, `BigInt.prototype.toString = () => ""; __hitlrunPower(2n ** 100000n, 1000n)`} {
		if _, err := rt.RunString(source); err == nil || !strings.HasPrefix(err.Error(), "RangeError: "+tooBig) {
			t.Errorf("%s: got %v", source, err)
		}
	}
	if _, err := rt.RunString(`"use strict"; __hitlrunPower = Math.pow`); err == nil {
		t.Error("a script can replace the function")
	}
}
