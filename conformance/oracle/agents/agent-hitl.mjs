// Pins: humanInTheLoopMiddleware: what is asked, approve, edit and reject alone, tools that need no approval, descriptions, when
import { AIMessage, HumanMessage, createAgent, fakeModel, humanInTheLoopMiddleware, tool } from "langchain";
import { Command, MemorySaver } from "@langchain/langgraph";
import * as z from "zod";

const make = (name) => tool(async (args) => { console.log("run", name, args); return `${name} done`; }, { name, description: name, schema: z.object({ x: z.number() }) });
const tools = [make("send"), make("remove"), make("read")];
const calls = (...names) => names.map((name, i) => ({ name, args: { x: i }, id: `c${i}` }));
const run = async (label, interruptOn, names, resume, more = {}) => {
  const model = fakeModel().respondWithTools(calls(...names)).respond(new AIMessage("end")).respond(new AIMessage("really"));
  const { descriptionPrefix, ...options } = more;
  const agent = createAgent({ model, tools, checkpointer: new MemorySaver(), middleware: [humanInTheLoopMiddleware({ interruptOn, descriptionPrefix })] });
  const config = { configurable: { thread_id: "1" }, ...options };
  const show = (values) => JSON.stringify(values.messages.map((m) => [m.getType(), m.name, m.status, m.content, m.tool_calls?.map((c) => [c.name, c.args, c.id])]));
  console.log("---", label);
  try {
    const first = await agent.invoke({ messages: [new HumanMessage("q")] }, config);
    if (!first.__interrupt__) return console.log("not asked", show(first));
    console.log(JSON.stringify(first.__interrupt__[0].value), Object.keys(first.__interrupt__[0]), (await agent.getState(config)).next);
    const chunks = [];
    for await (const chunk of await agent.stream(new Command({ resume }), { ...config, streamMode: "updates" })) chunks.push(...Object.keys(chunk));
    console.log(chunks.join(" "), show((await agent.getState(config)).values));
  } catch (e) {
    console.log(e.name, e.message);
  }
};
await run("approve", { send: true }, ["send"], { decisions: [{ type: "approve" }] });
await run("edit", { send: { allowedDecisions: ["edit"] } }, ["send"], { decisions: [{ type: "edit", editedAction: { name: "remove", args: { x: 9 } } }] });
await run("reject", { send: { allowedDecisions: ["reject", "approve"] } }, ["send"], { decisions: [{ type: "reject" }] });
await run("reject with message", { send: true }, ["send"], { decisions: [{ type: "reject", message: "not now" }] });
await run("no need", { send: true, remove: false }, ["remove", "read"]);
await run("some need it", { send: true }, ["read", "send"], { decisions: [{ type: "approve" }] });
await run("order", { send: true, remove: true }, ["send", "read", "remove"], { decisions: [{ type: "approve" }, { type: "edit", editedAction: { name: "remove", args: { x: 8 } } }] });
await run("all rejected", { send: true, remove: true }, ["send", "remove"], { decisions: [{ type: "reject", message: "a" }, { type: "reject", message: "b" }] });
await run("description", { send: { allowedDecisions: ["approve"], description: "Text" }, remove: { allowedDecisions: ["approve"], description: (call, state, runtime) => `${call.name} ${state.messages.length} ${typeof runtime}`, argsSchema: { type: "object" } } }, ["send", "remove"], { decisions: [{ type: "approve" }, { type: "approve" }] });
await run("prefix", { send: true }, ["send"], { decisions: [{ type: "approve" }] }, { descriptionPrefix: "Please look" });
await run("when", { send: { allowedDecisions: ["approve"], when: ({ toolCall }) => toolCall.args.x > 0 } }, ["send", "send"], { decisions: [{ type: "approve" }] });
await run("in the context", undefined, ["send"], { decisions: [{ type: "approve" }] }, { context: { interruptOn: { send: { allowedDecisions: ["approve"] } } } });
await run("no list", { send: { description: "x" } }, ["send"]);
await run("number", { send: 42 }, ["send"]);
await run("bad reject message", { send: true }, ["send"], { decisions: [{ type: "reject", message: 42 }] });
await run("no args", { send: true }, ["send"], { decisions: [{ type: "edit", editedAction: { name: "send" } }] });
await run("too many", { send: true }, ["send"], { decisions: [{ type: "approve" }, { type: "approve" }] });
await run("no decisions", { send: true }, ["send"], { decisions: "approve" });
