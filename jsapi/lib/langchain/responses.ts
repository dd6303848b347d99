// This file has the strategies for structured responses: a tool that the model calls, or an option of its provider.

import { asJSONSchema, isStandard, isZod } from "./schemas";
import { StructuredOutputParsingError } from "./errors";

let made = 0;

/** Returns messages that say what does not fit in v, outer ones before inner ones. The list is empty if v fits. */
const problems = (v: any, schema: any): string[] => __hitlrun.lib!("core/json_schema.ts").problems(v, schema).map((p: any) => p.error);

/** The model responds by calling a tool. The arguments of the call are the response. */
export class ToolStrategy {
  schema: any;
  tool: any;
  options: any;

  constructor(schema: any, tool: any, options?: any) {
    this.schema = schema;
    this.tool = tool;
    this.options = options;
  }

  get name() { return this.tool.function.name; }

  static fromSchema(schema: any, options?: any): ToolStrategy {
    const name = (title: any) => title ?? `extract-${++made}`;
    const json = asJSONSchema(schema);
    let fn;
    if (isZod(schema) || isStandard(schema)) {
      const description = json.description ?? "Tool for extracting structured output from the model's response.";
      fn = { name: name(json.title), strict: false, description, parameters: json };
    } else if (typeof schema.name === "string" && typeof schema.parameters === "object" && schema.parameters != null) {
      fn = schema;
    } else {
      fn = { name: name(schema.title), description: schema.description ?? "", parameters: schema.schema || schema };
    }
    return new ToolStrategy(json, { type: "function", function: fn }, options);
  }

  parse(args: any): any {
    const found = problems(args, this.schema);
    if (found.length > 0) throw new StructuredOutputParsingError(this.name, found);
    return args;
  }
}

/** Returns the text of a message, without the reasoning of the model. */
function answerOf(message: any): string | undefined {
  if (typeof message.content === "string") return message.content;
  const says = (b: any) => b?.type === "text" && b.thought !== true && typeof b.text === "string";
  return Array.isArray(message.content) ? message.content.find(says)?.text : undefined;
}

/** The provider of the model makes it respond with JSON that fits the schema. */
export class ProviderStrategy {
  schema: any;
  strict: boolean;

  constructor(schemaOrOptions: any, strict?: boolean) {
    const inner = "schema" in schemaOrOptions && typeof schemaOrOptions.schema === "object" && schemaOrOptions.schema !== null;
    const options = inner && !("type" in schemaOrOptions) ? schemaOrOptions : { schema: schemaOrOptions, strict };
    this.schema = options.schema;
    this.strict = options.strict ?? true;
  }

  static fromSchema(schema: any, strict?: boolean): ProviderStrategy { return new ProviderStrategy(asJSONSchema(schema), strict); }

  /** Returns the response in a message, or undefined if none fits. */
  parse(message: any): any {
    try {
      const response = JSON.parse(answerOf(message) || "");
      return problems(response, this.schema).length === 0 ? response : undefined;
    } catch {
      return undefined;
    }
  }
}

const isStrategy = (f: any) => f instanceof ToolStrategy || f instanceof ProviderStrategy;
const isPlain = (f: any) => typeof f === "object" && f !== null && !isZod(f) && !isStandard(f);
const supportsSchemas = (model: any) => !!model && "_streamResponseChunks" in model && model.profile?.structuredOutput === true;

/** Returns the strategies for a response format. */
export function strategiesOf(format: any, options?: any, model?: any): any[] {
  if (!format || typeof format === "object" && "__responseFormatUndefined" in format) return [];
  if (Array.isArray(format)) {
    if (format.every(isStrategy)) return format;
    if ([isStandard, isZod, isPlain].some((is) => format.every(is))) return format.map((f) => ToolStrategy.fromSchema(f, options));
    throw new Error("Invalid response format: list contains mixed types.\nAll items must be either InteropZodObject, Standard Schema, or plain JSON schema objects.");
  }
  if (isStrategy(format)) return [format];
  if (isStandard(format) || isZod(format) || typeof format === "object" && "properties" in format) {
    return [supportsSchemas(model) ? ProviderStrategy.fromSchema(format) : ToolStrategy.fromSchema(format, options)];
  }
  throw new Error(`Invalid response format: ${String(format)}`);
}

export function toolStrategy(format: any, options?: any): any { return strategiesOf(format, options); }

export function providerStrategy(format: any): ProviderStrategy {
  const wrapped = typeof format === "object" && format !== null && "schema" in format && isPlain(format) && !("type" in format);
  return wrapped ? ProviderStrategy.fromSchema(format.schema, format.strict) : ProviderStrategy.fromSchema(format);
}
