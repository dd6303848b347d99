// This file is node:fs/promises.
import * as descriptors from "./fs_open";
import { Dir, ofOpendir } from "./fs_dir";
import { constants, plans, toPath } from "./fs_shared";

const { fs } = __hitlrun.node;

const promised = (name: string) => async (...args: any[]): Promise<any> => {
  const { op, args: given, result } = plans[name](...args);
  const value = await fs.start(op, ...given);
  return result ? result(value) : value;
};

export const readFile = promised("readFile");
export const writeFile = promised("writeFile");
export const appendFile = promised("appendFile");
export const mkdir = promised("mkdir");
export const readdir = promised("readdir");
export const stat = promised("stat");
export const lstat = promised("lstat");
export const unlink = promised("unlink");
export const rmdir = promised("rmdir");
export const rm = promised("rm");
export const rename = promised("rename");
export const copyFile = promised("copyFile");
export const access = promised("access");
export const realpath = promised("realpath");
export const mkdtemp = promised("mkdtemp");
export const truncate = promised("truncate");
export const readlink = promised("readlink");
export const symlink = promised("symlink");
export const link = promised("link");
export const chmod = promised("chmod");
export const utimes = promised("utimes");
export const statfs = promised("statfs");
export const chown = async (): Promise<void> => {};
export const lchown = chown;

export const lutimes = async (path: any, accessed: any, changed: any): Promise<void> => {
  if (!(await lstat(path)).isSymbolicLink()) await utimes(path, accessed, changed);
};
/** These are in a part of node:fs that few scripts need. */
const whole = (name: string) => async (...args: any[]): Promise<any> => __hitlrun.builtin("fs").default.promises[name](...args);
export const cp = whole("cp");
export async function* watch(path: any, options?: any): any {
  yield* __hitlrun.builtin("fs").default.promises.watch(path, options);
}

/** A file that open() of fs/promises returned. */
class FileHandle {
  #fd: number;
  constructor(fd: number) {
    this.#fd = fd;
  }
  get fd(): number {
    return this.#fd;
  }
  async read(buffer: any, offset?: any, length?: number, position?: number | null): Promise<any> {
    if (!ArrayBuffer.isView(buffer)) ({ buffer = (globalThis as any).Buffer.alloc(16384), offset, length, position } = buffer || {});
    return { bytesRead: descriptors.readSync(this.fd, buffer, offset, length, position), buffer };
  }
  async readv(buffers: any[], position?: number | null): Promise<any> {
    return { bytesRead: descriptors.readvSync(this.fd, buffers, position), buffers };
  }
  async write(data: any, ...rest: any[]): Promise<any> {
    return { bytesWritten: descriptors.writeSync(this.fd, data, ...rest), buffer: data };
  }
  async writev(buffers: any[], position?: number | null): Promise<any> {
    return { bytesWritten: descriptors.writevSync(this.fd, buffers, position), buffers };
  }
  async readFile(options?: any): Promise<any> {
    return readFile(descriptors.pathOf(this.fd), options);
  }
  async writeFile(data: any): Promise<void> {
    descriptors.writeSync(this.fd, data);
  }
  async appendFile(data: any): Promise<void> {
    descriptors.writeSync(this.fd, data);
  }
  async stat(options?: any): Promise<any> {
    return stat(descriptors.pathOf(this.fd), options);
  }
  async truncate(length = 0): Promise<any> {
    return truncate(descriptors.pathOf(this.fd), length);
  }
  async chmod(mode: any): Promise<any> {
    return chmod(descriptors.pathOf(this.fd), mode);
  }
  async chown(): Promise<void> {}
  async utimes(a: any, m: any): Promise<any> {
    return utimes(descriptors.pathOf(this.fd), a, m);
  }
  async sync(): Promise<void> {}
  async datasync(): Promise<void> {}
  createReadStream(options: any = {}): any {
    return this.#stream("ReadStream", options);
  }
  createWriteStream(options: any = {}): any {
    return this.#stream("WriteStream", options);
  }
  readLines(options: any = {}): any {
    return __hitlrun.builtin("readline").createInterface({ input: this.createReadStream(options), crlfDelay: Infinity });
  }
  /** Closes the file at the end of the stream. */
  #stream(name: string, options: any): any {
    const Stream = (fs as any)[name] || __hitlrun.builtin("fs").default[name];
    return new Stream(null, { ...options, fd: this.fd });
  }
  async close(): Promise<void> {
    const fd = this.#fd;
    this.#fd = -1;
    if (fd >= 0) descriptors.closeSync(fd);
  }
  async [Symbol.for("Symbol.asyncDispose")](): Promise<void> {
    await this.close();
  }
}
export const open = async (path: any, flags?: any, mode?: any): Promise<FileHandle> => new FileHandle(descriptors.openSync(path, flags, mode));
export const opendir = async (path: any, options?: any): Promise<Dir> => {
  const entries = readdir(path, { ...options, withFileTypes: true });
  return new Dir(toPath(path), options, await entries.catch((error) => { throw ofOpendir(error); }));
};
export { constants };

export default {
  readFile, writeFile, appendFile, mkdir, readdir, stat, lstat, unlink, rmdir, rm, rename, copyFile, access, realpath, mkdtemp, constants,
  truncate, readlink, symlink, link, chmod, utimes, chown, lchown, open, opendir, lutimes, cp, watch, statfs,
};
