// Pins: transform of runnables takes anything that for await takes
import { StringOutputParser, JsonOutputParser } from "@langchain/core/output_parsers";
import { RunnableLambda, RunnableMap, RunnablePassthrough } from "@langchain/core/runnables";
import { AIMessageChunk } from "@langchain/core/messages";
const all = async (s) => { const out = []; for await (const c of s) out.push(c); return JSON.stringify(out); };
const show = async (t, f) => { try { console.log(t, await f()); } catch (e) { console.log(t, e.name, e.message); } };
const stream = (list) => new ReadableStream({ start(c) { list.forEach((x) => c.enqueue(x)); c.close(); } });
async function* gen(list) { yield* list; }
for (const [name, of] of [["array", (l) => l], ["set", (l) => new Set(l)], ["stream", stream], ["generator", gen], ["sync generator", function* (l) { yield* l; }]]) {
  await show(name + " parser", () => all(new StringOutputParser().transform(of(["a", "b"]))));
  await show(name + " messages", () => all(new StringOutputParser().transform(of([new AIMessageChunk("x"), new AIMessageChunk("y")]))));
  await show(name + " json", () => all(new JsonOutputParser().transform(of(['{"a":', "1}"]))));
  await show(name + " lambda", () => all(RunnableLambda.from((s) => s.toUpperCase()).transform(of(["a", "b"]))));
  await show(name + " map", () => all(RunnableMap.from({ x: (s) => s + "!" }).transform(of(["a", "b"]))));
  await show(name + " passthrough", () => all(new RunnablePassthrough().transform(of(["a", "b"]))));
  await show(name + " sequence", () => all(RunnableLambda.from((s) => s).pipe((s) => s + "?").transform(of(["a", "b"]))));
}
await show("empty", () => all(RunnableLambda.from((s) => String(s)).transform([])));
