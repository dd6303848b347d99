// Pins: questions three graphs deep: state of all levels, resume, what runs again
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const runs = [];
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const say = (name, f) => (s) => { runs.push(name); return { log: [f ? f(s) : name] }; };
const deep = new StateGraph(State).addNode("d1", say("d1")).addNode("d2", say("d2", () => `d2 ${interrupt("one?")} ${interrupt("two?")}`)).addEdge(START, "d1").addEdge("d1", "d2").compile();
const mid = new StateGraph(State).addNode("m1", say("m1")).addNode("deep", deep).addNode("m2", say("m2")).addEdge(START, "m1").addEdge("m1", "deep").addEdge("deep", "m2").compile();
const g = new StateGraph(State).addNode("mid", mid).addNode("end", say("end")).addEdge(START, "mid").addEdge("mid", "end").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
const took = (v) => console.log(JSON.stringify(v), runs.splice(0).join());
took((await g.invoke({ log: [] }, config)).__interrupt__.map((i) => i.value));
const s = await g.getState(config, { subgraphs: true });
const walk = (s, depth) => {
  console.log("  ".repeat(depth), s.next, s.values, s.config.configurable.checkpoint_ns.split("|").map((p) => p.split(":")[0]), s.metadata.step, Object.keys(s.metadata.parents).length, Object.keys(s.config.configurable));
  for (const t of s.tasks) { console.log("  ".repeat(depth), t.name, t.interrupts.map((i) => i.value)); if (t.state?.values) walk(t.state, depth + 1); }
};
walk(s, 0);
const flat = await g.getState(config);
console.log(Object.keys(flat.tasks[0].state.configurable), flat.tasks[0].state.configurable.checkpoint_ns.split(":")[0]);
const inner = await g.getState(s.tasks[0].state.config);
console.log(inner.next, inner.values, inner.tasks.map((t) => t.name));
const deepest = await g.getState(s.tasks[0].state.tasks[0].state.config);
console.log(deepest.next, deepest.values);
for await (const h of g.getStateHistory(s.tasks[0].state.tasks[0].state.config)) console.log(h.metadata.step, h.next, h.values.log.length);
took((await g.invoke(new Command({ resume: "A" }), config)).__interrupt__.map((i) => i.value));
took(await g.invoke(new Command({ resume: "B" }), config));
console.log((await g.getState(config, { subgraphs: true })).tasks);
