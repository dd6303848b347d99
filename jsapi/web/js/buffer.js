// This file has Buffer: a Uint8Array that reads and writes texts in several encodings. Its numbers are in buffer_numbers.js.
(function (host) {
  const { addViews, addWidths, integer, invalid, outOfRange } = host.require("buffer_numbers");
  const sources = "of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object";

  function named(name) {
    const encoding = host.encoding(`${name}`);
    if (!encoding) throw host.error("TypeError", "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${name}`);
    return encoding;
  }
  const encodingOf = (name) => (name === undefined || name === null || name === "" ? "utf8" : named(name));
  const outside = (name) => host.error("RangeError", "ERR_BUFFER_OUT_OF_BOUNDS", `"${name}" is outside of buffer bounds`);
  const bytesOf = (text, encoding) => new Bytes(host.encode(text, encodingOf(encoding)));
  const size = (n) => {
    if (typeof n !== "number") throw invalid('"size" argument', "of type number", n);
    if (!(n >= 0 && n <= most)) throw outOfRange("size", `>= 0 && <= ${most}`, n);
    return n;
  };
  const most = 0x100000000; // bytes of a buffer
  function checkBytes(name, value) {
    if (!(value instanceof Uint8Array)) throw invalid(`"${name}" argument`, "an instance of Buffer or Uint8Array", value);
  }
  const clamp = (n, fallback, length) => {
    n = n === undefined ? fallback : Math.trunc(Number(n)) || 0;
    return Math.min(Math.max(n, 0), length);
  };

  // Returns the memory of a typed array from one of its bytes to another.
  const bytesIn = (array, start, end) => new Uint8Array(array.buffer, array.byteOffset + start, end - start);

  // Returns the position of a value, as the function native of Go finds it. A text in UTF-16 begins at a whole unit.
  function find(buffer, native, value, from, encoding) {
    if (typeof from === "string") [from, encoding] = [undefined, from];
    const backwards = native === host.lastIndexOf;
    from = Number(from);
    if (Number.isNaN(from)) from = backwards ? buffer.length : 0;
    from = Math.trunc(from);
    if (from < 0) from += buffer.length;
    const width = (typeof value === "string" && encoding !== undefined ? named(encoding) : host.encoding(`${encoding}`)) === "utf16le" && typeof value !== "number" ? 2 : 1;
    const what = typeof value === "string" ? bytesOf(value, encoding) : typeof value === "number" ? Buffer.of(value) : value;
    if (!(what instanceof Uint8Array)) throw invalid('"value" argument', "one of type number or string or an instance of Buffer or Uint8Array", value);
    if (from < 0 && backwards && what.length > 0) return -1;
    return native(buffer, what, Math.min(Math.max(from, 0), buffer.length), what.length === 0 ? 1 : width);
  }
  const { fill } = Uint8Array.prototype;

  class Bytes extends Uint8Array {
    static from(value, encodingOrOffset, length) {
      if (typeof value === "string") return bytesOf(value, typeof encodingOrOffset === "string" ? encodingOrOffset : undefined);
      if (value === null || typeof value !== "object") throw invalid("first argument", sources, value);
      if (value instanceof ArrayBuffer) {
        const offset = +encodingOrOffset || 0;
        const rest = value.byteLength - offset;
        if (rest < 0) throw outside("offset");
        if (length !== undefined && +length > rest) throw outside("length");
        return new Bytes(value, offset, length === undefined ? undefined : Math.max(+length || 0, 0));
      }
      if (value instanceof Uint8Array) {
        const copy = new Uint8Array(value.length);
        copy.set(value);
        return new Bytes(copy.buffer);
      }
      if (ArrayBuffer.isView(value)) return new Bytes(Uint8Array.from(value).buffer);
      const primitive = typeof value.valueOf === "function" ? value.valueOf() : value;
      if (primitive !== null && primitive !== value && (typeof primitive === "string" || typeof primitive === "object")) return Buffer.from(primitive, encodingOrOffset, length);
      if (typeof value.length === "number") return new Bytes(Uint8Array.from(Array.prototype.slice.call(value)).buffer);
      if (value.length !== undefined || value.buffer instanceof ArrayBuffer) return new Bytes(0);
      if (value.type === "Buffer" && Array.isArray(value.data)) return new Bytes(Uint8Array.from(value.data).buffer);
      if (typeof value[Symbol.toPrimitive] === "function") {
        const text = value[Symbol.toPrimitive]("string");
        if (typeof text === "string") return bytesOf(text, encodingOrOffset);
      }
      throw invalid("first argument", sources, value);
    }
    static of(...items) {
      return Buffer.from(items);
    }
    static alloc(length, fill, encoding) {
      const buffer = new Bytes(size(length));
      return fill === undefined || fill === 0 ? buffer : buffer.fill(fill, undefined, undefined, encoding);
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
      if (length === undefined) {
        length = 0;
        for (const item of list) if (item && item.length) length += item.length;
      } else {
        integer("length", length, 0, most);
      }
      const buffer = Buffer.alloc(length);
      let at = 0;
      for (let i = 0; i < list.length; i++) {
        const item = list[i];
        checkBytes(`list[${i}]`, item);
        if (at < length) buffer.set(at + item.length > length ? item.subarray(0, length - at) : item, at);
        at += item.length;
      }
      return buffer;
    }
    static compare(a, b) {
      checkBytes("buf1", a);
      checkBytes("buf2", b);
      return host.compare(a, b);
    }
    get parent() { return this.buffer; }
    get offset() { return this.byteOffset; }
    toString(encoding, start, end) {
      const from = clamp(start, 0, this.length);
      const to = clamp(end, this.length, this.length);
      if (to <= from) return "";
      return host.decode(from === 0 && to === this.length ? this : this.subarray(from, to), encoding === undefined ? "utf8" : named(encoding));
    }
    toLocaleString(encoding, start, end) {
      return this.toString(encoding, start, end);
    }
    toJSON() {
      return { type: "Buffer", data: Array.from(this) };
    }
    equals(other) {
      checkBytes("otherBuffer", other);
      return host.compare(this, other) === 0;
    }
    compare(other, start = 0, end = undefined, ownStart = 0, ownEnd = undefined) {
      checkBytes("target", other);
      integer("targetStart", start, 0, most);
      if (end === undefined) end = other.length;
      else integer("targetEnd", end, 0, other.length);
      integer("sourceStart", ownStart, 0, most);
      if (ownEnd === undefined) ownEnd = this.length;
      else integer("sourceEnd", ownEnd, 0, this.length);
      if (ownStart >= ownEnd) return start >= end ? 0 : -1;
      if (start >= end) return 1;
      return host.compare(this.subarray(ownStart, ownEnd), other.subarray(start, end));
    }
    slice(start, end) {
      return this.subarray(start, end);
    }
    copy(target, targetStart, start, end) {
      checkBytes("target", target);
      const at = (name, n, fallback, limit, range) => {
        if (n === undefined) return fallback;
        n = Math.floor(n);
        if (!Number.isSafeInteger(n)) return 0;
        if (n < 0 || n > limit) throw outOfRange(name, range, n);
        return n;
      };
      targetStart = at("targetStart", targetStart, 0, Infinity, ">= 0");
      start = at("sourceStart", start, 0, this.length, `>= 0 && <= ${this.length}`);
      end = at("sourceEnd", end, this.length, Infinity, ">= 0");
      if (targetStart >= target.length || start >= end) return 0;
      const part = bytesIn(this, start, Math.min(end, this.length, start + target.length - targetStart));
      target.set(part, targetStart);
      return part.length;
    }
    write(text, offset, length, encoding) {
      if (typeof offset === "string") [offset, length, encoding] = [0, undefined, offset];
      else if (typeof length === "string") [length, encoding] = [undefined, length];
      if (offset === undefined) [offset, length] = [0, undefined];
      else integer("offset", offset, 0, this.length);
      if (length !== undefined) integer("length", length, 0, this.length);
      let data = bytesOf(text, encoding);
      const room = Math.min(length === undefined ? Infinity : length, this.length - offset);
      if (data.length > room) { // only whole characters are written
        let end = room;
        const name = encodingOf(encoding);
        if (name === "utf8") while (end > 0 && (data[end] & 0xc0) === 0x80) end--;
        else if (name === "utf16le") end -= end % 2;
        data = data.subarray(0, end);
      }
      this.set(data, offset);
      return data.length;
    }
    fill(value, start, end, encoding) {
      if (typeof value === "string") {
        if (typeof start === "string") [start, encoding] = [undefined, start];
        else if (typeof end === "string") [end, encoding] = [undefined, end];
        if (encoding !== undefined && encoding !== null && typeof encoding !== "string") throw invalid('"encoding" argument', "of type string", encoding);
      }
      if (start === undefined) {
        start = 0;
        end = this.length;
      } else {
        integer("offset", start, 0, most);
        if (end === undefined) end = this.length;
        else integer("end", end, 0, this.length);
      }
      let data;
      if (typeof value === "string" && value !== "") data = bytesOf(value, encoding);
      else if (ArrayBuffer.isView(value) && !(value instanceof DataView)) data = bytesIn(value, 0, value.byteLength);
      if (start >= end) return this;
      if (data === undefined) fill.call(this, +value & 255, start, end);
      else if (data.length === 0) throw host.error("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'value' is invalid. Received ${host.inspect(value)}`);
      else host.fill(bytesIn(this, start, end), data);
      return this;
    }
    indexOf(value, from, encoding) {
      return find(this, host.indexOf, value, from, encoding);
    }
    lastIndexOf(value, from, encoding) {
      return find(this, host.lastIndexOf, value, from, encoding);
    }
    includes(value, from, encoding) {
      return this.indexOf(value, from, encoding) !== -1;
    }
    // keys are those of properties beside the bytes; see extras in jsapi/inspect/value.go.
    [Symbol.for("nodejs.util.inspect.custom")](depth, options, inspect, keys) {
      const shown = Math.min(this.length, 50);
      const rest = this.length - shown;
      const hex = host.decode(this.subarray(0, shown), "hex").replace(/..(?!$)/g, "$& ");
      let extras = "";
      if (keys) {
        const object = Object.create(null);
        for (const key of keys) object[key] = this[key];
        const text = inspect(object, { ...options, breakLength: Infinity, compact: true });
        extras = (this.length > 0 ? ", " : "") + text.slice("[Object: null prototype] { ".length, -" }".length);
      }
      return `<Buffer ${hex}${rest > 0 ? ` ... ${rest} more byte${rest > 1 ? "s" : ""}` : ""}${extras}>`;
    }
  }
  const define = (name, value) => Object.defineProperty(Bytes.prototype, name, { value, writable: true, configurable: true });
  addViews(define);
  addWidths(define);
  for (const encoding of ["utf8", "latin1", "ascii", "hex", "base64", "base64url", "ucs2"]) {
    define(`${encoding}Slice`, function (start, end) { return this.toString(encoding, start, end); });
    define(`${encoding}Write`, function (text, offset, length) { return this.write(text, offset, length, encoding); });
  }
  for (const [bits, width] of [[16, 2], [32, 4], [64, 8]]) {
    define(`swap${bits}`, function () {
      if (this.length % width !== 0) throw host.error("RangeError", "ERR_INVALID_BUFFER_SIZE", `Buffer size must be a multiple of ${bits}-bits`);
      host.swap(this, width);
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
