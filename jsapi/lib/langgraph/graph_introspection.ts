// This file describes the nodes and channels of a compiled graph, for scripts that read them. It is loaded when it is
// first used.

import { PregelNode } from "./wired";
import { EphemeralValue, LastValue, NamedBarrierValue, Topic } from "./channels";

const names = (list: any[]) => list.length === 1 && list[0] === "__root__" ? "__root__" : list;

export const inputChannels = () => "__start__";
export const outputChannels = (graph: any) => graph._spec.function ? "__end__" : names(graph._spec.output);
export const streamChannels = (graph: any) => graph._spec.function ? "__end__" : names(graph._spec.channels.map((c: any) => c.name));
export const streamChannelsAsIs = (graph: any) => graph.streamChannels ?? Object.keys(graph.channels);
export const streamChannelsList = (graph: any) => [streamChannelsAsIs(graph)].flat();
export const interruptBefore = (graph: any) => graph._spec.interruptBefore;
export const interruptAfter = (graph: any) => graph._spec.interruptAfter;
export const lc_namespace = () => ["langgraph", "pregel"];

/** Returns the nodes by name, with the node of the input. */
export function nodes(graph: any): Record<string, any> {
  const { function: entry } = graph._spec;
  if (entry) return { [entry.name]: new PregelNode({ name: entry.name, triggers: ["__start__"], channels: ["__start__"], steps: [entry.fn], timeout: entry.timeout }) };
  const all: Record<string, any> = {
    __start__: new PregelNode({ triggers: ["__start__"], channels: ["__start__"], tags: ["langsmith:hidden"], metadata: {} }),
  };
  for (const spec of graph._spec.nodes) {
    const { action, options, subgraph } = graph.builder.nodes[spec.name] ?? {};
    all[spec.name] = new PregelNode({
      name: spec.name, triggers: triggers(graph, spec.name), channels: reads(spec.read), steps: [action ?? spec.fn],
      metadata: options?.metadata ?? {}, tags: [], ends: options?.ends, subgraphs: subgraph ? [subgraph] : options?.subgraphs,
      retryPolicy: spec.retry, cachePolicy: spec.cache, timeout: spec.timeout, errorHandlerNode: spec.errorHandler, isErrorHandler: spec.handler,
    });
  }
  return all;
}

const reads = (list: string[]) => list.length === 1 && list[0] === "__root__" ? list : Object.fromEntries(list.map((name) => [name, name]));

function triggers(graph: any, name: string): string[] {
  const joins = graph._spec.joins.filter(([, to]: any) => to === name).map(([from]: any) => `join:${from.join("+")}:${name}`);
  return [`branch:to:${name}`, ...joins];
}

/** Returns the channels by name: those of the state, and those that start nodes. */
export function channels(graph: any): Record<string, any> {
  if (graph._spec.function) return { __start__: new EphemeralValue(), __end__: new LastValue(), __previous__: new LastValue(), __pregel_tasks: new Topic() };
  const all: Record<string, any> = {};
  for (const { name } of graph._spec.channels) all[name] = graph.builder.channels[name];
  all.__start__ = new EphemeralValue();
  all.__pregel_tasks = new Topic();
  for (const { name } of graph._spec.nodes) all[`branch:to:${name}`] = new EphemeralValue(false);
  for (const [from, to] of graph._spec.joins) all[`join:${from.join("+")}:${to}`] = new NamedBarrierValue(new Set(from));
  return all;
}
