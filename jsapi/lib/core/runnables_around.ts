// This file has runnables that wrap others: with retries, with fallbacks, for each item of a list, or chosen by a key.
import { tried } from "./async_caller";
import { RunnableConfig, ensureConfig, within } from "./config";
import { Runnable, RunnableBinding, RunnableLambda } from "./runnables";
import { streamOf } from "./runnable";

/** A runnable that runs again if it fails. */
export class RunnableRetry extends (RunnableBinding as any) {
  static lc_name(): string {
    return "RunnableRetry";
  }
  maxAttemptNumber: number;
  onFailedAttempt: (error: any, input: any) => any;
  constructor(fields: any) {
    super({ bound: fields.bound, kwargs: {}, config: {}, ...fields });
    this.maxAttemptNumber = fields.maxAttemptNumber ?? 3;
    this.onFailedAttempt = fields.onFailedAttempt ?? (() => {});
  }
  invoke(input: any, options?: RunnableConfig): Promise<any> {
    const again = (config: any, childOf: any) => {
      const child = (attempt: number) => childOf(attempt > 1 ? `retry:attempt:${attempt}` : undefined);
      return tried(this.maxAttemptNumber - 1, config.signal, (e) => this.onFailedAttempt(e, input), (attempt) => super.invoke(input, child(attempt)));
    };
    return (this as any)._run(again, options, input, true);
  }
  async batch(inputs: any[], options?: any, how: any = {}): Promise<any[]> {
    const results: any[] = [];
    let left = inputs.map((_, i) => i);
    const optionsOf = (i: number) => Array.isArray(options) ? options[i] : options;
    const work = async () => {
      const found = await super.batch(left.map((i) => inputs[i]), left.map((i) => ensureConfig(optionsOf(i))), { ...how, returnExceptions: true });
      left.forEach((i, k) => results[i] = found[k]);
      left = left.filter((i) => results[i] instanceof Error);
      if (left.length > 0) throw Object.assign(results[left[0]], { input: inputs[left[0]] });
    };
    try {
      await tried(this.maxAttemptNumber - 1, optionsOf(0)?.signal, (e) => this.onFailedAttempt(e, e.input), work);
    } catch (e) {
      if (!how.returnExceptions) throw e;
    }
    return results;
  }
}

/** A runnable with fallbacks. If it fails, they run, one after the other. */
export class RunnableWithFallbacks extends Runnable {
  lc_serializable = true;
  static lc_name(): string {
    return "RunnableWithFallbacks";
  }
  runnable: Runnable;
  fallbacks: Runnable[];
  constructor(fields: { runnable: Runnable; fallbacks: Runnable[] }) {
    super(fields);
    this.runnable = fields.runnable;
    this.fallbacks = fields.fallbacks;
  }
  /** Yields all runnables, in the order in which they are tried. */
  *runnables(): any {
    yield this.runnable;
    yield* this.fallbacks;
  }
  async _first(signal: any, call: (r: Runnable) => Promise<any>): Promise<any> {
    const errors: any[] = [];
    for (const r of this.runnables()) {
      signal?.throwIfAborted();
      try {
        return await call(r);
      } catch (e) {
        errors.push(e);
      }
    }
    throw errors[0];
  }
  invoke(input: any, options?: RunnableConfig): Promise<any> {
    const work = (config: any, childOf: any) => {
      const child = childOf();
      return within(child, () => this._first(config.signal, (r) => r.invoke(input, child)));
    };
    return this._run(work, options, input);
  }
  _streamIterator(input: any, options?: RunnableConfig): any {
    let source: any;
    return streamOf(async () => {
      source ??= await this._first(options?.signal, (r) => r.stream(input, options));
      return source.next();
    }, () => source?.return());
  }
  async batch(inputs: any[], options?: any, how?: any): Promise<any[]> {
    if (how?.returnExceptions) throw new Error("Not implemented.");
    return this._first((Array.isArray(options) ? options[0] : options)?.signal, (r) => r.batch(inputs, options, how));
  }
}

