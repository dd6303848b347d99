// This file has the watchers of node:fs. They look at the files in intervals, with the functions that the script has for
// files, so they see what it may read.
import { extend } from "./classes";
import { checkFunction, fault } from "./errors";
import { EventEmitter } from "./events";
import { statsOf, toOptions, toPath } from "./fs_shared";
import { later } from "./later";

const g: any = globalThis;
const { fs } = __hitlrun.node;
const nextTick = (f: () => void) => g.process.nextTick(f);

const look = (path: string): RawStats => fs.call<RawStats>("stat", path, true);
const isDirectory = (raw: RawStats) => (raw.mode & 0o170000) === 0o040000;

/** How often a watcher of watch() looks, in milliseconds. */
const interval = 100;

/** Returns what distinguishes two states of a file, by its name below the directory, or by "" for a file. */
function stateOf(path: string, recursive: boolean): Map<string, string> {
  const states = new Map<string, string>();
  const raw = look(path);
  if (!isDirectory(raw)) return states.set("", `${raw.ino} ${raw.mtimeMs} ${raw.size}`);
  const list = fs.call<string[]>("readdir", path, recursive);
  for (let i = 0; i < list.length; i += 3) {
    const name = `${list[i + 1].slice(path.length).replace(/^\//, "")}/${list[i]}`.replace(/^\//, "");
    try {
      const { ino, mtimeMs, size, ...entry } = look(`${path}/${name}`);
      states.set(name, isDirectory(entry as RawStats) ? `${ino}` : `${ino} ${mtimeMs} ${size}`);
    } catch {
      // It was removed meanwhile, or is a link to what the script may not read.
    }
  }
  return states;
}

function FSWatcher(this: any): void {
  (EventEmitter as any).call(this);
}
extend(FSWatcher, EventEmitter, {
  start(): void {},
  close(this: any): void {
    if (!this._timer) return;
    g.clearInterval(this._timer);
    this._timer = undefined;
    nextTick(() => this.emit("close"));
  },
  ref(this: any): any {
    if (this._timer) this._timer.ref();
    return this;
  },
  unref(this: any): any {
    if (this._timer) this._timer.unref();
    return this;
  },
});

export function watch(path: any, options?: any, listener?: any): any {
  if (typeof options === "function") [options, listener] = [{}, options];
  const root = toPath(path);
  const { persistent = true, recursive = false, encoding, signal } = toOptions(options);
  const name = root.slice(root.lastIndexOf("/") + 1);
  const watcher: any = new (FSWatcher as any)();
  let states: Map<string, string>;
  try {
    states = stateOf(root, recursive);
  } catch (error: any) {
    if (error.syscall) Object.assign(error, { syscall: "watch", message: error.message.replace(/, stat /, ", watch "), filename: root });
    throw error;
  }
  if (listener) watcher.on("change", listener);
  const report = (kind: string, file: string) => watcher.emit("change", kind, encoding === "buffer" ? g.Buffer.from(file || name) : file || name);
  const tick = () => {
    let now: Map<string, string>;
    try {
      now = stateOf(root, recursive);
    } catch (error: any) {
      if (error.code !== "ENOENT") return void watcher.emit("error", error);
      now = new Map();
    }
    const before = states;
    states = now;
    for (const file of before.keys()) if (!now.has(file)) report("rename", file);
    for (const [file, state] of now) {
      const old = before.get(file);
      if (old === undefined) report("rename", file);
      if (old !== state && !(old === undefined && file === "")) report("change", file);
    }
  };
  watcher._timer = g.setInterval(tick, interval);
  if (!persistent) watcher._timer.unref();
  if (signal) {
    if (signal.aborted) nextTick(() => watcher.close());
    else signal.addEventListener("abort", () => watcher.close(), { once: true });
  }
  return watcher;
}

function StatWatcher(this: any): void {
  (EventEmitter as any).call(this);
}
extend(StatWatcher, EventEmitter, {
  stop(this: any): void {
    g.clearInterval(this._timer);
    nextTick(() => this.emit("stop"));
  },
  ref(this: any): any {
    this._timer.ref();
    return this;
  },
  unref(this: any): any {
    this._timer.unref();
    return this;
  },
});

const watched = new Map<string, any>();
const none: any = Object.fromEntries(["dev", "mode", "nlink", "uid", "gid", "rdev", "blksize", "ino", "size", "blocks", "atimeMs", "mtimeMs", "ctimeMs", "birthtimeMs"].map((name) => [name, 0]));
const rawOf = (path: string): RawStats => {
  try {
    return look(path);
  } catch (error: any) {
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    return none;
  }
};

/** Calls listener with the new and the old Stats when a file has changed. */
export function watchFile(path: any, options: any, listener?: any): any {
  if (typeof options === "function") [options, listener] = [{}, options];
  const name = toPath(path, "filename");
  checkFunction(listener, "listener");
  let watcher = watched.get(name);
  if (!watcher) {
    watcher = new (StatWatcher as any)();
    let before = rawOf(name);
    const report = (now: RawStats, old: RawStats) => watcher.emit("change", statsOf(now, options), statsOf(old, options));
    const tick = () => {
      const now = rawOf(name);
      const old = before;
      before = now;
      if (now.mtimeMs !== old.mtimeMs || now.size !== old.size || now.ino !== old.ino || now.mode !== old.mode) report(now, old);
    };
    if (before === none) later(() => report(none, none));
    watcher._timer = g.setInterval(tick, options.interval === undefined ? 5007 : options.interval);
    if (options.persistent === false) watcher.unref();
    watched.set(name, watcher);
  }
  watcher.addListener("change", listener);
  return watcher;
}

export function unwatchFile(path: any, listener?: any): void {
  const name = toPath(path, "filename");
  const watcher = watched.get(name);
  if (!watcher) return;
  if (listener) watcher.removeListener("change", listener);
  else watcher.removeAllListeners("change");
  if (watcher.listenerCount("change") > 0) return;
  watcher.stop();
  watched.delete(name);
}

/** The iterator of fs.promises.watch. */
export async function* changes(path: any, options: any = {}): AsyncGenerator<{ eventType: string; filename: string }> {
  const { signal } = options;
  const waiting: any[] = [];
  let wake = () => {};
  const watcher = watch(path, { ...options, signal: undefined }, (eventType: string, filename: string) => {
    waiting.push({ eventType, filename });
    wake();
  });
  const abort = () => wake();
  if (signal) signal.addEventListener("abort", abort);
  try {
    for (;;) {
      if (signal && signal.aborted) throw Object.assign(fault("Error", "ABORT_ERR", "The operation was aborted"), { name: "AbortError", cause: signal.reason });
      if (waiting.length > 0) yield waiting.shift();
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    watcher.close();
    if (signal) signal.removeEventListener("abort", abort);
  }
}
