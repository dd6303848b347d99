// Pins: createAgent: the loop, chunks of updates and values, both versions, names, system prompts
import { AIMessage, HumanMessage, SystemMessage, createAgent, fakeModel, tool } from "langchain";
import * as z from "zod";

const add = tool(async ({ a, b }) => String(a + b), { name: "add", description: "Adds", schema: z.object({ a: z.number(), b: z.number() }) });
const show = (v) => JSON.stringify(v, (k, x) => (x?.lc ? [x.id.at(-1), x.kwargs.name, x.kwargs.content, x.kwargs.tool_calls?.length] : x));
const calls = [{ name: "add", args: { a: 1, b: 2 }, id: "c1" }, { name: "add", args: { a: 3, b: 4 }, id: "c2" }];
for (const version of [undefined, "v1", "v2"]) {
  const model = fakeModel().respondWithTools(calls).respond(new AIMessage("3 and 7"));
  const agent = createAgent({ model, tools: [add], version, name: version && "adder" });
  console.log(version);
  for await (const chunk of await agent.stream({ messages: [new HumanMessage("sum")] }, { streamMode: ["updates", "values"] })) console.log(show(chunk));
}
for (const systemPrompt of ["text", new SystemMessage("message"), new SystemMessage({ content: [{ type: "text", text: "blocks" }] }), "", undefined]) {
  const model = fakeModel().respond((messages) => new AIMessage(messages.map((m) => `${m.getType()}=${JSON.stringify(m.content)}`).join(" ")));
  const { messages } = await createAgent({ model, tools: [], systemPrompt }).invoke({ messages: "hi" });
  console.log(messages.length, messages.at(-1).content, messages.at(-1).name);
}
const model = fakeModel().respond(new AIMessage("one")).respond(new AIMessage("two"));
const agent = createAgent({ model, tools: [add] });
await agent.invoke({ messages: [{ role: "user", content: "a" }] });
console.log(model.callCount, model.calls[0].messages.map((m) => m.content), Object.keys(agent.graph.builder.nodes), agent.options.tools.length);
for (const bad of [{}, { model: null }, { model: fakeModel(), systemPrompt: 42 }, { model: fakeModel().withConfig({ tools: [add] }) }]) {
  try { createAgent(bad); } catch (e) { console.log(e.constructor.name, e.message); }
}
class NoTools { _streamResponseChunks() {} async invoke() { return new AIMessage("x"); } }
await createAgent({ model: new NoTools(), tools: [add] }).invoke({ messages: "x" }).catch((e) => console.log(e.message));
