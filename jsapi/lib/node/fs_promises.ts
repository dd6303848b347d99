// This file is node:fs/promises.
import * as descriptors from "./fs_open";
import { Dir, ofOpendir } from "./fs_dir";
import { FileHandle, writeChunks } from "./fs_handle";
import { checkAborted, constants, foundLast, isChunks, plans, startPlan, toOptions, toPath } from "./fs_shared";

const promised = (name: string) => async (...args: any[]): Promise<any> => startPlan(plans[name](...args));

export const readFile = async (path: any, options?: any): Promise<any> =>
  path instanceof FileHandle ? path.readFile(options) : startPlan(plans.readFile(toPath(path), options), options);
const writing = (name: "writeFile" | "appendFile", flag: string) => async (path: any, data: any, options?: any): Promise<void> => {
  if (path instanceof FileHandle) return path[name](data, options);
  if (!isChunks(data)) return startPlan(plans[name](toPath(path), data, options), options);
  const { flag: given, mode } = toOptions(options);
  checkAborted(options);
  const fd = descriptors.openSync(path, given || flag, mode);
  try {
    await writeChunks(fd, data, options);
  } finally {
    descriptors.closeSync(fd);
  }
};
export const writeFile = writing("writeFile", "w");
export const appendFile = writing("appendFile", "a");
export const mkdir = promised("mkdir");
export const readdir = async (path: any, options?: any): Promise<any> => startPlan(plans.readdir(path, options, foundLast));
export const stat = promised("stat");
export const lstat = promised("lstat");
export const unlink = promised("unlink");
export const rmdir = promised("rmdir");
export const rm = promised("rm");
export const rename = promised("rename");
export const copyFile = promised("copyFile");
export const access = promised("access");
/** Unlike the other forms, it is a single call of the system. */
export const realpath = async (path: any, options?: any): Promise<any> =>
  startPlan(plans.realpath(path, options)).catch((error: any) => {
    if (error.syscall === "lstat") Object.assign(error, { syscall: "realpath", message: error.message.replace(", lstat ", ", realpath ") });
    throw error;
  });
export const mkdtemp = promised("mkdtemp");
export const truncate = promised("truncate");
export const readlink = promised("readlink");
export const symlink = promised("symlink");
export const link = promised("link");
export const chmod = promised("chmod");
export const utimes = promised("utimes");
export const statfs = promised("statfs");
export const chown = promised("chown");
export const lchown = promised("lchown");
export const lutimes = promised("lutimes");
/** These are in a part of node:fs that few scripts need. */
const whole = (name: string) => async (...args: any[]): Promise<any> => __hitlrun.builtin("fs").default.promises[name](...args);
export const cp = whole("cp");
export async function* watch(path: any, options?: any): any {
  yield* __hitlrun.builtin("fs").default.promises.watch(path, options);
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
