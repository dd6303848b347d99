// This file says which values a graph takes and returns, as JSON schemas. It is loaded when a client asks for them.

const object = (properties: any) => ({ type: "object", properties });

/** The channels of a state that has no schema at run time: what is in them is known to TypeScript alone. */
const ofChannels = (definition: any) => object(Object.fromEntries(Object.keys(definition ?? {}).map((name) => [name, {}])));

function ofGraph(graph: any): any {
  const builder = graph.builder;
  const parsed = [builder?._schemaRuntimeDefinition, builder?._inputRuntimeDefinition, builder?._outputRuntimeDefinition, builder?._configRuntimeSchema];
  const types = parsed.some(Boolean) ? __hitlrun.lib("langgraph/zod_schema.ts") : undefined;
  return {
    state: types?.getStateTypeSchema(graph) ?? ofChannels(builder?._schemaDefinition),
    input: types?.getInputTypeSchema(graph) ?? ofChannels(builder?._inputDefinition),
    output: types?.getOutputTypeSchema(graph) ?? ofChannels(builder?._outputDefinition),
    config: types?.getConfigTypeSchema(graph) ?? object({}),
  };
}

/** The schemas of a graph, by "", and of all graphs inside of it, by namespace: "node" or "node|inner". */
export function schemasOf(graph: any): Record<string, any> {
  const all = { "": ofGraph(graph) };
  for (const [ns, inner] of graph.getSubgraphs?.(undefined, true) ?? []) all[ns] = ofGraph(inner);
  return all;
}
