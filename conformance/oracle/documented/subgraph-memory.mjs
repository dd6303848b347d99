// Pins: graphs that nodes call, with and without a memory of their own
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const sub = (checkpointer) => new StateGraph(List)
  .addNode("s", (s) => ({ l: ["s" + s.l.length] }))
  .addEdge(START, "s")
  .compile(checkpointer === void 0 ? {} : { checkpointer });
for (const mode of [void 0, true, false]) {
  const g = new StateGraph(List).addNode("sub", async (s) => {
    const child = await inner.invoke({ l: ["c"] });
    return { l: [child.l.join("+")] };
  }).addEdge(START, "sub");
  const inner = sub(mode);
  const c = g.compile({ checkpointer: new MemorySaver() });
  await c.invoke({}, cfg("1"));
  console.log(mode, (await c.invoke({}, cfg("1"))).l);
}
