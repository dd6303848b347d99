// Pins: short-term memory: messages are trimmed for the model, and older ones are summarized and removed
import { Annotation, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { AIMessage, HumanMessage, RemoveMessage, trimMessages } from "@langchain/core/messages";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const show = (m) => `${m.getType()}:${m.text}`;
const State = Annotation.Root({ ...MessagesAnnotation.spec, summary: Annotation() });
const g = new StateGraph(State).addNode("model", async (s) => {
  const kept = await trimMessages(s.messages, { maxTokens: 3, strategy: "last", tokenCounter: (m) => m.length, startOn: "human", includeSystem: true });
  return { messages: [new AIMessage(`saw ${kept.map(show).join(" ")}`)] };
})
  .addNode("summarize", (s) => s.messages.length > 4 ? { summary: s.messages.slice(0, -2).map((m) => m.text).join("+"), messages: s.messages.slice(0, -2).map((m) => new RemoveMessage({ id: m.id })) } : {})
  .addEdge(START, "model")
  .addEdge("model", "summarize")
  .compile({ checkpointer: new MemorySaver() });
for (const text of ["one", "two", "three", "four"]) {
  const r = await g.invoke({ messages: [new HumanMessage(text)] }, cfg("m"));
  console.log(r.messages.map(show), r.summary);
}
