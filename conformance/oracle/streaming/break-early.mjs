// Pins: leaving the loop early, reading by hand, cancelling, getReader
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const ran = [];
const graph = new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode("a", () => (ran.push("a"), { n: 1 }))
  .addNode("b", () => (ran.push("b"), { n: 2 }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile();
for await (const chunk of await graph.stream({ n: 0 })) {
  console.log(chunk);
  break;
}
const stream = await graph.stream({ n: 0 });
console.log(stream instanceof ReadableStream, typeof stream[Symbol.asyncIterator]);
const reader = stream.getReader();
for (;;) {
  const { done, value } = await reader.read();
  console.log(done, value);
  if (done) break;
}
const tee = (await graph.stream({ n: 0 })).tee();
for (const s of tee) {
  const r = s.getReader();
  console.log((await r.read()).value);
}
