// This file has Blob and File. A blob copies its bytes when it is made. Its slices share them.
(function (host) {
  const { finish } = host.require("shown");
  const { fault, isObject, wrongValue } = host.require("streams_shared");
  const token = {}; // only this file has it; it calls new Blob(token, { bytes, type })
  const plain = /^[\x20-\x7e]*$/;
  const typeOf = (type) => (type !== undefined && plain.test(`${type}`) ? `${type}`.toLowerCase() : "");
  let bytesOf; // (blob)

  function partsOf(sources, endings) {
    if (!isObject(sources) || typeof sources[Symbol.iterator] !== "function") {
      throw fault("TypeError", "ERR_INVALID_ARG_TYPE", `The "sources" argument must be a sequence. Received ${host.received(sources)}`);
    }
    return [...sources].map((part) => {
      if (part instanceof Blob) return bytesOf(part);
      if (part instanceof ArrayBuffer || ArrayBuffer.isView(part)) return part;
      const text = `${part}`;
      return endings === "native" ? text.replace(/\r\n|\r/g, "\n") : text;
    });
  }

  class Blob {
    #bytes;
    #type;
    static {
      bytesOf = (blob) => blob.#bytes;
      host.cloned(Blob, (blob) => (#bytes in blob ? new Blob(token, { bytes: blob.#bytes, type: blob.#type }) : undefined));
    }
    constructor(sources = [], options = undefined) {
      if (sources === token) {
        this.#bytes = options.bytes;
        this.#type = options.type;
        return;
      }
      if (options !== undefined && options !== null && !isObject(options)) {
        throw fault("TypeError", "ERR_INVALID_ARG_TYPE", `The "options" argument must be a dictionary. Received ${host.received(options)}`);
      }
      const { type = "", endings = "transparent" } = options || {};
      if (endings !== "transparent" && endings !== "native") throw wrongValue("TypeError", "options.endings", endings);
      this.#bytes = host.concat(partsOf(sources, endings));
      this.#type = typeOf(type);
    }
    get size() { return this.#bytes.length; }
    get type() { return this.#type; }
    slice(start = 0, end = this.#bytes.length, type = "") {
      return new Blob(token, { bytes: this.#bytes.subarray(start, end), type: typeOf(type) });
    }
    arrayBuffer() { return Promise.resolve(this.#bytes.slice().buffer); }
    bytes() { return Promise.resolve(this.#bytes.slice()); }
    text() { return Promise.resolve(host.text(this.#bytes)); }
    stream() { return streamOf(this.#bytes); }
  }

  const size = 65536; // of a chunk, in bytes

  /** Returns a byte stream of bytes, which it copies. */
  function streamOf(bytes) {
    const { enqueue, finishQueue, make } = host.require("streams");
    let at = 0;
    const { stream, s } = make({
      async pull() {
        if (at < bytes.length) enqueue(s, bytes.slice(at, at + size));
        at += size;
        if (at >= bytes.length) finishQueue(s);
      },
      bytes: true,
    });
    return stream;
  }

  class File extends Blob {
    #name;
    #lastModified;
    static {
      host.cloned(File, (file) => {
        if (!(#name in file)) return undefined;
        const clone = new File(token, file.#name, { bytes: bytesOf(file), type: file.type });
        clone.#lastModified = file.#lastModified;
        return clone;
      });
    }
    constructor(bits, name, options = undefined) {
      if (arguments.length < 2) throw fault("TypeError", "ERR_MISSING_ARGS", 'The "fileBits" and "fileName" arguments must be specified');
      super(bits, options);
      this.#name = `${name}`;
      const at = options && options.lastModified !== undefined ? Number(options.lastModified) : Date.now();
      this.#lastModified = Number.isFinite(at) ? Math.trunc(at) : 0;
    }
    get name() { return this.#name; }
    get lastModified() { return this.#lastModified; }
  }

  for (const [Class, keys] of [[Blob, ["size", "type", "slice", "stream", "text", "arrayBuffer", "bytes"]], [File, ["name", "lastModified"]]]) {
    for (const key of keys) Object.defineProperty(Class.prototype, key, { enumerable: true });
  }
  finish(Blob, "Blob", ({ size: length, type }) => ({ size: length, type }));
  finish(File, "File", ({ size: length, type, name, lastModified }) => ({ size: length, type, name, lastModified }));
  const make = (bytes, type) => new Blob(token, { bytes, type: typeOf(type) });
  return { Blob, File, bytesOf, make, streamOf };
})
