// This file has Buffer: a Uint8Array that reads and writes texts in several encodings, and integers.
(function (host) {
  const invalid = (name, what, got) => host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The ${name} must be ${what}. Received ${host.received(got)}`);
  const outOfRange = (name, range, got) => host.error("RangeError", "ERR_OUT_OF_RANGE", `The value of "${name}" is out of range. It must be ${range}. Received ${got}`);
  const sources = "of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object";

  function encodingOf(name) {
    if (name === undefined || name === null || name === "") return "utf8";
    const encoding = host.encoding(`${name}`);
    if (!encoding) throw host.error("TypeError", "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${name}`);
    return encoding;
  }
  const bytesOf = (text, encoding) => new Bytes(host.encode(text, encodingOf(encoding)));
  const size = (n) => {
    if (typeof n !== "number") throw invalid('"size" argument', "of type number", n);
    if (!(n >= 0 && n <= 0x100000000)) throw outOfRange("size", `>= 0 && <= ${0x100000000}`, n);
    return n;
  };
  const clamp = (n, fallback, length) => {
    n = n === undefined ? fallback : Math.trunc(Number(n)) || 0;
    return Math.min(Math.max(n, 0), length);
  };

  class Bytes extends Uint8Array {
    static from(value, encodingOrOffset, length) {
      if (typeof value === "string") return bytesOf(value, encodingOrOffset);
      if (value === null || typeof value !== "object") throw invalid("first argument", sources, value);
      if (value instanceof ArrayBuffer) return new Bytes(value, encodingOrOffset, length);
      if (value instanceof Uint8Array) {
        const copy = new Uint8Array(value.length);
        copy.set(value);
        return new Bytes(copy.buffer);
      }
      if (ArrayBuffer.isView(value)) return new Bytes(Uint8Array.from(value).buffer);
      const primitive = typeof value.valueOf === "function" ? value.valueOf() : value;
      if (primitive !== null && primitive !== undefined && primitive !== value) return Buffer.from(primitive, encodingOrOffset, length);
      if (value.type === "Buffer" && Array.isArray(value.data)) return new Bytes(Uint8Array.from(value.data).buffer);
      if (typeof value.length === "number") return new Bytes(Uint8Array.from(Array.prototype.slice.call(value)).buffer);
      throw invalid("first argument", sources, value);
    }
    static of(...items) {
      return Buffer.from(items);
    }
    static alloc(length, fill, encoding) {
      const buffer = new Bytes(size(length));
      return fill === undefined || fill === 0 ? buffer : buffer.fill(fill, encoding);
    }
    static allocUnsafe(length) {
      return new Bytes(size(length));
    }
    static isBuffer(value) {
      return value instanceof Buffer;
    }
    static isEncoding(name) {
      return typeof name === "string" && name !== "" && host.encoding(name) !== "";
    }
    static byteLength(value, encoding) {
      if (typeof value === "string") {
        encoding = host.encoding(`${encoding}`) || "utf8";
        // As in Node, the length for hex and base64 does not depend on invalid characters.
        if (encoding === "hex") return value.length >>> 1;
        if (encoding.startsWith("base64")) return (value.replace(/={1,2}$/, "").length * 3) >>> 2;
        return host.encode(value, encoding).byteLength;
      }
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
      throw invalid('"string" argument', "of type string or an instance of Buffer or ArrayBuffer", value);
    }
    static concat(list, length) {
      if (!Array.isArray(list)) throw invalid('"list" argument', "an instance of Array", list);
      if (length === undefined) length = list.reduce((sum, item) => sum + item.length, 0);
      const buffer = Buffer.alloc(length);
      let at = 0;
      for (const item of list) {
        if (at >= length) break;
        buffer.set(at + item.length > length ? item.subarray(0, length - at) : item, at);
        at += item.length;
      }
      return buffer;
    }
    static compare(a, b) {
      return host.compare(a, b);
    }
    get parent() { return this.buffer; }
    get offset() { return this.byteOffset; }
    toString(encoding, start, end) {
      const from = clamp(start, 0, this.length);
      const to = clamp(end, this.length, this.length);
      if (to <= from) return "";
      return host.decode(from === 0 && to === this.length ? this : this.subarray(from, to), encodingOf(encoding));
    }
    toLocaleString(encoding, start, end) {
      return this.toString(encoding, start, end);
    }
    toJSON() {
      return { type: "Buffer", data: Array.from(this) };
    }
    equals(other) {
      if (!(other instanceof Uint8Array)) throw invalid('"otherBuffer" argument', "an instance of Buffer or Uint8Array", other);
      return host.compare(this, other) === 0;
    }
    compare(other, start = 0, end = other.length, ownStart = 0, ownEnd = this.length) {
      return host.compare(this.subarray(ownStart, ownEnd), other.subarray(start, end));
    }
    slice(start, end) {
      return this.subarray(start, end);
    }
    copy(target, targetStart = 0, start = 0, end = this.length) {
      if (targetStart >= target.length) return 0;
      const part = this.subarray(start, Math.min(end, start + target.length - targetStart));
      target.set(part, targetStart);
      return part.length;
    }
    write(text, offset, length, encoding) {
      if (typeof offset === "string") [offset, encoding] = [0, offset];
      else if (typeof length === "string") [length, encoding] = [undefined, length];
      offset = offset === undefined ? 0 : offset;
      if (offset < 0 || offset > this.length) throw outOfRange("offset", `>= 0 && <= ${this.length}`, offset);
      const room = Math.min(length === undefined ? Infinity : length, this.length - offset);
      let data = bytesOf(text, encoding);
      if (data.length > room) {
        let end = Math.trunc(room);
        if (encodingOf(encoding) === "utf8") while (end > 0 && (data[end] & 0xc0) === 0x80) end--; // write only whole characters
        data = data.subarray(0, end);
      }
      this.set(data, offset);
      return data.length;
    }
    fill(value, start, end, encoding) {
      if (typeof start === "string") [start, encoding] = [undefined, start];
      else if (typeof end === "string") [end, encoding] = [undefined, end];
      if (typeof value !== "string" && !(value instanceof Uint8Array)) return super.fill(Number(value) & 255, start, end);
      const data = typeof value === "string" ? bytesOf(value, encoding) : value;
      if (value.length > 0 && data.length === 0) throw host.error("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'value' is invalid. Received '${value}'`);
      const from = clamp(start, 0, this.length);
      const to = clamp(end, this.length, this.length);
      if (data.length === 0) return super.fill(0, from, to);
      for (let at = from; at < to; at += data.length) this.set(data.subarray(0, to - at), at);
      return this;
    }
    #find(native, value, from, encoding, fallback) {
      if (typeof from === "string") [from, encoding] = [undefined, from];
      from = Math.trunc(Number(from === undefined ? fallback : from)) || 0;
      if (from < 0) from += this.length;
      if (from < 0 && native === host.lastIndexOf) return -1;
      const what = typeof value === "string" ? bytesOf(value, encoding) : typeof value === "number" ? Buffer.of(value) : value;
      if (!(what instanceof Uint8Array)) throw invalid('"value" argument', "one of type number or string or an instance of Buffer or Uint8Array", value);
      return native(this, what, Math.min(Math.max(from, 0), this.length));
    }
    indexOf(value, from, encoding) {
      return this.#find(host.indexOf, value, from, encoding, 0);
    }
    lastIndexOf(value, from, encoding) {
      return this.#find(host.lastIndexOf, value, from, encoding, this.length);
    }
    includes(value, from, encoding) {
      return this.indexOf(value, from, encoding) !== -1;
    }
    [Symbol.for("nodejs.util.inspect.custom")]() {
      const shown = Math.min(this.length, 50);
      const rest = this.length - shown;
      const hex = host.decode(this.subarray(0, shown), "hex").replace(/..(?!$)/g, "$& ");
      return `<Buffer${hex && " "}${hex}${rest > 0 ? ` ... ${rest} more byte${rest > 1 ? "s" : ""}` : ""}>`;
    }
  }
  // Adds readUInt16LE and similar methods. Each uses the DataView method for its type.
  const kinds = { Int8: 1, Uint8: 1, Int16: 2, Uint16: 2, Int32: 4, Uint32: 4, Float32: 4, Float64: 8, BigInt64: 8, BigUint64: 8 };
  const define = (name, value) => Object.defineProperty(Bytes.prototype, name, { value, writable: true, configurable: true });
  for (const kind of Object.keys(kinds)) {
    const width = kinds[kind];
    for (const order of width === 1 ? [""] : ["LE", "BE"]) {
      const little = order === "LE";
      const view = (buffer, offset) => {
        if (typeof offset !== "number") throw invalid('"offset" argument', "of type number", offset);
        if (!(offset >= 0 && offset + width <= buffer.length)) throw outOfRange("offset", `>= 0 and <= ${buffer.length - width}`, offset);
        return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
      };
      const read = function (offset = 0) {
        return view(this, offset)[`get${kind}`](offset, little);
      };
      const write = function (value, offset = 0) {
        view(this, offset)[`set${kind}`](offset, value, little);
        return offset + width;
      };
      const name = { Float32: "Float", Float64: "Double" }[kind] || kind;
      define(`read${name}${order}`, read);
      define(`write${name}${order}`, write);
      if (!name.includes("Uint")) continue;
      const alias = name.replace("Uint", "UInt");
      define(`read${alias}${order}`, read);
      define(`write${alias}${order}`, write);
    }
  }
  // Adds readUIntBE and similar methods, for 1 to 6 bytes.
  for (const order of ["LE", "BE"]) {
    const at = (offset, i, n) => offset + (order === "LE" ? i : n - 1 - i);
    const check = (buffer, offset, n) => {
      if (typeof offset !== "number") throw invalid('"offset" argument', "of type number", offset);
      if (!(n >= 1 && n <= 6)) throw outOfRange("byteLength", ">= 1 and <= 6", n);
      if (!(offset >= 0 && offset + n <= buffer.length)) throw outOfRange("offset", `>= 0 and <= ${buffer.length - n}`, offset);
    };
    const read = function (offset, n) {
      check(this, offset, n);
      let value = 0;
      for (let i = n - 1; i >= 0; i--) value = value * 256 + this[at(offset, i, n)];
      return value;
    };
    const write = function (value, offset, n) {
      check(this, offset, n);
      value = Number(value);
      if (value < 0) value += 256 ** n;
      for (let i = 0; i < n; i++, value = Math.floor(value / 256)) this[at(offset, i, n)] = value % 256;
      return offset + n;
    };
    const readSigned = function (offset, n) {
      const value = read.call(this, offset, n);
      return value >= 256 ** n / 2 ? value - 256 ** n : value;
    };
    for (const name of ["UInt", "Uint"]) {
      define(`read${name}${order}`, read);
      define(`write${name}${order}`, write);
    }
    define(`readInt${order}`, readSigned);
    define(`writeInt${order}`, write);
  }
  for (const encoding of ["utf8", "latin1", "ascii", "hex", "base64", "base64url", "ucs2"]) {
    define(`${encoding}Slice`, function (start, end) { return this.toString(encoding, start, end); });
    define(`${encoding}Write`, function (text, offset, length) { return this.write(text, offset, length, encoding); });
  }
  for (const [bits, width] of [[16, 2], [32, 4], [64, 8]]) {
    define(`swap${bits}`, function () {
      if (this.length % width !== 0) throw host.error("RangeError", "ERR_INVALID_BUFFER_SIZE", `Buffer size must be a multiple of ${bits}-bits`);
      for (let at = 0; at < this.length; at += width) this.subarray(at, at + width).reverse();
      return this;
    });
  }
  define("toLocaleString", Bytes.prototype.toString);
  define("inspect", Bytes.prototype[Symbol.for("nodejs.util.inspect.custom")]);
  Object.defineProperty(Bytes.prototype, "parent", { get() { return this instanceof Bytes ? this.buffer : undefined; }, enumerable: true, configurable: true });
  Object.defineProperty(Bytes.prototype, "offset", { get() { return this instanceof Bytes ? this.byteOffset : undefined; }, enumerable: true, configurable: true });
  // As in Node, for...in lists these methods. Packages copy them from a Buffer in this way.
  for (const name of Object.getOwnPropertyNames(Bytes.prototype)) {
    if (name !== "constructor" && name !== "parent" && name !== "offset") Object.defineProperty(Bytes.prototype, name, { enumerable: true });
  }
  // Buffer is a function and not a class, because old code calls it with and without new.
  function Buffer(value, encodingOrOffset, length) {
    return typeof value === "number" ? Buffer.alloc(value) : Buffer.from(value, encodingOrOffset, length);
  }
  Object.setPrototypeOf(Buffer, Uint8Array);
  for (const name of Object.getOwnPropertyNames(Bytes)) if (!["length", "name", "prototype"].includes(name)) {
    // Some packages call new Buffer.alloc(n).
    Buffer[name] = { [name]: function (...args) { return Bytes[name](...args); } }[name];
  }
  Buffer.allocUnsafeSlow = Buffer.allocUnsafe;
  Buffer.copyBytesFrom = (view, offset = 0, length = view.length - offset) => {
    const part = view.subarray(offset, offset + length);
    return Buffer.from(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  };
  Buffer.poolSize = 8192;
  Object.defineProperty(Buffer, Symbol.species, { get: () => Bytes, configurable: true });
  Object.defineProperty(Buffer, "prototype", { value: Bytes.prototype, writable: false });
  Object.defineProperty(Bytes.prototype, "constructor", { value: Buffer, writable: true, configurable: true });
  return { Buffer };
})
