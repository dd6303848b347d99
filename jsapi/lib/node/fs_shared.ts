// This file has what node:fs and node:fs/promises share: they read arguments and make results in the same way.
import { abortError, checkInteger, checkSignal, checkString, fault, wrongType } from "./errors";
import { fileURLToPath } from "./url";

const g: any = globalThis;
const { fs, util } = __hitlrun.node;

/** Returns the path of a text, bytes or a file: URL. */
export function toPath(path: any, name = "path"): string {
  if (path instanceof g.URL) path = fileURLToPath(path);
  else if (path instanceof Uint8Array) path = g.Buffer.from(path).toString();
  if (typeof path !== "string") throw wrongType(name, "of type string or an instance of Buffer or URL", path);
  if (path.includes("\0")) {
    throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument '${name}' must be a string, Uint8Array, or URL without null bytes. Received ${util.inspect(path)}`);
  }
  return path;
}

/** Returns options, which may be given as the name of an encoding. */
export function toOptions(options: any): any {
  if (options === undefined || options === null) return {};
  if (typeof options === "string") options = { encoding: options };
  if (typeof options !== "object") throw wrongType("options", "one of type string or object", options);
  const { encoding, flag, signal } = options;
  if (encoding && encoding !== "buffer" && !g.Buffer.isEncoding(encoding)) {
    throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'encoding' is invalid encoding. Received ${util.inspect(encoding)}`);
  }
  if (flag !== undefined && flag !== null && typeof flag !== "number" && !fs.flags(`${flag}`)) {
    throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'flags' is invalid. Received ${util.inspect(flag)}`);
  }
  if (signal !== undefined && signal !== null) checkSignal(signal, "options.signal");
  return options;
}

/** Throws an error if the signal of options is aborted. */
export function checkAborted(options: any): void {
  const signal = options?.signal;
  if (signal?.aborted) throw abortError(signal);
}

/** Returns a path, or the number of a descriptor. */
function toPathOrFd(path: any): any {
  if (typeof path !== "number") return toPath(path);
  checkInteger(path, "fd", 0, 2147483647);
  return path;
}

/** Returns a mode, which may be given as an octal text. */
export function toMode(mode: any): number | undefined {
  if (typeof mode !== "string") return mode;
  if (!/^[0-7]+$/.test(mode)) throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'mode' must be a 32-bit unsigned integer or an octal string. Received ${util.inspect(mode)}`);
  return parseInt(mode, 8);
}

const kinds: Record<string, number> = {
  isDirectory: 0o040000, isFile: 0o100000, isBlockDevice: 0o060000, isCharacterDevice: 0o020000, isSymbolicLink: 0o120000, isFIFO: 0o010000, isSocket: 0o140000,
};

/** Gives a function the methods of what stat() returns. It is a function and not a class, because old code calls it without new. */
function withKinds(Class: any): any {
  for (const name of Object.keys(kinds)) {
    const method = { [name](this: any) { return (Number(this.mode) & constants.S_IFMT) === kinds[name]; } };
    Object.defineProperty(Class.prototype, name, { value: method[name], writable: true, configurable: true, enumerable: true });
  }
  return Class;
}

const numbers = ["dev", "mode", "nlink", "uid", "gid", "rdev", "blksize", "ino", "size", "blocks", "atimeMs", "mtimeMs", "ctimeMs", "birthtimeMs"];
const times = ["atime", "mtime", "ctime", "birthtime"];

/** The numbers are in the order of Node. */
export function Stats(this: any, dev: any, mode: any, nlink: any, uid: any, gid: any, rdev: any, blksize: any, ino: any, size: any, blocks: any, atimeMs: any, mtimeMs: any, ctimeMs: any, birthtimeMs: any): void {
  const given = [dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atimeMs, mtimeMs, ctimeMs, birthtimeMs];
  numbers.forEach((name, i) => (this[name] = given[i]));
  for (const name of times) this[name] = new Date(this[`${name}Ms`]);
}
withKinds(Stats);

