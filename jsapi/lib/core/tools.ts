// This file is `@langchain/core/tools`: functions that models may call.
import { prettifyError } from "../zod/error";
import { RunnableConfig, ensureConfig, manager as managerClass, mergeConfigs, patchConfig, raceWithSignal, callbackClass, within } from "./config";
import { ToolMessage, isDirectToolOutput } from "./message";
import { Invokable, isRunnable, iteratorOf } from "./runnable";
import { onlyStrings } from "./string_schemas";

/** Thrown if the arguments of a call do not fit the schema of the tool. */
export class ToolInputParsingException extends Error {
  output: string | undefined;
  constructor(message: string, output?: string) {
    super(message);
    this.output = output;
  }
}

export type ToolFields = {
  name?: string;
  description?: string;
  schema?: any;
  responseFormat?: "content" | "content_and_artifact";
  returnDirect?: boolean;
  verboseParsingErrors?: boolean;
  defaultConfig?: RunnableConfig;
  tags?: string[];
  metadata?: Record<string, any>;
  extras?: Record<string, any>;
  callbacks?: any;
  verbose?: boolean;
  func?: (input: any, runManager: any, config?: any) => any;
  [key: string]: any;
};

// The version of the library whose behaviour these tools have. It is part of what they answer.
const coreVersion = "1.2.13";

const isObject = (v: any) => typeof v === "object" && v !== null;
const isToolCall = (v: any) => isObject(v) && v.type === "tool_call";
const isZod = (s: any): boolean => isObject(s) && !!((s._zod && s._zod.def) || (s._def && s._def.typeName));
const isStringZod = (s: any) => isZod(s) && (s._zod ? s._zod.def.type === "string" : s._def.typeName === "ZodString");
const configOf = (arg: any): any => (!arg ? {} : Array.isArray(arg) || "name" in arg ? { callbacks: arg } : arg);

function stringify(v: any): string {
  try {
    return JSON.stringify(v) ?? "";
  } catch (e) {
    return `${v}`;
  }
}

