// Pins: messages mode around questions, failures, retries, nested streams, messages without ids, and invoke
import { StateGraph, MessagesAnnotation, START, MemorySaver, interrupt, Command } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { AIMessage, HumanMessage, ToolMessage, AIMessageChunk } from "@langchain/core/messages";
const say = (t, o) => new FakeListChatModel({ responses: [t], ...o });
const line = (c) => { const [m, meta] = c; return [m.constructor.name, JSON.stringify(m.content), meta.langgraph_node, meta.langgraph_step, typeof m.id, m.id?.startsWith("run-")].join(" "); };
let tries = 0;
const graph = new StateGraph(MessagesAnnotation)
  .addNode("ask", async () => { const m = await say("q").invoke("x"); const a = interrupt("?"); return { messages: [m, new HumanMessage(a)] }; })
  .addNode("flaky", async () => { const m = await say("t" + ++tries).invoke("x"); if (tries < 2) throw new Error("again"); return { messages: m }; }, { retryPolicy: { initialInterval: 1, jitter: false, logWarning: false } })
  .addNode("plain", () => ({ messages: [new AIMessage("no id"), new HumanMessage({ content: "human", id: "h" }), new ToolMessage({ content: "tool", tool_call_id: "c" })] }))
  .addNode("nested", async () => { const seen = []; for await (const c of await inner.stream({ messages: [] }, { streamMode: "messages" })) seen.push(line(c)); console.log("nested saw", seen); return {}; })
  .addNode("bad", async () => { await say("b").invoke("x"); throw new Error("broken"); })
  .addEdge(START, "ask").addEdge("ask", "flaky").addEdge("flaky", "plain").addEdge("plain", "nested").addEdge("nested", "bad")
  .compile({ checkpointer: new MemorySaver() });
const inner = new StateGraph(MessagesAnnotation).addNode("deep", async () => ({ messages: [await say("in").invoke("x")] })).addEdge(START, "deep").compile();
const o = { streamMode: "messages", configurable: { thread_id: "1" } };
for await (const c of await graph.stream({ messages: [] }, o)) console.log(line(c));
console.log("-- resume");
try { for await (const c of await graph.stream(new Command({ resume: "yes" }), o)) console.log(line(c)); } catch (e) { console.log("threw", e.message); }
console.log((await inner.invoke({ messages: [] }, { streamMode: "messages" })).map(line));
console.log((await inner.invoke({ messages: [] }, { streamMode: ["messages", "values"] })).map((c) => c[0]));
