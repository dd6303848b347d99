// This file is node:child_process. It runs programs that --allow-run grants. They end with the run.
import { extend } from "./classes";
import { checkFunction, checkSignal, fault, wrongType } from "./errors";
import { EventEmitter } from "./events";
import { Socket, startReading } from "./net_socket";
import { nextTick } from "./stream_base";

const { child } = __hitlrun.node;
const g: any = globalThis;
const { Buffer } = g;
const handleOf = Symbol("handle");
const custom = Symbol.for("nodejs.util.promisify.custom");

const absent = (what: string): Error => new Error(`${what} of node:child_process is not part of hitlrun`);

/** Returns what stdin, stdout and stderr are: "pipe", "ignore" or "inherit". */
function stdioOf(stdio: any): string[] {
  const list = stdio === undefined || stdio === null ? [] : typeof stdio === "string" ? [stdio, stdio, stdio] : stdio;
  const kinds = [0, 1, 2].map((i) => {
    const one = list[i];
    if (one === undefined || one === null || one === "pipe" || one === "overlapped") return "pipe";
    if (one === "ignore" || one === "inherit") return one;
    if (one === i || one === [g.process.stdin, g.process.stdout, g.process.stderr][i]) return "inherit";
    if (one === "ipc") throw absent("The channel ipc");
    throw absent(`The entry ${__hitlrun.node.util.inspect(one)} of stdio`);
  });
  if (list.length > 3 && list.slice(3).some((one: any) => one !== "ignore" && one !== null && one !== undefined)) throw absent("A fourth entry of stdio");
  return kinds;
}

/** Returns the names and values of an environment. Without one it returns the environment that the script sees. */
function pairs(env: any): string[] {
  const from = env || g.process.env;
  return Object.keys(from).filter((name) => from[name] !== undefined).map((name) => `${name}=${from[name]}`);
}

/** Returns the program, the arguments and the options of a call. */
function callOf(file: any, args: any, options: any): any {
  if (typeof file !== "string") throw wrongType("file", "of type string", file);
  if (file === "") throw fault("TypeError", "ERR_INVALID_ARG_VALUE", "The argument 'file' cannot be empty. Received ''");
  if (args !== undefined && args !== null && !Array.isArray(args)) {
    if (typeof args !== "object") throw wrongType("args", "of type object", args);
    [args, options] = [[], args];
  }
  if (options !== undefined && (options === null || typeof options !== "object")) throw wrongType("options", "of type object", options);
  options = { ...options };
  for (const name of ["uid", "gid"])
    if (options[name] !== undefined && options[name] !== null) throw absent(`The option ${name}`);
  let list = (args || []).map(String);
  let program = file;
  if (options.shell) {
    program = typeof options.shell === "string" ? options.shell : "sh";
    list = ["-c", [file, ...list].join(" ")];
  }
  let { cwd } = options;
  if (cwd instanceof g.URL) cwd = decodeURIComponent(cwd.pathname);
  const call = { file: program, args: list, argv0: options.argv0, cwd: cwd ? `${cwd}` : "", env: pairs(options.env), stdio: stdioOf(options.stdio), detached: Boolean(options.detached) };
  return { call, options };
}

export function ChildProcess(this: any): any {
  if (!(this instanceof (ChildProcess as any))) return new (ChildProcess as any)();
  (EventEmitter as any).call(this);
  Object.assign(this, { stdin: null, stdout: null, stderr: null, stdio: [null, null, null], pid: undefined, connected: false, killed: false, exitCode: null, signalCode: null });
  this[handleOf] = null;
}
extend(ChildProcess, EventEmitter, {
  kill(this: any, signal: any = "SIGTERM"): boolean {
    const name = signalName(signal);
    if (!this[handleOf]) return false;
    if (name === "") return (this.killed = this.exitCode === null && this.signalCode === null);
    const reached = this[handleOf].kill(name);
    if (reached) this.killed = true;
    return reached;
  },
  ref(this: any): void {
    if (this[handleOf]) this[handleOf].ref(true);
  },
  unref(this: any): void {
    if (this[handleOf]) this[handleOf].ref(false);
  },
  send(): never {
    throw absent("ChildProcess.send");
  },
  disconnect(): void {},
  [Symbol.for("Symbol.dispose")](this: any): void {
    this.kill();
  },
});

/** Returns the name of a signal that is given as a name or a number; "" for 0. */
function signalName(signal: any): string {
  if (signal === 0) return "";
  if (signal === undefined || signal === null) return "SIGTERM";
  const all = child.signals();
  const name = typeof signal === "number" ? Object.keys(all).find((key) => all[key] === signal) : `${signal}`.toUpperCase();
  if (!name || !(name in all)) throw fault("TypeError", "ERR_UNKNOWN_SIGNAL", `Unknown signal: ${signal}`);
  return name;
}

