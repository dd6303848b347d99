// Pins: messages of a fake model come in pieces with metadata; messages that nodes return come whole and once
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";

const model = new FakeListChatModel({ responses: ["Hey!"], sleep: 0 });
const graph = new StateGraph(MessagesAnnotation)
  .addNode("model", async (s) => ({ messages: [await model.invoke(s.messages)] }))
  .addNode("fixed", () => ({ messages: [new AIMessage({ content: "fixed", id: "fixed-1" })] }))
  .addEdge(START, "model")
  .addEdge("model", "fixed")
  .compile();
for await (const [message, metadata] of await graph.stream({ messages: [new HumanMessage("hi")] }, { streamMode: "messages" })) {
  console.log(message.constructor.name, message.getType(), JSON.stringify(message.content), metadata.langgraph_node, metadata.langgraph_step, metadata.tags, Object.keys(metadata).sort().join());
}
