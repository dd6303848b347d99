// Pins: a chat model with tools in a graph: the messages of its tokens, its state, a question in a tool
import { ChatAnthropic } from "@langchain/anthropic";
import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, END, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { z } from "zod";

const server = process.env.MODEL_SERVER;
const models = {
  openai: new ChatOpenAI({ model: "gpt-4o-mini", apiKey: "test-key", configuration: { baseURL: `${server}/v1` } }),
  anthropic: new ChatAnthropic({ model: "claude-sonnet-4-5", apiKey: "test-key", anthropicApiUrl: server }),
};
const pay = tool(({ amount }) => {
  const answer = interrupt({ pay: amount });
  return answer === "yes" ? `paid ${amount}` : "not paid";
}, { name: "pay", description: "pays", schema: z.object({ amount: z.number() }) });

for (const name of Object.keys(models)) {
  console.log(`--- ${name}`);
  const model = models[name].bindTools([pay]);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("tools", async ({ messages }) => ({ messages: await Promise.all(messages.at(-1).tool_calls.map((call) => pay.invoke(call))) }))
    .addEdge(START, "model")
    .addConditionalEdges("model", ({ messages }) => (messages.at(-1).tool_calls?.length ? "tools" : END))
    .addEdge("tools", "model")
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: name } };
  for await (const [mode, chunk] of await graph.stream({ messages: [new HumanMessage("say it")] }, { ...config, streamMode: ["messages", "updates"] })) {
    if (mode === "messages") console.log(mode, chunk[0].text, chunk[1].langgraph_node);
    else console.log(mode, Object.keys(chunk), chunk.model.messages[0].text);
  }
  const asked = await graph.invoke({ messages: [new HumanMessage('use pay {"amount":3}')] }, config);
  console.log(asked.__interrupt__?.map((i) => i.value), asked.messages.map((m) => `${m.getType()}: ${m.text}`));
  const paid = await graph.invoke(new Command({ resume: "yes" }), config);
  console.log(paid.messages.map((m) => `${m.getType()}: ${m.text}`));
  const { values, next } = await graph.getState(config);
  console.log(next, values.messages.length, values.messages.at(-2).constructor.name, values.messages[3].tool_calls);
}
