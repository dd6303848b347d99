// Pins: the names that templates have, and what stands for them
import { ChatPromptTemplate, PromptTemplate, interpolateMustache, parseFString, parseMustache } from "@langchain/core/prompts";
const show = async (name, f) => { try { console.log(name, JSON.stringify(await f())); } catch (e) { console.log(name, e.name, JSON.stringify(e.message)); } };
const mustache = (t) => PromptTemplate.fromTemplate(t, { templateFormat: "mustache" });
await show("dotted", async () => [PromptTemplate.fromTemplate("{a.b}").inputVariables, await PromptTemplate.fromTemplate("{a.b} {c}").format({ "a.b": 1, c: "x" })]);
await show("dotted missing", () => PromptTemplate.fromTemplate("{a.b}").format({ a: { b: 1 } }));
await show("dotted chat", async () => [ChatPromptTemplate.fromMessages([["human", "{a.b}"]]).inputVariables, (await ChatPromptTemplate.fromMessages([["human", "{a.b}"]]).formatMessages({ "a.b": "x" }))[0].content]);
for (const t of ["{{a}} {{ a.b }} {{{c}}} {{& d }} {{&e.f}}", "x", "", "{{a", "b {{", "b {{{x}}", "{{}}", "{{ }}", "}} {{a}}", "{{a}}}", "{{a b}}", "{{a\nb}}", "{{.}}", "{{.a}}", "{{a.}}"]) {
  await show(JSON.stringify(t), () => parseMustache(t));
  await show(" variables", () => mustache(t).inputVariables);
  await show(" text", () => interpolateMustache(t, { a: { b: 1, toString: () => "A" }, c: "<c>", d: 0, e: { f: null }, "a b": "AB", ".a": "dot", toString: () => "all" }));
}
await show("function", () => mustache("{{f}} {{o.g}} {{h}}").format({ f: () => "called", o: { g() { return Object.keys(this).join(); } }, h() { return this.x; }, x: "this" }));
await show("values", () => mustache("{{a}}|{{b}}|{{c}}|{{d}}|{{e}}").format({ a: null, b: undefined, c: 0, d: false, e: [1, [2]] }));
for (const t of ["{", "}", "{{", "a}b", "{a", "{{a}}", "{a}}}", "{}", "{a{b}", "é{a}ü{b}}}"]) await show(JSON.stringify(t), () => parseFString(t));
const long = Array.from({ length: 5000 }, (_, i) => `é {v${i}} {{x}}`).join("\n");
const values = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`v${i}`, "ü" + i]));
await show("long", async () => { const p = PromptTemplate.fromTemplate(long); return [p.inputVariables.length, (await p.format(values)).length]; });
await show("closing", () => parseFString("é" + "}}".repeat(40_000)).length);
