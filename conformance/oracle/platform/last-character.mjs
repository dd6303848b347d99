// Pins: the last character of Unicode in texts that are compiled while a script runs
import vm from "node:vm";

const show = (f) => { try { const v = f(); console.log(typeof v === "string" ? [...v].map((c) => c.codePointAt(0).toString(16)).join() : v); } catch (e) { console.log(e.name); } };
const escape = "\\u{10ffff}";
show(() => (0, eval)(`"${escape}"`));
show(() => (0, eval)("`a${1}" + escape + "`"));
show(() => (0, eval)(`'\\${escape}'`));
show(() => (0, eval)(`({ "${escape}": 1 })`)["\u{10ffff}"]);
show(() => new Function("a", `return a + "\\u{0010FFFF}\\u{10fffe}"`)("x"));
show(() => new Function(`a = "${escape}"`, "return a")());
show(() => vm.runInNewContext(`"${escape}" + "é"`));
show(() => vm.runInThisContext("`" + escape + "`"));
show(() => vm.runInNewContext(`const { a = "${escape}" } = {}; a`));
show(() => new vm.Script(`x?.y ?? "${escape}"`).runInNewContext({ x: null }));
show(() => (0, eval)(`/^${escape}$/u.test("${escape}")`));
show(() => (0, eval)(`"\\u{110000}"`));
show(() => JSON.parse(`"\\udbff\\udfff"`));
