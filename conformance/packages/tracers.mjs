// Pins: tracers of the real @langchain/core see graphs in graphs as they are nested
import { StateGraph, Annotation, START } from "@langchain/langgraph";
import { BaseTracer } from "@langchain/core/tracers/base";
import { RunCollectorCallbackHandler } from "@langchain/core/tracers/run_collector";
const S = Annotation.Root({ n: Annotation() });
const inner = new StateGraph(S).addNode("i", (s, c) => { return { n: s.n + 1 }; }).addEdge(START, "i").compile({name: "inner"});
const g = new StateGraph(S).addNode("a", async (s, c) => ({ n: s.n + 1 })).addNode("sub", inner).addNode("call", async (s, c) => inner.invoke(s)).addEdge(START, "a").addEdge("a", "sub").addEdge("sub", "call").compile();
const show = (r, d = 0) => { console.log(" ".repeat(d * 2) + r.name, r.run_type, typeof r.id, r.parent_run_id === undefined, JSON.stringify(r.outputs), r.error); for (const c of r.child_runs) show(c, d + 1); };
class T extends BaseTracer { name = "t"; async persistRun(r) { show(r); } }
await g.invoke({ n: 1 }, { callbacks: [new T()] });
const col = new RunCollectorCallbackHandler();
await Promise.all([g.invoke({ n: 1 }, { callbacks: [col] }), g.invoke({ n: 5 }, { callbacks: [col] })]);
console.log(col.tracedRuns.length); for (const r of col.tracedRuns) show(r);
