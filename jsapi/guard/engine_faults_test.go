package guard

import (
	"testing"

	"github.com/dop251/goja"
)

// TestEngineFaults checks code on which goja alone fails, takes the square of something, or is wrong. The results were recorded
// with Node, but for the bound of prototypes.
func TestEngineFaults(t *testing.T) {
	t.Parallel()
	const boom = `const boom = () => { throw new Error("boom") };`
	for source, want := range map[string]string{
		boom + `const g = (function* () { try { yield 1 } finally { try { boom() } catch (e) { out.push(e.message) } } })(); g.next(); out.push(g.return(3).value, g.next().done)`:                                                                                                                                                      "boom,3,true",
		boom + `const g = (function* () { try { yield 1 } finally { try { boom() } catch {} yield "mid"; try { boom() } catch { out.push("b") } } })(); out.push(g.next().value, g.return(9).value, g.next().value)`:                                                                                                                    "b,1,mid,9",
		boom + `const g = (function* () { try { yield 1 } finally { try { yield 2 } catch (e) { out.push(e) } } })(); out.push(g.next().value, g.return(5).value, g.throw("t").value, g.next().done)`:                                                                                                                                   "t,1,2,5,true",
		boom + `const g = (function* () { try { yield 1 } finally { try { boom() } catch { return "own" } } })(); g.next(); out.push(g.return(3).value)`:                                                                                                                                                                                "own",
		boom + `const g = (function* () { try { yield 1 } finally { try { boom() } catch { throw new Error("again") } } })(); g.next(); try { g.return(3) } catch (e) { out.push(e.message, g.next().done) }`:                                                                                                                           "again,true",
		boom + `for (const x of (function* () { try { yield 1 } finally { try { boom() } catch { out.push("c") } } })()) break; const [a] = (function* () { try { yield 4; yield 5 } finally { try { boom() } catch { out.push("d") } } })(); out.push(a)`:                                                                              "c,d,4",
		`const g = (function* () { try { yield 1 } finally { try { g.return(2) } catch (e) { out.push(e.message) } } })(); g.next(); out.push(g.return(3).value)`:                                                                                                                                                                       "Generator is already running,3",
		`const o = { z: 1 }; for (let i = 0; i < 2000; i++) o[(i * 7919) % 20011] = i; o.a = 2; o["01"] = 3; const k = Object.keys(o); out.push(k.length, k[0], k[1], k[1999], ...k.slice(-3)); for (const n in o) { out.push(n); break } out.push(Object.keys({ ...o })[2]); const { z, ...rest } = o; out.push(Object.keys(rest)[3])`: "2003,0,1,19993,z,a,01,0,20,21",
		`const a = [1, 2, 3]; a.constructor = { [Symbol.species]: function () { return a } }; out.push(a.splice(0, 1) === a, a.length)`:                                                                                                                                                                                                 "true,2",
		`const a = [1, 2, 3]; a.constructor = { [Symbol.species]: function () { a.length = 0; return [] } }; out.push(a.splice(1, 2).length, a.length)`:                                                                                                                                                                                 "2,1",
		`const a = [1, 2, 3, 4]; a.constructor = undefined; out.push(a.splice(1, 2, 7, 8, 9).join("-"), a.join("-"))`:                                                                                                                                                                                                                   "2-3,1-7-8-9-4",
		`class S extends Array {} const s = S.from([1, 2, 3]), r = s.splice(1, 1, 9, 9); out.push(r instanceof S, r.join("-"), s.join("-"), s.splice(0).length, s.length)`:                                                                                                                                                              "true,2,1-9-9-3,4,0",
		`const n = "1".repeat(5000); out.push(parseFloat(" \n-." + n), parseFloat("5e+2" + " ".repeat(5000)), parseFloat("1e" + n), parseFloat("-Infinity" + n), parseFloat("e" + n), parseFloat("5..3" + n), parseFloat("7e+" + "x".repeat(5000)))`:                                                                                    "-0.1111111111111111,500,Infinity,-Infinity,NaN,5,7",
		`let made; const deep = (f) => { let o = {}; for (let i = 0; i < 20000; i++) o = f(o); }; function F() {} function T() { made = this; throw 1 }
		for (const f of [Object.create, (o) => ({ __proto__: o }), (o) => { F.prototype = o; return new F }, (o) => { F.prototype = o; return new F(...[1]) }, (o) => Object.setPrototypeOf({}, o), (o) => { F.prototype = o; return Reflect.construct(F, []) },
			(o) => { T.prototype = o; try { new T } catch (e) { if (e !== 1) throw e } return made }, (o) => { T.prototype = o; try { new T(...[1]) } catch (e) { if (e !== 1) throw e } return made }, (o) => { T.prototype = o; try { Reflect.construct(T, []) } catch (e) { if (e !== 1) throw e } return made }]) try { deep(f); out.push("none") } catch (e) { out.push(e.name) }
		let c = class {}; try { for (let i = 0; i < 20000; i++) c = class extends c {}; out.push("none") } catch (e) { out.push(e.message) }`: "RangeError,RangeError,RangeError,RangeError,RangeError,RangeError,RangeError,RangeError,RangeError,Too many prototypes",
	} {
		p, err := goja.Compile("", `(() => { const out = []; `+source+`; return out.join() })()`, true)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		Concatenations(p)
		rt := goja.New()
		g := Attach(rt, Options{})
		v, err := rt.RunProgram(p)
		if err != nil {
			t.Errorf("%s: %v", source, err)
		} else if v.String() != want {
			t.Errorf("%s\n got %s\nwant %s", source, v.String(), want)
		}
		g.Detach()
	}
}

