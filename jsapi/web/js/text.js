// This file has TextEncoder and TextDecoder.
(function (host) {
  class TextEncoder {
    get encoding() {
      return "utf-8";
    }
    encode(input = "") {
      return host.encode(`${input}`);
    }
    [Symbol.for("nodejs.util.inspect.custom")]() {
      return { encoding: "utf-8" };
    }
    encodeInto(source, dest) {
      if (typeof source !== "string") {
        throw host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "src" argument must be of type string. Received ${host.received(source)}`);
      }
      if (!host.isBytes(dest)) {
        throw host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "dest" argument must be an instance of Uint8Array. Received ${host.received(dest)}`);
      }
      const [read, written] = host.encodeInto(source, dest);
      return { read, written };
    }
  }

  class TextDecoder {
    #encoding;
    #fatal;
    #ignoreBOM;
    #decode;
    constructor(label = "utf-8", options = {}) {
      this.#encoding = host.encodingOf(`${label}`);
      if (!this.#encoding) {
        throw host.error("RangeError", "ERR_ENCODING_NOT_SUPPORTED", `The "${label}" encoding is not supported`);
      }
      if (options === null || (typeof options !== "object" && typeof options !== "function")) {
        throw host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "options" argument must be of type object. Received ${host.received(options)}`);
      }
      this.#fatal = Boolean(options.fatal);
      this.#ignoreBOM = Boolean(options.ignoreBOM);
      this.#decode = host.decoder(this.#encoding, this.#fatal, this.#ignoreBOM);
    }
    decode(input, options) {
      const text = this.#decode(input, Boolean(options && options.stream));
      if (text === undefined) {
        throw host.error("TypeError", "ERR_ENCODING_INVALID_ENCODED_DATA", `The encoded data was not valid for encoding ${this.#encoding}`);
      }
      return text;
    }
    get encoding() {
      return this.#encoding;
    }
    get fatal() {
      return this.#fatal;
    }
    get ignoreBOM() {
      return this.#ignoreBOM;
    }
    [Symbol.for("nodejs.util.inspect.custom")]() {
      return host.shown(TextDecoder.prototype, { encoding: this.#encoding, fatal: this.#fatal, ignoreBOM: this.#ignoreBOM });
    }
  }
  for (const [Class, name] of [[TextEncoder, "TextEncoder"], [TextDecoder, "TextDecoder"]]) {
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true });
    for (const key of Object.getOwnPropertyNames(Class.prototype)) {
      if (key !== "constructor") Object.defineProperty(Class.prototype, key, { enumerable: true });
    }
  }
  return { TextEncoder, TextDecoder };
})
