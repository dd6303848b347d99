// Pins: breakpoints of a subgraph pause the parent
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const child = new StateGraph(State).addNode("c1", () => ({ log: ["c1"] })).addNode("c2", () => ({ log: ["c2"] })).addEdge(START, "c1").addEdge("c1", "c2").compile({ interruptBefore: ["c2"] });
const parent = new StateGraph(State).addNode("p", () => ({ log: ["p"] })).addNode("child", child).addEdge(START, "p").addEdge("p", "child").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
for await (const chunk of await parent.stream({}, { ...config, subgraphs: true })) console.log(chunk[0].length, chunk[1]);
const s = await parent.getState(config, { subgraphs: true });
console.log(s.next, s.tasks[0].state.next, s.tasks[0].state.values, s.tasks[0].interrupts);
console.log(await parent.invoke(null, config));
