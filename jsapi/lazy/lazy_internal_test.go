package lazy

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// padded makes bodies with the comment long enough to wait.
func padded(code string) string {
	return strings.ReplaceAll(code, "/*long*/", "/*"+strings.Repeat("-", minBody)+"*/")
}

// wrapped returns the code in the form of the bundler.
func wrapped(body string) []byte { return []byte(begins + "\n" + padded(body) + "\n})") }

// wrappedSloppy returns code of modules without "use strict", and strict code after it, in the form of the bundler.
func wrappedSloppy(modules, body string) []byte {
	return []byte(beginsSloppy + "\n" + padded(modules) + "\n" + `return(async()=>{"use strict";` + "\n" + padded(body) + "\n})()})")
}

// build compiles code, with or without waiting functions.
func build(t *testing.T, code []byte, wait bool) *goja.Program {
	t.Helper()
	if wait {
		o := outline(code)
		if o == nil {
			t.Fatal("no function waits")
		}
		code = append(append([]byte{}, code...), o...)
	}
	p, err := Compile(Script{
		Name: "bundle", Code: code, Tree: func(*ast.Program) {}, Program: func(*goja.Program) {}, File: func(*file.File) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// printed runs a program and returns the lines that it printed.
func printed(t *testing.T, p *goja.Program) string {
	t.Helper()
	rt := goja.New()
	var out strings.Builder
	if err := rt.Set("print", func(c goja.FunctionCall) goja.Value {
		for i, a := range c.Arguments {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(a.String())
		}
		out.WriteByte('\n')
		return goja.Undefined()
	}); err != nil {
		t.Fatal(err)
	}
	v, err := rt.RunProgram(p)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := goja.AssertFunction(v)
	v, err = f(goja.Undefined(), rt.ToValue("host"))
	if err != nil {
		t.Fatal(err)
	}
	if promise := v.Export().(*goja.Promise); promise.State() == goja.PromiseStateRejected {
		t.Fatalf("rejected: %v", promise.Result())
	}
	return out.String()
}

// waiting returns the waiting functions of a program by name, and whether they are compiled.
func waiting(p *goja.Program) map[string]bool {
	l := theLayout()
	all := map[string]bool{}
	l.walk(p, func(p *goja.Program) {
		if first := l.code(p)[0]; (*methods)(first[0]) == &l.first {
			all[*fieldAt[string](unsafe.Pointer(p), l.name)] = (*function)(first[1]).real != nil
		}
	})
	return all
}

// cases are scripts that must print the same with and without waiting functions.
var cases = map[string]string{
	"declaration": `function f(a, b = 2, ...c) { /*long*/ return [a, b, c, this === undefined, arguments.length] }
		print(f(1), f(1, 3, 4, 5), f.length, f.name, typeof f.prototype, new f(7).length)`,
	"recursion and names around": `let n = 0; const k = 10; var v = "v"; class C { get x() { /*long*/ return k + n } }
		function fib(i) { /*long*/ return i < 2 ? i : fib(i - 1) + fib(i - 2) }
		n = 5; print(fib(15), new C().x); n = 6; v = "w"; print(new C().x, (() => { return v })());
		const see = () => { /*long*/ return v + k + n + typeof C + typeof nobody + typeof see }; v = "z"; print(see()); v = "y"; print(see())`,
	"before they have a value": `function early() { /*long*/ try { return late } catch (e) { return e.name } }
		print(early()); const late = 1; print(early()); function early2() { /*long*/ return later } print(early2()); var later = 2; print(early2())`,
	"methods": `const sym = Symbol("s"); const o = { a() { /*long*/ return this.n }, n: 1, get g() { /*long*/ return this.n + 1 }, set g(v) { /*long*/ this.n = v },
			async b(x) { /*long*/ await null; return this.n + x }, *c() { /*long*/ yield 1; yield this.n }, [sym]() { /*long*/ return "sym" } };
		print(o.a(), o.g, (o.g = 9, o.n), [...o.c()], o[sym](), o.a.name, Object.keys(o)); o.b(1).then(print)`,
	"classes": `class A { constructor(x) { /*long*/ this.x = x } m() { /*long*/ return "A" + this.x } static s() { /*long*/ return "s" + this.name } }
		class B extends A { #p = 1; constructor(x) { /*long*/ super(x) } m() { /*long*/ return super.m() + "B" } p() { /*long*/ return this.#p } static s() { /*long*/ return super.s() + "!" }
			f = () => { /*long*/ return this.x }; [(() => { /*long*/ return "key" })()]() { /*long*/ return B.name } }
		const b = new B(3); print(b.m(), b.p(), b.f(), B.s(), b.key(), b instanceof A, A.prototype.m.name)`,
	"arrows": `function outer() { /*long*/ return [1, 2].map((x) => { /*long*/ return x + arguments.length + this.y }) }
		print(outer.call({ y: 10 }, 1, 2, 3)); const f = async (a, { b, c = a } = {}) => { /*long*/ await null; return [a, b, c] };
		f(1, { b: 2 }).then((v) => { /*long*/ print(v) })`,
	"generators": `function* g(n) { /*long*/ for (let i = 0; i < n; i++) { const r = yield i; if (r) print("got", r) } return "end" }
		const it = g(3); print(it.next().value, it.next("x").value, [...g(4)], Object.prototype.toString.call(it), g.constructor.name)`,
	"assigned variables around": `let count = 0; function inc() { /*long*/ count++; return count } function set(v) { /*long*/ ({ count } = { count: v }); return count }
		print(inc(), inc(), set(7), count); function each(list) { /*long*/ for (count of list) ; return count } print(each([1, 2, 3]), count);
		function read() { /*long*/ return count } print(read(), inc(), read())`,
	"expressions": `const fact = function me(n) { /*long*/ return n < 2 ? 1 : n * me(n - 1) }; print(fact(5), fact.name);
		print((function () { /*long*/ return typeof fact })(), new (class { v = function () { /*long*/ return fact(3) } })().v())`,
	"closures in blocks": `const list = []; for (let i = 0; i < 3; i++) { const j = i * 10; list.push(function () { /*long*/ return i + j + list.length }) }
		print(list.map((f) => f())); { let list = "inner"; print((() => { /*long*/ return list })(), [1].map(() => { /*long*/ return list })) }
		try { throw 5 } catch (e) { const f = () => { /*long*/ return e }; print(f()) }`,
	"functions inside": `function make(n) { /*long*/ let own = n; const list = []; return { add: (x) => { /*long*/ own += x; list.push(own); return make.name + list }, sub(x) { /*long*/ own -= x; return own } } }
		const a = make(1), b = make(100); print(a.add(1), b.add(1), a.add(2), b.sub(3), a.sub(1))`,
	"modules": `var __commonJS = (cb, mod) => function __require() { return mod || (0, cb[Object.keys(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports };
		var require_a = __commonJS({ ""(exports, module) { /*long*/ const own = require_b(); exports.f = () => own.x; exports.late = function () { return top1 } } });
		var require_b = __commonJS({ ""(exports, module) { /*long*/ print("b runs"); module.exports = { x: 42 } } });
		var a = require_a(); var top1 = "top"; print(a.f(), a.late(), require_a() === a)`,
	"the host": `const f = () => { /*long*/ return __hitlrun }; print(f())`,
	"texts":    `function f(a) { /*long*/ return a } class C { m() { /*long*/ } } print(f, C, String(C.prototype.m), (x) => { /*long*/ return f })`,
	"names declared twice": `var X = 1, i = "outer", a = "a"; var Y = class X { static m() { /*long*/ return typeof X } get n() { /*long*/ return [X.name, i] } }; print(Y.m(), new Y().n, X);
		var g = function a(n) { /*long*/ return n ? a(n - 1) : typeof a }; print(g(2), a); class Z { static s() { /*long*/ return Z.name + a } } print(Z.s());
		for (let i = 0; i < 2; i++) { const f = () => { /*long*/ return i + a }; print(f()) } for (const a of [5]) { const f = () => { /*long*/ return a + i }; print(f()) }
		function h(a, b = () => { /*long*/ return a }) { var i = 7; return [b(), (() => { /*long*/ return i + a })()] } print(h("p"));
		try { throw "e" } catch (a) { const f = () => { /*long*/ return a + i }; print(f()) } switch (1) { case 1: let a = "s"; const f = () => { /*long*/ return a }; print(f()) }
		{ function i() {} print((() => { /*long*/ return typeof i + typeof a })()) } label: { const X = "block"; print((() => { /*long*/ return X })()) }
		const o = { a() { /*long*/ return a }, i: class i { static x() { /*long*/ return i.name } } }; print(o.a(), o.i.x(), (a => () => { /*long*/ return a + i })("arrow")())
		class S { static { var X = "static"; { var a = "in"; } S.f = () => { /*long*/ return X + a + i } } } print(S.f())`,
	"identity": `function f() { /*long*/ return f } f.x = 1; const before = f; print(f() === before, before.x, f === before, new Set([f, f()]).size)`,
}

func TestFunctionsThatWait(t *testing.T) {
	t.Parallel()
	for name, body := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code := wrapped(body)
			want := printed(t, build(t, code, false))
			p := build(t, code, true)
			if len(waiting(p)) == 0 {
				t.Fatal("no function waits in the program")
			}
			for range 2 { // compiled by the first run, and there for the second
				if got := printed(t, p); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			}
		})
	}
}

