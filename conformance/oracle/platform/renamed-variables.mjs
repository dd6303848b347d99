// Pins: errors name variables as the script does, also those that a bundle renames because another file has the same name
import * as m from "data:text/javascript,export const config = {}; export default {}; const item = 1, t = 2; console.log(item, t)";
import own, { config as c } from "data:text/javascript,export const config = {}; export default {}; const item = 2; console.log(item)";
import { Command as C, interrupt as ask } from "@langchain/langgraph";
const config = {}, interrupt = null, Command = {}, state = {}, path = {};
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.message); } };
for (const f of [() => config.nope(), () => c.nope(), () => m.config.nope(), () => own.nope(), () => interrupt(), () => Command.a.b, () => Command.a(), () => state.get(), () => path.join()]) t(f);
for (const f of [() => new config(), () => new c.x(), () => [...config], () => new Map(config), () => Math.max(...c.x), () => { for (const x of c) x; }, () => "a" in c.x]) t(f);
for (const f of [() => { const { a } = config.x; return a; }, () => { const [a] = c; return a; }, () => { let { x: { y } } = config; return y; }, () => { config.a.b = 1; }, () => { later(); const later = 1; }]) t(f);
for (const f of [() => c[config].x(), () => c["config"].x(), () => c.x.config(), () => c.config(), () => config.x?.y() ?? config.y.z(), () => config`a`, () => c.config`a`, () => config.f().g()]) t(f);
t(() => { for (const config of [1]) config.a(); });
t(() => ((config) => config())(1));
t(() => { class item { static x() { item.y(); } } item.x(); });
t(() => { let value; value(); });
t(() => class extends config {});
t(() => class extends config.x {});
for (const value of [[], new Map(), "x", 5, Symbol("s"), true]) t(() => class extends value {});
console.log(C.name, ask.name);
t(() => { const [a] = m.config; });
