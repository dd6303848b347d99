// Pins: errors in inner graphs: tasks of both levels, going on after the cause is gone
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
let broken = true; const runs = [];
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const inner = new StateGraph(State).addNode("x", () => { runs.push("x"); return { log: ["x"] }; }).addNode("y", () => { runs.push("y"); if (broken) throw new TypeError("y broke"); return { log: ["y"] }; }).addEdge(START, "x").addEdge("x", "y").compile();
const g = new StateGraph(State).addNode("sub", inner).addEdge(START, "sub").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
await g.invoke({ log: [] }, config).catch((e) => console.log(e.name, e.message, runs.splice(0)));
const s = await g.getState(config, { subgraphs: true });
console.log(s.next, s.tasks.map((t) => [t.name, t.error, t.state?.next, t.state?.values, t.state?.tasks?.map((x) => x.error)]));
broken = false;
console.log(await g.invoke(null, config), runs.splice(0));
