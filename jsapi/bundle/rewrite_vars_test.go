// This file tests which var statements become assignments.

package bundle

import "testing"

func TestVarsOfParameters(t *testing.T) {
	t.Parallel()
	checkRewrites(t, map[string]string{
		"function f({ a }) {\nvar a = a || 1;\n}":                                      "function f({ a }) {\na = a || 1;\n}",
		"function f({ a }) {\nvar a;\n}":                                               "function f({ a }) {\na;\n}",
		"function f({ a }) {\nvar a = 1, b = 2;\n}":                                    "function f({ a }) {\na = 1, b = 2;\nvar b; }",
		"function f({ a }) {\nif (a) var a = [1, 2];\n}":                               "function f({ a }) {\nif (a) a = [1, 2];\n}",
		"function f({ a: [b, ...c], d = e }, ...[g]) {\nvar c = 1; var d; var g;\n}":   "function f({ a: [b, ...c], d = e }, ...[g]) {\nc = 1; d; g;\n}",
		"function f({ a: [b], d = e }, h = [k]) {\nvar a = 1; var e; var h; var k;\n}": "",
		"const f = ([a], b = a) => {\nfor (var a = 0; a < b; a++) { }\n};":             "const f = ([a], b = a) => {\nfor (a = 0; a < b; a++) { }\n};",
		"x = { m({ a }) {\nvar { a = 4 } = {};\n} };":                                  "x = { m({ a }) {\n0, { a = 4 } = {};\n} };",
		"function f({ a }) {\nfor (var a of b) ; for (var a in b) ;\n}":                "",
		"function f({ a }) {\nreturn () => { var a = 1; };\n}":                         "",
		"function f(a, { b }) {\nvar a = 1;\n}":                                        "",
		"function f({ [a]: b }, c) {\nvar b = ((c) => { return c; })(1), a = 2;\n}":    "function f({ [a]: b }, c) {\nb = ((c) => { return c; })(1), a = 2;\nvar a; }",
	})
}
