// This file tests which operands get a call around them.

package bundle

import (
	"strings"
	"testing"
)

func TestGuardedOperators(t *testing.T) {
	t.Parallel()
	checkRewrites(t, map[string]string{
		"x = a << b;":                               "x = a << __hitlrunLeft(b);",
		"x = a << b + 1 < c;":                       "x = a << __hitlrunLeft(b + 1) < c;",
		"x = a << b << c;":                          "x = a << __hitlrunLeft(b) << __hitlrunLeft(c);",
		"x = a << 3; y = 1 << b; z = a << 12n;":     "",
		"x = 1n << b;":                              "x = 1n << __hitlrunLeft(b);",
		"x = a << 10n ** 12n;":                      "x = a << __hitlrunLeft(10n ** 12n);",
		"x = a >> f(b, c)[0].d, e;":                 "x = a >> __hitlrunRight(f(b, c)[0].d), e;",
		"x = a >>> b;":                              "",
		"x <<= b ? c : d;":                          "x <<= __hitlrunLeft(b ? c : d);",
		"a >>= b + c;":                              "a >>= __hitlrunRight(b + c);",
		"x = [a << b, `${a << `${b}`.length} <<`];": "x = [a << __hitlrunLeft(b), `${a << __hitlrunLeft(`${b}`.length)} <<`];",
		"x = a << -b && c;":                         "x = a << __hitlrunLeft(-b) && c;",
		"x = a << b in c;":                          "x = a << __hitlrunLeft(b) in c;",
		"x = a << (b, 1 << c);":                     "x = a << __hitlrunLeft((b, 1 << c));",
		"let __hitlrunLeft = 1;":                    "let __hitlrunLeft_ = 1;",
		"var __pow = Math.pow;\nx = __pow(a, b);":   "var __pow = __hitlrunPower;\nx = __pow(a, b);",
	})
}

// checkRewrites rewrites code, and compares it with what is wanted; "" is the code as it was.
func checkRewrites(t *testing.T, wants map[string]string) {
	t.Helper()
	for code, want := range wants {
		out := &output{code: []byte(code)}
		rewrite(out)
		if want == "" {
			want = code
		}
		if got := string(out.code); got != want {
			t.Errorf("%s\n     became %s\nand not %s", code, strings.ReplaceAll(got, "\n", " "), want)
		}
	}
}
