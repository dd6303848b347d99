// This file makes the JSON schemas of a graph's state, input, output and context.

import { isStateSchema, isZodObject } from "./schema";
import { zod3JSON } from "../core/zod3_json";
import { META_EXTRAS_DESCRIPTION_PREFIX, type SchemaMetaRegistry, schemaMetaRegistry } from "./zod_registry";

/** Moves the extra fields that descriptions contain into the JSON schema. */
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

const builderOf = (graph: any) => typeof graph?.builder === "object" && graph.builder !== null ? graph.builder : undefined;

function describe(schema: any, update: boolean, registry: SchemaMetaRegistry, zod4JSON: (schema: any) => any): any {
  if (!schema) return undefined;
  if (isStateSchema(schema)) return update ? schema.getInputJsonSchema() : schema.getJsonSchema();
  if (!isZodObject(schema)) return undefined;
  const effects = { withJsonSchemaExtrasAsDescription: true, ...(update && { withReducerSchema: true, asPartial: true }) };
  const extended = registry.getExtendedChannelSchemas(schema, effects);
  return unpack(extended._zod ? zod4JSON(extended) : zod3JSON(extended));
}

/** Returns functions for the schemas of a graph. They return undefined for a state without a schema. zod4JSON makes the JSON schemas of zod 4. */
export function typeSchemas(zod4JSON: (schema: any) => any) {
  const of = (schema: any, update: boolean, registry = schemaMetaRegistry) => describe(schema, update, registry, zod4JSON);
  return {
    state: (graph: any, registry?: any) => of(builderOf(graph)?._schemaRuntimeDefinition, false, registry),
    update: (graph: any, registry?: any) => of(builderOf(graph)?._schemaRuntimeDefinition, true, registry),
    input: (graph: any, registry?: any) => of(builderOf(graph)?._inputRuntimeDefinition ?? builderOf(graph)?._schemaRuntimeDefinition, true, registry),
    output: (graph: any, registry?: any) => of(builderOf(graph)?._outputRuntimeDefinition, false, registry),
    config: (graph: any, registry?: any) => of(builderOf(graph)?._configRuntimeSchema, false, registry),
  };
}
