// Pins: streamEvents v2: names and kinds of events of a graph with a model
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";

const model = new FakeListChatModel({ responses: ["ok"] });
const graph = new StateGraph(MessagesAnnotation)
  .addNode("model", async (s) => ({ messages: [await model.invoke(s.messages)] }))
  .addEdge(START, "model")
  .compile();
for await (const e of graph.streamEvents({ messages: [new HumanMessage("hi")] }, { version: "v2" })) {
  console.log(e.event, e.name, JSON.stringify(e.tags), e.metadata.langgraph_node, Object.keys(e.data).sort().join(), e.data.chunk?.content);
}
