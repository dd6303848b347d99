// Pins: batch with options and errors; maxConcurrency; graphs in a pipe
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { RunnableLambda } from "@langchain/core/runnables";

let active = 0;
let most = 0;
const graph = new StateGraph(Annotation.Root({ v: Annotation() }))
  .addNode("n", async ({ v }) => {
    active++;
    most = Math.max(most, active);
    await new Promise((r) => setTimeout(r, 3));
    active--;
    if (v === 3) throw new Error("three");
    return { v: v * 2 };
  })
  .addEdge(START, "n")
  .compile();
console.log(await graph.batch([{ v: 1 }, { v: 2 }]), most);
most = 0;
console.log(await graph.batch([{ v: 1 }, { v: 2 }, { v: 4 }], { maxConcurrency: 1 }), most);
console.log((await graph.batch([{ v: 1 }, { v: 3 }], {}, { returnExceptions: true })).map((r) => (r instanceof Error ? r.message : r)));
console.log(await graph.batch([{ v: 1 }, { v: 3 }]).catch((e) => e.message));
console.log(await graph.batch([{ v: 1 }, { v: 2 }], [{ tags: ["a"] }, { tags: ["b"] }]));
const piped = RunnableLambda.from((v) => ({ v })).pipe(graph).pipe((s) => s.v + 1);
console.log(await piped.invoke(5));
