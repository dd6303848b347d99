// Pins: a question beside a node that fails; then going on with both
// Differs: what a finished neighbour wrote is its result; the library keeps it too, but shows it as aborted
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

let fails = true;
const ran = [];
const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("ask", () => {
    ran.push("ask");
    return { log: [interrupt("?")] };
  })
  .addNode("fail", () => {
    ran.push("fail");
    if (fails) throw new Error("broken");
    return { log: ["repaired"] };
  })
  .addNode("good", () => {
    ran.push("good");
    return { log: ["good"] };
  })
  .addEdge(START, "ask")
  .addEdge(START, "fail")
  .addEdge(START, "good")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({}, config).catch((e) => e.message), ran);
const state = await graph.getState(config);
console.log(state.next, state.tasks.map((t) => [t.name, t.error, t.interrupts.length, t.result]));
fails = false;
ran.length = 0;
console.log(await graph.invoke(null, config).catch((e) => e.message), ran);
ran.length = 0;
console.log(await graph.invoke(new Command({ resume: "answer" }), config), ran);
