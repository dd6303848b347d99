// Pins: checkpointer: true with questions: the thread of the inner graph goes on over calls of the outer one
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), turn: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) });
const inner = new StateGraph(State).addNode("ask", ({ turn }) => ({ turn: 1, log: [`${turn}:${interrupt(`turn ${turn}`)}`] })).addEdge(START, "ask").compile({ checkpointer: true });
const g = new StateGraph(Annotation.Root({ log: State.spec.log })).addNode("sub", inner).addEdge(START, "sub").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
for (const [input, answer] of [["one", "A"], ["two", "B"]]) {
  console.log((await g.invoke({ log: [input] }, config)).__interrupt__.map((i) => i.value));
  console.log(JSON.stringify((await g.getState(config, { subgraphs: true })).tasks.map((t) => [t.name, t.state?.values, t.state?.next])));
  console.log(JSON.stringify(await g.invoke(new Command({ resume: answer }), config)));
}
const at = { configurable: { thread_id: "t", checkpoint_ns: "sub" } };
console.log(JSON.stringify((await g.getState(at)).values));
for await (const s of g.getStateHistory(at)) console.log(s.metadata.source, s.metadata.step, s.next, s.values.turn);
