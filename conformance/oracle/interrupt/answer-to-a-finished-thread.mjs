// Pins: an answer to a thread that asks nothing is not taken for the question that a later goto leads to
import { StateGraph, Annotation, START, END, MemorySaver, Send, Command, interrupt } from "@langchain/langgraph";
const S = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
for (const late of ["no", { a: 1 }]) for (const bp of [false, true]) {
  const g = new StateGraph(S).addNode("a", () => { const x = interrupt("q"); console.log("answer", x); return { log: [x] }; }, { ends: ["b", END] }).addNode("b", () => ({ log: ["b"] })).addEdge(START, "a").addEdge("a", bp ? "b" : END).addEdge("b", END).compile({ checkpointer: new MemorySaver(), interruptBefore: ["b"] });
  const cfg = { configurable: { thread_id: "1" } };
  await g.invoke({ log: ["in"] }, cfg);
  await g.invoke(new Command({ resume: "yes" }), cfg);
  await g.invoke(new Command({ resume: late }), cfg);
  console.log(await g.invoke(new Command({ goto: "a" }), cfg));
  console.log((await g.getState(cfg)).tasks.map((t) => [t.name, t.interrupts.map((i) => i.value)]));
  console.log(await g.invoke({ log: ["again"] }, cfg));
}