// TestSloppyFunctionsThatWait checks that a function is strict where the code around it is, or where it says so.
func TestSloppyFunctionsThatWait(t *testing.T) {
	t.Parallel()
	code := wrappedSloppy(`var top; const sloppy = [function (report) { /*long*/ leaked = 1; top.x = 2;
			const strict = function () { "use strict"; /*long*/ return this === undefined };
			class C { m() { /*long*/ return (function () { return this === undefined })() } }
			function mapped(a) { /*long*/ arguments[0] = "b"; return a }
			report(typeof inner, typeof print, (function () { return this === globalThis })(), leaked, top.x, strict(), new C().m(), mapped("a")) },
		function (report) { "use strict"; const f = function () { /*long*/ return this === undefined }; report(f()) }]
		class C { m() { /*long*/ return (function () { /*long*/ return this === undefined })() } }`,
		`const inner = 1; top = Object.freeze({ x: 1 }); sloppy[0](print); sloppy[1](print); print(new C().m());
		const f = function () { /*long*/ try { nowhere = 1 } catch (e) { return e.name + (this === undefined) + inner + typeof top } }; print(f(), typeof nowhere)`)
	const want = "undefined function true 1 1 true true b\ntrue\ntrue\nReferenceErrortrue1object undefined\n"
	checkShared(t, append(append([]byte{}, code...), outline(code)...))
	if _, shared, _ := split(append(append([]byte{}, code...), outline(code)...)); len(shared.names) < 2 {
		t.Errorf("%v is shared", shared.names)
	}
	for _, wait := range []bool{false, true} {
		p := build(t, code, wait)
		if n := len(waiting(p)); wait && n < 3 {
			t.Errorf("%d functions wait", n)
		}
		if got := printed(t, p); got != want {
			t.Errorf("with functions that wait %v: got %swant %s", wait, got, want)
		}
	}
}

