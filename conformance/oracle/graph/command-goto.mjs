// Pins: Command with goto: names, lists, Sends, END, beside static edges, with tuples as update
import { Annotation, Command, END, Send, START, StateGraph, isCommand } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const run = async (name, command) => {
  const g = new StateGraph(State)
    .addNode("a", () => command, { ends: ["b", "c", END] })
    .addNode("b", (s) => ({ log: ["b" + JSON.stringify(s)] }))
    .addNode("c", () => ({ log: ["c"] }))
    .addEdge(START, "a");
  if (name === "beside an edge") g.addEdge("a", "c");
  try {
    console.log(name, await g.compile().invoke({}));
  } catch (e) {
    console.log(name, "=>", e.name, "|", e.message);
  }
};
await run("name", new Command({ goto: "b" }));
await run("beside an edge", new Command({ goto: "b", update: { n: 1 } }));
await run("list", new Command({ goto: ["c", "b"], update: { log: ["u"] } }));
await run("send", new Command({ goto: new Send("b", { own: true }) }));
await run("sends and names", new Command({ goto: [new Send("b", { own: 1 }), "c", new Send("b", { own: 2 })] }));
await run("end", new Command({ goto: END, update: { n: "end" } }));
await run("empty list", new Command({ goto: [], update: { n: "none" } }));
await run("tuples", new Command({ update: [["log", ["t1"]], ["log", ["t2"]], ["n", 5]] }));
await run("tuple of an unknown channel", new Command({ update: [["zzz", 1]] }));
await run("update of an unknown channel", new Command({ update: { zzz: 1 } }));
await run("update only", new Command({ update: { n: 2 } }));
await run("nothing", new Command({}));
await run("unknown", new Command({ goto: "x" }));
await run("resume in a node", new Command({ resume: "x" }));
await run("start", new Command({ goto: START }));
const c = new Command({ goto: ["b", new Send("c", { x: 1 })], update: { n: 1 }, graph: Command.PARENT });
console.log(c, JSON.stringify(c), isCommand(c), isCommand({ lg_name: "Command" }), Command.PARENT);
console.log(JSON.stringify(new Command({ resume: { a: 1 } })));
