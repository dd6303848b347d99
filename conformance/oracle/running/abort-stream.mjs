// Pins: a stream that is aborted, and one whose reader stops
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const until = async (f) => { while (!f()) await wait(5); };
const ran = [];
let builder = new StateGraph(State);
for (const name of ["a", "b", "c"]) builder = builder.addNode(name, async () => { await wait(15); ran.push(name); return { log: [name] }; });
const graph = builder.addEdge(START, "a").addEdge("a", "b").addEdge("b", "c").compile();
const controller = new AbortController();
try {
  for await (const chunk of await graph.stream({ n: 1 }, { signal: controller.signal, streamMode: "updates" })) {
    console.log(chunk);
    controller.abort();
  }
  console.log("end");
} catch (e) {
  console.log(e.name, e.message);
}
await until(() => ran.length === 2);
await wait(60); // the third does not run
console.log(ran.splice(0));
for await (const chunk of await graph.stream({ n: 1 }, { streamMode: "updates" })) {
  console.log(chunk);
  break;
}
await until(() => ran.length === 3);
console.log(ran);
