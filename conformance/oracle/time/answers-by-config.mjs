// Pins: resuming with the config that getState returned, with checkpoint_id alone, and with a fork's config, while a subgraph asks
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = (node, options, name = "node") => new StateGraph(State).addNode(name, node).addEdge(START, name).compile(options);
const ask = () => ({ log: [`one ${interrupt("first?")}`, `two ${interrupt("second?")}`] });

const inner = (options) => graph(ask, options, "ask");
const kinds = {
  "the graph itself": (o) => graph(ask, o, "ask"),
  "a subgraph": (o) => graph(inner(), o, "sub"),
  "three levels": (o) => graph(graph(inner(), undefined, "mid"), o, "top"),
  "checkpointer: true": (o) => graph(inner({ checkpointer: true }), o, "sub"),
  "checkpointer: true, three levels": (o) => graph(graph(inner({ checkpointer: true }), { checkpointer: true }, "mid"), o, "top"),
  "invoked in a node": (o) => graph(async (s) => ({ log: (await inner().invoke({ log: [] })).log }), o, "calls"),
  "invoked in a node, with its config": (o) => graph(async (s, config) => ({ log: (await inner().invoke({ log: [] }, config)).log }), o, "calls"),
};
const questions = (out) => JSON.stringify(out.__interrupt__?.map((i) => i.value) ?? out.log);
const attempt = async (f) => {
  try { return await f(); } catch (e) { return { log: `${e.name}: ${e.message}` }; }
};
for (const [name, make] of Object.entries(kinds)) {
  console.log("==", name);
  const ways = {
    "config of getState": async (g, config) => (await g.getState(config)).config,
    "checkpoint_id alone": async (g, config) => ({ configurable: { ...config.configurable, checkpoint_id: (await g.getState(config)).config.configurable.checkpoint_id } }),
    "config of the newest in the history": async (g, config) => { for await (const s of g.getStateHistory(config)) return s.config; },
    "a fork's config": async (g, config) => g.updateState((await g.getState(config)).config, { log: ["forked"] }, "__start__"),
  };
  for (const [way, find] of Object.entries(ways)) {
    const g = make({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "1" } };
    await g.invoke({ log: ["in"] }, config);
    const got = [];
    let at = await attempt(() => find(g, config));
    for (const resume of ["a", "b", "c"]) {
      if (at.log) { got.push(at.log); break; }
      const out = await attempt(() => g.invoke(new Command({ resume }), at));
      got.push(questions(out));
      if (!out.__interrupt__) break;
      at = way === "a fork's config" ? config : await attempt(() => find(g, config));
    }
    console.log(`${way}:`, got.join(" → "));
  }
}
