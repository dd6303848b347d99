// This file is @langchain/langgraph/zod/schema: the JSON schemas of a graph's state, input, output and context.

import { globalRegistry, toJSONSchema } from "zod";
import { isStateSchema, isZodObject } from "./schema";
import { zod3JSON } from "./zod3_json";
import { META_EXTRAS_DESCRIPTION_PREFIX, type SchemaMetaRegistry, schemaMetaRegistry } from "./zod_registry";

/** Puts what descriptions carry into the JSON schema. */
function unpack(json: any): any {
  if (Array.isArray(json)) return json.map(unpack);
  if (typeof json !== "object" || json === null) return json;
  const out = Object.fromEntries(Object.entries(json).map(([key, v]) => [key, unpack(v)]));
  if (typeof out.description === "string" && out.description.startsWith(META_EXTRAS_DESCRIPTION_PREFIX)) {
    const extra = JSON.parse(out.description.slice(META_EXTRAS_DESCRIPTION_PREFIX.length));
    delete out.description;
    Object.assign(out, extra);
  }
  return out;
}

/** What schemas say of themselves, whichever copy of zod made them. */
const metadata: any = { get: (schema: any) => (typeof schema.meta === "function" ? schema.meta() : globalRegistry.get(schema)) };

const builderOf = (graph: any) => typeof graph?.builder === "object" && graph.builder !== null ? graph.builder : undefined;

function describe(schema: any, update: boolean, registry: SchemaMetaRegistry): any {
  if (!schema) return undefined;
  if (isStateSchema(schema)) return update ? schema.getInputJsonSchema() : schema.getJsonSchema();
  if (!isZodObject(schema)) return undefined;
  const effects = { withJsonSchemaExtrasAsDescription: true, ...(update && { withReducerSchema: true, asPartial: true }) };
  const extended = registry.getExtendedChannelSchemas(schema, effects);
  return unpack(extended._zod ? toJSONSchema(extended, { metadata }) : zod3JSON(extended));
}

export function getStateTypeSchema(graph: any, registry = schemaMetaRegistry): any {
  return describe(builderOf(graph)?._schemaRuntimeDefinition, false, registry);
}

export function getUpdateTypeSchema(graph: any, registry = schemaMetaRegistry): any {
  return describe(builderOf(graph)?._schemaRuntimeDefinition, true, registry);
}

export function getInputTypeSchema(graph: any, registry = schemaMetaRegistry): any {
  const builder = builderOf(graph);
  return describe(builder?._inputRuntimeDefinition ?? builder?._schemaRuntimeDefinition, true, registry);
}

export function getOutputTypeSchema(graph: any, registry = schemaMetaRegistry): any {
  return describe(builderOf(graph)?._outputRuntimeDefinition, false, registry);
}

export function getConfigTypeSchema(graph: any, registry = schemaMetaRegistry): any {
  return describe(builderOf(graph)?._configRuntimeSchema, false, registry);
}
