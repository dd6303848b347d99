// Pins: update chunks of nodes that return nothing, commands, lists, or write the same
import { Annotation, Command, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("nothing", () => {})
  .addNode("empty", () => ({}))
  .addNode("command", () => new Command({ update: { n: 1 }, goto: "list" }), { ends: ["list"] })
  .addNode("list", () => [new Command({ update: { log: ["x"] } }), new Command({ update: { log: ["y"], n: 2 } })])
  .addNode("goto", () => new Command({ goto: "tuples" }), { ends: ["tuples"] })
  .addNode("tuples", () => new Command({ update: [["log", ["t"]], ["log", ["u"]]] }))
  .addNode("unknown", () => ({ zzz: 1 }))
  .addSequence([["s1", () => ({ n: undefined })], ["s2", () => ({ n: null })]])
  .addEdge(START, "nothing")
  .addEdge("nothing", "empty")
  .addEdge("empty", "command")
  .addEdge("list", "goto")
  .addEdge("tuples", "unknown")
  .addEdge("unknown", "s1")
  .compile();
for await (const chunk of await graph.stream({}, { streamMode: ["updates", "values"] })) console.log(chunk);
