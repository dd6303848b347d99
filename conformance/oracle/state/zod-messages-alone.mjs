// Pins: MessagesZodState by itself, and in graphs
import { MessagesZodState, START, StateGraph } from "@langchain/langgraph";
import { getInputTypeSchema, getStateTypeSchema, getUpdateTypeSchema } from "@langchain/langgraph/zod/schema";
import { HumanMessage } from "@langchain/core/messages";

const graph = new StateGraph(MessagesZodState).addNode("a", (s) => ({ messages: [{ role: "ai", content: `${s.messages.length}` }] })).addEdge(START, "a").compile();
for (const f of [getStateTypeSchema, getUpdateTypeSchema, getInputTypeSchema]) {
  const { $schema, required, ...rest } = f(graph); // of draft 7 in LangGraph.js, which makes it with zod 3
  console.log(JSON.stringify(rest));
}
for (const input of [{ messages: [new HumanMessage("q")] }, { messages: "q" }, {}]) {
  const out = await graph.invoke(input);
  console.log(out.messages.map((m) => `${m.getType()}:${m.content}`));
}
console.log(MessagesZodState.safeParse({ messages: 3 }).success, MessagesZodState.safeParse({}).success, MessagesZodState.safeParse(3).success);
