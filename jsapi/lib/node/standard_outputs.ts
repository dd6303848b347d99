// This file makes process.stdout and process.stderr streams. They are objects with write alone, until a script uses more of
// them, or imports node:stream: so a script that prints need not load all of it.

const g: any = globalThis;

/** Makes an output of the process a stream. print writes a text or bytes to it, at once. */
export function becomeStream(Writable: any, output: any, print: (chunk: string | Uint8Array) => void): void {
  const proto = Object.create(Writable.prototype, { constructor: { value: output.isTTY ? terminal.WriteStream : Writable, writable: true, configurable: true } });
  if (output.isTTY) Object.defineProperties(proto, Object.getOwnPropertyDescriptors(terminal.methods));
  Object.setPrototypeOf(output, proto);
  Writable.call(output, {
    decodeStrings: false,
    emitClose: false,
    write(chunk: any, encoding: string, done: (error?: unknown) => void) {
      try {
        const text = typeof chunk === "string";
        print(text && encoding !== "utf8" && encoding !== "utf-8" ? g.Buffer.from(chunk, encoding) : chunk);
      } catch (error) {
        return done(error);
      }
      done();
    },
  });
  // The process has it open to its end: after end() it can be written to again.
  output._destroy = function (this: any, error: unknown, done: (error: unknown) => void) {
    done(error);
    Object.assign(this._writableState, {
      destroyed: false, closed: false, closeEmitted: false, errored: null, errorEmitted: false,
      ending: false, ended: false, finalCalled: false, prefinished: false, finished: false,
    });
    g.process.nextTick(() => this.emit("close"));
  };
  output.destroySoon = output.destroy;
  output._isStdio = true;
}

/** What the stream of a terminal has in addition. */
export const terminal = {
  WriteStream: class WriteStream {},
  methods: {
    getWindowSize(this: any): [number, number] {
      return [this.columns, this.rows];
    },
    cursorTo(this: any, x: number, y?: any, callback?: any): boolean {
      return this.write(typeof y === "number" ? `\x1b[${y + 1};${x + 1}H` : `\x1b[${x + 1}G`, typeof y === "function" ? y : callback);
    },
    moveCursor(this: any, dx: number, dy: number, callback?: any): boolean {
      const step = (n: number, back: string, forth: string) => (n === 0 ? "" : `\x1b[${Math.abs(n)}${n < 0 ? back : forth}`);
      return this.write(step(dx, "D", "C") + step(dy, "A", "B"), callback);
    },
    clearLine(this: any, direction: number, callback?: any): boolean {
      return this.write(`\x1b[${direction < 0 ? 1 : direction > 0 ? 0 : 2}K`, callback);
    },
    clearScreenDown(this: any, callback?: any): boolean {
      return this.write("\x1b[0J", callback);
    },
    getColorDepth(env: any = g.process.env): number {
      const get = (name: string): any => {
        try {
          return env[name];
        } catch {
          return undefined; // the variable is not granted
        }
      };
      const [force, term, colors] = [get("FORCE_COLOR"), get("TERM") || "", get("COLORTERM") || ""];
      if (force !== undefined) return ({ "": 4, "1": 4, true: 4, "2": 8, "3": 24 } as any)[force] || 1;
      if (get("NODE_DISABLE_COLORS") || get("NO_COLOR") || term === "dumb") return 1;
      if (/^(truecolor|24bit)$/.test(colors) || get("TMUX")) return 24;
      if (/^xterm-256/.test(term)) return 8;
      return colors || /^(screen|xterm|vt100|rxvt|linux|ansi|cygwin|konsole|color)/i.test(term) ? 4 : 1;
    },
    hasColors(this: any, count?: any, env?: any): boolean {
      if (env === undefined && (count === undefined || (typeof count === "object" && count !== null))) [count, env] = [16, count];
      return count <= 2 ** terminal.methods.getColorDepth(env);
    },
  },
};
Object.defineProperties(terminal.WriteStream.prototype, Object.getOwnPropertyDescriptors(terminal.methods));
