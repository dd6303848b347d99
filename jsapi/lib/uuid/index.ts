// This file is `uuid`: it makes, reads and writes UUIDs of versions 1, 4, 5, 6 and 7.

declare const __hitlrun: any;
declare const crypto: { getRandomValues<T>(a: T): T; randomUUID?(): string };

type Bytes = Uint8Array;
type Options = { random?: ArrayLike<number>; rng?: () => ArrayLike<number>; msecs?: number; seq?: number };

export const NIL = "00000000-0000-0000-0000-000000000000";
export const MAX = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Reports whether v is the text of a UUID. */
export const validate = (v: unknown): boolean => typeof v === "string" && (form.test(v) || v === NIL || v.toLowerCase() === MAX);

function valid(v: string, message = "Invalid UUID"): string {
  if (!validate(v)) throw TypeError(message);
  return v;
}

/** Returns the version of a UUID. */
export const version = (v: string): number => parseInt(valid(v)[14], 16);

export const parse = (v: string): Bytes => Uint8Array.from(valid(v).replace(/-/g, "").match(/../g)!, (h) => parseInt(h, 16));

function text(b: ArrayLike<number>, offset = 0): string {
  const hex: string[] = [];
  for (let i = 0; i < 16; i++) hex.push(([4, 6, 8, 10].includes(i) ? "-" : "") + (b[offset + i] + 256).toString(16).slice(1));
  return hex.join("");
}
export const stringify = (b: ArrayLike<number>, offset?: number): string => valid(text(b, offset), "Stringified UUID is invalid");

// Returns 16 bytes as text, or writes them into the caller's buffer.
function give(b: ArrayLike<number>, buf?: any, offset = 0): any {
  if (!buf) return text(b);
  if (offset < 0 || offset + 16 > buf.length) throw RangeError(`UUID byte range ${offset}:${offset + 15} is out of buffer bounds`);
  for (let i = 0; i < 16; i++) buf[offset + i] = b[i];
  return buf;
}

function mark(b: any, v: number): any {
  b[6] = (b[6] & 15) | (v << 4);
  b[8] = (b[8] & 63) | 128;
  return b;
}

function randoms(o: Options): any {
  const r = o.random ?? (o.rng ? o.rng() : crypto.getRandomValues(new Uint8Array(16)));
  if (r.length < 16) throw Error("Random bytes length must be >= 16");
  return r;
}

/** Returns a random UUID. */
export function v4(options?: Options, buf?: any, offset?: number): any {
  if (!options && !buf && crypto.randomUUID) return crypto.randomUUID();
  return give(mark(randoms(options || {}), 4), buf, offset);
}

let lastTime = -Infinity;
let lastSeq = 0;

/** Returns a UUID that sorts by time, and by order within a millisecond. */
export function v7(options?: Options, buf?: any, offset?: number): any {
  const r = randoms(options || {});
  let { msecs = Date.now(), seq = ((r[6] & 127) << 24) | (r[7] << 16) | (r[8] << 8) | r[9] } = options || {};
  if (!options) {
    if (msecs > lastTime) lastSeq = seq;
    else {
      lastSeq = (lastSeq + 1) | 0;
      msecs = lastTime + (lastSeq ? 0 : 1);
    }
    lastTime = msecs;
    seq = lastSeq;
  }
  const b = Uint8Array.from(r as ArrayLike<number>).slice(0, 16);
  for (let i = 0; i < 6; i++) b[i] = Math.floor(msecs / 2 ** (40 - 8 * i));
  b[6] = seq >>> 28;
  b[7] = seq >>> 20;
  b[8] = seq >>> 14;
  b[9] = seq >>> 6;
  b[10] = (seq << 2) | (b[10] & 3);
  return give(mark(b, 7), buf, offset);
}

// The state of v1: the time and the count of the last id, and what stands for this process.
let last = { msecs: -Infinity, nsecs: 0, clockseq: -1, node: undefined as any };

