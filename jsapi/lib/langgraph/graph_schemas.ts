// This file makes the JSON schemas of the inputs and outputs of a graph. It is loaded when a client requests them.

import { typeSchemas } from "./type_schemas";

/**
 * Schemas of zod 4 make their own JSON schemas, because this file has another copy of zod than the script. Schemas
 * that a script imports one by one may not be able to.
 */
const types = typeSchemas((schema) => {
  try {
    return schema.toJSONSchema?.();
  } catch {
    return undefined;
  }
});

const object = (properties: any) => ({ type: "object", properties });

/** Returns the schema of a state without a schema at run time. It has the names of the channels; only TypeScript knows their types. */
const ofChannels = (definition: any) => object(Object.fromEntries(Object.keys(definition ?? {}).map((name) => [name, {}])));

function ofGraph(graph: any): any {
  const builder = graph.builder;
  return {
    state: types.state(graph) ?? ofChannels(builder?._schemaDefinition),
    input: types.input(graph) ?? ofChannels(builder?._inputDefinition),
    output: types.output(graph) ?? ofChannels(builder?._outputDefinition),
    config: types.config(graph) ?? object({}),
  };
}

/** Returns the schemas of a graph, with the key "", and of all graphs inside of it, by namespace: "node" or "node|inner". */
export function schemasOf(graph: any): Record<string, any> {
  const all = { "": ofGraph(graph) };
  for (const [ns, inner] of graph.getSubgraphs?.(undefined, true) ?? []) all[ns] = ofGraph(inner);
  return all;
}
