// This file tests which calls of eval become indirect ones.

package bundle

import "testing"

func TestIndirectEval(t *testing.T) {
	t.Parallel()
	checkRewrites(t, map[string]string{
		"x = eval(a);":                           "x = (0, eval)(a);",
		"f(...eval(a), eval(eval(b)));":          "f(...(0, eval)(a), (0, eval)((0, eval)(b)));",
		"o.eval(a); o?.eval(a);":                 "",
		"o = { eval(a) { return eval(a); } };":   "o = { eval(a) { return (0, eval)(a); } };",
		"class A extends eval(b) { eval() { } }": "class A extends (0, eval)(b) { eval() { } }",
		"function eval(a) { }":                   "",
		"if (eval(a)) { x(); }":                  "if ((0, eval)(a)) { x(); }",
		"x = `${eval(a)} eval(a)` + 'eval(a)';":  "x = `${(0, eval)(a)} eval(a)` + 'eval(a)';",
		"medieval(a);":                           "",
	})
}
