// Pins: what the constructor of StateGraph takes, and what it refuses.
import { Annotation, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { LastValue, Topic } from "@langchain/langgraph/channels";
import { z } from "zod";

const A = Annotation.Root({ a: Annotation() });
const B = Annotation.Root({ b: Annotation() });
const AB = Annotation.Root({ a: Annotation(), b: Annotation() });
const run = async (label, ...args) => {
  try {
    const graph = new StateGraph(...args);
    graph.addNode("n", (s) => ({ a: "out", b: Object.keys(s).join() })).addEdge(START, "n");
    console.log(label, Object.keys(graph.channels), await graph.compile().invoke({ a: "in", b: "in" }));
  } catch (e) {
    console.log(label, e.name, e.message.split("\n")[0]);
  }
};
await run("annotation", AB);
await run("spec", AB.spec);
await run("channels", { a: new LastValue(), b: () => new LastValue() });
await run("channels option", { channels: { a: null, b: { value: (x, y) => y } } });
await run("channels option with reducer", { channels: { a: { reducer: (x, y) => `${x}${y}`, default: () => "d" }, b: undefined } });
await run("channels option with channels", { channels: { a: new Topic(), b: new LastValue() } });
await run("zod", z.object({ a: z.string(), b: z.string().optional() }));
await run("StateSchema", new StateSchema({ a: z.string(), b: z.string().optional() }));
await run("stateSchema", { stateSchema: AB });
await run("state", { state: AB });
await run("state, input, output", { state: AB, input: A, output: B });
await run("input and output alone", { input: A, output: B });
await run("output in options", AB, { output: B });
await run("input in options", AB, { input: z.object({ a: z.string() }) });
await run("input is a plain definition", { state: AB, input: { a: Annotation } });
await run("context in options", AB, z.object({ user: z.string().optional() }));
await run("context as annotation", AB, Annotation.Root({ user: Annotation() }));
await run("context named", { state: AB, context: z.object({ user: z.string().optional() }) });
await run("nodes", { state: AB, nodes: ["n"] });
await run("mixed styles", { state: z.object({ a: z.string() }), input: A, output: B });
await run("undefined");
await run("null", null);
await run("text", "state");
await run("empty object", {});
await run("wrong input", { state: AB, input: 5 });
await run("wrong state", { state: { a: 1 } });
await run("array", [Annotation()]);
await run("array of channels", { channels: [] });
await run("not all channels", { a: new LastValue(), b: 5 });
await run("different reducers", { state: Annotation.Root({ a: Annotation({ reducer: (x, y) => y }) }), input: Annotation.Root({ a: Annotation({ reducer: (x, y) => x }) }) });
await run("last value beside a reducer", { state: Annotation.Root({ a: Annotation({ reducer: (x, y) => `${x},${y}` }), b: Annotation() }), input: A });
await run("a reducer beside a last value", { state: AB, output: Annotation.Root({ a: Annotation({ reducer: (x, y) => y }) }) });
