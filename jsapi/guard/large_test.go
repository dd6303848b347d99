package guard

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// TestProducts checks that * has the results of goja, and makes no BigInt of more than 4 million bits.
func TestProducts(t *testing.T) {
	t.Parallel()
	const log = `const seen = [], v = (x) => ({ valueOf() { seen.push(x); return x } }), big = 1n << 2200000n; `
	for source, want := range map[string]string{
		`3 * 4 + "" + 2.5 * "2" + 0 * -1 + 3n * -4n`:                                     "1250-12",
		`2n ** 100n * 2n ** 100n === 2n ** 200n`:                                         "true",
		`v(3) * v(4) + "|" + v(3n) * 5n + "|" + 5n * v(2n) + "|" + v(6n) * v(7n) + seen`: "12|15|10|423,4,3,2,6,7",
		`let s = ""; try { v(1n) * v(2) } catch (e) { s = e.name } s + seen`:             "TypeError1,2",
		`let s = ""; try { 1n * 2 } catch (e) { s = e.name } s`:                          "TypeError",
		`(big * 2n) === (big << 1n) && big * 0n === 0n`:                                  "true",
		`let x = 5n; x *= 3n; x`:                                                         "15",
		`big * big`:                                                                      "RangeError", `-big * big`: "RangeError", `v(big) * big`: "RangeError", `big * v(big)`: "RangeError", `let x = big; x *= x`: "RangeError",
		`new Function("a", "return a * a")(big)`:         "RangeError",
		`new Function("a", "return 1n << a")(1n << 40n)`: "RangeError", `new Function("a", "return 5n >> -a")(10n ** 30n)`: "RangeError", `new Function("a", "return 2n ** a")(1n << 40n)`: "RangeError",
		`new Function("return [5 << 2, -9 >> 1, 2 ** 10, 5n << 3n, -5n >> 1n, 5n << -1n, 2n ** 10n, (-1n) ** 1000001n, 0n ** 5n, 0n << 5n] + ''")()`: "20,-5,1024,40,-3,2,1024,-1,0,0",
		`let s = ""; try { 1n << 2 } catch (e) { s = e.name } s`:                                                                                     "TypeError", `let s = ""; try { 2n ** -1n } catch (e) { s = e.name } s`: "RangeError",
	} {
		p, err := goja.Compile("", log+source, false)
		if err != nil {
			t.Fatal(err)
		}
		Concatenations(p)
		rt := attached(t)
		v, err := rt.RunProgram(p)
		got := ""
		if err != nil {
			got, _, _ = strings.Cut(err.Error(), ":")
		} else {
			got = v.String()
		}
		if got != want {
			t.Errorf("%s: got %.100s (%v), want %s", source, got, err, want)
		}
	}
}
