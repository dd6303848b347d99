// This file is node:fs/promises.
import * as descriptors from "./fs_open";
import { constants, plans } from "./fs_shared";

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
export const chown = async (): Promise<void> => {};
export const lchown = chown;

/** A file that open() of fs/promises returned. */
class FileHandle {
  constructor(readonly fd: number) {}
  async read(buffer: any, offset?: any, length?: number, position?: number | null): Promise<any> {
    if (!ArrayBuffer.isView(buffer)) ({ buffer = (globalThis as any).Buffer.alloc(16384), offset, length, position } = buffer || {});
    return { bytesRead: descriptors.readSync(this.fd, buffer, offset, length, position), buffer };
  }
  async write(data: any, ...rest: any[]): Promise<any> {
    return { bytesWritten: descriptors.writeSync(this.fd, data, ...rest), buffer: data };
  }
  readFile = (options?: any): Promise<any> => readFile(descriptors.pathOf(this.fd), options);
  writeFile = async (data: any): Promise<void> => void descriptors.writeSync(this.fd, data);
  appendFile = this.writeFile;
  stat = (): Promise<any> => stat(descriptors.pathOf(this.fd));
  truncate = (length = 0): Promise<any> => truncate(descriptors.pathOf(this.fd), length);
  chmod = (mode: any): Promise<any> => chmod(descriptors.pathOf(this.fd), mode);
  utimes = (a: any, m: any): Promise<any> => utimes(descriptors.pathOf(this.fd), a, m);
  sync = async (): Promise<void> => {};
  datasync = this.sync;
  close = async (): Promise<void> => descriptors.closeSync(this.fd);
}
export const open = async (path: any, flags?: any, mode?: any): Promise<FileHandle> => new FileHandle(descriptors.openSync(path, flags, mode));
export const opendir = async (path: any): Promise<any> => {
  const entries = await readdir(path, { withFileTypes: true });
  return { path, read: async () => entries.shift() || null, close: async () => {}, async *[Symbol.asyncIterator]() { yield* entries; } };
};
export { constants };

export default {
  readFile, writeFile, appendFile, mkdir, readdir, stat, lstat, unlink, rmdir, rm, rename, copyFile, access, realpath, mkdtemp, constants,
  truncate, readlink, symlink, link, chmod, utimes, chown, lchown, open, opendir,
};
