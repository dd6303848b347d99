// This file is @langchain/langgraph/pregel: graphs that a script wires of channels and nodes by hand.

import { ChannelWrite, PregelNode, OPTIONAL } from "./wired";

export { Pregel } from "./compiled";

/** Makes the parts of nodes of a wired graph: the channels that start a node, and those that it writes to. */
export class Channel {
  /** Returns a node that is started by channels. Its input is the value of the channel, or an object with the values of several. */
  static subscribeTo(channels: string | string[], options?: { key?: string; tags?: string[] }): PregelNode {
    const { key, tags } = { key: undefined, tags: undefined, ...options };
    if (Array.isArray(channels) && key !== undefined) throw new Error("Can't specify a key when subscribing to multiple channels");
    const names = Array.isArray(channels) ? channels : [channels];
    const one = typeof channels === "string" ? (key === undefined ? [channels] : { [key]: channels }) : undefined;
    return new PregelNode({ channels: one ?? Object.fromEntries(names.map((name) => [name, name])), triggers: names, tags });
  }

  /** Returns a part that writes its input to channels. others has, by channel, functions of the input, or values. */
  static writeTo(channels: string[], others?: Record<string, any>): ChannelWrite {
    const entries: any[] = channels.map((channel) => ({ channel }));
    for (const [channel, value] of Object.entries(others ?? {})) {
      entries.push(typeof value === "function" || value?.lc_runnable ? { channel, mapper: value, skip: OPTIONAL } : { channel, value });
    }
    return new ChannelWrite(entries);
  }
}
