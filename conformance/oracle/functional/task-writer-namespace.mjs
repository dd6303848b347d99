// Pins: chunks that a task() writes have the namespace of its caller; those of tools, and without subgraphs, have none
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Annotation, MessagesAnnotation, START, StateGraph, entrypoint, getWriter, task } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";

const write = (text) => getWriter()?.(text);
const small = task("small", async () => write("small"));
const large = task("large", async () => {
  write("large");
  await small();
});
const State = Annotation.Root({ a: Annotation() });
const inner = new StateGraph(State).addNode("work", async () => large()).addEdge(START, "work").compile();
const nested = entrypoint({ name: "nested" }, async () => {
  write("nested");
  await small();
});
const calls = task("calls", async () => nested.invoke(1));
const look = tool(
  async () => {
    write("tool");
    await small();
    return "seen";
  },
  { name: "look", description: "look", schema: { type: "object", properties: {} } },
);
const message = new AIMessage({ content: "", tool_calls: ["1", "2"].map((id) => ({ name: "look", args: {}, id })) });
const graphs = [
  [entrypoint({ name: "flow" }, async () => large()), 1],
  [entrypoint({ name: "flow" }, async () => calls()), 1],
  [new StateGraph(State).addNode("sub", inner).addEdge(START, "sub").compile(), { a: 1 }],
  [new StateGraph(MessagesAnnotation).addNode("tools", new ToolNode([look])).addEdge(START, "tools").compile(), { messages: [message] }],
];
for (const [graph, input] of graphs) {
  for (const subgraphs of [true, false]) {
    for await (const chunk of await graph.stream(input, { streamMode: ["custom"], subgraphs })) console.log(JSON.stringify(chunk).replace(/:[0-9a-f-]{36}/g, ""));
  }
}
