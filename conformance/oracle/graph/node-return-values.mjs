// Pins: what a node may return, and the error for what it may not
import { Annotation, Command, END, Send, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ a: Annotation(), log: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const run = async (name, value) => {
  const graph = new StateGraph(State).addNode("n", () => value).addEdge(START, "n").compile();
  try {
    console.log(name, await graph.invoke({ a: 1 }));
  } catch (e) {
    console.log(name, "=>", e.name, "|", e.message, "|", e.lc_error_code);
  }
};
await run("undefined", undefined);
await run("null", null);
await run("empty", {});
await run("unknown key", { b: 1 });
await run("undefined value", { a: undefined });
await run("null value", { a: null });
await run("a string", "text");
await run("a number", 7);
await run("true", true);
await run("a list", ["x"]);
await run("an empty list", []);
await run("a list of updates", [{ a: 2 }]);
await run("a list of commands", [new Command({ update: { a: 2 } }), new Command({ update: { log: ["x"] } })]);
await run("a list of a command and an update", [new Command({ update: { log: ["x"] } }), { a: 3 }]);
await run("a function", () => 1);
await run("a Send", new Send("n", {}));
await run("a Date", new Date(0));
await run("a Map", new Map([["a", 1]]));
await run("a promise", Promise.resolve({ a: "later" }));
await run("an object of a class", new (class Update { a = "from a class"; })());
await run("a command to the end", new Command({ update: { a: 9 }, goto: END }));
await run("an update of list type", { log: "text" });
