// This file has the result of graph.stream(): the chunks of a run, as an async iterator and as a ReadableStream.

declare const ReadableStream: any;
declare const AbortController: any;

/** The chunks of a run. Nearly all scripts only iterate over them. A web stream is made when a script uses something that only web streams have. */
export class IterableReadableStreamWithAbortSignal {
  declare _source: StreamHandle;
  declare _first: Promise<any> | undefined;
  declare _web: any; // the ReadableStream, if there is one
  declare _reader: any; // the reader of the web stream that next() uses
  declare _held: boolean; // whether next() was called
  declare _released: string; // why next() cannot be used any more
  declare _state: string;
  declare _controller: any;

  constructor(source: StreamHandle, first?: any) {
    const own = { _source: source, _first: first, _web: undefined, _reader: undefined, _held: false, _released: "", _state: "readable", _controller: undefined };
    for (const [key, value] of Object.entries(own)) Object.defineProperty(this, key, { value, writable: true });
  }

  // Returns the next chunk, for next() and for the web stream.
  _take(): Promise<any> {
    const first = this._first;
    this._first = undefined;
    if (first) return first;
    return this._state === "readable" ? this._source.next() : Promise.resolve({ value: undefined, done: true });
  }

  async next() {
    if (this._web) {
      this._reader ??= this._web.getReader();
      const { value, done } = await this._reader.read();
      return { done, value };
    }
    if (this._released) throw new TypeError(this._released);
    this._held = true;
    try {
      const { value, done } = await this._take();
      if (!done) return { done: false, value };
    } catch (e) {
      this._state = "errored";
      this._released = notAttached;
      throw e;
    }
    this._state = "closed";
    this._released = notAttached;
    return { done: true, value: undefined };
  }

  async return(_value?: any) {
    await this._leave();
    return { done: true, value: undefined };
  }

  async throw(error: any) {
    await this._leave();
    throw error;
  }

  // Stops reading. The run continues.
  protected async _leave() {
    if (this._web) {
      this._reader ??= this._web.getReader();
      const cancelled = this._reader.cancel();
      this._reader.releaseLock();
      return cancelled;
    }
    return this._drop("closed");
  }

  // Ends the source. Returns what that returns.
  protected _drop(state: string): any {
    const left = this._source.return();
    this._first = undefined;
    this._released = notAttached;
    if (this._state === "readable") this._state = state;
    return left;
  }

  /** Stops the run: the signal of its nodes is aborted, and the reader gets no more chunks. */
  async cancel(reason?: any) {
    this._abort.abort(reason);
    this._drop("errored");
    this._source.cancel(reason);
  }

  private get _abort() { return (this._controller ??= new AbortController()); }

  /** Is aborted when the stream is cancelled. */
  get signal() { return this._abort.signal; }

  get locked(): boolean { return this._web ? this._web.locked : this._held && !this._released; }

  // Returns the web stream, which is used for all reads from now on.
  protected get _stream() {
    if (!this._web && this.locked) throw new TypeError("Invalid state: ReadableStream is locked");
    this._web ??= new ReadableStream({
      pull: async (controller: any) => {
        const { value, done } = await this._take();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => this._drop("closed"),
    }, { highWaterMark: 0 });
    return this._web;
  }

  getReader(options?: any) { return this._stream.getReader(options); }
  tee() { return this._stream.tee(); }
  pipeThrough(transform: any, options?: any) { return this._stream.pipeThrough(transform, options); }
  pipeTo(destination: any, options?: any) { return this._stream.pipeTo(destination, options); }
  values(options?: any) { return this._stream.values(options); }
}

const notAttached = "Invalid state: The reader is not attached to a stream";

const hidden = (name: string | symbol, value: any) =>
  Object.defineProperty(IterableReadableStreamWithAbortSignal.prototype, name, { value, configurable: true, writable: true });
hidden((Symbol as any).asyncIterator, function (this: any) { return this; });
hidden((Symbol as any).for("nodejs.util.inspect.custom"), function (this: any) {
  return `ReadableStream { locked: ${this.locked}, state: '${this._state}', supportsBYOB: false }`;
});
hidden(Symbol.for("hitlrun.readable"), true);
