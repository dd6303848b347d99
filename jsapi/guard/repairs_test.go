// This file tests that calls of eval do not change outer variables, in text that is compiled while a script runs.

package guard

import "testing"

func TestDirectCallsBecomeIndirect(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`(0, eval)("'use strict'; (a => { switch (a) { case 1: let u = 3; eval('1'); return a + u } })(1)")`:            "4",
		`eval("'use strict'; (({ how }) => { eval('1'); return how })({ how: 'q' })")`:                                  "q",
		`eval("'use strict'; (({ how }) => { ev\\u0061l('1'); return (eval)('how2 = how') })({ how: 'q' }) + how2")`:    "ReferenceError: how is not defined at <eval>:1:8(1)",
		`new Function("a", "{ b }", "switch (a) { case 1: let u = 3; eval('1'); return b + u }")(1, { b: "q" })`:        "q3",
		`new Function({ toString: () => "a = eval('2')" }, "b", { toString: () => "return eval('a => a')(b) + a" })(1)`: "NaN",
		`[...(function* () {}).constructor("{ b }", "yield eval('b = 3'); yield b")({ b: 1 })].join()`:                  "3,1",
		`new Function("return 1").toString()`: "function anonymous(\n) {\nreturn 1\n}",
		`({ eval(x) { return x + 1 } }).eval(1) + eval("({ eval(x) { return x + 1 } }).eval(1) + ` + "`${eval('1')} eval(1)`" + `.length")`: "13",
	} {
		v, err := attached(t).RunString(source)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = v.String()
		}
		if got != want {
			t.Errorf("%s\n     is %q\nand not %q", source, got, want)
		}
	}
}

// Text that goja compiles wrongly is changed before.
func TestTextIsRepaired(t *testing.T) {
	t.Parallel()
	const dead = `for (const v of [7, 8]) { o.push(v); if (false) { try { } catch { } o.push("x"); break; } o.push(-v); }`
	for source, want := range map[string]string{
		`(0, eval)("var o = [], done; try { try { o.push(1) } catch { o.push('own catch') } finally { o.push(2); throw 3 } } catch (e) { done = o.concat(e).join() } done")`: "1,2,3",
		`new Function("o", "try { try { o.push(1) } catch { o.push('own catch') } finally { o.push(2); throw 3 } } catch (e) { return o.concat(e).join() }")([])`:            "1,2,3",
		"new Function('o', `" + dead + ` return o.join()` + "`)([])": "7,-7,8,-8",
		"(0, eval)(`var o = []; " + dead + " o.join()`)":             "7,-7,8,-8",
		"new Function(`a = (() => { const o = []; " + dead + " return o.join(); })()`, `for (;;) { if (1 < 0) continue; try { return a } catch { } finally { a += 'end' } }`)()": "7,-7,8,-8",
		"new Function(`return eval('1 + 1')`)()": "2",
	} {
		v, err := attached(t).RunString(source)
		if err != nil {
			t.Errorf("%s\n     %v", source, err)
		} else if v.String() != want {
			t.Errorf("%s\n     is %q\nand not %q", source, v, want)
		}
	}
}
