// Pins: Graph and MessageGraph are exported; a MessageGraph keeps a list of messages
import { END, MessageGraph, START } from "@langchain/langgraph";
import { AIMessage, HumanMessage } from "@langchain/core/messages";

const graph = new MessageGraph()
  .addNode("reply", (messages) => new AIMessage({ content: `${messages.length} so far`, id: "ai" }))
  .addNode("more", () => [new AIMessage({ content: "more", id: "m1" }), new HumanMessage({ content: "you?", id: "m2" })])
  .addEdge(START, "reply")
  .addEdge("reply", "more")
  .addEdge("more", END)
  .compile();
const out = await graph.invoke(new HumanMessage({ content: "hi", id: "h" }));
console.log(out.map((m) => [m.getType(), m.id, m.content]));
for await (const chunk of await graph.stream([new HumanMessage({ content: "hi", id: "h" })])) console.log(JSON.stringify(Object.keys(chunk)));
