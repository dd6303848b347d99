// This file has StreamChannel: a list of items that any number of readers can iterate over, from its beginning.

declare const ReadableStream: any, TextEncoder: any;

const brand = Symbol.for("langgraph.stream_channel");
const asyncIterator: any = (Symbol as any).asyncIterator;

export class StreamChannel<T = any> {
  channelName: string | undefined;
  #items: T[] = [];
  #waiting: (() => void)[] = [];
  #done = false;
  #error: any;
  #onPush: ((item: T) => void) | undefined;

  constructor(name?: string) {
    (this as any)[brand] = true;
    this.channelName = name;
  }

  /** Returns a channel whose items stay in this process. */
  static local<T>(): StreamChannel<T> { return new StreamChannel<T>(); }
  /** Returns a channel whose items are also events of the run. */
  static remote<T>(name: string): StreamChannel<T> { return new StreamChannel<T>(name); }

  static isInstance(v: any): boolean { return typeof v === "object" && v !== null && v[brand] === true; }

  push(item: T): void {
    this.#items.push(item);
    this.#wake();
    this.#onPush?.(item);
  }

  iterate(startAt = 0): { next(): Promise<IteratorResult<T>> } {
    let at = startAt;
    return {
      next: async (): Promise<any> => {
        for (;;) {
          if (at < this.#items.length) return { value: this.#items[at++], done: false };
          if (this.#done && this.#error) throw this.#error;
          if (this.#done) return { value: undefined, done: true };
          await new Promise<void>((resolve) => this.#waiting.push(resolve));
        }
      },
    };
  }

  toAsyncIterable(startAt = 0): AsyncIterable<T> { return { [asyncIterator]: () => this.iterate(startAt) } as any; }

  /** Returns the items as server-sent events. */
  toEventStream(options: { startAt?: number; event?: string; serialize?: (item: T) => string } = {}): any {
    const encoder = new TextEncoder();
    const iterator = this.iterate(options.startAt);
    const name = options.event ?? this.channelName;
    const serialize = options.serialize ?? ((item: T) => JSON.stringify(item) ?? "null");
    return new ReadableStream({
      async pull(controller: any) {
        try {
          const { value, done } = await iterator.next();
          if (done) return controller.close();
          const lines = serialize(value).split(/\r\n|\r|\n/).map((line) => `data: ${line}`);
          controller.enqueue(encoder.encode([...(name != null ? [`event: ${name}`] : []), ...lines].join("\n") + "\n\n"));
        } catch (e) {
          controller.error(e);
        }
      },
    });
  }

  get(index: number): T {
    if (index < 0 || index >= this.#items.length) throw new RangeError(`StreamChannel index ${index} out of bounds (size=${this.#items.length})`);
    return this.#items[index];
  }

  get size(): number { return this.#items.length; }
  get done(): boolean { return this.#done; }

  close(): void {
    this.#done = true;
    this.#wake();
  }

  fail(error: any): void {
    this.#error = error;
    this.close();
  }

  _wire(f: (item: T) => void) { this.#onPush = f; }
  _close() { this.close(); }
  _fail(error: any) { this.fail(error); }

  #wake() { for (const f of this.#waiting.splice(0)) f(); }
}
(StreamChannel.prototype as any)[asyncIterator] = function () { return this.iterate(); };
