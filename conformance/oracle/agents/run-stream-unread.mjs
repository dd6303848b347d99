// Pins: streamEvents v3 of a run that fails, if nobody reads the tool calls, the subagents and the messages
// Differs: on Node the outputs of calls that nobody reads are unhandled rejections, which end the process
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { AIMessage, createAgent, fakeModel, tool } from "langchain";
import { z } from "zod";

process.on("unhandledRejection", (e) => console.log("unhandled", e.message));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const calls = (name) => new AIMessage({ content: "", tool_calls: [{ name, args: {}, id: "1", type: "tool_call" }] });
const fails = tool(() => { throw new Error("tool failed"); }, { name: "fails", description: "d", schema: z.object({}) });
const inner = createAgent({ name: "inner", model: fakeModel().respond(new Error("model failed")), tools: [] });
const asks = tool(async (_, config) => (await inner.invoke({ messages: "hi" }, config)).messages.at(-1).content, { name: "asks", description: "d", schema: z.object({}) });
const State = Annotation.Root({ a: Annotation() });
const node = new StateGraph(State).addNode("n", () => { throw new Error("node failed"); }).addEdge(START, "n").compile();
const through = { name: "through", wrapToolCall: (request, handler) => handler(request) };

const graphs = {
  "a tool": () => createAgent({ model: fakeModel().respond(calls("fails")).respond(new AIMessage("done")), tools: [fails] }),
  "a tool that ends the run": () => createAgent({ model: fakeModel().respond(calls("fails")), tools: [fails], middleware: [through] }),
  "a subagent": () => createAgent({ model: fakeModel().respond(calls("asks")), tools: [asks], middleware: [through] }),
  "a model": () => createAgent({ model: fakeModel().respond(new Error("model failed")), tools: [] }),
  "a node": () => node,
  "a subgraph": () => new StateGraph(State).addNode("g", node).addEdge(START, "g").compile(),
};
for (const [name, make] of Object.entries(graphs)) {
  console.log("--", name);
  const run = await make().streamEvents({ messages: "hi" }, { version: "v3" });
  let events = 0;
  try {
    for await (const _ of run) events++;
  } catch (e) {
    console.log("events:", e.message.split("\n")[0]);
  }
  try {
    await run.output;
    console.log("output");
  } catch (e) {
    console.log("output:", e.message.split("\n")[0]);
  }
  await sleep(10);
}
console.log("still alive");
