// Pins: user interface messages that a node pushes (typedUi), with the reducer of the SDK
import { AIMessage } from "@langchain/core/messages";
import { Annotation, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { typedUi, uiMessageReducer } from "@langchain/langgraph-sdk/react-ui/server";

const State = Annotation.Root({ ...MessagesAnnotation.spec, ui: Annotation({ default: () => [], reducer: uiMessageReducer }) });
const graph = new StateGraph(State)
  .addNode("weather", async (state, config) => {
    const ui = typedUi(config);
    const response = new AIMessage({ id: "m1", content: "Sunny" });
    ui.push({ name: "weather", props: { city: "Rome" }, id: "u1" }, { message: response });
    ui.push({ name: "weather", props: { degrees: 21 }, id: "u1" }, { message: response, merge: true });
    ui.push({ name: "map", props: { zoom: 3 }, id: "u2" });
    return { messages: [response], ui: ui.items };
  })
  .addNode("clear", (state, config) => { const ui = typedUi(config); ui.delete("u2"); return { ui: ui.items }; })
  .addEdge("__start__", "weather").addEdge("weather", "clear").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" }, runId: "11111111-1111-4111-8111-111111111111" };
for await (const [mode, chunk] of await graph.stream({ messages: [{ role: "user", content: "weather?" }] }, { ...config, metadata: { run_id: config.runId }, streamMode: ["custom", "values"] })) {
  const shown = (list) => (list ?? []).map((m) => [m.type, m.id, m.name, m.props, m.metadata?.message_id, m.metadata?.merge, Object.keys(m.metadata ?? {}).sort().join()]);
  console.log(mode, mode === "custom" ? shown([chunk]) : shown(chunk.ui));
}
const state = await graph.getState(config);
console.log(state.values.ui.map((m) => [m.id, m.props]));
