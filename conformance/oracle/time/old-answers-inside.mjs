// Pins: a question of a subgraph answered once more, at the older checkpoint at which it was asked
// Differs: an answer that is given at an older checkpoint is the answer, as documented; the library gives the old one again
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = (node, options, name = "node") => new StateGraph(State).addNode(name, node).addEdge(START, name).compile(options);
const ask = () => ({ log: [`one ${interrupt("first?")}`] });
const inner = (options) => graph(ask, options, "ask");
const kinds = {
  "the graph itself": (o) => graph(ask, o, "ask"),
  "a subgraph": (o) => graph(inner(), o, "sub"),
  "three levels": (o) => graph(graph(inner(), undefined, "mid"), o, "top"),
  "checkpointer: true": (o) => graph(inner({ checkpointer: true }), o, "sub"),
  "invoked in a node": (o) => graph(async (s) => ({ log: (await inner().invoke({ log: [] })).log }), o, "calls"),
};
const shown = (out) => JSON.stringify(out.__interrupt__?.map((i) => i.value) ?? out.log);
for (const [name, make] of Object.entries(kinds)) {
  for (const way of ["plain", "by id", "replay, then plain", "replay, then plain at the thread"]) {
    const g = make({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "1" } };
    const asked = await g.invoke({ log: ["in"] }, config);
    const resume = way === "by id" ? { [asked.__interrupt__[0].id]: "b" } : "b";
    const at = (await g.getState(config)).config;
    const got = [shown(await g.invoke(new Command({ resume: "a" }), config))];
    if (way.startsWith("replay")) got.push(shown(await g.invoke(null, at)));
    got.push(shown(await g.invoke(new Command({ resume }), way.endsWith("thread") ? config : at)));
    console.log(`${name}, ${way}:`, got.join(" → "));
  }
}
