// Pins: Sends to a node that is a graph: one namespace each, questions of some, answers by id, history
import { Annotation, Command, MemorySaver, Send, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ name: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const worker = new StateGraph({ stateSchema: State, output: Annotation.Root({ log: State.spec.log }) }).addNode("work", ({ name }) => ({ log: [name === "b" ? `b ${interrupt("b?")}` : name] })).addEdge(START, "work").compile();
const g = new StateGraph(State).addNode("plan", () => ({})).addNode("worker", worker).addEdge(START, "plan")
  .addConditionalEdges("plan", () => ["a", "b", "c"].map((name) => new Send("worker", { name, log: [] })), ["worker"]).compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
const r = await g.invoke({ log: [] }, config);
console.log(r.log, r.__interrupt__.map((i) => i.value));
const s = await g.getState(config, { subgraphs: true });
console.log(s.next, s.tasks.map((t) => [t.path, t.interrupts.length, t.state?.next, t.result?.log]), new Set(s.tasks.map((t) => t.state?.config.configurable.checkpoint_ns)).size);
console.log((await g.invoke(new Command({ resume: "B" }), config)).log);
