// This file makes process.stdin a stream. It is an object without methods until a script uses it, or imports node:stream.

const g: any = globalThis;

/** The class of the stream of a terminal. */
export class ReadStream {
  static [Symbol.hasInstance](value: any): boolean {
    return Boolean(value) && value === g.process.stdin && value.isTTY === true;
  }
}

const methods = {
  setRawMode(this: any, on: unknown): any {
    try {
      __hitlrun.node.stdin.raw(Boolean(on));
      this.isRaw = Boolean(on);
    } catch (error) {
      this.emit("error", error);
    }
    return this;
  },
};
Object.defineProperties(ReadStream.prototype, Object.getOwnPropertyDescriptors(methods));

/** Makes standard input a stream. It reads when somebody listens, and while it is not paused. */
export function becomeInput(Readable: any, input: any): void {
  const proto = Object.create(Readable.prototype, { constructor: { value: input.isTTY ? ReadStream : Readable, writable: true, configurable: true } });
  if (input.isTTY) Object.defineProperties(proto, Object.getOwnPropertyDescriptors(methods));
  // What these change is left in the stream, so no other run may get this VM.
  for (const name of ["push", "unshift", "setEncoding", "destroy"]) {
    const method = function (this: any, ...args: unknown[]): any {
      __hitlrun.node.stdin.used();
      return Readable.prototype[name].apply(this, args);
    };
    Object.defineProperty(proto, name, { value: Object.defineProperty(method, "name", { value: name }), writable: true, configurable: true });
  }
  Object.setPrototypeOf(input, proto);
  let request: InputRequest | undefined; // for the next bytes
  let alive = true; // whether the request keeps the program alive
  const stop = () => {
    if (request) request.cancel();
    request = undefined;
  };
  const paused = () => input._readableState.paused && !input._readableState.readableListening;
  Readable.call(input, {
    highWaterMark: input.isTTY ? 0 : 65536,
    read() {
      if (request) return;
      if (paused()) return void (input._readableState.reading = false);
      request = __hitlrun.node.stdin.bytes((error, bytes) => {
        request = undefined;
        if (error) input.destroy(error);
        else input.push(bytes === undefined ? null : g.Buffer.from(bytes));
      });
      request.ref(alive);
    },
  });
  input._destroy = (error: unknown, done: (error: unknown) => void) => {
    stop();
    done(error);
  };
  // While it is paused it reads nothing: then the program can end, and another reader gets the next line.
  input.on("pause", () =>
    g.process.nextTick(() => {
      if (!paused()) return;
      stop();
      input._readableState.reading = false;
    }),
  );
  const keepAlive = (on: boolean) => () => {
    alive = on;
    if (request) request.ref(on);
    return input;
  };
  Object.assign(input, { ref: keepAlive(true), unref: keepAlive(false) });
}
