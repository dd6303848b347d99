// Pins: two graphs on one saver; a graph with other nodes reads the thread; deleteThread
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const saver = new MemorySaver();
const State = Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const one = new StateGraph(State).addNode("a", () => ({ log: ["a"] })).addEdge(START, "a").compile({ checkpointer: saver });
const two = new StateGraph(State).addNode("z", () => ({ log: ["z"] })).addEdge(START, "z").compile({ checkpointer: saver });
const config = { configurable: { thread_id: "1" } };
await one.invoke({ n: 1 }, config);
console.log((await two.getState(config)).values, (await two.getState(config)).next);
console.log(await two.invoke({}, config));
const wider = new StateGraph(Annotation.Root({ ...State.spec, extra: Annotation({ reducer: (a, b) => b, default: () => "new" }) })).addNode("a", (s) => ({ log: [s.extra] })).addEdge(START, "a").compile({ checkpointer: saver });
console.log(await wider.invoke({}, config));
await saver.deleteThread("1");
console.log((await one.getState(config)).values, await one.invoke({ n: 5 }, config));
