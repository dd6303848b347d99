// Pins: humanInTheLoopMiddleware: respond, and decisions of several kinds at once
// Differs: the documentation has respond, and what is approved beside a rejection is executed; the library knows no respond and drops the approved
import { AIMessage, HumanMessage, createAgent, fakeModel, humanInTheLoopMiddleware, tool } from "langchain";
import { Command, MemorySaver } from "@langchain/langgraph";
import * as z from "zod";

const make = (name) => tool(async (args) => { console.log("run", name, args); return `${name} done`; }, { name, description: name, schema: z.object({ x: z.number() }) });
const tools = [make("send"), make("remove"), make("read")];
const calls = (...names) => names.map((name, i) => ({ name, args: { x: i }, id: `c${i}` }));
const run = async (label, interruptOn, names, decisions) => {
  const model = fakeModel().respondWithTools(calls(...names)).respond(new AIMessage("end"));
  console.log("---", label);
  try {
    const agent = createAgent({ model, tools, checkpointer: new MemorySaver(), middleware: [humanInTheLoopMiddleware({ interruptOn })] });
    const config = { configurable: { thread_id: "1" } };
    const { __interrupt__ } = await agent.invoke({ messages: [new HumanMessage("q")] }, config);
    console.log(JSON.stringify(__interrupt__[0].value.reviewConfigs));
    const chunks = [];
    for await (const chunk of await agent.stream(new Command({ resume: { decisions } }), { ...config, streamMode: "updates" })) chunks.push(...Object.keys(chunk));
    const { messages } = (await agent.getState(config)).values;
    console.log(chunks.join(" "), JSON.stringify(messages.map((m) => [m.getType(), m.name, m.status, m.content, m.tool_calls?.map((c) => [c.name, c.args])])));
  } catch (e) {
    console.log(e.name, e.message);
  }
};
const any = { allowedDecisions: ["approve", "edit", "reject", "respond"] };
await run("respond", { send: any }, ["send"], [{ type: "respond", message: "answered by hand" }]);
await run("respond without a message", { send: any }, ["send"], [{ type: "respond" }]);
await run("approve and reject", { send: any, remove: any }, ["send", "remove"], [{ type: "approve" }, { type: "reject", message: "keep it" }]);
await run("reject, edit, respond and one without a question", { send: any, remove: any }, ["send", "read", "remove", "send"], [{ type: "reject" }, { type: "edit", editedAction: { name: "remove", args: { x: 7 } } }, { type: "respond", message: "done" }]);
await run("reject and respond", { send: any, remove: any }, ["send", "remove"], [{ type: "reject", message: "no" }, { type: "respond", message: "yes" }]);
await run("not allowed", { send: { allowedDecisions: ["approve"] } }, ["send"], [{ type: "respond", message: "x" }]);
await run("unknown kind", { send: { allowedDecisions: ["maybe"] } }, ["send"], []);
