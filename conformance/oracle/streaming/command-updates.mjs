// Pins: updates chunks of Commands, of nodes that return nothing, null, the same channel twice
import { StateGraph, Annotation, START, END, Command, Send, Overwrite } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const sub = new StateGraph(State).addNode("up", () => new Command({ graph: Command.PARENT, update: { log: ["from sub"] }, goto: "z" })).addEdge(START, "up").compile();
const graph = new StateGraph(State)
  .addNode("a", () => new Command({ update: { log: ["a"], n: 1 }, goto: ["b"] }), { ends: ["b"] })
  .addNode("b", () => undefined).addNode("c", () => null)
  .addNode("d", () => [{ log: ["d1"] }, new Command({ update: { log: ["d2"] } })]).addNode("e", () => ({ other: 1 })).addNode("f", () => ({ log: new Overwrite(["reset"]) }))
  .addNode("sub", sub, { ends: ["z"] }).addNode("z", () => ({ n: 9 }))
  .addEdge(START, "a").addEdge("b", "c").addEdge("c", "d").addEdge("d", "e").addEdge("e", "f").addEdge("f", "sub").compile();
for await (const c of await graph.stream({ log: [] }, { streamMode: ["updates", "values", "tasks"] })) console.log(JSON.stringify(c, (k, v) => k === "id" ? undefined : v));
