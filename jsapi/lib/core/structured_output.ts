// This file makes a model answer with an object of a given schema, by offering it one tool.
import { toJSONSchema } from "../zod/jsonschema";
import { AIMessageChunk } from "./chunks";
import { RunnableLambda, RunnablePassthrough, RunnableSequence } from "./runnables";
import { zod3JSON } from "./zod3_json";

const isObject = (v: any) => typeof v === "object" && v !== null;
export const isZod = (s: any): boolean => isObject(s) && !!((s._zod && s._zod.def) || (s._def && s._def.typeName));

/** Returns the JSON Schema of a schema of any kind. */
export function asJSONSchema(s: any): any {
  if (isZod(s)) return s._zod ? toJSONSchema(s) : zod3JSON(s);
  const standard = isObject(s) && s["~standard"]?.jsonSchema;
  return standard ? standard.input({ target: "draft-2020-12" }) : s;
}

/** Implements withStructuredOutput for a model that has no implementation of its own. */
export function structuredOutput(model: any, schema: any, config: any): any {
  if (typeof model.bindTools !== "function") throw new Error(`Chat model must implement ".bindTools()" to use withStructuredOutput.`);
  if (config?.strict) throw new Error(`"strict" mode is not supported for this model by default.`);
  if (config?.method === "jsonMode")
    throw new Error(`Base withStructuredOutput implementation only supports "functionCalling" as a method.`);
  const plain = !isZod(schema) && !schema["~standard"];
  const name = plain && "name" in schema ? schema.name : (config?.name ?? "extract");
  const description = schema.description ?? "A function available to call.";
  const llm = model.bindTools([{ type: "function", function: { name, description, parameters: asJSONSchema(schema) } }]);
  const parser = RunnableLambda.from((message: any) => {
    if (!AIMessageChunk.isInstance(message)) throw new Error("Input is not an AIMessageChunk.");
    if (!message.tool_calls?.length) throw new Error("No tool calls found in the response.");
    const call = message.tool_calls.find((c: any) => c.name === name);
    if (!call) throw new Error(`No tool call found with name ${name}.`);
    return call.args;
  });
  if (!config?.includeRaw) return llm.pipe(parser).withConfig({ runName: "StructuredOutput" });
  const parsed = RunnablePassthrough.assign({
    parsed: (input: any, c: any) => parser.invoke(input.raw, c).catch(() => null),
  });
  return RunnableSequence.from([{ raw: llm }, parsed]).withConfig({ runName: "StructuredOutputRunnable" });
}
