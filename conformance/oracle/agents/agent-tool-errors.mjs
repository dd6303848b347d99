// Pins: tools of createAgent that throw, take the wrong arguments, are unknown, return directly, return Commands
import { AIMessage, ToolMessage, createAgent, fakeModel, tool } from "langchain";
import { Annotation, Command, MessagesAnnotation } from "@langchain/langgraph";
import * as z from "zod";

const schema = z.object({ n: z.number() });
const fails = tool(async ({ n }) => { throw n ? new TypeError(`bad ${n}`) : "a string"; }, { name: "fails", description: "f", schema });
const object = tool(async () => ({ a: 1 }), { name: "object", description: "o", schema: z.object({}) });
const direct = tool(async () => "final", { name: "direct", description: "d", schema: z.object({}), returnDirect: true });
const directFails = tool(async () => { throw new Error("no"); }, { name: "directFails", description: "d", schema: z.object({}), returnDirect: true });
const command = tool(async (_, config) => new Command({ update: { user: "Ann", messages: [new ToolMessage({ content: "set", tool_call_id: config.toolCall.id, name: "command" })] } }), { name: "command", description: "c", schema: z.object({}) });
const seen = tool(async (_, runtime) => JSON.stringify([runtime.state?.messages?.length, Object.keys(JSON.parse(JSON.stringify(runtime.state ?? {}))).sort(), runtime.toolCallId, runtime.context, runtime.toolCall]), { name: "seen", description: "s", schema: z.object({}) });
const run = async (...names) => {
  for (const version of ["v1", "v2"]) {
    const model = fakeModel().respondWithTools(names.map(([name, args], i) => ({ name, args: args ?? {}, id: `c${i}` }))).respond(new AIMessage("end"));
    const stateSchema = z.object({ user: z.string().optional() });
    const { messages, user } = await createAgent({ model, tools: [fails, object, direct, directFails, command, seen], stateSchema, version }).invoke({ messages: "q" }, { context: { k: 1 } });
    console.log(version, user, JSON.stringify(messages.slice(1).map((m) => [m.getType(), m.name, m.status, m.text.split("\n    at ")[0], m.tool_call_id])));
  }
};
await run(["fails", { n: 1 }]);
await run(["fails", { n: 0 }]);
await run(["object"], ["unknown"]);
await run(["direct"]);
await run(["directFails"]);
await run(["direct"], ["object"]);
await run(["object"], ["direct"]);
await run(["command"], ["object"]);
await run(["seen"]);
const model = fakeModel().respondWithTools([{ name: "fails", args: { n: "x" }, id: "c" }]).respond(new AIMessage("end"));
const { messages } = await createAgent({ model, tools: [fails] }).invoke({ messages: "q" });
console.log(messages[2].status, messages[2].content.split(" with error")[0], /\n Please fix the error and try again\.$/.test(messages[2].content));
