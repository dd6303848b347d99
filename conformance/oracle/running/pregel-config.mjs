// Pins: functions in config.configurable that read and write the state while a node, or a tool, runs
import { Annotation, Command, END, MemorySaver, MessagesAnnotation, START, Send, StateGraph, getCurrentTaskInput, interrupt } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";

const join = (a, b) => ({ ...a, ...b });
const State = Annotation.Root({ n: Annotation(), late: Annotation(), files: Annotation({ reducer: join, default: () => ({}) }) });
const graph = new StateGraph(State)
  .addNode("a", (state, { configurable: c }) => {
    console.log(typeof c.__pregel_read, typeof c.__pregel_send, c.__pregel_scratchpad.currentTaskInput);
    console.log(c.__pregel_read("n"), c.__pregel_read("late"), c.__pregel_read(["n", "late", "files"]));
    c.__pregel_send([["files", { a: 1 }], ["files", { b: 2 }], ["nothing", 1], ["__pregel_tasks", new Send("b", { n: 7 })]]);
    console.log(c.__pregel_read("files"), c.__pregel_read("files", true), c.__pregel_read(["n", "files"], true));
    try { c.__pregel_send([["__pregel_tasks", "b"]]); } catch (e) { console.log(e.name, e.message); }
    try { c.__pregel_send([["__pregel_tasks", new Send("nowhere", 1)]]); } catch (e) { console.log(e.name, e.message); }
    return { n: state.n + 1 };
  }, { ends: ["b"] })
  .addNode("b", (state) => { console.log("b", state); return {}; })
  .addEdge(START, "a").addEdge("a", END).compile();
console.log(await graph.invoke({ n: 1 }));

// Tools write too, also those that are not run again because their neighbour asked.
const Files = Annotation.Root({ ...MessagesAnnotation.spec, files: Annotation({ reducer: join, default: () => ({}) }) });
const write = tool(async ({ name }, config) => {
  config.configurable.__pregel_send([["files", { [name]: getCurrentTaskInput(config).messages.length }]]);
  return name;
}, { name: "write", description: "writes", schema: z.object({ name: z.string() }) });
const ask = tool(async ({ name }) => interrupt(name), { name: "ask", description: "asks", schema: z.object({ name: z.string() }) });
const calls = [["write", "x"], ["ask", "?"], ["write", "y"]].map(([name, arg], i) => ({ name, args: { name: arg }, id: `c${i}` }));
const agent = new StateGraph(Files)
  .addNode("model", () => ({ messages: [new AIMessage({ content: "", tool_calls: calls })] }))
  .addNode("tools", new ToolNode([write, ask]))
  .addEdge(START, "model").addEdge("model", "tools").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
const paused = await agent.invoke({ messages: [] }, config);
console.log(paused.__interrupt__.map((i) => i.value));
const done = await agent.invoke(new Command({ resume: "yes" }), config);
console.log(done.files, done.messages.map((m) => m.content));
