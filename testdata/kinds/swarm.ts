// A swarm: an agent hands over to another one with a Command for the graph around both.
import { ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Annotation, Command, MemorySaver, MessagesAnnotation, START, StateGraph, getCurrentTaskInput, interrupt } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import { Model } from "./model";

const handOver = tool((_, config: any) => {
  const state: any = getCurrentTaskInput();
  const told = new ToolMessage({ content: "handed over", name: "hand_over", tool_call_id: config.toolCall.id });
  return new Command({ goto: "bob", graph: Command.PARENT, update: { messages: [...state.messages, told], active: "bob" } });
}, { name: "hand_over", description: "hands over", schema: z.object({}) });
const print = tool(({ text }) => `printed ${text}: ${interrupt(`print ${text}?`)}`, { name: "print", description: "prints", schema: z.object({ text: z.string() }) });
const State = Annotation.Root({ ...MessagesAnnotation.spec, active: Annotation<string> });
const builder = new StateGraph(State)
  .addNode("alice", createReactAgent({ name: "alice", llm: new Model({ name: "hand_over", args: {} }), tools: [handOver] }))
  .addNode("bob", createReactAgent({ name: "bob", llm: new Model(undefined, { name: "print", args: { text: "a page" } }), tools: [print] }))
  .addConditionalEdges(START, (s) => s.active ?? "alice", ["alice", "bob"]);
export const flow = builder.compile();

if (import.meta.main) {
  const graph = builder.compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  await graph.invoke({ messages: [{ role: "user", content: "print a page" }] }, config);
  const { messages } = await graph.invoke(new Command({ resume: "yes" }), config);
  console.log(JSON.stringify(messages.map((m: any) => m.content)));
}
