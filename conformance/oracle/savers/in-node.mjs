// Pins: a node looks at its own thread, and runs other graphs on the same checkpointer
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
class Own extends MemorySaver { async getTuple(c) { return super.getTuple(c); } }
const State = Annotation.Root({ n: Annotation() });
for (const saver of [new MemorySaver(), new Own()]) {
  const other = new StateGraph(State).addNode("o", ({ n }) => ({ n: n * 2 })).addEdge(START, "o").compile({ checkpointer: saver });
  const g = new StateGraph(State).addNode("a", () => ({ n: 1 })).addNode("b", async ({ n }, config) => {
    const s = await g.getState({ configurable: { thread_id: config.configurable.thread_id } });
    console.log(s.values, s.next, s.metadata.step);
    return { n: n + 1 };
  }).addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: saver });
  console.log(await g.invoke({ n: 0 }, { configurable: { thread_id: "t" } }), await other.invoke({ n: 4 }, { configurable: { thread_id: "u" } }));
}
