// Pins: batch: results in order, options by index, errors returned or thrown
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation() });
const graph = new StateGraph(State)
  .addNode("a", async ({ n }, config) => {
    await new Promise((done) => setTimeout(done, 10 - n));
    if (n === 2) throw new Error("no twos");
    return { n: n * (config.configurable?.by ?? 10) };
  })
  .addEdge(START, "a")
  .compile();
console.log(await graph.batch([{ n: 1 }, { n: 3 }]));
console.log(await graph.batch([{ n: 1 }, { n: 3 }], { configurable: { by: 2 } }));
console.log(await graph.batch([{ n: 1 }, { n: 3 }], [{ configurable: { by: 3 } }, { configurable: { by: 4 } }]));
console.log(await graph.batch([{ n: 1 }, { n: 2 }]).catch((e) => e.message));
console.log((await graph.batch([{ n: 1 }, { n: 2 }], {}, { returnExceptions: true })).map((r) => (r instanceof Error ? r.message : r)));
console.log(await graph.batch([{ n: 1 }, { n: 3 }], { maxConcurrency: 1 }));
console.log(await graph.batch([]));
