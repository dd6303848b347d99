// Pins: which ids runs have for callbacks, runName in configs, also of graphs in graphs
import { StateGraph, Annotation, START } from "@langchain/langgraph";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { RunnableLambda } from "@langchain/core/runnables";
const S = Annotation.Root({ n: Annotation() });
class H extends BaseCallbackHandler { name = "h"; ids = new Map();
 id(x) { if (x === undefined) return "-"; if (!this.ids.has(x)) this.ids.set(x, "r" + this.ids.size); return this.ids.get(x); }
 handleChainStart(c, i, runId, parentRunId, tags, metadata, runType, runName) { console.log("start", c?.id?.at?.(-1), typeof runId, this.id(runId), this.id(parentRunId), runName, tags?.join()); }
 handleChainEnd(o, runId, parentRunId) { console.log("end", this.id(runId), this.id(parentRunId)); }
 handleChainError(o, runId, parentRunId) { console.log("err", this.id(runId), this.id(parentRunId)); }
}
const inner = new StateGraph(S).addNode("i", (s, c) => { console.log("in i", c.runName, c.runId, Object.keys(c).sort().join()); return { n: s.n + 1 }; }).addEdge(START, "i").compile();
const g = new StateGraph(S).addNode("a", async (s, c) => { console.log("in a", c.runName, c.runId, Object.keys(c).sort().join()); const r = await RunnableLambda.from((x, c2) => { console.log("lambda", c2?.runName, c2?.metadata?.langgraph_node); return x; }).invoke(1, c); return { n: s.n + r }; }).addNode("sub", inner).addNode("call", async (s, c) => inner.invoke(s)).addEdge(START, "a").addEdge("a", "sub").addEdge("sub", "call").compile();
const h = new H();
console.log(await g.invoke({ n: 1 }, { callbacks: [h], runId: "11111111-1111-4111-8111-111111111111", runName: "mine" }));
console.log(h.ids.has("11111111-1111-4111-8111-111111111111"));
console.log(await g.invoke({ n: 1 }));
console.log(await g.invoke({ n: 1 }, { runName: "x" }));
const evs = []; for await (const e of g.streamEvents({ n: 1 }, { version: "v2" })) evs.push([e.event, e.name, e.run_id === evs[0]?.[3] ]);
console.log(evs.map(e => e.slice(0,2).join(":")).join("\n"));
