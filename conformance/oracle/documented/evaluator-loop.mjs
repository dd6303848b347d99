// Pins: a loop of writing and judging, and the limit of steps
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
const g = new StateGraph(Annotation.Root({ topic: Annotation(), text: Annotation(), feedback: Annotation(), round: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) }))
  .addNode("write", (s) => ({ text: `${s.topic}${s.feedback ? ` with ${s.feedback}` : ""} v${s.round + 1}`, round: 1 }))
  .addNode("judge", (s) => ({ feedback: s.round < 3 ? `note ${s.round}` : null }))
  .addEdge(START, "write")
  .addEdge("write", "judge")
  .addConditionalEdges("judge", (s) => s.feedback ? "again" : "done", { again: "write", done: END })
  .compile();
console.log(await g.invoke({ topic: "joke" }));
await g.invoke({ topic: "x" }, { recursionLimit: 3 }).catch((e) => console.log(e.name, e.lc_error_code, e.message.split("\n")[0]));
