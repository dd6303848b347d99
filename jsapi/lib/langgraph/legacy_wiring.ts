// This file wires a Graph, the predecessor of StateGraph: each node writes what it returns to a channel of its own, which
// starts the nodes behind it. A node that returns undefined starts none.

import { EphemeralValue } from "./channels";
import { hide } from "./compiled";
import { callable } from "./graph";
import { ChannelWrite, PregelNode, later, wire } from "./wired";

const START = "__start__", END = "__end__";
const ROUTE = "__route__"; // the node that takes the conditional edges of the start

/** Sets up the compiled graph of a legacy graph. drawn is the same graph of states, whose picture it has. */
export function wireLegacy(graph: any, legacy: any, drawn: any, options: any): any {
  const channels: Record<string, any> = { [START]: new EphemeralValue(), [END]: new EphemeralValue() };
  const nodes: Record<string, any> = {};
  const startedBy = (node: string, channel: string) => {
    nodes[node].triggers.push(channel);
    nodes[node].channels.push(channel);
  };
  for (const { name, action, options: own } of Object.values<any>(legacy.nodes)) {
    channels[name] = new EphemeralValue();
    nodes[name] = new PregelNode({ ...own, name, channels: [], triggers: [], steps: [action], writers: [new ChannelWrite([{ channel: name }])] });
  }
  for (const [from, to] of legacy.edges) {
    if (to !== END) startedBy(to, from);
    else if (from === START) throw new Error("Cannot have an edge from START to END");
    else nodes[from].writers.push(new ChannelWrite([{ channel: END }]));
  }
  for (const branch of Object.values<any>(legacy.branches).flatMap((named) => Object.values<any>(named))) {
    const { source, name, fn, ends } = branch;
    const channelOf = (to: string) => to === END ? END : `branch:${source}:${name}:${to}`;
    const targets: string[] = ends ? ends.map(([, to]: any) => to) : Object.keys(legacy.nodes);
    for (const to of targets.filter((t) => t !== END)) {
      channels[channelOf(to)] ??= new EphemeralValue(false);
      startedBy(to, channelOf(to));
    }
    const labels = new Map<string, string>(ends);
    const route = (input: any, config: any) => later(callable(fn)(input, config), (chosen: any) => {
      const to = [chosen].flat().map((c: any) => ends ? labels.get(String(c)) : c);
      if (to.some((t: any) => !targets.includes(t) && t !== END)) throw new Error("Branch condition returned unknown or null destination");
      config.configurable.__pregel_send(to.map((t: string) => [channelOf(t), input]));
      return input;
    });
    if (source === START) nodes[ROUTE] ??= new PregelNode({ channels: [START], triggers: [START], tags: ["langsmith:hidden"] });
    nodes[source === START ? ROUTE : source].writers.push(route);
  }
  wire(graph, {
    ...options, nodes, channels, inputChannels: START, outputChannels: END, autoValidate: false,
    streamChannels: Object.keys(legacy.nodes), streamMode: "values",
  });
  hide(graph, "builder", legacy);
  hide(graph, "_drawn", drawn);
  return graph;
}
