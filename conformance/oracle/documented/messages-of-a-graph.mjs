// Pins: messages: removal, replacement, streaming, trimming
import { Annotation, MemorySaver, MessagesAnnotation, REMOVE_ALL_MESSAGES, START, StateGraph } from "@langchain/langgraph";
const list = () => Annotation({ reducer: (x, y) => x.concat(y), default: () => [] });
const drop = (k, v) => ["timestamp", "created_at", "ts", "checkpoint_id", "run_id", "thread_ts"].includes(k) ? undefined : k === "id" && typeof v === "string" && v.length > 20 ? "ID" : v;
const j = (x) => JSON.stringify(x, drop)?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
const say = (...x) => console.log(...x.map((v) => typeof v === "string" ? v : j(v)));
const t = (id, more) => ({ configurable: { thread_id: String(id), ...more } });
const safe = async (f) => { try { say(await f()); } catch (e) { console.log(e.name + ": " + e.message.split("\n")[0]); } };
import { AIMessage, HumanMessage, RemoveMessage, ToolMessage, SystemMessage, AIMessageChunk, trimMessages, filterMessages, mergeMessageRuns } from "@langchain/core/messages";
const g = new StateGraph(MessagesAnnotation).addNode("m", (s) => ({ messages: [new AIMessage({ id: "1", content: "hi" }), { role: "user", content: "x", id: "2" }, ["system", "s"]] })).addNode("d", (s) => ({ messages: [new RemoveMessage({ id: "1" }), new HumanMessage({ id: "2", content: "replaced" })] })).addEdge(START, "m").addEdge("m", "d").compile({ checkpointer: new MemorySaver() });
for await (const [mode, x] of await g.stream({ messages: "hello" }, { ...t(1), streamMode: ["updates", "messages", "values"] })) say(mode, mode === "messages" ? [x[0].getType(), x[0].content, x[1].langgraph_node, x[1].langgraph_step] : mode === "values" ? x.messages.map((m) => m.getType() + ":" + m.content) : Object.values(x)[0].messages.map((m) => (m.getType?.() ?? m.role ?? m[0]) + ":" + (m.content ?? m[1])));
await g.updateState(t(1), { messages: [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), new HumanMessage("fresh")] });
say((await g.getState(t(1))).values.messages.map((m) => m.getType() + ":" + m.content));
await safe(() => g.updateState(t(1), { messages: [new RemoveMessage({ id: "nope" })] }));
say(filterMessages([new HumanMessage("a"), new AIMessage("b")], { includeTypes: ["human"] }).length, mergeMessageRuns([new HumanMessage("a"), new HumanMessage("b")]).map((m) => m.content), (await trimMessages([new SystemMessage("s"), new HumanMessage("a"), new AIMessage("b"), new HumanMessage("c")], { maxTokens: 2, strategy: "last", tokenCounter: (m) => m.length, includeSystem: true })).map((m) => m.content));
