// Pins: Command.PARENT: updates through the reducers of the parent, goto names, lists and Sends
import { Annotation, Command, END, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";
const list = () => Annotation({ reducer: (a, b) => a.concat(b), default: () => [] });
const State = Annotation.Root({ log: list(), n: Annotation() });
const variants = {
  name: () => new Command({ graph: Command.PARENT, update: { log: ["up"] }, goto: "b" }),
  list: () => new Command({ graph: Command.PARENT, update: { log: ["up"], n: 2 }, goto: ["b", "c"] }),
  sends: () => new Command({ graph: Command.PARENT, goto: [new Send("b", { n: 7 }), new Send("b", { n: 8 })], update: [["log", ["p1"]], ["log", ["p2"]]] }),
  end: () => new Command({ graph: Command.PARENT, update: { n: 3 }, goto: END }),
  none: () => new Command({ graph: Command.PARENT, update: { log: ["only"] } }),
  unknown: () => new Command({ graph: Command.PARENT, goto: "zzz", update: { log: ["lost?"] } }),
};
for (const [name, make] of Object.entries(variants)) for (const checkpointer of [undefined, new MemorySaver()]) {
  const inner = new StateGraph(State).addNode("x", () => ({ log: ["x"] })).addNode("leave", make, { ends: [END] }).addNode("never", () => ({ log: ["never"] }))
    .addEdge(START, "x").addEdge("x", "leave").addEdge("leave", "never").compile();
  const g = new StateGraph(State).addNode("sub", inner, { ends: ["b", "c", END] }).addNode("b", ({ n }) => ({ log: [`b${n}`] })).addNode("c", () => ({ log: ["c"] }))
    .addEdge(START, "sub").compile({ checkpointer });
  const config = { configurable: { thread_id: "t" } };
  console.log(name, JSON.stringify(await g.invoke({ log: ["in"] }, config).catch((e) => e.message)));
  if (checkpointer) { const s = await g.getState(config); console.log("  ", s.next, s.values.log.length, s.metadata.step); }
}
const alone = new StateGraph(State).addNode("leave", variants.name, { ends: [END] }).addEdge(START, "leave").compile();
await alone.invoke({ log: [] }).then((v) => console.log("root", v), (e) => console.log("root", e.name, e.message));
