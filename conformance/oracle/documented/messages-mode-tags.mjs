// Pins: tokens by the tags of their model, and models that are not streamed
import { Annotation, START, StateGraph } from "@langchain/langgraph";
const List = Annotation.Root({ l: Annotation({ reducer: (a2, b2) => a2.concat(b2), default: () => [] }), n: Annotation() });
const chunks = async (s) => {
  const all = [];
  for await (const c of await s) all.push(c);
  return all;
};
const { FakeListChatModel } = await import("@langchain/core/utils/testing");
const a = new FakeListChatModel({ responses: ["ab"] }).withConfig({ tags: ["joke"] });
const b = new FakeListChatModel({ responses: ["cd"] }).withConfig({ tags: ["poem", "nostream"] });
const g = new StateGraph(List).addNode("nn", async (s, c) => {
  const [x, y] = await Promise.all([a.invoke("q", c), b.invoke("q", c)]);
  return { l: [x.text, y.text] };
}).addEdge(START, "nn").compile();
for (const [m, meta] of await chunks(g.stream({}, { streamMode: "messages" }))) console.log(JSON.stringify(m.content), meta.tags, meta.langgraph_node);
console.log(await g.invoke({}));
