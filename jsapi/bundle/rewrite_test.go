// This file checks the tokens of esbuild's output and the changes made to it.

package bundle

import (
	"strings"
	"testing"
)

func TestScanTokens(t *testing.T) {
	t.Parallel()
	cases := []struct{ code, want string }{
		{"a / b / c", "a|/|b|/|c"},
		{"x = /a[/]b/g.test(y)", "x|=|/a[/]b/g|.|test|(|y|)"},
		{"return / a/", "return|/ a/"},
		{"x.return / 2", "x|.|return|/|2"},
		{"f(x) / 2", "f|(|x|)|/|2"},
		{"if (x)\n  /re/.test(y)", "if|(|x|)|/re/|.|test|(|y|)"},
		{"}\n/re/.test(y)", ""},
		{"{\n}\n/re/.test(y)", "{|}|/re/|.|test|(|y|)"},
		{"x++ / 2", "x|+|+|/|2"},
		{"+/re/", "+|/re/"},
		{"`a${b}c${`d${e}`}f` / 2", "`a${|b|}c${|`d${|e|}`|}f`|/|2"},
		{"`}` + `\\`` + '\\'' + \"//\"", "`}`|+|`\\``|+|'\\''|+|\"//\""},
		{"a // } comment\nb /* ) */ c", "a|b|c"},
		{"(a) => ({ b: [c] })", "(|a|)|=>|(|{|b|:|[|c|]|}|)"},
		{"\\u{61}b é 1.5e3 #x $", "\\u{61}b|é|1.5e3|#x|$"},
		{"${", ""}, {"(]", ""}, {"`${a]`", ""}, {"'", ""}, {"`", ""}, {"x = /a", ""}, {"/* ", ""}, {"(", ""}, {")", ""},
		{"`${a", ""},
	}
	for _, c := range cases {
		tokens, err := scanTokens([]byte(c.code))
		var got []string
		for _, tok := range tokens {
			got = append(got, c.code[tok.start:tok.end])
		}
		if c.want == "" && err == nil || c.want != "" && (err != nil || strings.Join(got, "|") != c.want) {
			t.Errorf("%q gives %q, %v; want %q", c.code, strings.Join(got, "|"), err, c.want)
		}
	}
}

// TestRewriteUnknown checks that code without need for changes, or with what cannot be
// changed safely, stays as it is.
func TestRewriteUnknown(t *testing.T) {
	t.Parallel()
	for _, code := range []string{
		"", "function a2(", "class a2", "class a2 extends class {} {}", "new class a2 {", "a2 = () =>", "a2 = async", "a2 = function", "a2 = x => `${", "a2 ??= y => y",
		"for (var a2 = __forAwait(", "for (var a2 = __forAwait(b), c", "for (var a2 = __forAwait(b), c, d, e;;) {}", "try { for (var a2 = __forAwait(b), c, d, e;;) { x = d.value; } }",
		"x = __using(a2, __callDispose(", "var a2 = []; try { __using(a2) } catch (e) {} __callDispose(a2)", "function* a2", "case 1: function a2() {}",
		"switch (x) { case 1: ; function a2() {} }",
	} {
		at := max(0, strings.Index(code, "a2"))
		out := &output{code: []byte(code), sources: []source{{name: "x", text: "a"}}, segments: []segment{{col: int32(at)}}}
		rewrite(out)
		if strings.Count(string(out.code), "(") < strings.Count(code, "(") || !strings.Contains(string(out.code), strings.Trim(code, "{")[:min(len(code), 3)]) {
			t.Errorf("%q became %q", code, out.code)
		}
	}
}

