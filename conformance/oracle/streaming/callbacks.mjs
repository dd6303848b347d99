// Pins: handlers in config.callbacks of an invoke: what they are told, in which order, with which parents
import { StateGraph, Annotation, START, END } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const sub = new StateGraph(State).addNode("inner", () => ({ log: ["inner"] })).addEdge(START, "inner").compile({ name: "Sub" });
function route(s) { return s.log.length > 1 ? "b" : END; }
const graph = new StateGraph(State)
  .addNode("a", async () => ({ log: ["a"] })).addNode("b", () => ({ log: ["b"] }), { metadata: { kind: "b" } }).addNode("sub", sub)
  .addNode("bad", () => { throw new Error("no"); })
  .addEdge(START, "a").addConditionalEdges("a", route).addEdge("b", "sub").addEdge("sub", "bad")
  .compile();
const ids = new Map(); const id = (x) => { if (x === undefined) return "-"; if (!ids.has(x)) ids.set(x, ids.size); return ids.get(x); };
const log = [];
const handler = {
  handleChainStart(chain, inputs, runId, parent, tags, metadata, runType, name) { log.push(["start", name, chain.id, inputs, id(runId), id(parent), tags, metadata, runType]); },
  handleChainEnd(out, runId, parent, tags) { log.push(["end", id(runId), id(parent), out, tags]); },
  handleChainError(e, runId, parent, tags) { log.push(["error", id(runId), id(parent), e.message, tags]); },
};
try { await graph.invoke({ log: ["in"] }, { callbacks: [handler], tags: ["mine"], metadata: { who: "me" }, runName: "Mine", runId: "6a1c9aae-0000-4000-8000-000000000000" }); } catch (e) { console.log("threw", e.message); }
await new Promise((r) => setTimeout(r, 20));
for (const l of log) console.log(JSON.stringify(l));
