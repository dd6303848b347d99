// Pins: deleteThread takes a thread with its subgraphs and leaves the others
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation() });
const inner = new StateGraph(State).addNode("x", () => ({ n: interrupt("?") })).addEdge(START, "x").compile();
const saver = new MemorySaver();
const g = new StateGraph(State).addNode("sub", inner).addEdge(START, "sub").compile({ checkpointer: saver });
const t = (id) => ({ configurable: { thread_id: id } });
for (const id of ["1", "2"]) await g.invoke({ n: 0 }, t(id));
await saver.deleteThread("1");
await saver.deleteThread("none");
console.log((await g.getState(t("1"))).next, (await g.getState(t("2"))).next);
await g.invoke(new Command({ resume: 5 }), t("1")).then(console.log, (e) => console.log(e.name, e.message));
console.log(await g.invoke(new Command({ resume: 5 }), t("2")));
console.log(await g.invoke({ n: 1 }, t("1")).then((r) => r.__interrupt__.length));
let count = 0; for await (const x of saver.list(t("1"))) count++;
console.log(count);
