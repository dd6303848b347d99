// Pins: an orchestrator plans sections, workers write them; its picture
import { Annotation, START, Send, StateGraph } from "@langchain/langgraph";
const State = Annotation.Root({ sections: Annotation(), done: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), report: Annotation() });
const g = new StateGraph(State)
  .addNode("plan", () => ({ sections: [{ name: "intro" }, { name: "body" }] }))
  .addNode("work", (s) => ({ done: [`# ${s.section.name}`] }))
  .addNode("join", (s) => ({ report: s.done.join(" ") }))
  .addEdge(START, "plan")
  .addConditionalEdges("plan", (s) => s.sections.map((section) => new Send("work", { section })))
  .addEdge("work", "join")
  .compile();
console.log(await g.invoke({}));
console.log((await g.getGraphAsync()).drawMermaid());
