// Pins: messages mode: tokens of models in nodes, with their metadata; whole messages of nodes; nostream
import { StateGraph, MessagesAnnotation, START } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { AIMessage } from "@langchain/core/messages";
const model = new FakeListChatModel({ responses: ["ab", "cd", "ef"] });
const graph = new StateGraph(MessagesAnnotation)
  .addNode("call", async (s, config) => ({ messages: [await model.invoke(s.messages, config)] }))
  .addNode("bare", async (s) => ({ messages: [await model.invoke("hi", { tags: ["tagged"], metadata: { m: 1 } })] }))
  .addNode("quiet", async (s) => { await model.invoke("hi", { tags: ["nostream"] }); return { messages: [new AIMessage({ content: "whole", id: "w1" })] }; })
  .addNode("again", async (s) => ({ messages: [new AIMessage({ content: "whole", id: "w1" }), "str"] }))
  .addEdge(START, "call").addEdge("call", "bare").addEdge("bare", "quiet").addEdge("quiet", "again")
  .compile();
for await (const [m, meta] of await graph.stream({ messages: [{ role: "user", content: "in" }] }, { streamMode: "messages", tags: ["run"], metadata: { who: "me" } })) {
  console.log(m.constructor.name, JSON.stringify(m.content), JSON.stringify(meta));
}
console.log("--");
for await (const [mode, c] of await graph.stream({ messages: ["in"] }, { streamMode: ["messages", "updates", "custom"] })) {
  console.log(mode, mode === "messages" ? c[0].content : Object.keys(c));
}