// TestSharedNames checks that a shared name means the same variable in each function that waits.
func TestSharedNames(t *testing.T) {
	t.Parallel()
	for name, body := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code := wrapped(body)
			checkShared(t, append(code, outline(code)...))
		})
	}
}

// checkShared compiles code with all names in the list of each function, and compares the places of the shared ones.
func checkShared(t *testing.T, code []byte) {
	t.Helper()
	code, shared, spans := split(code)
	word := regexp.MustCompile(`[\w$]+`)
	own := map[int]map[string]bool{}
	for i := range spans {
		s := &spans[i]
		used := map[string]bool{}
		for _, name := range word.FindAllString(string(code[s.start:s.end]), -1) {
			used[name] = true
		}
		own[s.start] = map[string]bool{}
		for _, name := range s.names {
			own[s.start][name] = true
		}
		for _, name := range word.FindAllString(string(code[s.start:s.body]), -1) {
			delete(used, name) // a parameter
		}
		for _, name := range shared.names {
			if used[name] && !own[s.start][name] {
				s.names = append(s.names, name)
			}
		}
	}
	script := Script{Name: "bundle", Code: code, Tree: func(*ast.Program) {}, Program: func(*goja.Program) {}, File: func(*file.File) {}}
	p := script.compileAround(shared, spans)
	if p == nil {
		t.Fatal("not compiled")
	}
	l := theLayout()
	l.walk(p, func(p *goja.Program) {
		first := l.code(p)[0]
		if (*methods)(first[0]) != &l.first {
			return
		}
		f := (*function)(first[1])
		for _, u := range f.uses {
			if of := f.around.shared[u.name]; f.shares && u.name != sentinel && !own[f.span.start][u.name] && (of == nil || *of != u) {
				t.Errorf("%s in %.60s: %+v, want %+v", u.name, f.code[f.span.start:], of, u)
			}
		}
	})
}

