// Pins: reducers that return undefined, null, promises or themselves, defaults that are shared or fail, and falsy values.
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const run = async (label, annotation, updates, input = {}) => {
  try {
    const g = new StateGraph(Annotation.Root({ x: annotation, y: Annotation() }));
    updates.forEach((u, i) => g.addNode(`n${i}`, () => u));
    g.addEdge(START, "n0");
    for (let i = 1; i < updates.length; i++) g.addEdge(`n${i - 1}`, `n${i}`);
    const graph = g.compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "1" } };
    console.log(label, await graph.invoke(input, config), (await graph.getState(config)).values);
  } catch (e) {
    console.log(label, e.name, e.message);
  }
};
await run("undefined", Annotation({ reducer: () => undefined, default: () => 1 }), [{ x: 1 }, { x: 2 }]);
await run("null", Annotation({ reducer: (a, b) => (b === 2 ? null : [a, b]), default: () => 1 }), [{ x: 1 }, { x: 2 }, { x: 3 }]);
await run("promise", Annotation({ reducer: async () => 5 }), [{ x: 1 }]);
await run("no default", Annotation({ reducer: (a, b) => a + b }), [{ x: 1 }, { x: 2 }]);
await run("no default, undefined first", Annotation({ reducer: (a, b) => `${a}+${b}` }), [{ x: undefined }, { x: 2 }]);
await run("default undefined", Annotation({ reducer: (a, b) => `${a}+${b}`, default: () => undefined }), [{ x: 1 }, { x: 2 }]);
await run("default null", Annotation({ reducer: (a, b) => `${a}+${b}`, default: () => null }), [{ x: 1 }, { x: 2 }]);
await run("default without reducer", Annotation({ default: () => 7 }), [{ y: 1 }]);
await run("value instead of reducer", Annotation({ value: (a, b) => a - b, default: () => 10 }), [{ x: 1 }, { x: 2 }]);
await run("throws", Annotation({ reducer: () => { throw new RangeError("no"); } }), [{ x: 1 }, { x: 2 }]);
await run("falsy", Annotation(), [{ x: 0 }, { x: "" }, { x: false }, { x: null }]);
const shared = ["shared"];
await run("shared default", Annotation({ reducer: (a, b) => (a.push(b), a), default: () => shared }), [{ x: 1 }, { x: 2 }]);
console.log(shared);
await run("input only", Annotation({ reducer: (a, b) => [...a, b], default: () => [] }), [{}], { x: "in", unknown: 1 });
let calls = 0;
await run("calls", Annotation({ reducer: (a, b) => (calls++, a + b), default: () => 0 }), [{ x: 1 }, {}, { x: 1, y: 1 }], { x: 1 });
console.log(calls);
for (const update of [undefined, null, 0, "", false, "text", 5, true, [], [1], () => 1, new Map([["x", 1]]), new Date(0), Symbol.iterator]) await run(String(update === undefined ? "undefined" : typeof update === "object" && update ? update.constructor.name : String(update)), Annotation(), [update]);
