// This file is `@langchain/core/utils/function_calling`: tools in the form of the OpenAI API.
import { isLangChainTool, isRunnableToolLike, isStructuredTool, isStructuredToolParams } from "./tools";
import { asJSONSchema } from "./structured_output";

export { isLangChainTool, isRunnableToolLike, isStructuredTool, isStructuredToolParams };

const strictly = (fields?: any) => (typeof fields === "number" ? undefined : fields?.strict);

export function convertToOpenAIFunction(tool: any, fields?: any): any {
  const f = { name: tool.name, description: tool.description, parameters: asJSONSchema(tool.schema) };
  return strictly(fields) === undefined ? f : { ...f, strict: fields.strict };
}

export function convertToOpenAITool(tool: any, fields?: any): any {
  const described = isLangChainTool(tool) ? { type: "function", function: convertToOpenAIFunction(tool) } : tool;
  if (strictly(fields) !== undefined) described.function.strict = fields.strict;
  return described;
}
