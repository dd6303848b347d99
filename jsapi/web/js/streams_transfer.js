// This file transfers streams with structuredClone and postMessage: the stream that arrives gets copies of the chunks, and the
// original is locked.
(function (host) {
  const { deferred } = host.require("streams_shared");
  const { DOMException } = host.require("domexception");
  const readable = host.require("streams");
  const writable = host.require("streams_writable");
  const { pipe } = host.require("streams_pipe");
  const copyOf = (value) => structuredClone(value);

  const locked = (name) => new DOMException(`Cannot transfer a locked ${name}`, "DataCloneError");

  /** Returns a readable stream, and the state of a writable one whose chunks arrive there as copies. */
  function joined() {
    let wanted = deferred(); // settled while the readable side asks for a chunk
    const { stream, s } = readable.make({
      pull() {
        wanted.resolve();
        return Promise.resolve();
      },
      cancel(reason) {
        wanted.resolve();
        writable.fail(w, copyOf(reason));
        return Promise.resolve();
      },
    });
    const write = async (chunk) => {
      await wanted.promise;
      wanted = deferred();
      try {
        const copy = copyOf(chunk);
        if (readable.open(s)) readable.enqueue(s, copy);
      } catch (error) {
        readable.fail(s, new DOMException("Internal transferred ReadableStream error", "DataCloneError"));
        throw error;
      }
    };
    const { stream: into, w } = writable.make({
      write,
      async close() {
        if (readable.open(s)) readable.finishQueue(s);
      },
      async abort(reason) {
        readable.fail(s, copyOf(reason));
      },
      size: () => 1,
    });
    return { stream, s, into, w };
  }

  const plain = { preventClose: false, preventAbort: false, preventCancel: false, signal: undefined };
  const ignore = (promise) => void promise.then(undefined, () => {});

  /** Each of these returns the stream that arrives, and a function that connects the original with it. */
  function ofReadable(s) {
    if (s.reader !== undefined) throw locked("ReadableStream");
    const { stream, w } = joined();
    return [stream, () => ignore(pipe(s, w, plain))];
  }
  function ofWritable(w) {
    if (w.writer !== undefined) throw locked("WritableStream");
    const { s, into } = joined();
    return [into, () => ignore(pipe(s, w, plain))];
  }
  function ofTransform(t) {
    const [out, joinOut] = ofReadable(t.s);
    const [into, joinInto] = ofWritable(t.w);
    return [{ readable: out, writable: into }, () => {
      joinOut();
      joinInto();
    }];
  }
  return { ofReadable, ofWritable, ofTransform };
})
