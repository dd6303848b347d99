// This file adds two methods for LangGraph to zod schemas: schema.langgraph.reducer(fn, schema) and
// schema.langgraph.metadata(extra).

import { defaultOf, withLangGraph } from "./schema";

/** Adds the methods to the schemas of one version of zod. */
export function plugIn(zod: any) {
  const ZodType = zod.ZodType ?? zod.z?.ZodType;
  if (!ZodType || "langgraph" in ZodType.prototype) return;
  Object.defineProperty(ZodType.prototype, "langgraph", {
    configurable: true,
    get() {
      const schema = this;
      return {
        metadata: (jsonSchemaExtra: any) => withLangGraph(schema, { jsonSchemaExtra }),
        reducer: (fn: any, updates?: any) => withLangGraph(schema, { default: defaultOf(schema), reducer: { schema: updates, fn } }),
      };
    },
  });
}