// TestAsyncGenerators checks what a lowered async generator is. Its tests beside Node are in conformance/oracle.
func TestAsyncGenerators(t *testing.T) {
	t.Parallel()
	const lowered = `
		Symbol.asyncIterator ??= Symbol.for("Symbol.asyncIterator");
		var __await = function (promise, isYieldStar) { this[0] = promise; this[1] = isYieldStar; };
		var __asyncGenerator = (self, list, generator) => ` + GeneratorMaker + `(__await, generator.apply(self, list));
		function g({ a = {} } = {}) { return __asyncGenerator(this, null, function* () { yield 1; yield 2; }); }
		function outer() { return function inner() { return __asyncGenerator(this, null, function* () {}); }; }
		const o = { m() { return __asyncGenerator(this, arguments, function* () { yield 3; }); } };
		`
	p, err := goja.Compile("", lowered+`
		const out = [], tag = (v) => Object.prototype.toString.call(v), it = g();
		out.push(tag(g), tag(outer), tag(outer()), tag(o.m), tag(it), it instanceof g, Object.getPrototypeOf(o.m()) === o.m.prototype, Object.keys(it).length);
		for (const call of [it.next(), it.next(), it.return(9), it.next(), g().throw(5)]) call.then((r) => out.push(r.value), (e) => out.push("threw " + e));
		Object.getPrototypeOf(g).prototype.next.call({}).catch((e) => out.push(e.name));
		try { new g.constructor(""); } catch (e) { out.push(e.name); }
		() => out.join()`, false)
	if err != nil {
		t.Fatal(err)
	}
	Concatenations(p)
	MarkAsyncGenerators(p)
	rt := goja.New()
	g := Attach(rt, Options{})
	defer g.Detach()
	for range 2 { // a second call does nothing
		if _, err := rt.RunString(`Symbol.asyncIterator = Symbol.for("Symbol.asyncIterator")`); err != nil {
			t.Fatal(err)
		}
		if err := DefineAsyncGenerators(rt); err != nil {
			t.Fatal(err)
		}
	}
	result, err := rt.RunProgram(p)
	if err != nil {
		t.Fatal(err)
	}
	show, _ := goja.AssertFunction(result)
	if _, err := show(goja.Undefined()); err != nil { // at its end the promises settle
		t.Fatal(err)
	}
	v, err := show(goja.Undefined())
	const want = "[object AsyncGeneratorFunction],[object Function],[object AsyncGeneratorFunction],[object AsyncGeneratorFunction],[object AsyncGenerator],true,true,0," +
		"EvalError,threw 5,TypeError,1,2,9,"
	if err != nil || v.String() != want {
		t.Errorf("got %v %v\nwant %s", v, err, want)
	}
	if o, ok := rt.Get("g").(*goja.Object); !ok || !IsAsyncGeneratorFunction(rt, o) {
		t.Error("g is no async generator function")
	}
}
