// This file is node:string_decoder.

const Buffer = (globalThis as any).Buffer;

/** How many bytes are decoded together, for encodings that TextDecoder does not support. */
const groups: Record<string, number> = { hex: 1, latin1: 1, binary: 1, ascii: 1, base64: 3, base64url: 3 };

export class StringDecoder {
  readonly encoding: string;
  #decoder: TextDecoder | undefined;
  #rest = Buffer.alloc(0);
  constructor(encoding = "utf8") {
    const name = encoding.toLowerCase();
    if (!Buffer.isEncoding(name)) {
      throw __hitlrun.node.util.error("TypeError", "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`);
    }
    this.encoding = name === "utf-8" ? "utf8" : name === "ucs2" || name === "ucs-2" || name === "utf-16le" ? "utf16le" : name;
    if (!groups[this.encoding]) {
      this.#decoder = new TextDecoder(this.encoding === "utf8" ? "utf-8" : "utf-16le", { ignoreBOM: true });
    }
  }
  write(chunk: Uint8Array | string): string {
    if (typeof chunk === "string") return chunk;
    if (this.#decoder) return this.#decoder.decode(chunk as any, { stream: true });
    const all = Buffer.concat([this.#rest, chunk]);
    const whole = all.length - (all.length % groups[this.encoding]);
    this.#rest = all.subarray(whole);
    return all.toString(this.encoding, 0, whole);
  }
  end(chunk?: Uint8Array | string): string {
    const text = chunk === undefined ? "" : this.write(chunk);
    const last = this.#decoder ? this.#decoder.decode() : this.#rest.toString(this.encoding);
    this.#rest = Buffer.alloc(0);
    return text + last;
  }
}

export default { StringDecoder };
