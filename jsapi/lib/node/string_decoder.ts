// This file is node:string_decoder.

const Buffer = (globalThis as any).Buffer;

/** How many bytes are decoded together, for encodings that TextDecoder does not support. */
const groups: Record<string, number> = { hex: 1, latin1: 1, binary: 1, ascii: 1, base64: 3, base64url: 3, utf16le: 2 };

interface State { decoder: TextDecoder | undefined; rest: any }

const states = new WeakMap<object, State>();

/** Returns the state of a decoder. An object whose prototype is that of StringDecoder becomes one at its first use. */
function stateOf(self: any): State {
  if (!states.has(self)) StringDecoder.call(self, self.encoding);
  return states.get(self) as State;
}

interface StringDecoder {
  readonly encoding: string;
  write(chunk: Uint8Array | string): string;
  end(chunk?: Uint8Array | string): string;
}

/** StringDecoder is a function and not a class, because old code calls it with its own objects. */
function StringDecoder(this: any, encoding = "utf8"): void {
  const name = `${encoding}`.toLowerCase();
  if (!Buffer.isEncoding(name)) throw __hitlrun.node.util.error("TypeError", "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`);
  this.encoding = name === "utf-8" ? "utf8" : name === "ucs2" || name === "ucs-2" || name === "utf-16le" ? "utf16le" : name;
  const decoder = groups[this.encoding] ? undefined : new TextDecoder("utf-8", { ignoreBOM: true });
  states.set(this, { decoder, rest: Buffer.alloc(0) });
}

StringDecoder.prototype.write = function (chunk: Uint8Array | string): string {
  if (typeof chunk === "string") return chunk;
  const state = stateOf(this);
  if (state.decoder) return state.decoder.decode(chunk as any, { stream: true });
  const all = Buffer.concat([state.rest, chunk]);
  let whole = all.length - (all.length % groups[this.encoding]);
  if (this.encoding === "utf16le" && whole > 0 && (all[whole - 1] & 0xfc) === 0xd8) whole -= 2; // the other half of the pair comes later
  state.rest = all.subarray(whole);
  return all.toString(this.encoding, 0, whole);
};

StringDecoder.prototype.end = function (chunk?: Uint8Array | string): string {
  const text = chunk === undefined ? "" : this.write(chunk);
  const state = stateOf(this);
  const last = state.decoder ? state.decoder.decode() : state.rest.toString(this.encoding);
  state.rest = Buffer.alloc(0);
  return text + last;
};

const made: { new (encoding?: string): StringDecoder; call(self: object, encoding?: string): void } = StringDecoder as any;
export { made as StringDecoder };
export default { StringDecoder: made };
