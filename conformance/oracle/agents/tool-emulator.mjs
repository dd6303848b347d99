// Pins: toolEmulatorMiddleware: which tools a model stands in for, with which model, and what the model is asked
import { AIMessage, createAgent, fakeModel, tool, toolEmulatorMiddleware } from "langchain";
import { z } from "zod";

const call = (name, args, id) => ({ name, args, id, type: "tool_call" });
const calls = (...list) => new AIMessage({ content: "", tool_calls: list });
const answers = (...list) => list.reduce((m, a) => m.respond(a), fakeModel());
const ran = [];
const make = (name) => tool(({ x }) => {
  ran.push(name);
  return `real ${name} ${x}`;
}, { name, description: `what ${name} does`, schema: z.object({ x: z.string() }) });
const [one, two] = [make("one"), make("two")];
const bothCalled = () => calls(call("one", { x: "a" }, "1"), call("two", { x: "b" }, "2"));

async function show(title, model, emulator, options) {
  ran.length = 0;
  const agent = createAgent({ model, tools: [one, two], middleware: [toolEmulatorMiddleware(options)] });
  const { messages } = await agent.invoke({ messages: "go" }).catch((e) => ({ messages: [{ getType: () => e.name, content: e.message }] }));
  console.log(`-- ${title}`, ran, messages.map((m) => [m.getType(), m.content, m.name, m.tool_call_id]));
  for (const { messages: asked, options: given } of emulator?.calls ?? []) {
    const text = asked.length === 1 && asked[0].getType() === "human" ? asked[0].text : "";
    console.log(/Tool: (one|two)\nDescription: what \1 does\nArguments: \{"x":"[ab]"\}/.exec(text)?.[0].split("\n"), given?.tags, given?.metadata?.lc_source);
  }
}

const emulator = () => answers(new AIMessage("invented 1"), new AIMessage({ content: [{ type: "text", text: "invented 2" }] }));
let e = emulator();
await show("all tools", answers(bothCalled(), new AIMessage("done")), e, { model: e });
e = emulator();
await show("an empty list", answers(bothCalled(), new AIMessage("done")), e, { model: e, tools: [] });
e = emulator();
await show("by name", answers(bothCalled(), new AIMessage("done")), e, { model: e, tools: ["two"] });
e = emulator();
await show("by tool", answers(bothCalled(), new AIMessage("done")), e, { model: e, tools: [one] });
const own = answers(calls(call("one", { x: "a" }, "1")), new AIMessage("invented by the agent's"), new AIMessage("done"));
await show("the model of the agent", own, undefined);
const broken = answers(new Error("no model"));
await show("a model that fails", answers(bothCalled()), broken, { model: broken });
const silent = createAgent({ model: answers(calls(call("one", { x: "a" }, "1")), new AIMessage("done")), tools: [one], middleware: [toolEmulatorMiddleware({ model: emulator() })] });
for await (const [m, metadata] of await silent.stream({ messages: "go" }, { streamMode: "messages" })) console.log(m.getType(), m.text, metadata.langgraph_node);
