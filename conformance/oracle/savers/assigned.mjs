// Pins: a graph that is given another checkpointer after it was compiled
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const g = new StateGraph(Annotation.Root({ n: Annotation() })).addNode("a", () => ({ n: interrupt("?") })).addEdge(START, "a").compile();
const config = { configurable: { thread_id: "t" } };
await g.getState(config).catch((e) => console.log(e.name));
const saver = new MemorySaver();
g.checkpointer = saver;
console.log((await g.invoke({ n: 0 }, config)).__interrupt__.length, (await g.getState(config)).next);
const other = g.withConfig({ tags: ["x"] });
console.log((await other.getState(config)).next);
g.checkpointer = new MemorySaver();
console.log((await g.getState(config)).next, (await other.getState(config)).next);
g.checkpointer = saver;
console.log(await g.invoke(new Command({ resume: 4 }), config));
g.checkpointer = undefined;
await g.getState(config).catch((e) => console.log(e.name));
