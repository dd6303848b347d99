// This file tests that what a script has in strings stays as it is.

package bundle

import "testing"

func TestStringsStay(t *testing.T) {
	t.Parallel()
	want := `//# sourceMappingURL=x.js.map
/*@ sourceMappingURL=y.js.map */ 1
const require = createRequire(import.meta.url); createRequire(import.meta.url)("x");
if (require.main === module) run();
process.getBuiltinModule('fs')
Object.getPrototypeOf(async function* () {})
a is false
x
`
	c := extract(t, `-- flow.ts --
console.log("//# sourceMappingURL=x.js.map");
console.log(`+"`/*@ sourceMappingURL=y.js.map */ ${1}`"+`); /* */ //# sourceMappingURL=z.js.map
console.log('const require = createRequire(import.meta.url); createRequire(import.meta.url)("x");');
console.log("if (require.main === module) run();");
console.log("process.getBuiltinModule('fs')");
console.log(`+"`Object.getPrototypeOf(async function* () {})`"+`);
console.log(`+"`a is ${require.main !== module}`"+`);
const o = { process: { getBuiltinModule: (name: string) => name } };
console.log(o.process.getBuiltinModule("x"));
-- builtin:node:x --
export default 1;
`)
	if got := c.outcome(t); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