func TestFunctionsAreCompiledWhenCalled(t *testing.T) {
	t.Parallel()
	p := build(t, wrapped(`function used() { /*long*/ return 1 } function unused() { /*long*/ return 2 }
		class C { called() { /*long*/ return function inner() { /*long*/ } } not() { /*long*/ } }
		print(used(), typeof new C().called())`), true)
	if got := fmt.Sprint(waiting(p)); got != "map[called:false not:false unused:false used:false]" {
		t.Errorf("before: %s", got)
	}
	printed(t, p)
	if got := fmt.Sprint(waiting(p)); got != "map[called:true not:false unused:false used:true]" {
		t.Errorf("after: %s", got)
	}
}

// TestPositions checks that errors come from the same places.
func TestPositions(t *testing.T) {
	t.Parallel()
	code := wrapped(`
		function a() { /*long*/
			b();
		}
		const o = { async m() { /*long*/ a() }, get g() { /*long*/

			const inner = () => { throw new Error("x") }; return inner() } };
		class C { static s(x = o.g) { /*long*/ return x } }
		function b() { /*long*/
			try { C.s() } catch (e) { print(e.stack) }
			const f = (x) => { /*long*/ null.x }; try { f() } catch (e) { print(e.stack) }
		}
		o.m()`)
	instruction := regexp.MustCompile(`\(\d+\)`) // goja's own number, that nobody sees
	want := instruction.ReplaceAllString(printed(t, build(t, code, false)), "")
	if got := instruction.ReplaceAllString(printed(t, build(t, code, true)), ""); got != want || strings.Count(want, "bundle:") < 10 {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestMachinesAtOnce(t *testing.T) {
	t.Parallel()
	p := build(t, wrapped(`let n = 1; function f(x) { /*long*/ return g(x) + n } function g(x) { /*long*/ return [x].map((y) => f2(y) * n)[0] } const f2 = (x) => { /*long*/ return x + n }
		let sum = 0; for (let i = 0; i < 100; i++) sum += f(i); print(sum)`), true)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if got := printed(t, p); got != "5150\n" {
				t.Errorf("got %q", got)
			}
		})
	}
	wait.Wait()
}

// TestOutlineThatDoesNotFit checks that an outline which does not fit the code is ignored.
func TestOutlineThatDoesNotFit(t *testing.T) {
	t.Parallel()
	code := wrapped(`function f() { /*long*/ return 5 } print(f())`)
	for _, o := range []string{
		marker, marker + "x", marker + ";", marker + "nobody " + string(outline(code))[len(marker):], marker + ";x", marker + ";1,2,3,0,0,;", marker + ";99999,1,1,0,0,;", marker + ";-1,1,1,0,0,;", marker + ";1,1,99999999,4,0,f;",
		strings.Replace(string(outline(code)), ",0,", ",9,", 1), string(outline(code)) + "1,1,;", "\n//hitlrun:functions 1 1,2,3,0,0,;",
	} {
		p, err := Compile(Script{
			Name: "bundle", Code: append(append([]byte{}, code...), o...), Tree: func(*ast.Program) {}, Program: func(*goja.Program) {}, File: func(*file.File) {},
		})
		if err != nil {
			t.Errorf("%q: %v", o, err)
		} else if got := printed(t, p); got != "5\n" {
			t.Errorf("%q: got %q", o, got)
		}
	}
}

func TestSmallScriptsHaveNoOutline(t *testing.T) {
	t.Parallel()
	code := wrapped(`function f() { /*long*/ return 5 } print(f())`)
	if o := Outline(code); o != nil {
		t.Errorf("got %s", o)
	}
	large := append(append([]byte{}, code...), []byte("\n//"+strings.Repeat("x", minCode))...)
	if Outline(large) == nil {
		t.Error("a large script has no outline")
	}
}
