// This file says what a compiled graph is made of, for scripts that look. It is loaded when it is first used.

import { EphemeralValue, NamedBarrierValue, Topic } from "./channels";

const names = (list: any[]) => list.length === 1 && list[0] === "__root__" ? "__root__" : list;

export const inputChannels = () => "__start__";
export const outputChannels = (graph: any) => names(graph._spec.output);
export const streamChannels = (graph: any) => names(graph._spec.channels.map((c: any) => c.name));
export const interruptBefore = (graph: any) => graph._spec.interruptBefore;
export const interruptAfter = (graph: any) => graph._spec.interruptAfter;
export const lc_namespace = () => ["langgraph", "pregel"];

/** The nodes by name, that of the input too. */
export function nodes(graph: any): Record<string, any> {
  const all: Record<string, any> = { __start__: { triggers: ["__start__"], channels: ["__start__"] } };
  for (const { name, read } of graph._spec.nodes) {
    const { action, options, subgraph } = graph.builder.nodes[name] ?? {};
    all[name] = {
      triggers: [`branch:to:${name}`], channels: read, bound: action, metadata: options?.metadata, ends: options?.ends,
      retryPolicy: options?.retryPolicy, subgraphs: subgraph ? [subgraph] : options?.subgraphs,
    };
  }
  return all;
}

/** The channels by name: those of the state, and those that start nodes. */
export function channels(graph: any): Record<string, any> {
  const all: Record<string, any> = {};
  for (const { name } of graph._spec.channels) all[name] = graph.builder.channels[name];
  all.__start__ = new EphemeralValue();
  all.__pregel_tasks = new Topic();
  for (const { name } of graph._spec.nodes) all[`branch:to:${name}`] = new EphemeralValue(false);
  for (const [from, to] of graph._spec.joins) all[`join:${from.join("+")}:${to}`] = new NamedBarrierValue(new Set(from));
  return all;
}
