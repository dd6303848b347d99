// Pins: questions of one node are answered one after another; the node runs again from its top each time
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

let runs = 0;
const graph = new StateGraph(Annotation.Root({ log: Annotation() }))
  .addNode("ask", async () => {
    runs++;
    const name = interrupt("name?");
    await Promise.resolve();
    const ages = [];
    for (let i = 0; i < 2; i++) ages.push(interrupt(`age ${i} of ${name}?`));
    const sure = interrupt({ sure: ages });
    return { log: { name, ages, sure } };
  })
  .addEdge(START, "ask")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
let out = await graph.invoke({}, config);
const ids = [];
for (const resume of ["Ann", 30, 31, "yes"]) {
  ids.push(out.__interrupt__[0].id);
  console.log(out.__interrupt__.map((i) => i.value), runs);
  out = await graph.invoke(new Command({ resume }), config);
}
console.log(out, runs);