/** The base of tools whose input has a schema: zod, Standard Schema or JSON Schema. */
export abstract class StructuredTool extends Invokable {
  description!: string;
  schema: any;
  extras: Record<string, any> | undefined;
  returnDirect = false;
  verboseParsingErrors: boolean;
  responseFormat: string;
  defaultConfig: RunnableConfig | undefined;
  verbose: boolean;
  callbacks: any;
  tags: string[];
  metadata: Record<string, any>;
  constructor(fields: ToolFields = {}) {
    super();
    this.extras = fields.extras;
    this.verboseParsingErrors = fields.verboseParsingErrors ?? false;
    this.responseFormat = fields.responseFormat ?? "content";
    this.defaultConfig = fields.defaultConfig;
    this.verbose = fields.verbose ?? false;
    this.callbacks = fields.callbacks;
    this.tags = fields.tags ?? [];
    this.metadata = fields.metadata ?? { versions: { "@langchain/core": coreVersion } };
  }
  protected abstract _call(input: any, runManager?: any, config?: RunnableConfig): any;
  get lc_namespace(): string[] {
    return ["langchain", "tools"];
  }
  async invoke(input: any, config?: RunnableConfig): Promise<any> {
    const full = ensureConfig(mergeConfigs(this.defaultConfig, config));
    return isToolCall(input) ? this.call(input.args, { ...full, toolCall: input }) : this.call(input, full);
  }
  // Returns the input as parsed by the schema. Throws an error if it does not fit.
  async _parsed(input: any, arg: any): Promise<any> {
    const refuse = (details: any, issues?: any[]): never => {
      let message = "Received tool input did not match expected schema";
      if (this.verboseParsingErrors) message += `\nDetails: ${details}`;
      if (issues) message += `\n\n${prettifyError({ issues })}`;
      throw new ToolInputParsingException(message, JSON.stringify(arg));
    };
    const s = this.schema;
    const standard = s && s["~standard"];
    if (isZod(s) || s === inputOnly) {
      const r = await s.safeParseAsync(input).catch((e: any) => refuse(e.message));
      return r.success ? r.data : refuse(r.error.message, r.error.issues);
    }
    if (standard) {
      const r = await standard.validate(input);
      const path = (p: any) => (isObject(p) ? p.key : p);
      if (r.issues)
        refuse(
          stringify(r.issues),
          r.issues.map((i: any) => ({ ...i, path: (i.path || []).map(path) })),
        );
      return r.value;
    }
    const found = __hitlrun.lib!("core/json_schema.ts").problems(input, s);
    return found.length ? refuse(found.map((p: any) => `${p.keywordLocation}: ${p.error}`).join("\n")) : input;
  }
  /** Runs the tool with arguments, or for a tool call. */
  async call(arg: any, configArg?: any, tags?: string[]): Promise<any> {
    const input = isToolCall(arg) ? arg.args : arg;
    const parsed = await this._parsed(input, arg);
    const { runId, ...config } = configOf(configArg);
    const { callbacks, metadata } = config;
    if (callbacks || this.callbacks) managerClass();
    const manager = callbackClass.Manager?.configure(callbacks, this.callbacks, config.tags || tags, this.tags, metadata, this.metadata);
    const call = isToolCall(arg) && arg.id ? arg : config.toolCall;
    const id = isObject(call) && typeof call.id === "string" ? call.id : undefined;
    const shown = isObject(input) && !Array.isArray(input) ? input : typeof arg === "string" ? arg : JSON.stringify(arg);
    const run = await manager?.handleToolStart(this.toJSON(), shown, runId, undefined, undefined, undefined, config.runName, id);
    let content: any;
    try {
      content = await this._call(parsed, run, config);
      const it = typeof (content && content.return) === "function" && iteratorOf(content);
      if (it) {
        let r = await it.next();
        for (; !r.done; r = await it.next()) await run?.handleToolEvent(r.value).catch((e: any) => run.handleToolError(e));
        content = r.value;
      }
    } catch (e) {
      await run?.handleToolError(e);
      throw e;
    }
    const out = this._answer(content, id);
    await run?.handleToolEnd(out);
    return out;
  }
  // Returns the result of the tool as a ToolMessage for the call with this id, if there is an id.
  _answer(content: any, id: string | undefined): any {
    let artifact: any;
    if (this.responseFormat === "content_and_artifact") {
      if (!Array.isArray(content) || content.length !== 2)
        throw new Error(
          `Tool response format is "content_and_artifact" but the output was not a two-tuple.\nResult: ${JSON.stringify(content)}`,
        );
      [content, artifact] = content;
    }
    if (!id || isDirectToolOutput(content)) return content;
    const blocks = Array.isArray(content) && content.every((b) => isObject(b) && "type" in b);
    return new ToolMessage({
      status: "success",
      content: typeof content === "string" || blocks ? content : stringify(content),
      artifact,
      tool_call_id: id,
      name: this.name,
      metadata: this.metadata,
    });
  }
}

/** Copies fields to a tool that is made of a function. */
function adopt(tool: DynamicStructuredTool | DynamicTool, fields: ToolFields): void {
  tool.name = fields.name;
  tool.description = fields.description as string;
  tool.func = fields.func;
  tool.returnDirect = fields.returnDirect ?? false;
}

/** A tool made from a function and a schema. */
export class DynamicStructuredTool extends StructuredTool {
  static lc_name(): string {
    return "DynamicStructuredTool";
  }
  func: any;
  constructor(fields: ToolFields) {
    super(fields);
    adopt(this, fields);
    this.schema = fields.schema;
  }
  async call(arg: any, configArg?: any, tags?: string[]): Promise<any> {
    const config = { ...configOf(configArg) };
    if (config.runName === undefined) config.runName = this.name;
    return super.call(arg, config, tags);
  }
  protected _call(input: any, runManager?: any, config?: RunnableConfig): any {
    return this.func(input, runManager, config);
  }
}

