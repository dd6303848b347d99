// This file says which values a graph takes and returns, as JSON schemas. It is loaded when a client asks for them.

import { typeSchemas } from "./type_schemas";

/** The schemas of zod 4 make their own: this file has another copy of zod than the script. Those that a script imports one by one may not have it. */
const types = typeSchemas((schema) => {
  try {
    return schema.toJSONSchema?.();
  } catch {
    return undefined;
  }
});

const object = (properties: any) => ({ type: "object", properties });

/** The channels of a state that has no schema at run time: what is in them is known to TypeScript alone. */
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

/** The schemas of a graph, by "", and of all graphs inside of it, by namespace: "node" or "node|inner". */
export function schemasOf(graph: any): Record<string, any> {
  const all = { "": ofGraph(graph) };
  for (const [ns, inner] of graph.getSubgraphs?.(undefined, true) ?? []) all[ns] = ofGraph(inner);
  return all;
}