export function spawn(file: any, args?: any, more?: any): any {
  const { call, options } = callOf(file, args, more);
  checkSignal(options.signal, "options.signal");
  if (options.killSignal !== undefined) signalName(options.killSignal);
  const self: any = new (ChildProcess as any)();
  self.spawnfile = call.file;
  self.spawnargs = [call.argv0 || call.file, ...call.args];
  let started: any;
  try {
    started = child.spawn(call, (_error, { code, signal }) => exited(self, code, signal));
  } catch (error: any) {
    if (error.code === "ERR_INVALID_ARG_VALUE") throw error;
    nextTick(() => {
      self.exitCode = error.errno || -1;
      self.emit("error", error);
      for (const stream of self.stdio) if (stream) stream.destroy();
      nextTick(() => self.emit("close", self.exitCode, null));
    });
    self.stdio = call.stdio.map((kind: string) => (kind === "pipe" ? new (Socket as any)() : null));
    [self.stdin, self.stdout, self.stderr] = self.stdio;
    return self;
  }
  self.pid = started.pid;
  self[handleOf] = started.methods;
  attach(self, started.pipes);
  nextTick(() => self.emit("spawn"));
  watch(self, options);
  return self;
}

/** Makes the streams of a program, and counts those that must end before "close". */
function attach(self: any, pipes: any[]): void {
  self._open = 1; // the program itself
  self.stdio = pipes.map((handle, i) => {
    if (!handle) return null;
    const stream = new (Socket as any)({ handle, readable: i > 0, writable: i === 0, allowHalfOpen: true });
    if (i > 0) {
      self._open++;
      stream.on("close", () => closed(self));
      nextTick(() => stream[startReading]());
    }
    return stream;
  });
  [self.stdin, self.stdout, self.stderr] = self.stdio;
}

function exited(self: any, code: any, signal: any): void {
  self.exitCode = code === undefined ? null : code;
  self.signalCode = signal === undefined ? null : signal;
  if (self.stdin) self.stdin.destroy();
  self.emit("exit", self.exitCode, self.signalCode);
  // A stream that nobody reads must not delay "close".
  for (const stream of [self.stdout, self.stderr]) if (stream && stream.readableFlowing === null && stream.listenerCount("readable") === 0) stream.resume();
  closed(self);
}
function closed(self: any): void {
  if (--self._open === 0) self.emit("close", self.exitCode, self.signalCode);
}

/** Kills the program when its signal is aborted, or after its timeout. */
function watch(self: any, { signal, timeout, killSignal }: any): void {
  if (timeout > 0) {
    const timer = g.setTimeout(() => self.kill(killSignal), timeout);
    self.once("exit", () => g.clearTimeout(timer));
  }
  if (!signal) return;
  const abort = () => {
    const error: any = new Error("The operation was aborted");
    Object.defineProperty(error, "name", { value: "AbortError", writable: true, configurable: true });
    error.code = "ABORT_ERR";
    if (signal.reason !== undefined) Object.defineProperty(error, "cause", { value: signal.reason, writable: true, configurable: true });
    if (self.kill(killSignal)) self.emit("error", error);
  };
  if (signal.aborted) return void nextTick(abort);
  signal.addEventListener("abort", abort);
  self.once("exit", () => signal.removeEventListener("abort", abort));
}

export function execFile(file: any, ...rest: any[]): any {
  const callback = typeof rest[rest.length - 1] === "function" ? rest.pop() : undefined;
  let [args, options] = Array.isArray(rest[0]) || rest[0] === undefined || rest[0] === null ? rest : [[], rest[0]];
  options = { encoding: "utf8", timeout: 0, maxBuffer: 1024 * 1024, killSignal: "SIGTERM", cwd: null, shell: false, ...options };
  const self = spawn(file, args || [], { ...options, timeout: 0, signal: undefined, stdio: undefined });
  const parts: any[][] = [[], []];
  const sizes = [0, 0];
  let failure: any = null;
  let done = false;
  let timer: any;
  const text = (i: number) => {
    const bytes = Buffer.concat(parts[i]);
    return options.encoding && options.encoding !== "buffer" && Buffer.isEncoding(options.encoding) ? bytes.toString(options.encoding) : bytes;
  };
  const finish = (code: any, signal: any) => {
    if (done) return;
    done = true;
    g.clearTimeout(timer);
    if (options.signal) options.signal.removeEventListener("abort", abort);
    if (!callback) return;
    const [stdout, stderr] = [text(0), text(1)];
    const cmd = [file, ...(args || [])].join(" ");
    if (!failure && (code !== 0 || signal !== null)) {
      failure = new Error(`Command failed: ${cmd}\n${stderr}`);
      Object.assign(failure, { code, killed: self.killed, signal });
    }
    if (!failure) return void callback(null, stdout, stderr);
    Object.assign(failure, { cmd });
    callback(failure, stdout, stderr);
  };
  const stop = () => {
    for (const stream of [self.stdout, self.stderr]) if (stream) stream.destroy();
    try {
      self.kill(options.killSignal);
    } catch (error) {
      if (!failure) failure = error;
    }
  };
  const abort = () => {
    if (failure) return;
    failure = Object.assign(new Error("The operation was aborted"), { code: "ABORT_ERR", ...(options.signal.reason === undefined ? {} : { cause: options.signal.reason }) });
    failure.name = "AbortError";
    stop();
    finish(null, null);
  };
  [self.stdout, self.stderr].forEach((stream, i) => {
    if (!stream) return;
    if (options.encoding && options.encoding !== "buffer" && Buffer.isEncoding(options.encoding)) stream.setEncoding(options.encoding);
    stream.on("data", (chunk: any) => {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk, options.encoding) : chunk;
      sizes[i] += bytes.length;
      const over = sizes[i] - options.maxBuffer;
      if (over <= 0) return void parts[i].push(bytes);
      parts[i].push(bytes.subarray(0, bytes.length - over));
      failure = fault("RangeError", "ERR_CHILD_PROCESS_STDIO_MAXBUFFER", `${i === 0 ? "stdout" : "stderr"} maxBuffer length exceeded`);
      stop();
    });
  });
  if (options.timeout > 0) timer = g.setTimeout(stop, options.timeout);
  if (options.signal) {
    checkSignal(options.signal, "options.signal");
    if (options.signal.aborted) nextTick(abort);
    else options.signal.addEventListener("abort", abort);
  }
  self.on("close", finish);
  self.on("error", (error: any) => {
    if (!failure) failure = error;
    finish(null, null);
  });
  return self;
}

