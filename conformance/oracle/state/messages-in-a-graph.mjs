// Pins: MessagesAnnotation: coercion of input, ids kept across a pause, printing
import { Command, MemorySaver, MessagesAnnotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { AIMessage, HumanMessage, isAIMessage, isBaseMessage } from "@langchain/core/messages";

const graph = new StateGraph(MessagesAnnotation)
  .addNode("reply", (s) => {
    const last = s.messages.at(-1);
    console.log(last instanceof HumanMessage, isBaseMessage(last), last.content, last.text);
    return { messages: new AIMessage({ content: "answer to " + last.content, id: "ai-1", tool_calls: [{ name: "t", args: { a: 1 }, id: "c1" }] }) };
  })
  .addNode("ask", () => ({ messages: [{ role: "user", content: interrupt("more?"), id: "h2" }] }))
  .addEdge(START, "reply")
  .addEdge("reply", "ask")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({ messages: "hello" }, config);
const paused = (await graph.getState(config)).values.messages;
console.log(paused.map((m) => [m.constructor.name, isAIMessage(m), m.tool_calls]));
const out = await graph.invoke(new Command({ resume: "no" }), config);
console.log(out.messages.map((m) => m.getType()), out.messages[0].id === paused[0].id);
console.log(out.messages[1]);
console.log(JSON.stringify(out.messages[1]));
console.log(out.messages[1].toDict?.().type, out.messages[2].toJSON().id);
