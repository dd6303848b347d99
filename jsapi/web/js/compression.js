// This file has CompressionStream and DecompressionStream, on top of the compressors of node:zlib.
(function (host) {
  const { finish } = host.require("shown");
  const { fault, wrongType } = host.require("streams_shared");
  const { ReadableStream } = host.require("streams");
  const { WritableStream } = host.require("streams_writable");
  const formats = { "gzip": "gzip", "deflate": "zlib", "deflate-raw": "raw" };
  const size = 16384; // of a piece of output, in bytes

  function formatOf(format) {
    if (typeof format === "string" && Object.hasOwn(formats, format)) return formats[format];
    throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'format' is invalid. Received ${host.inspect(format)}`);
  }

  /** Connects a handle of node:zlib with two streams. A chunk of input is done when its output has been read. */
  function pair(handle, piecesOf) {
    let output; // the controller of the readable stream
    let wanted; // goes on when output is wanted
    let stopped = false;
    const stop = () => {
      stopped = true;
      if (handle.close) handle.close();
      if (wanted) wanted();
    };
    async function step(use) {
      try {
        for (const piece of piecesOf(use(handle))) {
          if (stopped) return;
          output.enqueue(new Uint8Array(piece));
          if (output.desiredSize <= 0) await new Promise((resolve) => { wanted = resolve; });
          if (stopped) return;
        }
      } catch (error) {
        stopped = true;
        output.error(error);
        throw error;
      }
    }
    const readable = new ReadableStream({
      start(controller) { output = controller; },
      pull() {
        if (wanted) wanted();
        wanted = undefined;
      },
      cancel: stop,
    }, { highWaterMark: 1 });
    const writable = new WritableStream({
      write(chunk) {
        const bytes = typeof chunk === "string" ? host.encode(chunk) : chunk;
        if (!(bytes instanceof ArrayBuffer) && !ArrayBuffer.isView(bytes)) {
          const error = wrongType("chunk", "of type string or an instance of Buffer, TypedArray, or DataView", chunk);
          output.error(error);
          throw error;
        }
        return step((h) => h.write(bytes));
      },
      async close() {
        await step((h) => h.end());
        if (!stopped) output.close();
      },
      abort(reason) {
        stop();
        output.error(reason);
      },
    });
    return { readable, writable };
  }

  class CompressionStream {
    #pair;
    constructor(format) {
      this.#pair = pair(host.zlib().compressor(formatOf(format), {}), (out) => (out.byteLength > 0 ? [out] : []));
    }
    get readable() { return this.#pair.readable; }
    get writable() { return this.#pair.writable; }
  }

  class DecompressionStream {
    #pair;
    constructor(format) {
      const handle = host.zlib().decompressor(formatOf(format), { piece: size });
      function* pieces() {
        for (let piece = handle.read(); piece; piece = handle.read()) yield piece;
      }
      this.#pair = pair(handle, pieces);
    }
    get readable() { return this.#pair.readable; }
    get writable() { return this.#pair.writable; }
  }
  const shows = ({ readable, writable }) => ({ readable, writable });
  finish(CompressionStream, "CompressionStream", shows);
  finish(DecompressionStream, "DecompressionStream", shows);
  return { CompressionStream, DecompressionStream };
})
