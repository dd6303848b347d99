// Pins: which values come back from a checkpoint as what they were
// Differs: -0, NaN, infinities, undefined and classes of errors come back from a checkpoint as what they were
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

class Point {
  constructor(x) {
    this.x = x;
  }
  len() {
    return this.x;
  }
}
const values = {
  text: "ünï ☃",
  zero: 0,
  negativeZero: -0,
  big: 2 ** 53,
  nan: NaN,
  infinity: -Infinity,
  date: new Date(0),
  nested: { a: [{ b: null }] },
  empty: [],
  undef: undefined,
  nil: null,
  set: new Set([1, "a"]),
  map: new Map([["k", { v: 1 }]]),
  regexp: /a+/gi,
  bytes: new Uint8Array([1, 2, 255]),
  error: new RangeError("far"),
  url: "https://example.com/?a=1",
};
const graph = new StateGraph(Annotation.Root({ v: Annotation(), answer: Annotation() }))
  .addNode("set", () => ({ v: values }))
  .addNode("ask", () => ({ answer: interrupt("?") }))
  .addNode("show", (s) => {
    for (const [k, v] of Object.entries(s.v)) console.log(k, v instanceof Error ? `${v.name}: ${v.message}` : v);
    console.log("undef" in s.v);
  })
  .addEdge(START, "set")
  .addEdge("set", "ask")
  .addEdge("ask", "show")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({}, config);
await graph.invoke(new Command({ resume: "go" }), config);
const point = new StateGraph(Annotation.Root({ p: Annotation() })).addNode("n", () => ({ p: new Point(3) })).addNode("m", (s) => console.log(s.p instanceof Point)).addEdge(START, "n").addEdge("n", "m").compile({ checkpointer: new MemorySaver() });
await point.invoke({}, config);
console.log((await point.getState(config)).values);
