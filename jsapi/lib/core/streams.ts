// This file is `@langchain/core/utils/stream`: streams that can be iterated, and functions that join their pieces.
import { concat } from "./runnable";

export { atee } from "./tee";
export { concat };

declare const ReadableStream: any;

/** A ReadableStream that is its own iterator. */
export class IterableReadableStream extends ReadableStream {
  // The chunks of a run are an instance, too.
  static [Symbol.hasInstance](v: any): boolean {
    const readable = this === IterableReadableStream && v !== null && typeof v === "object" && v[Symbol.for("hitlrun.readable")] === true;
    return readable || Function.prototype[Symbol.hasInstance].call(this, v);
  }
  reader: any;
  ensureReader(): void {
    if (!this.reader) this.reader = (this as any).getReader();
  }
  async next(): Promise<any> {
    this.ensureReader();
    try {
      const { value, done } = await this.reader.read();
      if (!done) return { done, value };
      this.reader.releaseLock();
      return { done, value: undefined };
    } catch (e) {
      this.reader.releaseLock();
      throw e;
    }
  }
  async return(): Promise<any> {
    this.ensureReader();
    if ((this as any).locked) {
      const cancelled = this.reader.cancel();
      this.reader.releaseLock();
      await cancelled;
    }
    return { done: true, value: undefined };
  }
  async throw(e: any): Promise<any> {
    await this.return();
    throw e;
  }
  static fromReadableStream(stream: any): any {
    const reader = stream.getReader();
    return new IterableReadableStream({
      async start(controller: any) {
        for (let r = await reader.read(); !r.done; r = await reader.read()) controller.enqueue(r.value);
        controller.close();
      },
      cancel() {
        reader.releaseLock();
      },
    });
  }
  static fromAsyncGenerator(generator: any): any {
    return new IterableReadableStream({
      async pull(controller: any) {
        const { value, done } = await generator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason: any) {
        await generator.return(reason);
      },
    });
  }
}
(IterableReadableStream.prototype as any)[(Symbol as any).asyncIterator] = function () {
  return this;
};
