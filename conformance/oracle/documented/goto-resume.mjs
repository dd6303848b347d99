// Pins: the chunks of a resume with goto, with a Send, with an update, and of Commands without an answer
import { Annotation, Command, END, MemorySaver, START, Send, StateGraph, interrupt } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const chunks = async (s) => {
  const all = [];
  for await (const c of await s) all.push(c);
  return all;
};
const g = new StateGraph(List)
  .addNode("ask", () => ({ l: [interrupt("q")] }))
  .addNode("side", () => ({ l: ["side"] }))
  .addNode("after", (s) => ({ l: ["after " + s.l.length] }))
  .addEdge(START, "ask")
  .addConditionalEdges("ask", () => "after", ["after", "side"])
  .addEdge("ask", "after")
  .addEdge("side", END)
  .compile({ checkpointer: new MemorySaver() });
for (const [id, c] of [["1", new Command({ resume: "r", goto: "side" })], ["2", new Command({ resume: "r", goto: ["side", new Send("after", { l: ["sent"] })], update: { n: 5 } })], ["3", new Command({ goto: "side" })], ["4", new Command({ update: { n: 1 } })]]) {
  await g.invoke({}, cfg(id));
  console.log(id);
  for (const ch of await chunks(g.stream(c, { ...cfg(id), streamMode: ["updates", "values"] }))) console.log(JSON.stringify(ch, (k, v) => k === "id" ? "ID" : v));
  console.log((await g.getState(cfg(id))).next);
}
