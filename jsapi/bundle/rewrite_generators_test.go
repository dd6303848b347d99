// This file tests which return statements of lowered async generators wait for their values.

package bundle

import "testing"

func TestReturnsOfGenerators(t *testing.T) {
	t.Parallel()
	const head, tail = "__asyncGenerator(this, null, function* () { ", " });"
	cases := map[string]string{
		"return a;":                      "return yield new __await((a));",
		"return a, b;":                   "return yield new __await((a, b));",
		"if (a) return (b, c).d;":        "if (a) return yield new __await(((b, c).d));",
		"try { return f(a); } catch { }": "try { return yield new __await((f(a))); } catch { }",
		"return;":                        "",
		"x = { return: 1, return(a) { return a; } }; x.return(a);":                              "",
		"x = class { return = 1; static return(a) { return a; } return() { } };":                "",
		"f(() => { return 1; }); function g() { return 2; }":                                    "",
		"switch (a) { case 1:\n return b; default:\n return { c: (d) => { return d; } }; }":     "switch (a) { case 1:\n return yield new __await((b)); default:\n return yield new __await(({ c: (d) => { return d; } })); }",
		"return __asyncGenerator(this, null, function* () { return a; });":                      "return yield new __await((__asyncGenerator(this, null, function* () { return yield new __await((a)); })));",
		"return function* () { return a; };":                                                    "return yield new __await((function* () { return a; }));",
		"for (const a of b) { if (a) { return `${a}`; } }":                                      "for (const a of b) { if (a) { return yield new __await((`${a}`)); } }",
		"x = { ...a, get return() { return 1; }, set return(v) { }, *return() { return 2; } };": "",
	}
	for code, want := range cases {
		if want == "" {
			want = code
		}
		const helper = "var __asyncGenerator = (self, list, generator) => { };\n"
		checkRewrites(t, map[string]string{
			helper + head + code + tail: "var __asyncGenerator = (self, list, generator) => __hitlrunGenerator(__await, generator.apply(self, list));\n" + head + want + tail,
		})
	}
}
