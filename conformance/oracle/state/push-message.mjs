// Pins: pushMessage writes to the messages channel and to the stream at once
import { MessagesAnnotation, START, StateGraph, pushMessage } from "@langchain/langgraph";
import { AIMessage } from "@langchain/core/messages";

const graph = new StateGraph(MessagesAnnotation)
  .addNode("n", (_, config) => {
    pushMessage(new AIMessage({ content: "pushed", id: "p1" }), config);
    pushMessage({ role: "assistant", content: "only streamed", id: "p2" }, { stateKey: null });
    return { messages: [new AIMessage({ content: "returned", id: "r1" })] };
  })
  .addEdge(START, "n")
  .compile();
for await (const [mode, chunk] of await graph.stream({ messages: [] }, { streamMode: ["messages", "values"] })) {
  console.log(mode, mode === "messages" ? [chunk[0].id, chunk[0].content, chunk[1].langgraph_node] : chunk.messages.map((m) => m.id));
}
const noId = new StateGraph(MessagesAnnotation).addNode("n", (_, config) => {
  try {
    pushMessage(new AIMessage("without an id"), config);
  } catch (e) {
    console.log(e.name, e.message);
  }
}).addEdge(START, "n").compile();
await noId.invoke({ messages: [] });
