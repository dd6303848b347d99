// node:fs: files as a whole. There are no descriptors and no streams.
import { checkFunction } from "./errors";
import promises from "./fs_promises";
import { constants, Dirent, plans, Stats, toPath } from "./fs_shared";

const { fs } = __hitlrun.node;
export { constants, Dirent, promises, Stats };

const sync = (name: string) => (...args: any[]): any => {
  const { op, args: given, result } = plans[name](...args);
  const value = fs.call(op, ...given);
  return result ? result(value) : value;
};

/** The form with a callback as its last argument. */
const called = (name: string) => (...args: any[]): void => {
  const callback = args.length > 1 ? args.pop() : undefined;
  checkFunction(callback, "cb");
  const { op, args: given, result } = plans[name](...args);
  // The callback runs in a timer of its own, so that what it throws is not a rejection.
  const later = (...results: any[]) => (globalThis as any).setImmediate(callback, ...results);
  fs.start(op, ...given).then((value) => later(null, result ? result(value) : value), later);
};

export const readFileSync = sync("readFile");
export const writeFileSync = sync("writeFile");
export const appendFileSync = sync("appendFile");
export const mkdirSync = sync("mkdir");
export const readdirSync = sync("readdir");
export const unlinkSync = sync("unlink");
export const rmdirSync = sync("rmdir");
export const rmSync = sync("rm");
export const renameSync = sync("rename");
export const copyFileSync = sync("copyFile");
export const accessSync = sync("access");
export const realpathSync = sync("realpath");
export const mkdtempSync = sync("mkdtemp");

const statOf = (name: string) => {
  const stat = sync(name);
  return (path: any, options: any = {}): any => {
    try {
      return stat(path);
    } catch (error: any) {
      if (options.throwIfNoEntry === false && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
      throw error;
    }
  };
};
export const statSync = statOf("stat");
export const lstatSync = statOf("lstat");

/** Whether there is such a file; false as well for what is no path, and an error only where reading is not allowed. */
export function existsSync(path: any): boolean {
  try {
    path = toPath(path);
  } catch {
    return false;
  }
  return fs.call("exists", path);
}

export const readFile = called("readFile");
export const writeFile = called("writeFile");
export const appendFile = called("appendFile");
export const mkdir = called("mkdir");
export const readdir = called("readdir");
export const stat = called("stat");
export const lstat = called("lstat");
export const unlink = called("unlink");
export const rmdir = called("rmdir");
export const rm = called("rm");
export const rename = called("rename");
export const copyFile = called("copyFile");
export const access = called("access");
export const realpath = called("realpath");
export const mkdtemp = called("mkdtemp");

export default {
  constants, Dirent, promises, Stats, readFileSync, writeFileSync, appendFileSync, mkdirSync, readdirSync, unlinkSync, rmdirSync, rmSync,
  renameSync, copyFileSync, accessSync, realpathSync, mkdtempSync, statSync, lstatSync, existsSync, readFile, writeFile, appendFile, mkdir,
  readdir, stat, lstat, unlink, rmdir, rm, rename, copyFile, access, realpath, mkdtemp,
};
