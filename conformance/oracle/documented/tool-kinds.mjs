// Pins: tools of each class: defaults, artifacts, tool calls, JSON schemas, inputs that do not fit
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const { DynamicStructuredTool, DynamicTool, StructuredTool } = await import("@langchain/core/tools");
class Add extends StructuredTool {
  name = "add";
  description = "adds";
  schema = z.object({ a: z.number(), b: z.number().default(2) });
  async _call({ a, b }) {
    return `${a + b}`;
  }
}
const t = tool(async (i, c) => [`content ${i.q}`, { raw: i.q }], { name: "s", description: "d", schema: z.object({ q: z.string() }), responseFormat: "content_and_artifact" });
console.log(await new Add().invoke({ a: 1 }), await new Add().invoke({ id: "1", name: "add", args: { a: 3 }, type: "tool_call" }).then((m2) => [m2.content, m2.name, m2.tool_call_id]));
const m = await t.invoke({ id: "2", name: "s", args: { q: "x" }, type: "tool_call" });
console.log(m.content, m.artifact, await t.invoke({ q: "y" }));
await new Add().invoke({ a: "no" }).catch((e) => console.log(e.constructor.name, e.message.split("\n")[0]));
console.log(await new DynamicTool({ name: "d", description: "d", func: async (s) => s + "!" }).invoke("hi"), await tool((s) => s.toUpperCase(), { name: "u", description: "u" }).invoke("up"), await new DynamicStructuredTool({ name: "j", description: "j", schema: { type: "object", properties: { k: { type: "string" } }, required: ["k"] }, func: async ({ k }) => k }).invoke({ k: "json" }));
