// Pins: createAgent of the real langchain package: tools, a schema as answer, human in the loop, streams
import { MemorySaver, Command } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, createMiddleware, HumanMessage, humanInTheLoopMiddleware, tool } from "langchain";
import { z } from "zod";

const model = new ChatOpenAI({ model: "gpt-4o-mini", apiKey: "test-key", configuration: { baseURL: `${process.env.MODEL_SERVER}/v1` } });
const weather = tool(({ city }) => `sunny in ${city}`, { name: "weather", description: "the weather", schema: z.object({ city: z.string() }) });
const shown = ({ messages }) => messages.map((m) => `${m.getType()}: ${m.text}`);

const agent = createAgent({ model, tools: [weather], systemPrompt: "Be brief." });
console.log(shown(await agent.invoke({ messages: [new HumanMessage('use weather {"city":"Rome"}; weather {"city":"Bonn"}')] })));
for await (const chunk of await agent.stream({ messages: [{ role: "user", content: 'use weather {"city":"Oslo"}' }] }, { streamMode: "updates" })) {
  for (const [node, update] of Object.entries(chunk)) console.log(node, shown(update));
}

const log = [];
const logging = createMiddleware({
  name: "Logging",
  beforeModel: (state) => { log.push(`before ${state.messages.length}`); },
  afterModel: (state) => { log.push(`after ${state.messages.length}`); },
  wrapToolCall: (request, handler) => { log.push(`tool ${request.toolCall.name}`); return handler(request); },
});
const logged = createAgent({ model, tools: [weather], middleware: [logging] });
await logged.invoke({ messages: [new HumanMessage('use weather {"city":"Rome"}')] });
console.log(log);

const careful = createAgent({
  model, tools: [weather], checkpointer: new MemorySaver(),
  middleware: [humanInTheLoopMiddleware({ interruptOn: { weather: { allowedDecisions: ["approve", "reject"] } } })],
});
const config = { configurable: { thread_id: "1" } };
const asked = await careful.invoke({ messages: [new HumanMessage('use weather {"city":"Rome"}')] }, config);
console.log(asked.__interrupt__[0].value.actionRequests.map(({ name, args }) => [name, args]));
console.log(shown(await careful.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), config)));
