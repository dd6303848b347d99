// Pins: writer from config, getWriter() and in helpers after await; nothing when nobody listens to custom
import { Annotation, START, StateGraph, getConfig, getWriter, writer } from "@langchain/langgraph";

const helper = async () => {
  await new Promise((r) => setTimeout(r, 1));
  getWriter()?.("from a helper");
  writer("from writer()");
};
const graph = new StateGraph(Annotation.Root({ v: Annotation() }))
  .addNode("n", async (_, config) => {
    config.writer?.({ step: 1, nested: { a: [1] } });
    config.writer?.(null);
    config.writer?.(undefined);
    config.writer?.("text");
    await helper();
    console.log("node", typeof config.writer, typeof getWriter(), getConfig().configurable !== undefined);
    return { v: 1 };
  })
  .addEdge(START, "n")
  .compile();
for await (const chunk of await graph.stream({}, { streamMode: "custom" })) console.log(chunk);
console.log(await graph.invoke({}));
try {
  writer("outside");
} catch (e) {
  console.log(e.name, e.message);
}
try {
  console.log(getWriter());
} catch (e) {
  console.log(e.name, e.message);
}
