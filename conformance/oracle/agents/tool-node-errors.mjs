// Pins: the texts of tool errors, what handleToolErrors changes, unknown tools, bad arguments
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import * as z from "zod";

class OwnError extends Error { constructor(m) { super(m); this.name = "OwnError"; } }
const schema = z.object({ n: z.number().int().min(1), list: z.array(z.string()).optional() });
const fails = tool(async ({ n }) => { if (n === 1) throw new OwnError("own"); if (n === 2) throw "a string"; throw new TypeError("type"); },
  { name: "fails", description: "Fails", schema });
const verbose = tool(async () => "x", { name: "verbose", description: "v", schema, verboseParsingErrors: true });
const json = tool(async () => "x", { name: "json", description: "j", schema: { type: "object", properties: { s: { type: "string" } }, required: ["s"] } });
const calls = [
  ["fails", { n: 1 }], ["fails", { n: 2 }], ["fails", { n: 3 }], ["fails", { n: 0 }], ["fails", {}], ["fails", { n: 1.5, list: [1, "a"] }],
  ["verbose", { n: "x" }], ["json", {}], ["json", { s: 1 }], ["unknown", {}],
].map(([name, args], i) => ({ name, args, id: `c${i}`, type: "tool_call" }));
const node = new ToolNode([fails, verbose, json]);
for (const call of calls) {
  const [m] = await node.invoke([new AIMessage({ content: "", tool_calls: [call] })]);
  console.log(JSON.stringify([m.name, m.tool_call_id, m.status, m.content]));
}
const strict = new ToolNode([fails, verbose, json], { handleToolErrors: false });
for (const call of calls) {
  await strict.invoke([new AIMessage({ content: "", tool_calls: [call] })]).then(
    () => console.log("no error"), (e) => console.log(e?.name, e?.constructor?.name, JSON.stringify(e?.message ?? e)));
}
const mixed = await node.invoke([new AIMessage({ content: "", tool_calls: [calls[0], calls[9]] })]);
console.log(mixed.map((m) => m.status));
