// This file has the descriptors of node:fs: numbers for files that are read and written in parts. A descriptor has a
// path and a position in the file. Each operation uses the file by its path.
import { checkFunction, fault } from "./errors";
import { statsOf, toPath } from "./fs_shared";

const g: any = globalThis;
const { fs, util } = __hitlrun.node;

interface Open { path: string; at: number; append: boolean }
/** The open files. A script that names a module of Node at run time gets another instance of it, which has the same files. */
const files: Map<number, Open> = ((fs as any).opened ||= new Map());

const names: [number, string][] = [[1 | 64 | 512, "w"], [2 | 64 | 512, "w+"], [1 | 64 | 128 | 512, "wx"], [1 | 64 | 1024, "a"], [2 | 64 | 1024, "a+"], [2, "r+"], [0, "r"]];

/** Returns flags as a name, also if they are given as a number. */
function flagName(flags: any): string {
  if (typeof flags === "number") {
    const found = names.find(([bits]) => bits === flags);
    flags = found ? found[1] : flags & 1024 ? "a" : flags & 64 ? (flags & 128 ? "wx" : "w") : flags & 3 ? "r+" : "r";
  }
  if (!fs.flags(`${flags}`)) throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'flags' is invalid. Received ${util.inspect(flags)}`);
  return flags;
}

function file(fd: number, call: string): Open {
  const found = files.get(fd);
  if (found) return found;
  const error: any = new Error(`EBADF: bad file descriptor, ${call}`);
  throw Object.assign(error, { errno: -9, code: "EBADF", syscall: call });
}

export const pathOf = (fd: number): string => file(fd, "fstat").path;

export function openSync(path: any, flags: any = "r", mode?: any): number {
  path = toPath(path);
  const name = flagName(flags);
  fs.call("open", path, name, typeof mode === "string" ? parseInt(mode, 8) : mode);
  const fd = ((fs as any).lastOpened = ((fs as any).lastOpened || 19) + 1);
  files.set(fd, { path, at: 0, append: name[0] === "a" });
  return fd;
}

export function closeSync(fd: number): void {
  if (fd > 2) file(fd, "close");
  files.delete(fd);
}

export function readSync(fd: number, buffer: any, offset: any = 0, length?: number, position?: any): number {
  if (offset !== null && typeof offset === "object") ({ offset = 0, length, position } = offset);
  const f = file(fd, "read");
  const target = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const at = position === undefined || position === null || position < 0 ? f.at : Number(position);
  const bytes = new Uint8Array(fs.call<ArrayBuffer>("readAt", f.path, at, Math.min(length === undefined ? target.length - offset : length, target.length - offset)));
  target.set(bytes, offset);
  if (at === f.at && (position === undefined || position === null || position < 0)) f.at += bytes.length;
  return bytes.length;
}

/** Returns the bytes to write, and the position, for write(fd, text, position, encoding) and write(fd, bytes, offset, length, position). */
function given(data: any, rest: any[]): [any, any] {
  if (!ArrayBuffer.isView(data)) return [g.Buffer.from(`${data}`, rest[1] || "utf8"), rest[0]];
  const view = data as any;
  const all = g.Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  let [offset, length, position] = rest;
  if (offset !== null && typeof offset === "object") ({ offset, length, position } = offset);
  offset = offset || 0;
  return [all.subarray(offset, length === undefined || length === null ? undefined : offset + length), position];
}

export function writeSync(fd: number, data: any, ...rest: any[]): number {
  const [bytes, position] = given(data, rest);
  if (fd === 1 || fd === 2) {
    g.process[fd === 1 ? "stdout" : "stderr"].write(bytes.toString());
    return bytes.length;
  }
  const f = file(fd, "write");
  const own = typeof position !== "number";
  fs.call("writeAt", f.path, bytes, f.append ? -1 : own ? f.at : position);
  if (own) f.at += bytes.length;
  return bytes.length;
}

/** Reads into several buffers in turn. */
export function readvSync(fd: number, list: any[], position?: any): number {
  const given = typeof position === "number";
  let total = 0;
  for (const buffer of list) {
    const count = readSync(fd, buffer, 0, buffer.byteLength, given ? position + total : null);
    total += count;
    if (count < buffer.byteLength) break;
  }
  return total;
}

export const writevSync = (fd: number, list: any[], position?: any): number => writeSync(fd, g.Buffer.concat(list), 0, undefined, position);
export const fstatSync = (fd: number, options?: any): any => (fd > 2 ? statsOf(fs.call("stat", pathOf(fd), true), options) : { isFile: () => false, isFIFO: () => true, isDirectory: () => false, size: 0 });
export const ftruncateSync = (fd: number, length = 0): void => fs.call("truncate", pathOf(fd), length || 0);
export const fchmodSync = (fd: number, mode: number): void => fs.call("chmod", pathOf(fd), mode);
export const futimesSync = (fd: number, a: any, m: any): void => fs.call("utimes", pathOf(fd), Number(a) / (a instanceof Date ? 1000 : 1), Number(m) / (m instanceof Date ? 1000 : 1));
/** Only checks fd: what was written is already with the operating system, and the journal of a task syncs it itself. */
export const fsyncSync = (fd: number): void => void (fd > 2 && file(fd, "fsync"));
export const fdatasyncSync = fsyncSync;

/** Returns the form of a function with a callback, which gets the result of the function and more. */
const called = (f: (...args: any[]) => any, more: (args: any[]) => any[] = () => []) => (...args: any[]): void => {
  const callback = args.pop();
  checkFunction(callback, "cb");
  let results: any[];
  try {
    results = [null, f(...args), ...more(args)];
  } catch (error) {
    results = [error];
  }
  g.setImmediate(callback, ...results);
};
export const open = called(openSync);
export const close = (fd: number, callback: any = (error: any) => { if (error) throw error; }): void => called(closeSync)(fd, callback);
export const read = called(readSync, (args) => [args[1]]);
export const readv = called(readvSync, (args) => [args[1]]);
export const write = called(writeSync, (args) => [args[1]]);
export const writev = called(writevSync, (args) => [args[1]]);
export const fstat = called(fstatSync);
export const ftruncate = called(ftruncateSync);
export const fchmod = called(fchmodSync);
export const futimes = called(futimesSync);
export const fsync = called(fsyncSync);
export const fdatasync = called(fdatasyncSync);
