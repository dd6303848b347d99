// This file adds two methods for LangGraph to zod schemas: schema.langgraph.reducer(fn, schema) and
// schema.langgraph.metadata(extra).

import { profile } from "./hitlrun";
import { defaultOf, metaOf, withLangGraph } from "./schema";

/** Adds the methods to the schemas of one version of zod. */
export function plugIn(zod: any) {
  const ZodType = zod.ZodType ?? zod.z?.ZodType;
  if (!ZodType || "langgraph" in ZodType.prototype) return;
  Object.defineProperty(ZodType.prototype, "langgraph", {
    configurable: true,
    get() {
      const schema = this;
      const before = profile === "0.2" ? metaOf(schema) : undefined; // LangGraph.js 1 replaces what an earlier call has set
      return {
        metadata: (jsonSchemaExtra: any) => withLangGraph(schema, { ...before, jsonSchemaExtra }),
        reducer: (fn: any, updates?: any) => withLangGraph(schema, {
          ...before, default: defaultOf(schema) ?? before?.default, reducer: { schema: updates, fn },
        }),
      };
    },
  });
}
