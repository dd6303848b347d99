// Pins: Command.PARENT from a subgraph: goto, update, with a reducer, with Send; without a parent
import { Annotation, Command, END, ParentCommand, Send, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const run = async (name, command) => {
  const child = new StateGraph(State).addNode("c0", () => ({ log: ["c0"] })).addNode("c", () => command).addEdge(START, "c0").addEdge("c0", "c").compile();
  const parent = new StateGraph(State)
    .addNode("child", child, { ends: ["left", "right", END] })
    .addNode("left", (s) => ({ log: ["left " + JSON.stringify(s.n)] }))
    .addNode("right", (s) => ({ log: ["right " + JSON.stringify(s)] }))
    .addEdge(START, "child")
    .compile();
  try {
    console.log(name, await parent.invoke({ n: 0 }));
    for await (const chunk of await parent.stream({ n: 0 }, { subgraphs: true, streamMode: "updates" })) console.log("  ", chunk[0].length, JSON.stringify(chunk[1]));
  } catch (e) {
    console.log(name, "=>", e.name, e.message);
  }
  try {
    console.log("alone", await child.invoke({ n: 0 }));
  } catch (e) {
    console.log("alone =>", e.name, e.message, e instanceof ParentCommand);
  }
};
await run("goto", new Command({ graph: Command.PARENT, goto: "left", update: { n: 5 } }));
await run("list", new Command({ graph: Command.PARENT, goto: ["left", "right"], update: { log: ["from the child"] } }));
await run("send", new Command({ graph: Command.PARENT, goto: [new Send("right", { own: 1 })] }));
await run("end", new Command({ graph: Command.PARENT, goto: END, update: { n: "end" } }));
await run("update only", new Command({ graph: Command.PARENT, update: { n: 7 } }));
await run("unknown node", new Command({ graph: Command.PARENT, goto: "nowhere" }));
await run("other graph", new Command({ graph: "somewhere", goto: "left" }));
