package guard

import (
	"testing"

	"github.com/dop251/goja"
)

// TestConcatenations checks that each long text is reported with its size before it is made, and that the result is that of
// goja.
func TestConcatenations(t *testing.T) {
	t.Parallel()
	const long = `const a = "a".repeat(100000), e = "é".repeat(50000); `
	for source, want := range map[string]float64{
		`(a + a).length`:                                200000,
		`(a + e).length`:                                200002, // goja's wide texts begin with a mark
		`a + 1 === a.concat("1")`:                       100000,
		"`${a}-${a}-`.length":                           200002,
		`let s = a; s += a; s`:                          200000,
		`const o = { s: a }; o.s += a; o.s`:             200000,
		`((x) => () => x + x)(a)()`:                     200000,
		`(function* () { yield a + a })().next().value`: 200000,
		`class C { x = a + a; static y = 1; #z() { return 1 } }; new C().x`:                      200000,
		`class C { static y = a + a }; C.y`:                                                      200000,
		`class C { constructor() { this.x = a + a } }; new C().x`:                                200000,
		`class C { static { this.x = a + a } }; C.x`:                                             200000,
		`class C extends Object { m() { return a + a } }; new C().m()`:                           200000,
		`({ get x() { return a + a } }).x`:                                                       200000,
		`({ async x() { return a + a } }).x()`:                                                   200000,
		`({ m() { return a + a } }).m()`:                                                         200000,
		`[1].map(function f(x = a + a) { return 1 })[0]; (function f(x = a + a) { return x })()`: 200000,
		`const { x = a + a } = {}; x`:                                                            200000,
		`const o = { toString: () => a }; o + o`:                                                 200000, // seen behind it
		`new Function("a", "return a + a")(a)`:                                                   200000,
		`Function("a", "return (() => a + a)()")(a)`:                                             200000,
		`(function* () {}).constructor("a", "yield a + a")(a).next().value`:                      200000,
		`new (async () => {}).constructor("a", "a + a")(a)`:                                      200000,
		`1 + 1 + 1.5 + "x"`:                                                                      0,
		`a.slice(0, 30000) + a.slice(0, 30000)`:                                                  0,
	} {
		p, err := goja.Compile("", long+source, true)
		if err != nil {
			t.Fatal(err)
		}
		want1, err := goja.New().RunProgram(p)
		if err != nil {
			t.Fatal(err)
		}
		Concatenations(p)
		rt := goja.New()
		var most float64
		g := Attach(rt, Options{Text: func(bytes float64) { most = max(most, bytes) }})
		v, err := rt.RunProgram(p)
		if err != nil || v.String() != want1.String() || most != want {
			t.Errorf("%s: saw %v (%v), want %v", source, most, err, want)
		}
		g.Detach()
		if v, err := goja.New().RunProgram(p); err != nil || v.String() != want1.String() {
			t.Errorf("%s, without a Guard: %v", source, err)
		}
	}
}

// TestTextIsRefused checks that a text is not made if there is no memory for it.
func TestTextIsRefused(t *testing.T) {
	t.Parallel()
	p := goja.MustCompile("", `let s = "x", n = 0; try { for (;; n++) s += s } finally { n }`, true)
	Concatenations(p)
	rt := goja.New()
	defer Attach(rt, Options{Text: func(bytes float64) {
		if bytes > 1<<20 {
			panic(rt.NewTypeError("no room for %v", bytes))
		}
	}}).Detach()
	if _, err := rt.RunProgram(p); err == nil || err.Error() != "TypeError: no room for 2.097152e+06 at <eval>:1:45(13)" {
		t.Error(err)
	}
}
