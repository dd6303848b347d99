// Pins: the projections of a v3 run: messages, messagesFrom, values, output, subgraphs, lifecycle
import { StateGraph, MessagesAnnotation, START, GraphRunStream, SubgraphRunStream, ChatModelStreamImpl } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { AIMessage } from "@langchain/core/messages";
const model = new FakeListChatModel({ responses: ["ab", "cd"] });
const sub = new StateGraph(MessagesAnnotation).addNode("deep", async () => ({ messages: [await model.invoke("x")] })).addEdge(START, "deep").compile();
const graph = new StateGraph(MessagesAnnotation)
  .addNode("call", async (s) => ({ messages: [await model.invoke(s.messages)] }))
  .addNode("whole", async () => ({ messages: [new AIMessage({ content: "whole", id: "w", usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } })] }))
  .addNode("sub", sub).addEdge(START, "call").addEdge("call", "whole").addEdge("whole", "sub").compile();
const start = () => graph.streamEvents({ messages: ["in"] }, { version: "v3" });
const r1 = await start();
console.log(r1 instanceof GraphRunStream);
for await (const m of r1.messages) {
  console.log(m.constructor.name, m instanceof ChatModelStreamImpl, m.node, m.namespace.length);
  const pieces = []; for await (const p of m.text) pieces.push(p);
  const full = []; for await (const p of m.text.full) full.push(p);
  const events = []; for await (const e of m) events.push(e.event);
  console.log(pieces, full, events, await m.text, await m.toolCalls, await m.reasoning, await m.usage);
  const out = await m;
  console.log(out.constructor.name, out.content, out.response_metadata, (await m.output).usage_metadata);
}
const r2 = await start();
for await (const m of r2.messagesFrom("whole")) console.log("from", m.node, await m.text);
const r3 = await start();
for await (const v of r3.values) console.log("values", v.messages.length);
console.log((await r3.values).messages.length, (await r3.output).messages.length, r3.interrupted, r3.interrupts, r3.extensions);
const r4 = await start();
for await (const s of r4.subgraphs) {
  console.log(s.name, s.index, s.constructor.name, s instanceof SubgraphRunStream, s instanceof GraphRunStream, s.path.length);
  for await (const m of s.messages) console.log("  message", await m.text);
  for await (const l of s.lifecycle) console.log("  ", l.event, l.graph_name, l.namespace.length);
  console.log("  output", (await s.output)?.messages.length);
}
for await (const l of (await start()).lifecycle) console.log(l.event, l.graph_name, l.namespace.map((n) => n.replace(/:.*/, "")));
