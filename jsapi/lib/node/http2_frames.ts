// This file writes and reads the frames of HTTP/2 (RFC 9113, section 4).

const g: any = globalThis;

export const DATA = 0;
export const HEADERS = 1;
export const RST_STREAM = 3;
export const SETTINGS = 4;
export const PUSH_PROMISE = 5;
export const PING = 6;
export const GOAWAY = 7;
export const WINDOW_UPDATE = 8;
export const CONTINUATION = 9;

/** What a client sends first. */
export const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/** The longest payload of a frame that this side takes and sends, whatever the other side allows. */
export const maxFrame = 16384;

/** How many bytes of frames that wait for their turn are read ahead. */
const most = 128 << 10;

export const bytes32 = (...values: number[]): any => {
  const b = g.Buffer.alloc(4 * values.length);
  values.forEach((value, i) => b.writeUInt32BE(value >>> 0, 4 * i));
  return b;
};

export function frame(type: number, flags: number, stream: number, payload?: any): any {
  const length = payload ? payload.length : 0;
  const b = g.Buffer.alloc(9 + length);
  b.writeUIntBE(length, 0, 3);
  b[3] = type;
  b[4] = flags;
  b.writeUInt32BE(stream, 5);
  if (length) b.set(payload, 9);
  return b;
}

export interface Frame {
  type: number;
  flags: number;
  stream: number;
  payload: any;
}

/**
 * Reads frames from chunks. Ticks and promises of one frame run before the next one is read, as in Node: after a frame for
 * which got returns true, the next one waits for a turn of the loop of its own.
 */
export class FrameReader {
  private parts: any[] = [];
  private have = 0;
  private need = 9;
  private waits = false; // the next frame has its turn later
  private ending: (() => void) | undefined;

  private full = false; // the socket is paused

  constructor(private got: (f: Frame) => boolean, private fail: () => void, private socket: any) {}

  add(chunk: any): void {
    this.parts.push(chunk);
    this.have += chunk.length;
    if (!this.waits) this.next();
    if (this.have > most && this.waits && !this.full) {
      this.full = true;
      this.socket.pause();
    }
  }
  /** Calls f after all frames that are complete. */
  end(f: () => void): void {
    if (this.waits) this.ending = f;
    else f();
  }
  private next(): void {
    this.waits = false;
    if (this.full && this.have <= most) {
      this.full = false;
      this.socket.resume();
    }
    while (this.complete()) {
      const [all] = this.parts;
      const { need } = this;
      this.parts = [all.subarray(need)];
      this.have -= need;
      this.need = 9;
      if (!this.got({ type: all[3], flags: all[4], stream: all.readUInt32BE(5) & 0x7fffffff, payload: all.subarray(9, need) })) continue;
      this.waits = true;
      g.setImmediate(() => this.next());
      return;
    }
    if (this.ending) this.ending();
  }
  /** Reports whether the first of the parts has a whole frame, of need bytes. */
  private complete(): boolean {
    for (let length; this.have >= this.need; this.need = 9 + length) {
      if (this.parts.length > 1) this.parts = [g.Buffer.concat(this.parts)];
      length = this.parts[0].readUIntBE(0, 3);
      if (this.need === 9 + length) return true;
      if (length > maxFrame) {
        this.fail();
        return false;
      }
    }
    return false;
  }
}

/** Returns a payload without its padding and, for HEADERS, without its priority; undefined if it is not as it should be. */
export function content(f: Frame): any {
  let { payload } = f;
  if (f.flags & 8) {
    const pad = payload[0];
    if (payload.length === 0 || pad >= payload.length) return undefined;
    payload = payload.subarray(1, payload.length - pad);
  }
  if (f.type === HEADERS && f.flags & 32) return payload.length < 5 ? undefined : payload.subarray(5);
  return payload;
}
