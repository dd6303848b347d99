// This file has the descriptors of node:fs: numbers for files that are read and written in parts. Go has the open files and their
// positions. The numbers 0 to 2 are standard input and the standard outputs.
import { checkFunction, checkInteger, fault, outOfRange, wrongType } from "./errors";
import { statsOf, toMode, toPath, toSeconds } from "./fs_shared";
import { later } from "./later";

const g: any = globalThis;
const { fs, util } = __hitlrun.node;

/** Returns the flags for opening a file: a name or a number. */
function toFlags(flags: any): string | number {
  if (flags === undefined || flags === null) return "r";
  if (typeof flags === "number") {
    checkInteger(flags, "flags", -2147483648, 2147483647);
    return flags;
  }
  if (typeof flags !== "string" || !fs.flags(flags)) throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'flags' is invalid. Received ${util.inspect(flags)}`);
  return flags;
}

/** Returns the number of a descriptor. */
export function toFd(fd: any): number {
  if (typeof fd !== "number") throw wrongType("fd", "of type number", fd);
  checkInteger(fd, "fd", 0, 2147483647);
  return fd;
}

/** Throws the error for a descriptor that is not open. */
function badFd(call: string): never {
  throw Object.assign(new Error(`EBADF: bad file descriptor, ${call}`), { errno: -9, code: "EBADF", syscall: call });
}

/** Says whether a descriptor is standard input or an output. */
export const isStandard = (fd: number): boolean => fd <= 2;

function checkBuffer(buffer: any): void {
  if (!ArrayBuffer.isView(buffer)) throw wrongType("buffer", "an instance of Buffer, TypedArray, or DataView", buffer);
}

function checkPosition(position: any): void {
  if (typeof position === "number") return checkInteger(position, "position", -1);
  if (typeof position !== "bigint") throw wrongType("position", "of type bigint or integer", position);
  if (position < -1n || position > 2n ** 63n - 1n) throw outOfRange("position", `>= -1 && <= ${2n ** 63n - 1n}`, position);
}

function checkOptions(options: any): void {
  if (options !== undefined && typeof options !== "object") throw wrongType("options", "of type object", options);
}

/** A part of a buffer, and where it is in the file; null is the position of the descriptor. */
export interface Part { buffer: any; offset: number; length: number; position: any }

/** Checks the part of a buffer into which a file is read. */
export function readPart(buffer: any, offset: any, length: any, position: any): Part {
  checkBuffer(buffer);
  if (offset === undefined || offset === null) offset = 0;
  else checkInteger(offset, "offset", 0);
  length |= 0;
  if (length !== 0) {
    if (buffer.byteLength === 0) throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'buffer' is empty and cannot be written. Received ${util.inspect(buffer)}`);
    if (length < 0) throw outOfRange("length", ">= 0", length);
    if (offset + length > buffer.byteLength) throw outOfRange("length", `<= ${buffer.byteLength - offset}`, length);
    if (position === undefined || position === null) position = -1;
    checkPosition(position);
  }
  return { buffer, offset, length, position: Number(position) < 0 ? null : Number(position) };
}

/** Returns the part that options of read() give. */
function optionalPart(buffer: any, options: any): Part {
  checkOptions(options);
  const { offset = 0, length = buffer?.byteLength - offset, position = null } = options || {};
  return readPart(buffer, offset, length, position);
}

/** Puts bytes into a part, and returns their number. */
function fill({ buffer, offset }: Part, bytes: ArrayBuffer | undefined): number {
  const read = new Uint8Array(bytes || 0);
  new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).set(read, offset);
  return read.length;
}

/** Reads a part of a file. */
export function readInto(fd: number, part: Part): number {
  const { length, position } = part;
  if (length === 0) return 0;
  if (fd === 0) return fill(part, fs.input(length));
  if (isStandard(fd)) badFd("read");
  const at = position === null ? fs.at(fd, "read") : position;
  const count = fill(part, fs.call<ArrayBuffer>("readAt", fd, at, length));
  if (position === null) fs.move(fd, count);
  return count;
}

/** Writes bytes to a file, at a position, or at the position of the descriptor if it is null. */
export function writeBytes(fd: number, bytes: any, position: number | null): number {
  if (fd === 0) badFd("write");
  if (isStandard(fd)) {
    fs.print(fd, bytes);
    return bytes.byteLength;
  }
  const at = fs.at(fd, "write"); // -1 is the end of the file
  fs.call("writeAt", fd, bytes, at < 0 || position === null ? at : position);
  if (position === null) fs.move(fd, at < 0 ? -1 : bytes.byteLength);
  return bytes.byteLength;
}

