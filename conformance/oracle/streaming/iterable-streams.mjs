// Pins: IterableReadableStream, concat and atee of @langchain/core/utils/stream; AsyncLocalStorageProviderSingleton
import { IterableReadableStream, concat, atee } from "@langchain/core/utils/stream";
import { AsyncLocalStorageProviderSingleton as als } from "@langchain/core/singletons";
import { StateGraph, Annotation, START, getConfig } from "@langchain/langgraph";
const gen = async function* () { try { yield 1; yield 2; yield 3; } finally { console.log("generator ended"); } };
for await (const v of IterableReadableStream.fromAsyncGenerator(gen())) console.log(v);
for await (const v of IterableReadableStream.fromAsyncGenerator(gen())) { console.log(v); break; }
const s = IterableReadableStream.fromReadableStream(new ReadableStream({ start(c) { c.enqueue("a"); c.enqueue("b"); c.close(); } }));
console.log(s instanceof ReadableStream, s instanceof IterableReadableStream, await s.next(), await s.next(), await s.next(), await s.next().catch((e) => e.name));
const t = IterableReadableStream.fromAsyncGenerator(gen());
console.log(await t.next(), await t.throw(new Error("mine")).catch((e) => e.message));
console.log(concat([1], [2]), concat("a", "b"), concat(1, 2), concat({ a: "x", b: [1] }, { a: "y", b: [2], c: 1 }));
const [a, b] = atee(gen());
for await (const v of a) console.log("a", v);
for await (const v of b) console.log("b", v);
const State = Annotation.Root({ x: Annotation() });
const graph = new StateGraph(State).addNode("n", () => {
  console.log(als.getRunnableConfig()?.metadata?.langgraph_node);
  als.runWithConfig({ metadata: { langgraph_node: "inner" } }, () => console.log(als.getRunnableConfig().metadata.langgraph_node, getConfig().metadata.langgraph_node));
  return {};
}).addEdge(START, "n").compile();
const stream = await graph.stream({ x: 1 });
console.log(stream instanceof IterableReadableStream);
for await (const c of stream) console.log(c);
const again = IterableReadableStream.fromReadableStream(await graph.stream({ x: 1 }));
for await (const c of again) console.log("again", c);
