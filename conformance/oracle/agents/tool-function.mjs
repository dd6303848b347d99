// Pins: tool(): schemas, names, invoke by arguments and by tool call, errors of arguments, artifacts, json schema
import { DynamicStructuredTool, StructuredTool, tool } from "@langchain/core/tools";
import { z } from "zod";

const add = tool(({ a, b = 1 }) => a + b, { name: "add", description: "adds", schema: z.object({ a: z.number().describe("first"), b: z.number().optional() }) });
console.log(add.name, add.description, add instanceof StructuredTool, add instanceof DynamicStructuredTool, add.lc_namespace);
console.log(await add.invoke({ a: 1 }), await add.invoke({ a: 1, b: 5 }), await add.invoke({ a: 2, zzz: 1 }));
const message = await add.invoke({ name: "add", args: { a: 4 }, id: "call", type: "tool_call" });
console.log(message.getType(), message.content, message.tool_call_id, message.name, message.status);
await add.invoke({ a: "x" }).catch((e) => console.log(e.name, e.message.split("\n")[0]));
const text = tool((input) => `<${input}>`, { name: "text", description: "t" });
console.log(await text.invoke("hi"), text.constructor.name);
const json = tool((input) => JSON.stringify(input), { name: "json", description: "j", schema: { type: "object", properties: { q: { type: "string" } }, required: ["q"] } });
console.log(await json.invoke({ q: "x" }), json.schema);
await json.invoke({}).catch((e) => console.log(e.name, e.message.split("\n")[0]));
const artifact = tool(() => ["content", { big: true }], { name: "art", description: "a", schema: z.object({}), responseFormat: "content_and_artifact" });
const result = await artifact.invoke({ name: "art", args: {}, id: "1", type: "tool_call" });
console.log(result.content, result.artifact, await artifact.invoke({}));
class Own extends StructuredTool {
  name = "own";
  description = "own tool";
  schema = z.object({ x: z.string() });
  async _call({ x }) {
    return x.toUpperCase();
  }
}
console.log(await new Own().invoke({ x: "a" }));
