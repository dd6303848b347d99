// This file tests which comparisons are put into brackets.

package bundle

import "testing"

func TestChainedRelations(t *testing.T) {
	t.Parallel()
	checkRewrites(t, map[string]string{
		"x = a < b < c;":                               "x = (a < b) < c;",
		"x = a < b <= c > d;":                          "x = ((a < b) <= c) > d;",
		"if (1 > x in y) z();":                         "if ((1 > x) in y) z();",
		"f(a, b in c in d, e);":                        "f(a, (b in c) in d, e);",
		"return !a.b(c)[d] instanceof e instanceof f;": "return (!a.b(c)[d] instanceof e) instanceof f;",
		"x = a && b < c < d || e;":                     "x = a && (b < c) < d || e;",
		"x = a === b < c < d;":                         "x = a === (b < c) < d;",
		"x = a >= b + 1 >= c ? d : e;":                 "x = (a >= b + 1) >= c ? d : e;",
		"x = a ? b < c < d : e;":                       "x = a ? (b < c) < d : e;",
		"x = (y) => y < 1 < 2;":                        "x = (y) => (y < 1) < 2;",
		"x = `${a < b < c}${d}` < e < f;":              "x = (`${(a < b) < c}${d}` < e) < f;",
		"if (a) {\n}\nb < c < d;":                      "if (a) {\n}\n(b < c) < d;",
		"x = a < b; y = c < d;":                        "",
		"x = a < b && c < d;":                          "",
		"x = [a < b, c < d];":                          "",
		"x = a < (b < c);":                             "",
		"for (const a in b < c) d();":                  "",
		"for (let i = 0; i < a; i++) if (i < b) c();":  "",
		"for (const a in b < c < d) e();":              "for (const a in (b < c) < d) e();",
		"for (const a of b < c < d) e();":              "for (const a of (b < c) < d) e();",
		"x = #a in b < c;":                             "x = (#a in b) < c;",
		"x = a < b === c < d;":                         "",
		"x = typeof a < b < c;":                        "x = (typeof a < b) < c;",
		"x = a < b >>> 0 < c;":                         "x = (a < b >>> 0) < c;",
		"x.in < y; z = { in: 1, instanceof: 2 };":      "",
		"x = a?.b < c;":                                "",
		"x = ({ a: b < c }) < d;":                      "",
		"switch (a) { case b < c < d: e(); }":          "switch (a) { case (b < c) < d: e(); }",
		"x = \" < \" < y;":                             "",
		"x = y != a < b < c;":                          "x = y != (a < b) < c;",
	})
}
