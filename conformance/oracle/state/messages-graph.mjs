// Pins: MessageGraph, MessagesZodState, MessagesZodMeta in an own zod state, and messages in an input of every form.
import { MemorySaver, MessageGraph, MessagesAnnotation, MessagesZodMeta, MessagesZodState, START, StateGraph } from "@langchain/langgraph";
import { AIMessage, HumanMessage, RemoveMessage } from "@langchain/core/messages";
import { registry } from "@langchain/langgraph/zod";
import { z } from "zod";

const show = (list) => list.map((m) => `${m.getType()} ${m.id?.length === 36 ? "uuid" : m.id} ${m.content}`);
const single = new MessageGraph()
  .addNode("echo", (messages) => new AIMessage(`echo ${messages.at(-1).content}`))
  .addNode("two", (messages) => [["human", "q"], ["ai", String(messages.length)]])
  .addEdge(START, "echo").addEdge("echo", "two")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(show(await single.invoke("hi", config)));
console.log(show(await single.invoke([["human", "x"], new HumanMessage({ id: "h", content: "y" })], config)));
console.log(show((await single.getState(config)).values));
for await (const chunk of await single.stream(new RemoveMessage({ id: "h" }), { ...config, streamMode: "updates" })) console.log(Object.keys(chunk), [].concat(Object.values(chunk)[0]).length);
const zod = new StateGraph(MessagesZodState)
  .addNode("n", (s) => ({ messages: [{ role: "assistant", content: `saw ${s.messages.length}` }] }))
  .addEdge(START, "n").compile();
console.log(show((await zod.invoke({ messages: "text" })).messages), show((await zod.invoke({})).messages));
const own = new StateGraph(z.object({ messages: z.custom().register(registry, MessagesZodMeta), count: z.number().default(0) }))
  .addNode("n", (s) => ({ messages: "more", count: s.messages.length }))
  .addEdge(START, "n").compile();
const out = await own.invoke({ messages: [{ role: "user", content: "q" }] });
console.log(show(out.messages), out.count, MessagesZodMeta.jsonSchemaExtra, MessagesZodMeta.default());
const annotated = new StateGraph(MessagesAnnotation).addNode("n", () => ({ messages: { role: "ai", content: "obj" } })).addEdge(START, "n").compile();
console.log(show((await annotated.invoke({ messages: [] })).messages), Object.keys(MessagesAnnotation.spec));
