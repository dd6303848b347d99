// This file checks that goja runs what esbuild is asked to leave alone.

package bundle

import (
	"os"
	"strings"
	"testing"
)

// nativeSyntax has, for each feature that is not lowered, a script, what of it must still be in
// the code, and what it prints.
func nativeSyntax() map[string][3]string {
	return map[string][3]string{
		"arbitrary-module-namespace-names": {`const x = 1; export { x as "a b" }; console.log(x)`, `"a b": () => x`, "1"},
		"bigint":                           {`console.log(2n ** 64n + 1_000n)`, "1000n", "18446744073709552616"},
		"class-field":                      {`class A { x = 1; y; ["z"] = 3 } const a = new A; console.log(a.x, "y" in a, a.z)`, "x = 1;", "1 true 3"},
		"class-private-accessor":           {`class A { #v = 1; get #m() { return this.#v } set #m(x) { this.#v = x } r() { this.#m = 9; return this.#m } } console.log(new A().r())`, "get #m()", "9"},
		"class-private-brand-check":        {`class A { #x; static is(o) { return #x in o } } console.log(A.is(new A), A.is({}))`, "#x in o", "true false"},
		"class-private-field":              {`class A { #x = 1; inc() { this.#x++; this.#x += 5; return this.#x } } console.log(new A().inc())`, "this.#x++", "7"},
		"class-private-method":             {`class A { #m() { return 5 } r() { return this.#m() } } console.log(new A().r())`, "#m() {", "5"},
		"class-private-static-accessor":    {`class A { static get #x() { return 3 } static r() { return A.#x } } console.log(A.r())`, "static get #x()", "3"},
		"class-private-static-field":       {`class A { static #x = 3; static r() { return A.#x++ + A.#x } } console.log(A.r())`, "static #x = 3", "7"},
		"class-private-static-method":      {`class A { static #x() { return 3 } static r() { return A.#x() } } console.log(A.r())`, "static #x()", "3"},
		"class-static-blocks":              {`class A { static x; static { this.x = 4 } } console.log(A.x)`, "static {", "4"},
		"class-static-field":               {`class A { static x = 1; static y = this.x + 1 } console.log(A.y)`, "static x = 1", "2"},
		"export-star-as":                   {`export * as self from "./x.mjs"; console.log(1)`, "", "1"},
		"hashbang":                         {"#!/usr/bin/env node\nconsole.log(1)", "", "1"},
		"import-meta":                      {`console.log(import.meta.main)`, "__hitlrun_meta.main", "true"},
		"logical-assignment":               {`let a = null; const o = {}; a ??= 3; a ||= 4; a &&= 5; o.x ??= 1; o.x &&= 7; console.log(a, o.x)`, "a ??= 3", "5 7"},
		"new-target":                       {`class B { constructor() { console.log(new.target.name) } } new (class C extends B {})`, "new.target", "C"},
		"nullish-coalescing":               {`const n = [null, 0]; console.log(n[0] ?? 5, n[1] ?? 6)`, "??", "5 0"},
		"object-rest-spread":               {`const { a, ...r } = { a: 1, b: 2, c: 3 }; console.log(JSON.stringify({ ...r, d: a }))`, "...r }", `{"b":2,"c":3,"d":1}`},
		"optional-catch-binding":           {`try { throw 1 } catch { console.log(2) }`, "catch {", "2"},
		"regexp-dot-all-flag":              {`console.log(/a.b/s.test("a\nb"))`, "/a.b/s", "true"},
		"regexp-lookbehind-assertions":     {`console.log("a1b2".replace(/(?<=b)\d/, "X"), "a1".replace(/(?<!b)\d/, "Y"))`, "/(?<=b)", "a1bX aY"},
		"regexp-named-capture-groups":      {`console.log("12-12".match(/(?<y>\d+)-\k<y>/).groups.y)`, "/(?<y>", "12"},
		"regexp-sticky-and-unicode-flags":  {`const r = /^.$/uy; console.log(r.test("😀"))`, "/uy", "true"},
		"top-level-await":                  {`console.log(await Promise.resolve(1))`, "console.log(await ", "1"},
	}
}

func TestNativeSyntax(t *testing.T) {
	t.Parallel()
	cases := nativeSyntax()
	for feature, supported := range gojaSyntax() {
		c, ok := cases[feature]
		if ok != supported {
			t.Errorf("%s: supported is %t, but has a case: %t", feature, supported, ok)
			continue
		}
		if !ok {
			continue
		}
		t.Run(feature, func(t *testing.T) {
			t.Parallel()
			o := Options{Entry: t.TempDir() + "/x.mjs"}
			if err := os.WriteFile(o.Entry, []byte(c[0]), 0o644); err != nil {
				t.Fatal(err)
			}
			r, err := Bundle(o)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(r.Code), c[1]) {
				t.Errorf("%s was lowered:\n%s", feature, r.Code)
			}
			if got := strings.TrimSuffix(runScript(t, o), "\n"); got != c[2] {
				t.Errorf("printed %q, want %q", got, c[2])
			}
		})
	}
}

// TestLoweredSyntax checks that the code has nothing goja cannot parse, or gets wrong.
func TestLoweredSyntax(t *testing.T) {
	t.Parallel()
	const text = `
const o = { m: undefined }, r = [1];
console.log([{ b: o.m?.(...r) }].length, o?.m?.x);
console.log(/\p{L}/u.source, (() => { try { return /a/d } catch (e) { return e.name } })());
export const url = import.meta.url;
`
	r, err := Bundle(Options{Entry: "x.mjs", Source: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"?.", "import.meta", `/\p{`, "/d ", "export "} {
		if _, code, _ := strings.Cut(string(r.Code), "// x.mjs"); strings.Contains(code, bad) {
			t.Errorf("the code has %q:\n%s", bad, code)
		}
	}
	if got, want := runScript(t, Options{Entry: "x.mjs", Source: []byte(text)}), "1 undefined\n\\p{L} SyntaxError\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}
