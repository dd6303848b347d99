// Pins: the chunks of a run that goes back to a checkpoint of a subgraph, and the namespaces that they name
// Differs: an answer that is given at a checkpoint of a subgraph is the answer; the library drops it and asks again
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const build = (nodes) => {
  const b = new StateGraph(State);
  let last = START;
  for (const [name, node] of Object.entries(nodes)) { b.addNode(name, node).addEdge(last, name); last = name; }
  return b;
};
const ask = (name) => () => ({ log: [`${name} ${interrupt(name + "?")}`] });
const step = (name) => () => ({ log: [name] });
const own = { checkpointer: true };
const kinds = {
  own: [(o) => build({ pre: step("pre"), sub: build({ x: step("x"), y: ask("y") }).compile(own) }).compile(o), "sub"],
  "own, three levels": [(o) => build({ pre: step("pre"), mid: build({ sub: build({ x: step("x"), y: ask("y") }).compile(own) }).compile(own) }).compile(o), "mid|sub"],
  usual: [(o) => build({ pre: step("pre"), sub: build({ x: step("x"), y: ask("y") }).compile() }).compile(o), undefined],
};
const hidden = (v) => JSON.parse(JSON.stringify(v, (k, x) => k === "id" || k === "checkpoint_id" ? undefined : x).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID"));
for (const [name, [make, ns]] of Object.entries(kinds)) {
  for (const mode of ["updates", "values", "tasks"]) {
    console.log("==", name, mode);
    const g = make({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "1" } };
    const stream = async (what, input, at) => {
      try {
        for await (const [ns, chunk] of await g.stream(input, { ...at, streamMode: mode, subgraphs: true })) {
          const shown = mode === "tasks" ? { name: chunk.name, result: chunk.result, interrupts: chunk.interrupts } : chunk;
          console.log(what, JSON.stringify(hidden(ns)), JSON.stringify(hidden(shown)));
        }
      } catch (e) { console.log(what, e.name, e.message); }
    };
    await stream("start", { log: ["in"] }, config);
    const paused = await g.getState(config, { subgraphs: true });
    await stream("answer", new Command({ resume: "a" }), config);
    let at = paused.tasks[0].state?.config;
    if (ns) for await (const s of g.getStateHistory({ configurable: { thread_id: "1", checkpoint_ns: ns } })) if (s.next[0] === "y") at = s.config;
    await stream("back", null, at);
    await stream("answer", new Command({ resume: "b" }), config);
    await stream("answered there", new Command({ resume: "c" }), at);
  }
}
