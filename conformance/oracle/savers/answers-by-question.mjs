// Pins: an answer that a checkpointer has for a question, and that no task has taken yet, is taken by the next run, once
// Differs: in LangGraph.js it is lost: an answer that was stored is used, also when the process dies before it is
import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";

class Own extends MemorySaver {
  async putWrites(config, writes, task) { return super.putWrites(config, writes, task); }
}
const State = Annotation.Root({ a: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const build = (checkpointer) => new StateGraph(State)
  .addNode("p", () => ({ a: [`p=${interrupt("p")}`] })).addNode("q", () => ({ a: [`q=${interrupt("q")}`] })).addNode("r", () => ({ a: [`r=${interrupt("r")}`] }))
  .addEdge(START, "p").addEdge(START, "q").addEdge("p", "r").compile({ checkpointer });
for (const saver of [new Own(), new MemorySaver()]) {
  const graph = build(saver);
  const config = { configurable: { thread_id: "1" } };
  const { __interrupt__: asked } = await graph.invoke({ a: [] }, config);
  const head = (await graph.getState(config)).config;
  await saver.putWrites({ configurable: { checkpoint_ns: "", ...head.configurable } }, [["__resume__", ["stored"]]], asked[0].id);
  console.log((await graph.invoke(null, config)).__interrupt__.map((i) => i.value));
  console.log((await graph.invoke(null, config)).__interrupt__.map((i) => i.value));
  const next = await graph.invoke(new Command({ resume: { [asked[1].id]: "later" } }), config);
  console.log(next.a, next.__interrupt__?.map((i) => i.value));
  console.log((await graph.invoke(new Command({ resume: "end" }), config)).a);
}
