// This file has the transformers that make streams from the events of a run: of its values, its messages, and the graphs
// inside of it.

import { StreamChannel } from "./stream_channel";

const asyncIterator: any = (Symbol as any).asyncIterator;

export const nsKey = (ns: string[]) => ns.join("\0");
export const hasPrefix = (ns: string[], prefix: string[]) => prefix.length <= ns.length && prefix.every((part, i) => part === ns[i]);

/** Yields the items of a channel for which wanted returns true, as pick returns them. */
export function picked<T>(log: StreamChannel<T>, startAt: number, wanted: (item: T) => boolean, pick: (item: T) => any): any {
  return {
    [asyncIterator]: () => {
      const base = log.iterate(startAt);
      return {
        async next() {
          for (let r = await base.next(); ; r = await base.next()) {
            if (r.done) return { value: undefined, done: true };
            if (wanted(r.value)) return { value: pick(r.value), done: false };
          }
        },
      };
    },
  };
}

/** Reports whether t belongs to the library. The streams of such a transformer are fields of the run. */
export const isNativeTransformer = (t: any): boolean => "__native" in t && t.__native === true;

/** Makes a stream of the states of the graph at path. */
export function createValuesTransformer(path: string[]) {
  const log = StreamChannel.local<any>();
  return {
    init: () => ({ _valuesLog: log }),
    process(event: any) {
      const { namespace } = event.params;
      if (event.method === "values" && namespace.length === path.length && hasPrefix(namespace, path)) log.push(event.params.data);
      return true;
    },
    finalize() { log.close(); },
    fail(e: any) { log.fail(e); },
  };
}

function messageKey(data: any): string {
  if (typeof data.run_id === "string") return `run:${data.run_id}`;
  return data.event === "message-start" && typeof data.id === "string" ? `message:${data.id}` : "__default__";
}

/** Makes a stream of the messages of nodes of the graph at path, or of one node. Each message is a ChatModelStream. */
export function createMessagesTransformer(path: string[], node?: string) {
  const log = StreamChannel.local<any>();
  const active = new Map<string, StreamChannel<any>>();
  const ignored = new Set<string>(); // the ids of messages of tools
  return {
    init: () => ({ messages: log.toAsyncIterable() }),
    process({ method, params }: any) {
      const { namespace, data } = params;
      if (method !== "messages" || namespace.length !== path.length + 1 || !hasPrefix(namespace, path)) return true;
      if (node !== undefined && params.node !== node) return true;
      const key = messageKey(data);
      if (data.event === "message-start") {
        if (data.role === "tool") {
          ignored.add(key);
          return true;
        }
        const source = StreamChannel.local<any>();
        const { ChatModelStream } = __hitlrun.lib("core/model_stream.ts");
        const stream = Object.assign(new ChatModelStream(source.toAsyncIterable()), { namespace, node: params.node });
        active.set(key, source);
        source.push(data);
        log.push(stream);
      } else if (data.event === "message-finish") {
        if (ignored.delete(key)) return true;
        active.get(key)?.push(data);
        active.get(key)?.close();
        active.delete(key);
      } else if (!ignored.has(key)) active.get(key)?.push(data);
      return true;
    },
    finalize() {
      for (const source of active.values()) {
        source.push({ event: "message-finish" });
        source.close();
      }
      active.clear();
      ignored.clear();
      log.close();
    },
    fail(e: any) {
      for (const source of active.values()) source.fail(e);
      active.clear();
      ignored.clear();
      log.fail(e);
    },
  };
}

/** Yields the graphs that were found directly below path. */
export function filterSubgraphHandles(log: StreamChannel<any>, path: string[], startAt = 0) {
  return picked(log, startAt, ({ ns }) => ns.length === path.length + 1 && hasPrefix(ns, path), ({ stream }) => stream);
}

/** Finds the graphs that run in nodes. */
export function createSubgraphDiscoveryTransformer(mux: any, { createStream }: any) {
  const seen = new Set<string>();
  return {
    __native: true,
    init: () => ({ _discoveries: mux._discoveries, subgraphs: filterSubgraphHandles(mux._discoveries, [], 0) }),
    process(event: any) {
      const ns = event.params.namespace.slice(0, 1);
      if (ns.length === 0 || seen.has(nsKey(ns))) return true;
      seen.add(nsKey(ns));
      const stream = createStream(ns, mux._discoveries.size, mux._events.size);
      mux.register(ns, stream);
      mux._discoveries.push({ ns, stream });
      return true;
    },
  };
}
