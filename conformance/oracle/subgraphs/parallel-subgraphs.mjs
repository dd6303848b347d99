// Pins: several graphs ask in one superstep, each is answered by the id of its question
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const sub = (name) => new StateGraph(State).addNode("ask", () => ({ log: [`${name}=${interrupt({ ask: name })}`] })).addEdge(START, "ask").compile();
const g = new StateGraph(State).addNode("p", sub("p")).addNode("q", sub("q")).addNode("r", () => ({ log: ["r"] }))
  .addEdge(START, "p").addEdge(START, "q").addEdge(START, "r").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
const first = await g.invoke({ log: [] }, config);
console.log(first.log, first.__interrupt__.map((i) => i.value.ask));
const s = await g.getState(config, { subgraphs: true });
console.log(s.next, s.tasks.map((t) => [t.name, t.interrupts.length, t.state?.next, t.result]));
const byName = Object.fromEntries(first.__interrupt__.map((i) => [i.value.ask, i.id]));
const second = await g.invoke(new Command({ resume: { [byName.q]: "Q" } }), config);
console.log(second.log, second.__interrupt__.map((i) => i.value.ask));
console.log((await g.getState(config)).next);
console.log(await g.invoke(new Command({ resume: { [byName.p]: "P" } }), config));
