// Pins: the reducer of messages: inputs as objects, messages that are replaced and removed, tokens as chunks
import { AIMessage, HumanMessage, RemoveMessage } from "@langchain/core/messages";
import { MessagesAnnotation, START, StateGraph, interrupt } from "@langchain/langgraph";

export const make = (options) =>
  new StateGraph(MessagesAnnotation)
    .addNode("answer", ({ messages }) => ({ messages: [new AIMessage({ id: `a${messages.length}`, content: `to ${messages.at(-1).content}` })] }))
    .addNode("ask", ({ messages }) => {
      const change = interrupt({ last: messages.at(-1).content });
      if (change === "drop") return { messages: messages.slice(0, 1).map((m) => new RemoveMessage({ id: m.id })) };
      return { messages: [new AIMessage({ id: messages.at(-1).id, content: change }), new HumanMessage({ id: `h${messages.length}`, content: "ok" })] };
    })
    .addEdge(START, "answer")
    .addEdge("answer", "ask")
    .compile(options);
export const graph = make();
export const modes = ["messages", "updates"];
export const steps = [
  { start: { messages: [{ role: "user", content: "hello", id: "one" }] } },
  { resume: "changed" },
  { start: { messages: [{ type: "human", content: [{ type: "text", text: "again" }], id: "two" }] } },
  { resume: "drop" },
  { update: { messages: [{ role: "assistant", content: "by hand", id: "three" }] }, as: "ask" },
];