// TestRenamedForms compiles and runs each form a renamed function or class can have.
func TestRenamedForms(t *testing.T) {
	t.Parallel()
	cases := []struct{ text, want string }{
		{`const f = () => { const State = class {}, g = [State.name, new State().constructor.name]; return g.join() }; console.log(f())`, "State,State"},
		{`const f = (x) => { class State extends x.y.z(1)[0] { static s = State.name; m() { return super.n() + State.name } } return State.s + new State().m() }; console.log(f({ y: { z: () => [class { n() { return "n" } }] } }))`, "StatenState"},
		{`function f() { class State extends (class {}) {} return State.name } console.log(f())`, "State"},
		{`const f = () => { const a = [class State { me() { return State.name } }, function State() { return State.name }]; return [new a[0]().me(), a[0].name, a[1](), a[1].name].join() }; console.log(f())`, "State,State,State,State"},
		{`async function f() { const C = class State extends (await Promise.resolve(Object)) { me() { return State } }; return new C().me() === C } console.log(await f())`, "true"},
		{`function* f() { const C = class State { [yield 1]() { return State === C } }; yield new C().k() } const i = f(); i.next(); console.log(i.next("k").value)`, "true"},
		{`function f() { return new (class State { v = State.name })().v + new (function State() { this.v = State.name })().v } console.log(f())`, "StateState"},
		{`const f = () => function State() { return State.name }; console.log(f()(), f().name)`, "State State"},
		{`const f = () => async function* State() { yield State.name }; for await (const n of f()()) console.log(n)`, "State"},
		{`function f(State = () => 1, { run = function () {} } = {}) { return State.name + run.name } const run = 1; console.log(f(), run)`, "Staterun 1"},
		{`function f() { let out = []; for (let i = 0; i < 3; i++) { out.push(() => State()); function State() { return i } } return out.map(g => g()).join() } console.log(f())`, "0,1,2"},
		{`function f() { if (true) { return State(); function State() { return State.name + typeof late } } var late } console.log(f())`, "Stateundefined"},
		{`function f() { return State() + other(); function State() { return "a" } function other() { return run() + State.name; function run() { return run.name } } } const run = 0, other = 0; console.log(f())`, "arunState"},
		{`const f = { m() { const State = () => ({ a: [1, 2], b: (3, 4) }); return State.name + State().b }, get g() { function State() {} return State.name }, async *h() { function State() {} yield State.name } }; console.log(f.m(), f.g, (await f.h().next()).value)`, "State4 State State"},
		{`class K { static { function State() {} console.log(State.name) } }`, "State"},
		{`try { throw 1 } catch { function State() {} console.log(State.name) } finally { const State = () => 1; console.log(State.name) }`, "State\nState"},
		{`let State2 = (a) => { let State = null; State ||= () => a; return State.name }; console.log(State2(1), State2.name)`, "State State2"},
		{`const f = (a) => { const State = a ? () => 1 : () => 2, b = (State) => State, run = x => { return x }; return b.name + run.name + State() }; const run = 1, b = 2; console.log(f(1))`, "brun1"},
		{`const f = () => { const State = () => ({}), { x = () => 1 } = {}; return State.name + x.name }, x = 1; console.log(f())`, "Statex"},
		{`label: { const State = () => { return /[}]/.test("}") ? "}" : '{' }; console.log(State.name + State()); break label }`, "State}"},
		{`const f = () => { const State = class { static name = "own" }; return State.name }; console.log(f())`, "own"},
		{`const f = () => { class State { static name() { return State === this } } return State.name() }; console.log(f())`, "true"},
		{`const f = () => { let State = class State { static make() { return new State() } }; const Old = State; State = null; return Old.make() instanceof Old }; console.log(f())`, "true"},
		{`export default class { static s = 1 } console.log(1)`, "1"},
		{`const Größe = class Größe { me() { return Größe.name } }, 変数 = () => 1; const 𝒜 = () => { const 変数 = () => 2, 𝒜 = () => 3; return 変数.name + 𝒜.name }; console.log(Größe.name, new Größe().me(), 変数.name, 𝒜())`, "Größe Größe 変数 変数𝒜"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			s := extract(t, "-- flow.mjs --\nimport './other.mjs';\n"+c.text+"\n-- other.mjs --\nclass State {} \nif (typeof State === 'string') globalThis.x = State;\n")
			if got := s.outcome(t); got != c.want+"\n" {
				t.Errorf("printed %q, want %q", got, c.want)
			}
		})
	}
}

// TestZodLocales checks that the languages of zod are left out, unless a script may want them.
func TestZodLocales(t *testing.T) {
	t.Parallel()
	const zod = `-- node_modules/zod/package.json --
{ "type": "module", "exports": { ".": { "require": "./v4/locales/index.cjs", "import": "./index.js" }, "./v4/locales/*": "./v4/locales/*" } }
-- node_modules/zod/index.js --
export * as locales from "./v4/locales/index.js";
-- node_modules/zod/v4/locales/index.js --
export { default as de } from "./de.js";
export { default as en } from "./en.js";
export { default as frCA } from "./fr-CA.js";
-- node_modules/zod/v4/locales/de.js --
export default () => "deutsch";
-- node_modules/zod/v4/locales/en.js --
export default () => "english";
-- node_modules/zod/v4/locales/fr-CA.js --
export default () => "français";
-- node_modules/zod/v4/locales/index.cjs --
var de = require("./de.cjs"), en = require("./en.cjs");
exports.locales = { get de() { return de.default }, get en() { return en.default } };
-- node_modules/zod/v4/locales/de.cjs --
exports.default = () => "deutsch";
-- node_modules/zod/v4/locales/en.cjs --
exports.default = () => "english";
`
	const missing = `zod: the locale "de" is not in the bundle, because no file of the script mentions "locales"; import "zod/v4/locales/de.js" to have it`
	cases := []struct{ name, script, want string }{
		{"not mentioned", "-- flow.mjs --\nimport * as z from 'zod';\nconst l = z['loc' + 'ales'];\nconsole.log(l.en());\ntry { l.de() } catch (e) { console.log(e.message) }\n", "english\n" + missing + "\n"},
		{"mentioned", "-- flow.mjs --\nimport { locales } from 'zod';\nconsole.log(locales.en(), locales.de(), locales.frCA());\n", "english deutsch français\n"},
		{"imported by itself", "-- flow.mjs --\nimport de from 'zod/v4/loca\\u006ces/de.js';\nimport * as z from 'zod';\nconsole.log(de(), typeof z['loc' + 'ales'].frCA);\n", "deutsch function\n"},
		{"CommonJS", "-- flow.cjs --\nconst l = require('zod')['loc' + 'ales'];\nconsole.log(l.en());\ntry { l.de() } catch (e) { console.log(e.message) }\n", "english\n" + missing + "\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := extract(t, c.script+zod).outcome(t); got != c.want {
				t.Errorf("printed %q, want %q", got, c.want)
			}
		})
	}
}