/** Calls a runnable for each item of a list. */
export class RunnableEach extends Runnable {
  lc_serializable = true;
  static lc_name(): string {
    return "RunnableEach";
  }
  bound: Runnable;
  constructor(fields: { bound: Runnable }) {
    super(fields);
    this.bound = fields.bound;
  }
  invoke(inputs: any[], options?: RunnableConfig): Promise<any[]> {
    return this._run((_, childOf) => this.bound.batch(inputs, childOf()), options, inputs, true);
  }
}

/** Calls the runnable that its input { key, input } names. */
export class RouterRunnable extends Runnable {
  lc_serializable = true;
  static lc_name(): string {
    return "RouterRunnable";
  }
  runnables: Record<string, Runnable>;
  constructor(fields: { runnables: Record<string, Runnable> }) {
    super(fields);
    this.runnables = fields.runnables;
  }
  _of(key: string): Runnable {
    if (this.runnables[key] === undefined) throw new Error(`No runnable associated with key "${key}".`);
    return this.runnables[key];
  }
  async invoke({ key, input }: any, options?: RunnableConfig): Promise<any> {
    return this._of(key).invoke(input, ensureConfig(options));
  }
  async stream({ key, input }: any, options?: RunnableConfig): Promise<any> {
    return this._of(key).stream(input, options);
  }
  async batch(inputs: any[], options?: any, how?: any): Promise<any[]> {
    if (inputs.some(({ key }) => this.runnables[key] === undefined)) throw new Error("One or more keys do not have a corresponding runnable.");
    return super.batch(inputs, options, how);
  }
}

/** A runnable with the name and the schema that make it a tool. It takes the call of a tool, too, and parses the arguments. */
export class RunnableToolLike extends (RunnableBinding as any) {
  static lc_name(): string {
    return "RunnableToolLike";
  }
  name: string;
  description: string | undefined;
  schema: any;
  constructor(fields: any) {
    const parsed = async (input: any) => {
      if (input?.type !== "tool_call") return input;
      try {
        return await fields.schema.parseAsync(input.args);
      } catch {
        const { ToolInputParsingException } = __hitlrun.lib!("core/tools.ts");
        throw new ToolInputParsingException("Received tool input did not match expected schema", JSON.stringify(input.args));
      }
    };
    const parse = RunnableLambda.from(parsed).withConfig({ runName: `${fields.name}:parse_input` });
    super({ kwargs: {}, config: fields.config ?? {}, bound: parse.pipe(fields.bound).withConfig({ runName: fields.name }) });
    this.name = fields.name;
    this.description = fields.description;
    this.schema = fields.schema;
  }
  getName(suffix = ""): string {
    return this.name + suffix;
  }
}

// The schema of runnables whose input is a string: a model gives { input }.
const inputText = {
  async parseAsync(args: any): Promise<string> {
    if (typeof args?.input !== "string") throw new TypeError("input is not a string");
    return args.input;
  },
  "~standard": {
    version: 1,
    vendor: "hitlrun",
    validate: (args: any) => inputText.parseAsync(args).then((value) => ({ value }), (e) => ({ issues: [{ message: e.message, path: ["input"] }] })),
    jsonSchema: {
      input: () => ({
        type: "object", properties: { input: { type: "string" } }, required: ["input"], additionalProperties: false,
        $schema: "http://json-schema.org/draft-07/schema#",
      }),
    },
  },
};

/** Implements r.asTool(fields). */
export function asTool(r: any, { name, description, schema }: any): RunnableToolLike {
  const isText = (schema._zod?.def.type ?? schema._def?.typeName) === (schema._zod ? "string" : "ZodString");
  return new RunnableToolLike({ bound: r, name: name ?? r.getName(), description: description ?? schema.description, schema: isText ? inputText : schema });
}

/** Implements r.withRetry(fields). */
export function withRetry(r: any, fields?: any): RunnableRetry {
  const bound = r.bound && r.kwargs ? { bound: r.bound, kwargs: r.kwargs, config: r.config } : { bound: r };
  return new RunnableRetry({ ...bound, maxAttemptNumber: fields?.stopAfterAttempt, ...fields });
}
