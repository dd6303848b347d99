// This file is @langchain/langgraph/pregel: graphs that a script wires of channels and nodes itself.

import { ChannelWrite, PregelNode, OPTIONAL } from "./wired";

export { Pregel } from "./compiled";

/** What the nodes of a wired graph are made of: what starts them, and where they write. */
export class Channel {
  /** A node that channels start: it gets the value of the one, or an object with those of several. */
  static subscribeTo(channels: string | string[], options?: { key?: string; tags?: string[] }): PregelNode {
    const { key, tags } = { key: undefined, tags: undefined, ...options };
    if (Array.isArray(channels) && key !== undefined) throw new Error("Can't specify a key when subscribing to multiple channels");
    const names = Array.isArray(channels) ? channels : [channels];
    const one = typeof channels === "string" ? (key === undefined ? [channels] : { [key]: channels }) : undefined;
    return new PregelNode({ channels: one ?? Object.fromEntries(names.map((name) => [name, name])), triggers: names, tags });
  }

  /** Writes what it gets to channels, and to others what functions make of it, or values as they are. */
  static writeTo(channels: string[], others?: Record<string, any>): ChannelWrite {
    const entries: any[] = channels.map((channel) => ({ channel }));
    for (const [channel, value] of Object.entries(others ?? {})) {
      entries.push(typeof value === "function" || value?.lc_runnable ? { channel, mapper: value, skip: OPTIONAL } : { channel, value });
    }
    return new ChannelWrite(entries);
  }
}
