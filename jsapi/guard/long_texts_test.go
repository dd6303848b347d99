package guard

import "testing"

// TestLongTextsAndLists checks that functions do in pieces with long texts and arrays what goja does at once.
func TestLongTextsAndLists(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		`"a,b".repeat(4e5).split(",").join("|")`, `",".repeat(1.2e6).split(",").length`, `"é--".repeat(4e5).split("--").join("|")`, `"---".repeat(4e5).split("--").join("|")`, `("x".repeat(9e5) + ",y,").repeat(3).split(",").join("|")`,
		`"abc".repeat(4e5).split("").join("|")`, `"é".repeat(1.2e6).split("zz").length`, `"a,b".repeat(4e5).split(",", 3).join()`, `"a,b".repeat(4e5).split(",", 0).length`, `"a,b".repeat(4e5).split(",", -1).length`, `"😀,".repeat(4e5).split("\ude00").length`, `"a".repeat(1.2e6).split(undefined).length`,
		`const s = " \u3000\ufeff" + "é ".repeat(5e4) + "x\n\u2003"; [s.trim(), s.trimStart(), s.trimEnd(), "\u2028".repeat(1e5).trim()].join("|")`,
		`const a = new Array(1e5); a[3] = 1; const b = [7].concat(a, a); b.length + b.slice(0, 9).join() + (4 in b) + (3 in b) + Object.keys(b)`, `const a = new Array(1e5); a[99999] = 1; const b = a.concat([5, [6]], 7); b.length + "" + Object.keys(b) + b.slice(-4).join("|")`,
		`Array.prototype[5] = "p"; const b = new Array(1e5).concat(1); delete Array.prototype[5]; b[5] + Object.keys(b)`, `const a = new Array(1e5); let n = 0; Object.defineProperty(a, 7, { get() { return ++n }, enumerable: true }); const b = [].concat(a).concat(a); b.length + JSON.stringify(b.filter((x) => x)) + n`,
		`const o = Object.assign({ z: 1 }, [8, 9], new Array(1e5).fill(2), { 5: 3 }); Object.keys(o).length + "" + o[0] + o[5] + o[99999] + o.z`, `const o = Object.assign([], new Array(1e5).fill(1)); o.length + ":" + o[7]`, `const a = new Array(1e5).fill(1); a.x = 2; Object.assign({}, a).x`,
		`const l = []; try { Object.assign(Object.defineProperty({}, 9, { value: 1 }), new Array(1e5).fill(1)) } catch (e) { l.push(e.name) } l.join()`, `typeof Object.assign("ab", []) + Object.assign(7, new Array(1e5).fill(3))[4]`,
	} {
		checkAsAlone(t, source, true)
	}
}

// TestLongTextsAndListsHearInterrupts checks that an interrupt ends these functions.
func TestLongTextsAndListsHearInterrupts(t *testing.T) {
	t.Parallel()
	const setup = `const text = "a,".repeat(1 << 20), list = new Array(1e5).fill(1), holes = new Array(1e5), spaces = "\u3000".repeat(1 << 20)`
	for _, source := range []string{`text.split(",")`, `text.split("z")`, `spaces.trim()`, `list.concat(holes)`, `holes.concat(1)`, `Object.assign({}, list)`} {
		checkHearsInterrupt(t, setup, source, 4)
	}
}
