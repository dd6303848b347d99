// Pins: a cached result is forgotten after its time to live, in seconds; errors and questions are not cached
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";

const State = Annotation.Root({ n: Annotation() });
let runs = 0;
const short = new StateGraph(State).addNode("a", () => ({ n: ++runs }), { cachePolicy: { ttl: 0.3 } }).addEdge(START, "a").compile({ cache: new InMemoryCache() });
console.log((await short.invoke({ n: 0 })).n, (await short.invoke({ n: 0 })).n);
await new Promise((done) => setTimeout(done, 350));
console.log((await short.invoke({ n: 0 })).n);

runs = 0;
const failing = new StateGraph(State).addNode("a", () => {
  runs++;
  if (runs < 2) throw new Error("first");
  return { n: runs };
}, { cachePolicy: true }).addEdge(START, "a").compile({ cache: new InMemoryCache() });
for (let i = 0; i < 3; i++) console.log(await failing.invoke({ n: 0 }).then((s) => s.n, (e) => e.message));

const asking = new StateGraph(State).addNode("a", () => ({ n: interrupt("?") }), { cachePolicy: true }).addEdge(START, "a").compile({ cache: new InMemoryCache(), checkpointer: new MemorySaver() });
const on = (thread_id) => ({ configurable: { thread_id } });
await asking.invoke({ n: 0 }, on("1"));
console.log((await asking.invoke(new Command({ resume: 5 }), on("1"))).n);
console.log(JSON.stringify(await asking.invoke({ n: 0 }, on("2"))));
