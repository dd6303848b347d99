// Pins: Overwrite replaces what a reducer made; two in one superstep; as an object; in updateState and Command
// Differs: an Overwrite of a channel without a reducer is its value; the library keeps the wrapper
import { Annotation, Command, MemorySaver, Overwrite, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const run = async (name, ...nodes) => {
  const g = new StateGraph(State);
  nodes.forEach((value, i) => g.addNode(`n${i}`, () => value).addEdge(START, `n${i}`));
  const graph = g.compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  try {
    console.log(name, await graph.invoke({ log: ["in"] }, config));
    await graph.updateState(config, { log: new Overwrite(["by update"]) });
    console.log((await graph.getState(config)).values);
  } catch (e) {
    console.log(name, "=>", e.name, "|", e.message);
  }
};
await run("class", { log: new Overwrite(["new"]) });
await run("object", { log: { __overwrite__: ["new"] } });
await run("command", new Command({ update: { log: new Overwrite(["new"]) } }));
await run("beside a plain one", { log: new Overwrite(["new"]) }, { log: ["more"] });
await run("two", { log: new Overwrite(["a"]) }, { log: new Overwrite(["b"]) });
await run("of a plain channel", { n: new Overwrite(5) });
const o = new Overwrite([1]);
console.log(o, JSON.stringify(o), o.value, Overwrite.isInstance(o), Overwrite.isInstance({ __overwrite__: 1 }), Overwrite.isInstance(1));
