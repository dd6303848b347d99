// Pins: one inner graph fails, another asks: what is kept, what runs again
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
let broken = true; const runs = [];
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const bad = new StateGraph(State).addNode("x", () => { runs.push("x"); return { log: ["x"] }; }).addNode("y", async () => { runs.push("y"); await new Promise((r) => setTimeout(r, 20)); if (broken) throw new Error("y"); return { log: ["y"] }; }).addEdge(START, "x").addEdge("x", "y").compile();
const asks = new StateGraph(State).addNode("q", () => { runs.push("q"); return { log: [`q ${interrupt("?")}`] }; }).addEdge(START, "q").compile();
const g = new StateGraph(State).addNode("bad", bad).addNode("asks", asks).addEdge(START, "bad").addEdge(START, "asks").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
await g.invoke({ log: [] }, config).then((v) => console.log(JSON.stringify(v)), (e) => console.log(e.message, runs.splice(0)));
const s = await g.getState(config);
console.log(s.next, s.tasks.map((t) => [t.name, t.error?.message, t.interrupts.length]));
broken = false;
const r = await g.invoke(new Command({ resume: "ok" }), config);
console.log(r.log, runs.splice(0).sort());
