// Pins: the tag nostream, models called with stream(), several modes with messages
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";

const loud = new FakeListChatModel({ responses: ["ab"] });
const silent = new FakeListChatModel({ responses: ["cd"] }).withConfig({ tags: ["nostream"] });
const graph = new StateGraph(MessagesAnnotation)
  .addNode("silent", async (s) => ({ messages: [await silent.invoke(s.messages)] }))
  .addNode("loud", async (s, config) => {
    const parts = [];
    for await (const part of await loud.stream(s.messages, config)) parts.push(part.content);
    return { messages: [{ role: "assistant", content: parts.join("-"), id: "joined" }] };
  })
  .addEdge(START, "silent")
  .addEdge("silent", "loud")
  .compile();
for await (const [mode, chunk] of await graph.stream({ messages: [new HumanMessage("hi")] }, { streamMode: ["messages", "updates"] })) {
  if (mode === "messages") console.log(mode, chunk[0].getType(), chunk[0].content, chunk[1].langgraph_node);
  else console.log(mode, Object.keys(chunk), Object.values(chunk).flatMap((u) => u.messages.map((m) => m.content)));
}