export function exec(command: any, options?: any, callback?: any): any {
  if (typeof command !== "string") throw wrongType("command", "of type string", command);
  if (typeof options === "function") [options, callback] = [undefined, options];
  if (callback !== undefined) checkFunction(callback, "callback");
  return execFile(command, [], { ...options, shell: (options && options.shell) || true }, ...(callback ? [callback] : []));
}

for (const f of [exec, execFile] as any[]) {
  Object.defineProperty(f, custom, {
    value: (...args: any[]) => {
      let self: any;
      const promise: any = new Promise((done, fail) => {
        self = f(...args, (error: any, stdout: any, stderr: any) => (error ? fail(Object.assign(error, { stdout, stderr })) : done({ stdout, stderr })));
      });
      promise.child = self;
      return promise;
    },
  });
}

export function spawnSync(file: any, args?: any, more?: any): any {
  const { call, options } = callOf(file, args, more);
  const most = options.maxBuffer === undefined ? 1024 * 1024 : options.maxBuffer;
  const input = typeof options.input === "string" ? Buffer.from(options.input, options.encoding && options.encoding !== "buffer" ? options.encoding : "utf8") : options.input;
  const encode = (bytes: any) => {
    const all = Buffer.from(bytes || []);
    return options.encoding && options.encoding !== "buffer" ? all.toString(options.encoding) : all;
  };
  let result: any;
  try {
    result = child.spawnSync({ ...call, input, most: Math.min(most, 2 ** 31), timeout: options.timeout || 0, signal: signalName(options.killSignal) });
  } catch (error: any) {
    if (error.code === "ERR_EFFECTS_ONCE" || error.code === "ERR_INVALID_ARG_VALUE") throw error;
    return { error, pid: 0, status: null, signal: null, output: null, stdout: null, stderr: null };
  }
  const [stdout, stderr] = ["stdout", "stderr"].map((name, i) => (call.stdio[i + 1] === "pipe" ? encode(result[name]) : null));
  const out: any = {
    status: result.status === undefined ? null : result.status, signal: result.signal || null, output: [null, stdout, stderr], pid: result.pid, stdout, stderr,
  };
  if (result.failure) {
    const code = result.failure;
    out.error = Object.assign(new Error(`spawnSync ${call.file} ${code}`), { errno: code === "ETIMEDOUT" ? -110 : -105, code, syscall: `spawnSync ${call.file}`, path: call.file, spawnargs: call.args });
    if (code === "ETIMEDOUT" && out.status !== null && !out.signal) out.error = undefined;
  }
  return out;
}

/** Returns the output of a program, or throws its error. */
function outputOf(result: any, command: string, showsErrors: boolean): any {
  if (showsErrors && result.stderr && result.stderr.length > 0) g.process.stderr.write(result.stderr.toString());
  const { error, ...rest } = result;
  if (error) throw Object.assign(error, rest);
  if (result.status !== 0) {
    let message = `Command failed: ${command}`;
    if (result.stderr && result.stderr.length > 0) message += `\n${result.stderr}`;
    throw Object.assign(new Error(message), rest);
  }
  return result.stdout;
}
export function execFileSync(file: any, args?: any, options?: any): any {
  if (args !== undefined && args !== null && !Array.isArray(args)) [args, options] = [[], args];
  return outputOf(spawnSync(file, args || [], options), [file, ...(args || [])].join(" "), !options || options.stdio === undefined);
}
export function execSync(command: any, options?: any): any {
  if (typeof command !== "string") throw wrongType("command", "of type string", command);
  return outputOf(spawnSync(command, [], { ...options, shell: (options && options.shell) || true }), command, !options || options.stdio === undefined);
}
export const fork = (): never => {
  throw absent("fork()");
};
export default { ChildProcess, spawn, exec, execFile, spawnSync, execSync, execFileSync, fork };