/** Returns a UUID of the time, in 100 ns since 1582, a sequence and a node. */
export function v1(options?: any, buf?: any, offset?: number): any {
  const r = randoms(options || {});
  let { msecs = Date.now(), nsecs, clockseq, node } = options || {};
  if (!options) {
    if (last.clockseq < 0) last = { ...last, clockseq: ((r[8] << 8) | r[9]) & 0x3fff, node: [r[10] | 1, r[11], r[12], r[13], r[14], r[15]] };
    const again = msecs <= last.msecs;
    nsecs = again ? last.nsecs + 1 : 0;
    if (again) msecs = last.msecs;
    if (nsecs >= 10000) [msecs, nsecs] = [msecs + 1, 0];
    last = { ...last, msecs, nsecs };
    [clockseq, node] = [last.clockseq, last.node];
  }
  clockseq ??= ((r[8] << 8) | r[9]) & 0x3fff;
  node ??= Array.from(r as ArrayLike<number>).slice(10, 16);
  const since = msecs + 12219292800000;
  const low = ((since & 0xfffffff) * 10000 + (nsecs ?? 0)) % 0x100000000;
  const high = Math.floor((since / 0x100000000) * 10000) & 0xfffffff;
  const b = [low >>> 24, low >>> 16, low >>> 8, low, high >>> 8, high, high >>> 24, high >>> 16, clockseq >>> 8, clockseq, ...node].map((v) => v & 255);
  return give(mark(b, 1), buf, offset);
}

/** Returns a UUID with the fields of v1, in an order that sorts by time. */
export function v6(options?: any, buf?: any, offset?: number): any {
  const b: any = v1(options, new Uint8Array(16));
  const time = [((b[6] & 15) << 4) | (b[7] >> 4), ((b[7] & 15) << 4) | (b[4] >> 4), ((b[4] & 15) << 4) | (b[5] >> 4), ((b[5] & 15) << 4) | (b[0] >> 4), ((b[0] & 15) << 4) | (b[1] >> 4), ((b[1] & 15) << 4) | (b[2] >> 4), b[2] & 15, b[3]];
  return give(mark([...time, ...Array.from(b as Uint8Array).slice(8)], 6), buf, offset);
}

function sha1(text: Bytes): Bytes {
  const n = text.length;
  const host = typeof __hitlrun === "undefined" ? undefined : __hitlrun.builtin;
  if (n > 999 && host) return host("crypto").createHash("sha1").update(text).digest();
  const data = new Uint8Array((n + 72) & ~63);
  data.set(text);
  data[n] = 128;
  for (let i = 0; i < 5; i++) data[data.length - 1 - i] = Math.floor((n * 8) / 2 ** (8 * i));
  const h = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const w = new Int32Array(80);
  for (let at = 0; at < data.length; at += 64) {
    for (let i = 0, k = at; i < 16; i++, k += 4) w[i] = (data[k] << 24) | (data[k + 1] << 16) | (data[k + 2] << 8) | data[k + 3];
    for (let i = 16; i < 80; i++) {
      const x = w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16];
      w[i] = (x << 1) | (x >>> 31);
    }
    let [a, b, c, d, e] = h;
    for (let i = 0; i < 80; i++) {
      const f =
        i < 20
          ? ((b & c) | (~b & d)) + 0x5a827999
          : i < 40
            ? (b ^ c ^ d) + 0x6ed9eba1
            : i < 60
              ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
              : (b ^ c ^ d) + 0xca62c1d6;
      const next = (((a << 5) | (a >>> 27)) + f + e + w[i]) | 0;
      e = d;
      d = c;
      c = (b << 30) | (b >>> 2);
      b = a;
      a = next;
    }
    [a, b, c, d, e].forEach((v, i) => (h[i] = (h[i] + v) | 0));
  }
  return Uint8Array.from(h.flatMap((v) => [v >>> 24, v >>> 16, v >>> 8, v]).map((v) => v & 255));
}

function utf8(s: string): ArrayLike<number> {
  const e = encodeURIComponent(s);
  const Encoder = (globalThis as any).TextEncoder;
  if (Encoder) return new Encoder().encode(s);
  const bytes: number[] = [];
  for (let i = 0; i < e.length; i++) bytes.push(e[i] === "%" ? parseInt(e[++i] + e[++i], 16) : e.charCodeAt(i));
  return bytes;
}

function named(name: string | ArrayLike<number>, namespace: string | ArrayLike<number>, buf?: any, offset?: number): any {
  const ns = typeof namespace === "string" ? parse(namespace) : namespace;
  if (!ns || ns.length !== 16) throw TypeError("Namespace must be array-like (16 iterable integer values, 0-255)");
  const bytes = typeof name === "string" ? utf8(name) : name;
  const all = new Uint8Array(16 + bytes.length);
  all.set(ns);
  all.set(bytes, 16);
  return give(mark(sha1(all), 5), buf, offset);
}

/** Returns the UUID of a name within a namespace, which is always the same. */
export const v5 = /* @__PURE__ */ Object.assign(named, {
  DNS: "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  URL: "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
});
