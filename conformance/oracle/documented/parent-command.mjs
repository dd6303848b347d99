// Pins: a Command from inside of a graph leads on in its parent
import { Annotation, Command, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const chunks = async (s) => {
  const all = [];
  for await (const c of await s) all.push(c);
  return all;
};
const child = new StateGraph(List)
  .addNode("c", () => new Command({ graph: Command.PARENT, goto: "end", update: { l: ["from child"] } }))
  .addEdge(START, "c")
  .compile();
const g = new StateGraph(List)
  .addNode("child", child, { ends: ["end", "other"] })
  .addNode("other", () => ({ l: ["other"] }))
  .addNode("end", (s) => ({ l: ["end " + s.l.length] }))
  .addEdge(START, "child")
  .compile({ checkpointer: new MemorySaver() });
console.log(await chunks(g.stream({}, { ...cfg("1"), streamMode: "updates" })));
console.log((await g.getState(cfg("1"))).values);
