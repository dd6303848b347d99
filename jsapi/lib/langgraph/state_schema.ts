// This file has StateSchema, and the kinds of fields that it can have besides schemas.

import { BinaryOperatorAggregate, LastValue } from "./annotation";
import { DeltaChannel, UntrackedValueChannel } from "./channels";
import { OVERWRITE, overwritten } from "./command";
import { getJsonSchemaFromSchema, getSchemaDefaultGetter, isStandardSchema } from "./standard";

const REDUCED = Symbol.for("langgraph.state.reduced_value");
const DELTA = Symbol.for("langgraph.state.delta_value");
const UNTRACKED = Symbol.for("langgraph.state.untracked_value");
const STATE_SCHEMA = Symbol.for("langgraph.state.state_schema");

const marked = (v: any, mark: symbol) => typeof v === "object" && v !== null && v[mark] === true;

/** A field with a reducer, which combines each update with the value. */
export class ReducedValue {
  valueSchema: any;
  inputSchema: any;
  reducer: (value: any, update: any) => any;
  jsonSchemaExtra: any;

  constructor(valueSchema: any, init: { reducer: (value: any, update: any) => any; inputSchema?: any; jsonSchemaExtra?: any }) {
    (this as any)[REDUCED] = true;
    this.reducer = init.reducer;
    this.jsonSchemaExtra = init.jsonSchemaExtra;
    this.valueSchema = valueSchema;
    this.inputSchema = "inputSchema" in init ? init.inputSchema : valueSchema;
  }

  static isInstance(v: any) { return marked(v, REDUCED); }
}

/** A field whose reducer gets all the updates of a superstep at once. */
export class DeltaValue {
  valueSchema: any;
  inputSchema: any;
  reducer: (value: any, updates: any[]) => any;
  snapshotFrequency: number | undefined;
  jsonSchemaExtra: any;

  constructor(valueSchema: any, init: {
    reducer: (value: any, updates: any[]) => any; inputSchema?: any; snapshotFrequency?: number; jsonSchemaExtra?: any;
  }) {
    (this as any)[DELTA] = true;
    this.reducer = init.reducer;
    this.valueSchema = valueSchema;
    this.inputSchema = "inputSchema" in init ? init.inputSchema : valueSchema;
    this.snapshotFrequency = init.snapshotFrequency;
    this.jsonSchemaExtra = init.jsonSchemaExtra;
  }

  static isInstance(v: any) { return marked(v, DELTA); }
}

/** A field that exists until the run ends, and is in no checkpoint. */
export class UntrackedValue {
  schema: any;
  guard: boolean;

  constructor(schema?: any, init?: { guard?: boolean }) {
    (this as any)[UNTRACKED] = true;
    this.schema = schema;
    this.guard = init?.guard ?? true;
  }

  static isInstance(v: any) { return typeof v === "object" && v !== null && UNTRACKED in v; }
}

const isReduced = (f: any) => ReducedValue.isInstance(f) || DeltaValue.isInstance(f);

/** Returns the schema of the values of a field, or undefined if it has none. */
function valueSchema(field: any): any {
  if (isReduced(field)) return field.valueSchema;
  return UntrackedValue.isInstance(field) ? field.schema : isStandardSchema(field) ? field : undefined;
}

function updateSchema(field: any): any { return isReduced(field) ? field.inputSchema : valueSchema(field); }

function describe(field: any, schema: any): any {
  const json = schema && getJsonSchemaFromSchema(schema);
  return isReduced(field) && field.jsonSchemaExtra ? { ...json, ...field.jsonSchemaExtra } : json;
}

/** A state, described field by field. A field is a schema, or one of the classes above. */
export class StateSchema {
  fields: Record<string, any>;

  constructor(fields: Record<string, any>) {
    (this as any)[STATE_SCHEMA] = true;
    this.fields = fields;
  }

  getChannels(): Record<string, any> {
    return Object.fromEntries(Object.entries(this.fields).map(([key, field]) => {
      const initialValueFactory = getSchemaDefaultGetter(valueSchema(field));
      if (DeltaValue.isInstance(field)) {
        return [key, new DeltaChannel(field.reducer, { snapshotFrequency: field.snapshotFrequency, initialValueFactory })];
      }
      if (ReducedValue.isInstance(field)) return [key, new BinaryOperatorAggregate(field.reducer, initialValueFactory)];
      if (UntrackedValue.isInstance(field)) return [key, new UntrackedValueChannel({ guard: field.guard, initialValueFactory })];
      if (isStandardSchema(field)) return [key, new LastValue(initialValueFactory)];
      throw new Error(`Invalid state field "${key}": must be a schema, ReducedValue, DeltaValue, UntrackedValue, or ManagedValue`);
    }));
  }

  getJsonSchema(): any {
    const properties: Record<string, any> = {};
    const required: string[] = [];
    for (const [key, field] of Object.entries(this.fields)) {
      const json = describe(field, valueSchema(field));
      if (!json) continue;
      properties[key] = json;
      if (!getSchemaDefaultGetter(valueSchema(field))) required.push(key);
    }
    return { type: "object", properties, required: required.length > 0 ? required : undefined };
  }

  getInputJsonSchema(): any {
    const described = Object.entries(this.fields).map(([key, field]) => [key, describe(field, updateSchema(field))]);
    return { type: "object", properties: Object.fromEntries(described.filter(([, json]) => json)) };
  }

  getChannelKeys(): string[] { return Object.keys(this.fields); }
  getAllKeys(): string[] { return Object.keys(this.fields); }

  /** Checks an input or an update field by field, and returns it as parsed by the schemas. */
  async validateInput(data: any): Promise<any> {
    if (data === null || data === undefined || typeof data !== "object") return data;
    const result: Record<string, any> = {};
    for (const [key, value] of Object.entries(data)) {
      result[key] = key in this.fields ? await this._check(key, value) : value;
    }
    return result;
  }

  /** Returns one field of an update as parsed by its schema. The result is a promise if the schema is asynchronous. */
  _check(key: string, value: any): any {
    const field = this.fields[key];
    const whole = isReduced(field) ? overwritten(value) : undefined;
    const schema = whole ? field.valueSchema : updateSchema(field);
    if (!schema) return value;
    const finish = (result: any) => {
      if (result.issues) throw new Error(`Validation failed for field "${key}": ${JSON.stringify(result.issues)}`);
      return whole ? { [OVERWRITE]: result.value } : result.value;
    };
    const result = schema["~standard"].validate(whole ? whole[0] : value);
    return typeof result?.then === "function" ? result.then(finish) : finish(result);
  }

  static isInstance(v: any) { return marked(v, STATE_SCHEMA); }
}
