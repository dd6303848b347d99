// Pins: chunks of nodes that return a list with Commands and updates in it, also with a command for the parent graph
import { StateGraph, Annotation, START, END, Command, Send } from "@langchain/langgraph";
const S = Annotation.Root({ a: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }), b: Annotation() });
async function show(name, ret, opts = {}) {
  const g = new StateGraph(S).addNode("x", ret, { ends: ["y", "z"] }).addNode("y", () => ({ a: ["y"] })).addNode("z", () => ({ a: ["z"] })).addEdge(START, "x");
  if (opts.edge) g.addEdge("x", "z");
  const c = g.compile();
  for (const mode of ["updates", "values", "debug", "tasks", ["updates", "values", "tasks"]]) {
    console.log("==", name, JSON.stringify(mode));
    try { for await (const x of await c.stream({ a: ["in"] }, { streamMode: mode })) console.log(JSON.stringify(x, (k, v) => ["timestamp", "created_at", "id", "checkpoint_id", "config", "parentConfig", "metadata"].includes(k) ? undefined : v)); } catch (e) { console.log(e.name, e.message) }
  }
}
await show("command, object", () => [new Command({ update: { a: ["c"] }, goto: "y" }), { a: ["o"] }]);
await show("object, command", () => [{ a: ["o"] }, new Command({ update: { a: ["c"] }, goto: "y" })]);
await show("command, command", () => [new Command({ update: { a: ["c"] }, goto: "y" }), new Command({ update: { a: ["d"], b: 1 }, goto: "z" })]);
await show("command, object, edge", () => [new Command({ update: { a: ["c"] }, goto: "y" }), { a: ["o"] }], { edge: true });
await show("goto alone, object", () => [new Command({ goto: ["y", "z"] }), { a: ["o"], b: 2 }]);
await show("objects", () => [{ a: ["o"] }, { a: ["p"], b: 3 }]);
await show("send, object", () => [new Command({ goto: new Send("y", { a: 1 }) }), { a: ["o"] }, new Command({ update: [["a", ["t"]], ["b", 9]] })]);
await show("empty", () => []);
await show("nothing commands", () => [new Command({}), {}]);
const inner = new StateGraph(S).addNode("s", () => [new Command({ update: { a: ["up"] }, goto: "z", graph: Command.PARENT }), { a: ["s"] }]).addEdge(START, "s").compile();
const outer = new StateGraph(S).addNode("sub", inner, { ends: ["z"] }).addNode("z", () => ({ a: ["z"] })).addEdge(START, "sub").compile();
for await (const x of await outer.stream({ a: ["in"] }, { streamMode: ["updates", "values"], subgraphs: true })) console.log(JSON.stringify(x).replace(/:[0-9a-f-]{36}/g, ":#"));