/** What statfs() returns. */
function StatFs(this: any, list: any[]): void {
  ["type", "bsize", "blocks", "bfree", "bavail", "files", "ffree"].forEach((name, i) => (this[name] = list[i]));
}

const BigIntStats: any = withKinds(function BigIntStats(this: any, raw: any) {
  for (const name of numbers) this[name] = BigInt(Math.floor(raw[name]));
  for (const name of times) this[`${name}Ns`] = BigInt(raw[`${name}Seconds`]) * 1000000000n + BigInt(raw[`${name}Nanos`]);
  for (const name of times) this[name] = new Date(raw[`${name}Ms`]);
});

/** Returns the Stats of what Go returned. */
export const statsOf = (raw: any, options?: any): any =>
  options && options.bigint ? new BigIntStats(raw) : new (Stats as any)(...numbers.map((name) => raw[name]));

export class Dirent {
  #kind: string;
  constructor(readonly name: string, readonly parentPath: string, kind: string) {
    this.#kind = kind;
    (this as any).path = parentPath;
  }
  isFile(): boolean { return this.#kind === "file"; }
  isDirectory(): boolean { return this.#kind === "directory"; }
  isSymbolicLink(): boolean { return this.#kind === "link"; }
  isFIFO(): boolean { return this.#kind === "fifo"; }
  isSocket(): boolean { return this.#kind === "socket"; }
  isBlockDevice(): boolean { return this.#kind === "block"; }
  isCharacterDevice(): boolean { return this.#kind === "character"; }
}

/** An operation with its arguments, and the function that makes its result. */
export interface Plan {
  op: FileOperation;
  args: any[];
  result?: (value: any) => any;
  /** Does the work itself, in place of op: for standard input and the outputs. */
  own?: (waits: boolean) => any;
}

/** Returns the data to write as text or bytes. */
function toData(data: any): any {
  if (typeof data !== "string" && !ArrayBuffer.isView(data)) {
    throw wrongType("data", "of type string or an instance of Buffer, TypedArray, or DataView", data);
  }
  return data;
}

/** Returns the data to write as bytes. */
const toBytes = (data: any, encoding: any): any => (typeof toData(data) === "string" ? g.Buffer.from(data, encoding || "utf8") : data);

/** Says whether data to write is a stream or another iterable of chunks. */
export const isChunks = (data: any): boolean =>
  data !== null && typeof data === "object" && !ArrayBuffer.isView(data) && (typeof data[Symbol.asyncIterator] === "function" || typeof data[Symbol.iterator] === "function");

function writing(path: any, data: any, options: any, flag: string): Plan {
  path = toPathOrFd(path);
  const { encoding, flag: given, mode } = toOptions(options);
  if (typeof path !== "number") return { op: "writeFile", args: [path, toData(data), encoding || "utf8", given || flag, toMode(mode)] };
  const bytes = toBytes(data, encoding);
  if (path === 1 || path === 2) return { op: "writeAt", args: [], own: () => fs.print(path, bytes) };
  const at = fs.at(path, "write");
  if (at >= 0) fs.move(path, bytes.byteLength);
  return { op: "writeAt", args: [path, bytes, at] };
}

/** Returns all bytes of standard input. Without waits it returns a promise of them. */
function wholeInput(waits: boolean): any {
  const parts: any[] = [];
  if (waits) {
    for (let part = fs.input(65536); part.byteLength > 0; part = fs.input(65536)) parts.push(g.Buffer.from(part));
    return g.Buffer.concat(parts);
  }
  return new Promise((resolve, reject) => {
    const next = () =>
      __hitlrun.node.stdin.bytes((error, bytes) => {
        if (error) return reject(error);
        if (!bytes) return resolve(g.Buffer.concat(parts));
        parts.push(g.Buffer.from(bytes));
        next();
      });
    next();
  });
}

function reading(path: any, options: any): Plan {
  path = toPathOrFd(path);
  const { encoding, flag } = toOptions(options);
  const text = encoding && encoding !== "buffer";
  if (typeof path !== "number") return { op: "readFile", args: [path, text ? encoding : "", flag || "r"], result: text ? undefined : (bytes) => g.Buffer.from(bytes) };
  const result = (bytes: any) => (text ? g.Buffer.from(bytes).toString(encoding) : g.Buffer.from(bytes));
  if (path === 0) return { op: "readFile", args: [], own: wholeInput, result };
  return {
    op: "readFile",
    args: [path, "", path > 2 ? fs.at(path, encoding === "utf8" || encoding === "utf-8" ? "read" : "fstat") : 0],
    result(bytes) {
      fs.move(path, bytes.byteLength);
      return result(bytes);
    },
  };
}

/** Runs a plan at once. */
export function runPlan({ op, args, result, own }: Plan): any {
  const value = own ? own(true) : fs.call(op, ...args);
  return result ? result(value) : value;
}

/** Starts a plan. */
export async function startPlan({ op, args, result, own }: Plan, options?: any): Promise<any> {
  checkAborted(options);
  const value = await (own ? own(false) : fs.start(op, ...args));
  checkAborted(options);
  return result ? result(value) : value;
}

/** Returns names in the encoding of options. */
const named = (encoding: any) => (name: string): any =>
  encoding === "buffer" ? g.Buffer.from(name) : encoding && encoding !== "utf8" && encoding !== "utf-8" ? g.Buffer.from(name).toString(encoding) : name;

/** A script cannot change the owner of a file: the plan only checks that there is a file. */
const owner = (call: string, follow: boolean) => (path: any, uid: any, gid: any): Plan => {
  path = toPath(path);
  checkInteger(uid, "uid", -1, 4294967295);
  checkInteger(gid, "gid", -1, 4294967295);
  const check = () => {
    try {
      fs.call("stat", path, follow);
    } catch (error: any) {
      if (!error.syscall) return; // it may only be written
      throw Object.assign(error, { syscall: call, message: error.message.replace(`, ${error.syscall} `, `, ${call} `) });
    }
  };
  return { op: "stat", args: [], own: check };
};

/** Given to the plan of readdir, it lets the folders below come in the order of fs.promises: the one that was found last is the next. */
export const foundLast = Symbol("foundLast");

/** The functions that exist in three forms: with Sync, with a callback, and with a promise. */
export const plans: Record<string, (...args: any[]) => Plan> = {
  readFile: reading,
  writeFile: (path, data, options) => writing(path, data, options, "w"),
  appendFile: (path, data, options) => writing(path, data, options, "a"),
  mkdir(path, options) {
    const { recursive, mode } = options !== null && typeof options === "object" ? options : { recursive: false, mode: options };
    return { op: "mkdir", args: [toPath(path), recursive, toMode(mode)] };
  },
  readdir(path, options, last?: unknown) {
    const { withFileTypes, recursive, encoding } = toOptions(options);
    const root = toPath(path), toName = named(encoding);
    const result = (list: string[]) => {
      const entries = [];
      for (let i = 0; i < list.length; i += 3) {
        const [name, dir, kind] = list.slice(i, i + 3);
        if (withFileTypes) entries.push(new Dirent(toName(name), dir, kind));
        else entries.push(toName(dir === root ? name : `${dir.slice(root.length).replace(/^\//, "")}/${name}`));
      }
      return entries;
    };
    return { op: "readdir", args: [root, recursive, !withFileTypes, last === foundLast], result };
  },
  stat: (path, options) => ({ op: "stat", args: [toPath(path), true], result: (raw) => statsOf(raw, options) }),
  lstat: (path, options) => ({ op: "stat", args: [toPath(path), false], result: (raw) => statsOf(raw, options) }),
  statfs: (path, options) => ({ op: "statfs", args: [toPath(path)], result: (list) => new (StatFs as any)(options && options.bigint ? list.map(BigInt) : list) }),
  unlink: (path) => ({ op: "unlink", args: [toPath(path)] }),
  rmdir: (path, options) => (options?.recursive ? { op: "rm", args: [toPath(path), true, false] } : { op: "rmdir", args: [toPath(path)] }),
  rm: (path, options = {}) => ({ op: "rm", args: [toPath(path), options.recursive, options.force] }),
  rename: (from, to) => ({ op: "rename", args: [toPath(from, "oldPath"), toPath(to, "newPath")] }),
  copyFile: (from, to, mode = 0) => ({ op: "copyFile", args: [toPath(from, "src"), toPath(to, "dest"), (mode & 1) !== 0] }),
  access: (path, mode = 0) => ({ op: "access", args: [toPath(path), mode] }),
  truncate: (path, length = 0) => ({ op: "truncate", args: [toPath(path), Math.max(0, length || 0)] }),
  readlink: (path, options) => ({ op: "readlink", args: [toPath(path)], result: named(toOptions(options).encoding) }),
  symlink: (target, path) => ({ op: "symlink", args: [toPath(target, "target"), toPath(path)] }),
  link: (from, to) => ({ op: "link", args: [toPath(from, "existingPath"), toPath(to, "newPath")] }),
  chmod: (path, mode) => ({ op: "chmod", args: [toPath(path), toMode(mode)] }),
  utimes: (path, accessed, changed) => ({ op: "utimes", args: [toPath(path), toSeconds(accessed), toSeconds(changed)] }),
  lutimes: (path, accessed, changed) => ({ op: "lutimes", args: [toPath(path), toSeconds(accessed), toSeconds(changed)] }),
  chown: owner("chown", true),
  lchown: owner("lchown", false),
  realpath: (path, options) => ({ op: "realpath", args: [toPath(path)], result: named(toOptions(options).encoding) }),
  mkdtemp(prefix, options) {
    checkString(prefix, "prefix");
    return { op: "mkdtemp", args: [prefix], result: named(toOptions(options).encoding) };
  },
};

/** Returns a time in seconds, from a Date, a number or a text. */
export function toSeconds(time: any): number {
  if (typeof time === "string" && `${Number(time)}` === time) return Number(time);
  if (Number.isFinite(time)) return time < 0 ? Date.now() / 1000 : time;
  if (time instanceof Date) return time.getTime() / 1000;
  throw wrongType("time", "an instance of Date or an Time in seconds", time);
}

export const constants = {
  F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, COPYFILE_EXCL: 1, COPYFILE_FICLONE: 2, COPYFILE_FICLONE_FORCE: 4, O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64,
  O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536, O_NOFOLLOW: 131072, O_SYNC: 1052672, O_DSYNC: 4096, S_IFMT: 61440, S_IFREG: 32768,
  S_IFDIR: 16384, S_IFCHR: 8192, S_IFBLK: 24576, S_IFIFO: 4096, S_IFLNK: 40960, S_IFSOCK: 49152, S_IRUSR: 256, S_IWUSR: 128, S_IXUSR: 64,
  UV_FS_O_FILEMAP: 0, UV_DIRENT_UNKNOWN: 0, UV_DIRENT_FILE: 1, UV_DIRENT_DIR: 2, UV_DIRENT_LINK: 3, UV_DIRENT_FIFO: 4, UV_DIRENT_SOCKET: 5,
  UV_DIRENT_CHAR: 6, UV_DIRENT_BLOCK: 7, UV_FS_SYMLINK_DIR: 1, UV_FS_SYMLINK_JUNCTION: 2, UV_FS_COPYFILE_EXCL: 1, UV_FS_COPYFILE_FICLONE: 2,
  UV_FS_COPYFILE_FICLONE_FORCE: 4, EXTENSIONLESS_FORMAT_JAVASCRIPT: 0, EXTENSIONLESS_FORMAT_WASM: 1, O_NOCTTY: 256, O_NOATIME: 262144, O_DIRECT: 16384,
  O_NONBLOCK: 2048, S_IRWXU: 448, S_IRWXG: 56, S_IRGRP: 32, S_IWGRP: 16, S_IXGRP: 8, S_IRWXO: 7, S_IROTH: 4, S_IWOTH: 2, S_IXOTH: 1,
};
