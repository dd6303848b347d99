// Pins: an approval in a loop with Command goto, until it is approved
import { Annotation, Command, END, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ draft: Annotation(), version: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) }))
  .addNode("write", (s) => ({ draft: `draft ${s.version + 1}`, version: 1 }))
  .addNode("review", (s) => {
    const { action, text } = interrupt({ draft: s.draft, actions: ["approve", "edit", "reject"] });
    if (action === "approve") return new Command({ goto: END });
    if (action === "edit") return new Command({ goto: "review", update: { draft: text } });
    return new Command({ goto: "write" });
  }, { ends: ["write", "review", END] })
  .addEdge(START, "write")
  .addEdge("write", "review")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
let out = await graph.invoke({}, config);
for (const resume of [{ action: "reject" }, { action: "edit", text: "mine" }, { action: "edit", text: "mine, better" }, { action: "approve" }]) {
  console.log(out.__interrupt__[0].value);
  out = await graph.invoke(new Command({ resume }), config);
}
console.log(out);
