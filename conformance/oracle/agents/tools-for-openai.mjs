// Pins: tools as the OpenAI API describes them, schemas as JSON Schema, and the parsers of tool calls
import { AIMessage } from "@langchain/core/messages";
import { JsonOutputKeyToolsParser, JsonOutputToolsParser, convertLangChainToolCallToOpenAI, makeInvalidToolCall, parseToolCall } from "@langchain/core/output_parsers/openai_tools";
import { tool } from "@langchain/core/tools";
import { convertToOpenAIFunction, convertToOpenAITool, isLangChainTool, isRunnableToolLike, isStructuredTool, isStructuredToolParams } from "@langchain/core/utils/function_calling";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { z } from "zod";

const schema = z.object({ a: z.string().describe("an a"), b: z.number().optional() });
console.log(JSON.stringify(toJsonSchema(schema)), JSON.stringify(toJsonSchema({ type: "object", properties: {} })));
const f = tool(() => 1, { name: "f", description: "d", schema });
console.log(JSON.stringify(convertToOpenAIFunction(f)));
console.log(JSON.stringify(convertToOpenAITool(f)), JSON.stringify(convertToOpenAITool(f, { strict: true })));
console.log(isLangChainTool(f), isStructuredTool(f), isStructuredToolParams({ name: "x", schema }), isRunnableToolLike(f), isLangChainTool({}));
const message = new AIMessage({ content: "", tool_calls: [{ id: "1", name: "f", args: { a: "x" } }, { id: "2", name: "g", args: {} }] });
console.log(await new JsonOutputToolsParser().invoke(message), await new JsonOutputToolsParser({ returnId: true }).invoke(message));
console.log(await new JsonOutputKeyToolsParser({ keyName: "f", returnSingle: true }).invoke(message), await new JsonOutputKeyToolsParser({ keyName: "f", zodSchema: schema }).invoke(message));
try {
  await new JsonOutputKeyToolsParser({ keyName: "f", returnSingle: true, zodSchema: z.object({ zz: z.string() }) }).invoke(message);
} catch (e) {
  console.log(e.name, e.message);
}
const call = (args) => ({ id: "1", function: { name: "n", arguments: args } });
console.log(parseToolCall(call('{"a":1}'), { returnId: true }), parseToolCall(call('{"a":[1'), { partial: true }));
console.log(makeInvalidToolCall(call("{"), "bad"), convertLangChainToolCallToOpenAI({ id: "1", name: "f", args: { a: 1 } }));
try {
  parseToolCall(call("{"));
} catch (e) {
  console.log(e.message.split("\n").slice(0, 5).join("|"));
}
