// Pins: schemas of zod 3 as JSON Schema: of a tool, of a parser, alone
import { StructuredOutputParser } from "@langchain/core/output_parsers";
import { tool } from "@langchain/core/tools";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { z } from "zod/v3";
const schema = z.object({
  name: z.string().describe("whose"), count: z.number().int().min(1).optional(), kind: z.enum(["a", "b"]).default("a"),
  parts: z.array(z.object({ on: z.boolean().nullable() })),
});
console.log(JSON.stringify(toJsonSchema(schema)));
console.log(JSON.stringify(toJsonSchema(z.string())));
const find = tool((input) => JSON.stringify(input), { name: "find", description: "finds", schema });
console.log(JSON.stringify(convertToOpenAITool(find)));
console.log(await find.invoke({ name: "n", parts: [{ on: null }] }));
console.log(StructuredOutputParser.fromZodSchema(schema).getFormatInstructions().split("```")[1]);
