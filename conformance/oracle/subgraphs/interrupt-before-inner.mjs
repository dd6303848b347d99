// Pins: breakpoints of inner graphs stop the outer one, which goes on with null
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const inner = new StateGraph(State).addNode("x", () => ({ log: ["x"] })).addNode("y", () => ({ log: ["y"] })).addEdge(START, "x").addEdge("x", "y").compile({ interruptBefore: ["y"] });
const g = new StateGraph(State).addNode("sub", inner).addNode("end", () => ({ log: ["end"] })).addEdge(START, "sub").addEdge("sub", "end").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
console.log(JSON.stringify(await g.invoke({ log: ["in"] }, config)));
const s = await g.getState(config, { subgraphs: true });
console.log(s.next, s.tasks[0].interrupts, s.tasks[0].state.next, s.tasks[0].state.values);
console.log(JSON.stringify(await g.invoke(null, config)));