/** Returns the bytes to write, and the position, for write(fd, text, position, encoding) and write(fd, bytes, offset, length, position). */
export function writePart(data: any, rest: any[]): [any, number | null] {
  const number = (position: any) => (Number.isSafeInteger(position) && position >= 0 ? position : null);
  if (!ArrayBuffer.isView(data)) {
    if (typeof data !== "string") throw wrongType("buffer", "of type string or an instance of Buffer, TypedArray, or DataView", data);
    return [g.Buffer.from(data, rest[1] || "utf8"), number(rest[0])];
  }
  const size = data.byteLength;
  let [offset, length, position] = rest;
  if (offset !== null && typeof offset === "object") ({ offset = 0, length = size - offset, position = null } = offset);
  if (offset === undefined || offset === null) offset = 0;
  else checkInteger(offset, "offset", 0);
  if (typeof length !== "number") length = size - offset;
  if (offset > size) throw outOfRange("offset", `<= ${size}`, offset);
  if (length > size - offset) throw outOfRange("length", `<= ${size - offset}`, length);
  if (length < 0) throw outOfRange("length", ">= 0", length);
  return [new Uint8Array(data.buffer, data.byteOffset + offset, length), number(position)];
}

export const openSync = (path: any, flags?: any, mode?: any): number => fs.open(toPath(path), toFlags(flags), toMode(mode));

export function closeSync(fd: any): void {
  if (!isStandard(toFd(fd))) fs.close(fd);
}

export function readSync(fd: any, buffer: any, ...rest: any[]): number {
  toFd(fd);
  checkBuffer(buffer);
  const [offset, length, position] = rest;
  const part = rest.length <= 1 || typeof offset === "object" ? optionalPart(buffer, offset) : readPart(buffer, offset, length, position);
  return readInto(fd, part);
}

export const writeSync = (fd: any, data: any, ...rest: any[]): number => writeBytes(toFd(fd), ...writePart(data, rest));

function checkBuffers(list: any): void {
  if (!Array.isArray(list) || !list.every((item) => ArrayBuffer.isView(item))) throw wrongType("buffers", "an ArrayBufferView[]", list);
}

/** Reads into several buffers in turn. */
export function readvSync(fd: any, list: any[], position?: any): number {
  toFd(fd);
  checkBuffers(list);
  const given = typeof position === "number" && position >= 0;
  let total = 0;
  for (const buffer of list) {
    const count = readInto(fd, { buffer, offset: 0, length: buffer.byteLength, position: given ? position + total : null });
    total += count;
    if (count < buffer.byteLength) break;
  }
  return total;
}

export function writevSync(fd: any, list: any[], position?: any): number {
  toFd(fd);
  checkBuffers(list);
  const bytes = g.Buffer.concat(list.map((view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)));
  return writeBytes(fd, bytes, typeof position === "number" && position >= 0 ? position : null);
}

/** What stat() says about standard input and the outputs: they are pipes, or terminals. */
function standardStats(fd: number, options: any): any {
  const terminal = [g.process.stdin, g.process.stdout, g.process.stderr][fd].isTTY;
  const raw: any = { dev: 0, mode: terminal ? 0o020620 : 0o010600, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 4096, ino: 0, size: 0, blocks: 0 };
  for (const name of ["atimeMs", "mtimeMs", "ctimeMs", "birthtimeMs"]) raw[name] = 0;
  return statsOf(raw, options);
}

export const fstatSync = (fd: any, options?: any): any => (isStandard(toFd(fd)) ? standardStats(fd, options) : statsOf(fs.call("stat", fd, true), options));

/** Returns an operation on a descriptor. On standard input and the outputs it does nothing. */
const changing = (op: FileOperation, convert: (...args: any[]) => any[]) => (fd: any, ...args: any[]): void => {
  if (!isStandard(toFd(fd))) fs.call(op, fd, ...convert(...args));
};
export const ftruncateSync = changing("truncate", (length = 0) => [Math.max(0, length || 0)]);
export const fchmodSync = changing("chmod", (mode) => [toMode(mode)]);
export const futimesSync = changing("utimes", (accessed, changed) => [toSeconds(accessed), toSeconds(changed)]);
/** They only check fd: what was written is already with the operating system, and the journal of a task syncs it itself. */
const checking = (call: "fsync" | "fdatasync" | "fchown") => (fd: any): void => {
  if (!isStandard(toFd(fd))) fs.at(fd, call);
};
export const fsyncSync = checking("fsync");
export const fdatasyncSync = checking("fdatasync");
export const fchownSync = checking("fchown");

