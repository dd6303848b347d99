// This file has streamEvents(…, { version: "v3" }): a run as a GraphRunStream.

import { createGraphRunStream } from "../langgraph/run_stream";
import { STREAM_EVENTS_V3_MODES } from "../langgraph/protocol";

declare const TextEncoder: any, AbortController: any, AbortSignal: any;

/** Returns a run of graph, with the streams that transformers make from its events. */
export function run(graph: any, input: any, options: any, transformers: any[]): any {
  const { encoding, transformers: own, ...rest } = options;
  const stop = new AbortController();
  const signal = rest.signal ? AbortSignal.any([rest.signal, stop.signal]) : stop.signal;
  const started = graph.stream(input, { ...rest, signal, streamMode: STREAM_EVENTS_V3_MODES, subgraphs: true });
  started.catch(() => {});
  const source = async function* () {
    for await (const chunk of await started) yield chunk;
  };
  return createGraphRunStream(source(), [...(transformers ?? []), ...(own ?? [])], stop);
}

/** Returns the events of a run as server-sent events, as the source of a stream. */
export function encoded(run: any): any {
  const encoder = new TextEncoder();
  const event = (name: string, data: any) => ({ value: encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`), done: false });
  let failed = false;
  const events = run[(Symbol as any).asyncIterator]();
  return {
    async next() {
      if (failed) return { value: undefined, done: true };
      try {
        const { value, done } = await events.next();
        if (done) return { value: undefined, done };
        const { namespace: ns, data } = value.params;
        return event([value.method, ...ns].join("|"), data ?? {});
      } catch (e) {
        failed = true;
        return event("error", { message: String(e) });
      }
    },
    return() {},
    cancel(reason?: any) { run.abort(reason); },
  };
}