// Returns the result of the schema of tools whose input is a string, in the form of zod 3.
function safeInput(value: any): any {
  const object = isObject(value) && !Array.isArray(value);
  if (object && (value.input === undefined || typeof value.input === "string")) return { success: true, data: value.input };
  const wrong = object ? value.input : value;
  const received = wrong === undefined ? "undefined" : wrong === null ? "null" : Array.isArray(wrong) ? "array" : typeof wrong;
  const expected = object ? "string" : "object";
  const message = wrong === undefined ? "Required" : `Expected ${expected}, received ${received}`;
  const issues = [{ code: "invalid_type", expected, received, path: object ? ["input"] : [], message }];
  return { success: false, error: Object.assign(new Error(JSON.stringify(issues, null, 2)), { name: "ZodError", issues }) };
}
function parsedInput(value: any): any {
  const { data, error } = safeInput(value);
  if (error) throw error;
  return data;
}

// The schema of tools whose input is a string: { input }. The function gets the string.
const inputOnly = {
  parse: parsedInput,
  parseAsync: async (value: any) => parsedInput(value),
  safeParse: safeInput,
  safeParseAsync: async (value: any) => safeInput(value),
  "~standard": {
    version: 1,
    vendor: "hitlrun",
    validate(value: any) {
      const { data, error } = safeInput(value);
      return error ? { issues: error.issues } : { value: data };
    },
    jsonSchema: {
      input: () => ({
        type: "object",
        properties: { input: { type: "string" } },
        additionalProperties: false,
        $schema: "http://json-schema.org/draft-07/schema#",
      }),
    },
  },
};

/** The base of tools whose input is a string. */
export abstract class Tool extends StructuredTool {
  schema: any = inputOnly;
  call(arg: any, configArg?: any): Promise<any> {
    return super.call(typeof arg === "string" || arg == null ? { input: arg } : arg, configArg);
  }
}

/** A tool made from a function of a string. */
export class DynamicTool extends Tool {
  static lc_name(): string {
    return "DynamicTool";
  }
  func: any;
  constructor(fields: ToolFields) {
    super(fields);
    adopt(this, fields);
  }
  async call(arg: any, configArg?: any): Promise<any> {
    const config = { ...configOf(configArg) };
    if (config.runName === undefined) config.runName = this.name;
    return super.call(arg, config);
  }
  protected _call(input: any, runManager?: any, config?: RunnableConfig): any {
    return this.func(input, runManager, config);
  }
}

/** Several tools that belong together. */
export abstract class BaseToolkit {
  abstract tools: StructuredTool[];
  getTools(): StructuredTool[] {
    return this.tools;
  }
}

/** Makes a tool from a function. The function gets the parsed input and the config. */
export function tool(fn: (input: any, config: any) => any, fields: ToolFields): DynamicStructuredTool | DynamicTool {
  const { schema } = fields;
  const ofString = !schema || isStringZod(schema) || (!isZod(schema) && onlyStrings(schema));
  const description = fields.description ?? (schema && schema.description) ?? `${fields.name} tool`;
  const func = (input: any, run: any, config: RunnableConfig) => {
    const child = patchConfig(config, { callbacks: run?.getChild() });
    const work = within(child, async () => fn(input, child));
    return ofString ? work : raceWithSignal(work, config && config.signal);
  };
  return new (ofString ? DynamicTool : DynamicStructuredTool)({ ...fields, description, func });
}

const jsonTypes = ["null", "boolean", "object", "array", "number", "string"];
export const isStructuredTool = (t: any): boolean => t !== undefined && Array.isArray(t.lc_namespace);
export const isRunnableToolLike = (t: any): boolean =>
  isRunnable(t) && typeof t.constructor.lc_name === "function" && t.constructor.lc_name() === "RunnableToolLike";
export const isStructuredToolParams = (t: any): boolean =>
  isObject(t) &&
  "name" in t &&
  "schema" in t &&
  (isZod(t.schema) || t.schema === inputOnly || (isObject(t.schema) && jsonTypes.includes(t.schema.type)));
export const isLangChainTool = (t: any): boolean => isStructuredToolParams(t) || isRunnableToolLike(t) || isStructuredTool(t);
