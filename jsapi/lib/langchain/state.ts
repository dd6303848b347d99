// This file makes the state of an agent from its own schema and the schemas of its middleware.

import { object } from "zod";
import { MessagesValue } from "../langgraph/messages_value";
import { isZodObject, metaOf, shapeOf } from "../langgraph/schema";
import { ReducedValue, StateSchema, UntrackedValue } from "../langgraph/state_schema";
import { fieldsOf, isZod4 } from "./schemas";

/** Returns a field of a zod object as a field of a StateSchema. */
function fieldOf(schema: any): any {
  const reducer = isZod4(schema) ? metaOf(schema)?.reducer : undefined;
  if (!reducer) return schema;
  const { fn, schema: inputSchema } = reducer;
  return inputSchema && inputSchema !== schema ? new ReducedValue(schema, { reducer: fn, inputSchema }) : new ReducedValue(schema, { reducer: fn });
}

/** Returns the schemas of an agent's state, input and output. Fields that start with "_" are only in the state. */
export function agentState(responds: boolean, own: any, middleware: any[]): { state: any; input: any; output: any } {
  const state: Record<string, any> = { jumpTo: new UntrackedValue() };
  const input: Record<string, any> = {};
  const output: Record<string, any> = {};
  for (const schema of [own, ...middleware.map((m) => m.stateSchema)]) {
    if (!schema) continue;
    const fields = StateSchema.isInstance(schema) ? schema.fields : isZodObject(schema) ? shapeOf(schema) : {};
    for (const [key, given] of Object.entries<any>(fields)) {
      if (key in state) continue;
      const field = state[key] = StateSchema.isInstance(schema) ? given : fieldOf(given);
      if (key.startsWith("_")) continue;
      const reduced = ReducedValue.isInstance(field);
      input[key] = reduced ? field.inputSchema || field.valueSchema : field;
      output[key] = reduced ? field.valueSchema : field;
    }
  }
  if (responds) output.structuredResponse = new UntrackedValue();
  const withMessages = (fields: any) => new StateSchema({ messages: MessagesValue, ...fields });
  return { state: withMessages(state), input: withMessages(input), output: withMessages(output) };
}

function missing(name: string, issues: any[]): Error {
  const required = issues.filter((i) => i.code === "invalid_type").map((i) => `  - ${i.path.join(".")}: Required`).join("\n");
  return new Error(`Middleware "${name}" has required state fields that must be initialized:\n${required}\n\nTo fix this, either:\n1. Provide default values in your middleware's state schema using .default():\n   stateSchema: z.object({\n     myField: z.string().default("default value")\n   })\n\n2. Or make the fields optional using .optional():\n   stateSchema: z.object({\n     myField: z.string().optional()\n   })\n\n3. Or ensure you pass these values when invoking the agent:\n   agent.invoke({\n     messages: [...],\n     ${issues[0]?.path.join(".")}: "value"\n   })`);
}

/** Returns the defaults that the schemas of middleware have for fields that an input lacks. */
export async function middlewareDefaults(middleware: any[], input: any): Promise<any> {
  const defaults: Record<string, any> = {};
  for (const m of middleware) {
    const fields = fieldsOf(m.stateSchema);
    if (!fields) continue;
    const optional = Object.entries(fields).map(([key, f]) => [key, key.startsWith("_") ? f.optional() : f]);
    const zod3 = isZodObject(m.stateSchema) && !isZod4(m.stateSchema);
    const schema = zod3 ? m.stateSchema.extend(Object.fromEntries(optional)) : object(Object.fromEntries(optional));
    const result = await schema.safeParseAsync(input);
    if (!result.success) throw missing(m.name, result.error.issues);
    Object.assign(defaults, result.data);
  }
  return defaults;
}
