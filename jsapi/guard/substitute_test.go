package guard_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// TestSubstitutions compares what a replacement makes of a long text with what a function makes that follows the specification.
func TestSubstitutions(t *testing.T) {
	rt := goja.New()
	defer guard.Attach(rt, guard.Options{}).Detach()
	v, err := rt.RunString(`
const substitute = (by, match, groups, at, text, named) => {
  let out = "";
  for (let i = 0; i < by.length; i++) {
    const c = by[i + 1], rest = by.slice(i + 1);
    if (by[i] !== "$" || c === undefined) { out += by[i]; continue; }
    if (c === "$") { out += "$"; i++; continue; }
    if (c === "&") { out += match; i++; continue; }
    if (c === "\x60") { out += text.slice(0, at); i++; continue; }
    if (c === "'") { out += text.slice(at + match.length); i++; continue; }
    const end = rest.indexOf(">");
    if (c === "<" && named && end > 0) { out += named[rest.slice(1, end)] ?? ""; i += end + 1; continue; }
    const two = /^\d\d/.test(rest) ? +rest.slice(0, 2) : 0, one = /^\d/.test(rest) ? +c : 0;
    const n = two > 0 && two <= groups.length ? two : one;
    if (n > 0 && n <= groups.length) { out += groups[n - 1] ?? ""; i += n === two && two !== 0 && /^\d\d/.test(rest) ? 2 : 1; continue; }
    out += "$";
  }
  return out;
};
const wrong = [];
let compared = 0;
for (const text of ["ab-é".repeat(2500), "ab-x".repeat(2500)]) {
  for (const pattern of [/^(a)(b)?/, /(?<first>a)(z)?b/, /b(?=(-.))/, /()()()()()()()()()(a)(b)/, "ab-", /x?$/, /q/]) {
    for (const by of ["$", "$$", "$&$&", "[$\x60]", "<$'>", "$1$2", "$01", "$10$11$12", "$0", "$<first>$<none>", "$<first", "$99", "a$", "é$1ü", "$$1", "$\x60$'$&$$"]) {
      const args = (a) => { const named = typeof a.at(-1) === "object" ? a.pop() : undefined, of = a.pop(), at = a.pop(); return [a[0], a.slice(1), at, of, named]; };
      const want = text.replace(pattern, (...a) => substitute(by, ...args(a)));
      compared++;
      if (text.replace(pattern, by) !== want) wrong.push([String(pattern), by, text.replace(pattern, by).slice(0, 60), want.slice(0, 60)].join(" | "));
      if (typeof pattern === "string") continue;
      const short = text.slice(0, 8500), all = new RegExp(pattern.source, "g");
      if (by.includes("'") || by.includes("\x60")) continue; // too large
      if (short.replace(all, by) !== short.replace(all, (...a) => substitute(by, ...args(a)))) wrong.push("all: " + [String(all), by].join(" | "));
    }
  }
}
compared + ": " + wrong.join("\n")`)
	if err != nil || v.String() != "224: " {
		t.Errorf("%v, %v", v, err)
	}
}
