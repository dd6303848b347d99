// Pins: the metadata of a node's config has the model that configurable names
import { Annotation, MemorySaver, START, StateGraph, entrypoint } from "@langchain/langgraph";
import { AIMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";

const State = Annotation.Root({ a: Annotation() });
const model = new FakeListChatModel({ responses: ["r"] });
const inner = new StateGraph(State).addNode("i", (_, config) => console.log("inner", config.metadata.model)).addEdge(START, "i").compile();
const graph = new StateGraph(State)
  .addNode("n", (_, config) => {
    console.log(config.metadata.model, Object.keys(config.metadata).join());
    return {};
  })
  .addNode("g", inner)
  .addNode("m", async () => void (await model.invoke("hi")))
  .addEdge(START, "n")
  .addEdge("n", "g")
  .addEdge("g", "m")
  .compile({ checkpointer: new MemorySaver() });
for (const [configurable, metadata] of [[{ model: "m1" }], [{ model: "m1", user_id: "u" }, { model: "own" }], [{ model: { name: "m" } }], [{ model: "m1" }, { x: 1 }], [{ model: "" }], [{ model: "m1" }, { model: undefined }]]) {
  const config = { configurable: { thread_id: JSON.stringify([configurable, metadata]), ...configurable }, metadata };
  await graph.invoke({ a: 1 }, config);
  const state = await graph.getState(config);
  console.log(state.metadata.model, Object.keys(state.metadata).join());
  for await (const [, m] of await graph.stream({ a: 1 }, { ...config, streamMode: "messages" })) console.log(m.model, Object.keys(m).join());
}
await entrypoint("e", (_, config) => console.log(config.metadata.model)).invoke(1, { configurable: { model: "m2" } });
