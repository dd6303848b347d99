// This file is node:stream/promises.
import { PassThrough } from "./stream_duplex";
import { finished as finishedThen, isNode, pipelineOf } from "./stream_end";

export function pipeline(...streams: any[]): Promise<any> {
  return new Promise((resolve, reject) => {
    const last = streams[streams.length - 1];
    const hasOptions = last && typeof last === "object" && !isNode(last) && !last.getWriter && !last[Symbol.iterator] && !last[Symbol.asyncIterator || Symbol.for("Symbol.asyncIterator")] && !last.readable;
    const options = hasOptions ? streams.pop() : {};
    pipelineOf(PassThrough, streams, (error, value) => (error ? reject(error) : resolve(value)), options);
  });
}
export function finished(stream: any, options?: any): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = finishedThen(stream, options || {}, (error: any) => {
      if (options && options.cleanup) stop();
      if (error) reject(error);
      else resolve();
    });
  });
}
export default { pipeline, finished };
