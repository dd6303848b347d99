// Pins: a run of version 3: values, messages and graphs inside, read at the same time
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { AIMessage } from "@langchain/core/messages";
const show = (m) => `${m.getType()}:${m.text}`;
const { FakeListChatModel } = await import("@langchain/core/utils/testing");
const model = new FakeListChatModel({ responses: ["hey"] });
const sub = new StateGraph(MessagesAnnotation)
  .addNode("model", async (s) => ({ messages: [await model.invoke(s.messages)] }))
  .addEdge(START, "model")
  .compile();
const g = new StateGraph(MessagesAnnotation)
  .addNode("sub", sub)
  .addNode("end", () => ({ messages: [new AIMessage("bye")] }))
  .addEdge(START, "sub")
  .addEdge("sub", "end")
  .compile();
const run = await g.streamEvents({ messages: [["human", "x"]] }, { version: "v3" });
const jobs = [(async () => {
  for await (const v of run.values) console.log("values", v.messages.map(show));
})(), (async () => {
  for await (const m of run.messages) console.log("message", m.node, await m.text);
})(), (async () => {
  for await (const s of run.subgraphs) {
    console.log("sub", s.name, s.index);
    for await (const m of s.messages) console.log("sub message", await m.text);
  }
})()];
await Promise.all(jobs);
console.log((await run.output).messages.map(show), run.interrupted);
