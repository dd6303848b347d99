// Pins: events and tokens of a model in a node
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
const chunks = async (s) => {
  const all = [];
  for await (const c of await s) all.push(c);
  return all;
};
const { FakeListChatModel } = await import("@langchain/core/utils/testing");
const model = new FakeListChatModel({ responses: ["hi you"] });
const g = new StateGraph(MessagesAnnotation)
  .addNode("model", async (s, c) => ({ messages: [await model.invoke(s.messages, c)] }))
  .addEdge(START, "model")
  .compile();
for await (const e of g.streamEvents({ messages: [["human", "x"]] }, { version: "v2" })) console.log(e.event, e.name, e.tags, Object.keys(e.data));
for (const [m, meta] of await chunks(g.stream({ messages: [["human", "x"]] }, { streamMode: "messages" }))) console.log(m.text, meta.langgraph_node);
