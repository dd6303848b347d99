// Pins: going back to a checkpoint of a subgraph that keeps its state (checkpointer: true): its question is asked again, at any depth
// Differs: an answer that is given at a checkpoint of a subgraph is the answer; the library drops it and asks again
import { Annotation, BaseCheckpointSaver, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const build = (nodes) => {
  const b = new StateGraph(State);
  let last = START;
  for (const [name, node] of Object.entries(nodes)) { b.addNode(name, node).addEdge(last, name); last = name; }
  return b;
};
let runs = [];
const ask = (name) => () => { runs.push(name); return { log: [`${name} ${interrupt(name + "?")}`] }; };
const plain = (name) => () => { runs.push(name); return { log: [name] }; };
const leaf = () => build({ before: plain("before"), first: ask("first"), second: ask("second") }).compile({ checkpointer: true });
const kinds = {
  two: (o) => build({ start: plain("start"), sub: leaf() }).compile(o),
  three: (o) => build({ start: plain("start"), mid: build({ sub: leaf() }).compile({ checkpointer: true }) }).compile(o),
};
/** A saver of the script's own. */
class Saver extends BaseCheckpointSaver {
  inner = new MemorySaver();
  getTuple(config) { return this.inner.getTuple(config); }
  list(config, options) { return this.inner.list(config, options); }
  put(...args) { return this.inner.put(...args); }
  putWrites(...args) { return this.inner.putWrites(...args); }
  deleteThread(id) { return this.inner.deleteThread(id); }
}
const questions = (out) => JSON.stringify(out.__interrupt__?.map((i) => i.value) ?? out.log);
const inside = async (g, config, ns) => {
  const all = [];
  for await (const s of g.getStateHistory({ configurable: { ...config.configurable, checkpoint_ns: ns } })) all.push(s);
  return all;
};
const namespaces = { two: "sub", three: "mid|sub" };
const attempt = async (f) => { try { return questions(await f()); } catch (e) { return `${e.name}: ${e.message}`; } };
for (const [saver, make] of [["MemorySaver", () => new MemorySaver()], ["own", () => new Saver()]]) {
  for (const [name, graph] of Object.entries(kinds)) {
    console.log("==", name, saver);
    const g = graph({ checkpointer: make() });
    const config = { configurable: { thread_id: "1" } };
    console.log(questions(await g.invoke({ log: ["in"] }, config)));
    console.log(questions(await g.invoke(new Command({ resume: "a" }), config)));
    console.log(questions(await g.invoke(new Command({ resume: "b" }), config)));
    const ns = namespaces[name];
    const past = await inside(g, config, ns);
    console.log(past.map((s) => `${s.metadata.source} ${s.metadata.step} ${s.next}`).join(", "));
    console.log(Object.keys(past[0].config.configurable.checkpoint_map));
    const at = (next) => past.find((s) => s.next[0] === next).config;
    for (const next of ["first", "second", "before"]) {
      runs = [];
      const got = [];
      got.push(await attempt(() => g.invoke(null, at(next))));
      got.push(await attempt(() => g.invoke(new Command({ resume: "c" }), config)));
      got.push(await attempt(() => g.invoke(new Command({ resume: "d" }), config)));
      console.log(`back to ${next}:`, got.join(" → "), "|", runs.join(" "));
    }
    runs = [];
    console.log("answered there:", await attempt(() => g.invoke(new Command({ resume: "e" }), at("second"))), "|", runs.join(" "));
    runs = [];
    const fork = await g.updateState(at("second"), { log: ["edited"] }).catch((e) => e);
    console.log("a fork of it:", fork.message ?? Object.keys(fork.configurable).sort().join(), await attempt(() => g.invoke(null, fork)), "|", runs.join(" "));
    console.log("goes on:", await attempt(() => g.invoke(new Command({ resume: "f" }), config)));
    const last = await inside(g, config, ns);
    console.log(last.map((s) => `${s.metadata.source} ${s.metadata.step} ${s.next}`).join(", "));
  }
}
