// A supervisor that hands work to two agents, which are subgraphs and hand back.
import { tool } from "@langchain/core/tools";
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import { Model } from "./model";

const asking = (name: string) => tool(({ text }) => `${name} ${text}: ${interrupt(`${name} ${text}?`)}`, { name, description: name, schema: z.object({ text: z.string() }) });
const agent = (name: string, ...before: any[]) => createReactAgent({ name, llm: new Model(...before, { name, args: { text: "a page" } }), tools: [asking(name)] });
const builder = new StateGraph(MessagesAnnotation)
  .addNode("supervisor", (s) => {
    const done = s.messages.filter((m) => m.getType() === "tool").length;
    return new Command({ goto: ["write", "print", END][done] });
  }, { ends: ["write", "print", END] })
  .addNode("write", agent("write")).addNode("print", agent("print", undefined))
  .addEdge(START, "supervisor").addEdge("write", "supervisor").addEdge("print", "supervisor");
export const flow = builder.compile();

if (import.meta.main) {
  const graph = builder.compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  await graph.invoke({ messages: [{ role: "user", content: "a page about cats" }] }, config);
  await graph.invoke(new Command({ resume: "yes" }), config);
  const { messages } = await graph.invoke(new Command({ resume: "twice" }), config);
  console.log(JSON.stringify(messages.map((m: any) => m.content)));
}
