// Pins: todoListMiddleware: its tool, its state, calls in parallel; llmToolSelectorMiddleware: what the model gets
import { AIMessage, HumanMessage, createAgent, fakeModel, llmToolSelectorMiddleware, todoListMiddleware, tool } from "langchain";
import { RunnableLambda } from "@langchain/core/runnables";
import * as z from "zod";

const todos = [{ content: "one", status: "in_progress" }, { content: "two", status: "pending" }];
const run = async (...rounds) => {
  const model = fakeModel();
  for (const r of rounds) model.respondWithTools(r.map((args, i) => ({ name: "write_todos", args, id: `c${i}` })));
  model.respond(new AIMessage("end"));
  const result = await createAgent({ model, tools: [], systemPrompt: "sys", middleware: [todoListMiddleware({ systemPrompt: "todo prompt", toolDescription: "d" })] }).invoke({ messages: [new HumanMessage("q")] });
  console.log(JSON.stringify(result.todos), JSON.stringify(result.messages.slice(1).map((m) => [m.getType(), m.name, m.status, m.text.split(" with error")[0]])), JSON.stringify(model.calls[0].messages[0].text));
};
await run([{ todos }]);
await run([{ todos }], [{ todos: [{ content: "one", status: "completed" }] }]);
await run([{ todos }, { todos }]);
await run([{ todos: [{ content: "x", status: "later" }] }]);
const make = (name) => tool(async () => name, { name, description: name, schema: z.object({}) });
const tools = ["a", "b", "c"].map(make);
const select = async (options, answer) => {
  const seen = [];
  class Chooser { constructor() { this.model = fakeModel().respond(new AIMessage("end")); } }
  const model = fakeModel().respond(new AIMessage("end"));
  const chooser = { withStructuredOutput: () => RunnableLambda.from((messages) => { seen.push(messages.length); return answer; }) };
  const middleware = [llmToolSelectorMiddleware({ model: Object.assign(fakeModel(), chooser), ...options }), { name: "look", wrapModelCall: (r, h) => { seen.push(r.tools.map((t) => t.name).join()); return h(r); } }];
  try {
    await createAgent({ model, tools, middleware }).invoke({ messages: [new HumanMessage("q")] });
    console.log(JSON.stringify(seen));
  } catch (e) {
    console.log(e.name, e.message);
  }
};
await select({}, { tools: ["b", "a", "b"] });
await select({ maxTools: 1 }, { tools: ["c", "a"] });
await select({ maxTools: 1, alwaysInclude: ["b"] }, { tools: ["c", "a"] });
await select({ alwaysInclude: ["z"] }, { tools: [] });
await select({}, { tools: ["z"] });
await select({}, null);
