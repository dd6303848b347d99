// Pins: messagesDeltaReducer, and MessagesDeltaValue and MessagesValue as fields of a StateSchema.
import { MemorySaver, MessagesDeltaValue, MessagesValue, START, StateGraph, StateSchema, messagesDeltaReducer } from "@langchain/langgraph";
import { AIMessage, HumanMessage, RemoveMessage } from "@langchain/core/messages";

const show = (list) => list.map((m) => `${m.getType()} ${m.id?.length === 36 ? "uuid" : m.id} ${m.content}`);
const old = [new HumanMessage({ id: "1", content: "one" }), new AIMessage({ id: "2", content: "two" })];
console.log(show(messagesDeltaReducer([], ["text", ["a", "b"], { role: "ai", content: "c", id: "9" }])));
console.log(show(messagesDeltaReducer(old, [[new AIMessage({ id: "2", content: "TWO" })], new RemoveMessage({ id: "1" }), new RemoveMessage({ id: "unknown" })])));
console.log(show(messagesDeltaReducer(old, [[new RemoveMessage({ id: "2" }), new AIMessage({ id: "2", content: "back" })]])));
console.log(show(messagesDeltaReducer(old, [["lost", new RemoveMessage({ id: "__remove_all__" })], "kept"])));
console.log(show(messagesDeltaReducer([{ role: "user", content: "raw", id: "r" }], [new HumanMessage({ id: "r", content: "new" })])));
const State = new StateSchema({ messages: MessagesValue, more: MessagesDeltaValue });
const graph = new StateGraph(State)
  .addNode("say", (s) => ({ messages: new AIMessage({ id: "a", content: `${s.messages.length} ${s.more.length}` }), more: ["x", { role: "user", content: "y" }] }))
  .addEdge(START, "say")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
for (const text of ["hello", "again"]) {
  const out = await graph.invoke({ messages: [["human", text]], more: [text] }, config);
  console.log(show(out.messages), show(out.more), out.messages[0] instanceof HumanMessage);
}
const { values } = await graph.getState(config);
console.log(show(values.messages), show(values.more), values.more.every((m) => m.id === undefined));
