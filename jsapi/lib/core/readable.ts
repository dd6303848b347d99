// This file has the result of stream() of a runnable or a model. It is loaded when one is streamed.
import { ensureConfig, raceWithSignal } from "./config";
import { IterableReadableStreamWithAbortSignal } from "../langgraph/stream";

/** The pieces of a run, as an iterator and as a ReadableStream. */
export class IterableReadableStream extends IterableReadableStreamWithAbortSignal {
  get signal(): any {
    return undefined;
  }
  async cancel(reason?: any): Promise<void> {
    return this._stream.cancel(reason);
  }
}

/** Starts a run, and returns its output in pieces when the first piece is there. */
export async function streamed(runnable: any, input: any, options: any): Promise<any> {
  const config = ensureConfig(options);
  const pieces = runnable._streamIterator(input, config);
  const next = () => raceWithSignal<any>(pieces.next(), config.signal);
  const first = next();
  await first;
  const leave = () => pieces.return(undefined);
  return new IterableReadableStream({ next, return: leave, cancel: leave } as any, first);
}
