// Pins: Overwrite in each of its forms, on reduced and plain channels, in inputs, Commands and updateState, twice in a superstep.
import { Annotation, Command, MemorySaver, Overwrite, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => ["first"] }), last: Annotation() });
const run = async (label, input, ...updates) => {
  const g = new StateGraph(State);
  updates.forEach((u, i) => g.addNode(`n${i}`, () => u).addEdge(START, `n${i}`));
  try {
    console.log(label, await g.compile().invoke(input));
  } catch (e) {
    console.log(label, e.name, e.message);
  }
};
await run("class", {}, { log: new Overwrite(["o"]) });
await run("object", {}, { log: { __overwrite__: ["o"] } });
await run("discriminator", {}, { log: { type: "__overwrite__", value: ["o"] } });
await run("with others", {}, { log: ["before"] }, { log: new Overwrite(["o"]) }, { log: ["after"] });
await run("twice", {}, { log: new Overwrite(["o"]) }, { log: new Overwrite(["p"]) });
await run("in the input", { log: new Overwrite(["in"]) }, { log: ["n"] });
await run("in a Command", {}, new Command({ update: { log: new Overwrite(["c"]) } }));
await run("undefined", {}, { log: new Overwrite(undefined) });
await run("null", {}, { log: new Overwrite(null) });
console.log(Overwrite.isInstance(new Overwrite(1)), Overwrite.isInstance({ __overwrite__: 1 }), Overwrite.isInstance({ lg_name: "Overwrite" }), Overwrite.isInstance({ type: "__overwrite__", value: 1 }), Overwrite.isInstance(null), new Overwrite([1]).value, JSON.stringify(new Overwrite([1])), new Overwrite("v"));
const graph = new StateGraph(State).addNode("n", () => ({ log: ["n"] })).addEdge(START, "n").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({}, config);
await graph.updateState(config, { log: new Overwrite(["by hand"]) });
console.log((await graph.getState(config)).values);
for await (const chunk of await graph.stream({ log: new Overwrite(["again"]) }, { ...config, streamMode: ["updates", "values"] })) console.log(chunk);