/** Says whether an error is about an argument, so that it is thrown also by a function with a callback. */
const ofArgument = (error: any): boolean => typeof error?.code === "string" && (error.code.startsWith("ERR_INVALID_") || error.code === "ERR_OUT_OF_RANGE");

/** Calls f, and passes its result and more to a callback. */
function answer(callback: any, f: () => any, more: any[] = []): void {
  checkFunction(callback, "cb");
  let results: any[];
  try {
    results = [null, f(), ...more];
  } catch (error) {
    if (ofArgument(error)) throw error;
    results = more.length ? [error, 0, ...more] : [error];
  }
  later(callback, ...results);
}

/** Returns the form of a function with a callback as its last argument. */
const called = (f: (...args: any[]) => any) => (...args: any[]): void => answer(args.pop(), () => f(...args));

const noThrow = (error: any): void => {
  if (error) throw error;
};
export const open = called(openSync);
export const close = (fd: any, callback: any = noThrow): void => answer(callback, () => closeSync(fd));

/** Calls a callback with the next bytes of standard input. */
function readInput(part: Part, callback: any): void {
  __hitlrun.node.stdin.bytes((error, bytes) => callback(error || null, error ? 0 : fill(part, bytes), part.buffer), part.length);
}

/** It takes (fd, callback), (fd, options, callback), (fd, buffer, callback), (fd, buffer, options, callback) and all arguments. */
export function read(fd: any, ...rest: any[]): void {
  toFd(fd);
  let callback: any, part: Part;
  if (rest.length <= 3) {
    let buffer: any, options: any;
    callback = rest[rest.length - 1];
    if (rest.length === 3) [buffer, options] = rest;
    else if (rest.length === 2 && ArrayBuffer.isView(rest[0])) [buffer] = rest;
    else if (rest.length === 2) ({ buffer = g.Buffer.alloc(16384) } = options = checkedOptions(rest[0]));
    else buffer = g.Buffer.alloc(16384);
    checkFunction(callback, "cb");
    part = optionalPart(buffer, options);
  } else {
    callback = rest[4];
    checkBuffer(rest[0]);
    checkFunction(callback, "cb");
    part = readPart(rest[0], rest[1], rest[2], rest[3]);
  }
  if (fd === 0 && part.length > 0) return readInput(part, callback);
  answer(callback, () => readInto(fd, part), [part.buffer]);
}

function checkedOptions(options: any): any {
  checkOptions(options);
  return options || {};
}

/** A callback may be in the place of each argument after the data. */
export function write(fd: any, data: any, ...rest: any[]): void {
  toFd(fd);
  const at = rest.findIndex((value) => typeof value === "function");
  const callback = at < 0 ? rest[3] : rest[at];
  checkFunction(callback, "cb");
  const [bytes, position] = writePart(data, at < 0 ? rest : rest.slice(0, at));
  answer(callback, () => writeBytes(fd, bytes, position), [data]);
}
export const readv = (fd: any, list: any, position: any, callback = position): void => answer(callback, () => readvSync(fd, list, position), [list]);
export const writev = (fd: any, list: any, position: any, callback = position): void => answer(callback, () => writevSync(fd, list, position), [list]);
export const fstat = called(fstatSync);
export const ftruncate = called(ftruncateSync);
export const fchmod = called(fchmodSync);
export const futimes = called(futimesSync);
export const fsync = called(fsyncSync);
export const fdatasync = called(fdatasyncSync);
export const fchown = called(fchownSync);

/** util.promisify() makes functions that return both results. */
for (const [f, count, data] of [[read, "bytesRead", "buffer"], [write, "bytesWritten", "buffer"], [readv, "bytesRead", "buffers"], [writev, "bytesWritten", "buffer"]] as [any, string, string][]) {
  const promised = (...args: any[]) =>
    new Promise((resolve, reject) => f(...args, (error: any, done: number, given: any) => (error ? reject(error) : resolve({ [count]: done, [data]: given }))));
  Object.defineProperty(f, Symbol.for("nodejs.util.promisify.custom"), { value: promised, configurable: true });
}
