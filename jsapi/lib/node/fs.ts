// This file is node:fs for whole files. Descriptors and streams are in other files.
import { checkFunction } from "./errors";
import * as descriptors from "./fs_open";
import { createReadStream, createWriteStream, ReadStream, WriteStream } from "./fs_streams";
import promises from "./fs_promises";
import { Dir } from "./fs_dir";
import { changes, unwatchFile, watch, watchFile } from "./fs_watch";
import { resolve as resolvePath } from "./path";
import { constants, Dirent, plans, runPlan, startPlan, Stats, toPath, toSeconds } from "./fs_shared";
import { later } from "./later";

const { fs } = __hitlrun.node;
export { constants, Dir, Dirent, promises, Stats, createReadStream, createWriteStream, ReadStream, WriteStream, unwatchFile, watch, watchFile };
export { ReadStream as FileReadStream, WriteStream as FileWriteStream };
export {
  openSync, closeSync, readSync, readvSync, writeSync, writevSync, fstatSync, ftruncateSync, fchmodSync, futimesSync, fsyncSync,
  fdatasyncSync, open, close, read, readv, write, writev, fstat, ftruncate, fchmod, futimes, fsync, fdatasync, fchown, fchownSync,
} from "./fs_open";
export const { F_OK, R_OK, W_OK, X_OK } = constants;

const sync = (name: string) => (...args: any[]): any => runPlan(plans[name](...args));

/** Returns the form of an operation with a callback as its last argument. */
const called = (name: string) => (...args: any[]): void => {
  const callback = args.length > 1 ? args.pop() : undefined;
  checkFunction(callback, "cb");
  const options = args[name === "writeFile" || name === "appendFile" ? 2 : 1];
  let plan: any;
  try {
    plan = plans[name](...args);
  } catch (error: any) {
    if (error.code !== "EBADF") throw error;
    return later(callback, error);
  }
  startPlan(plan, options).then((value) => later(callback, null, value), (error) => later(callback, error));
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
export const truncateSync = sync("truncate");
export const readlinkSync = sync("readlink");
export const symlinkSync = sync("symlink");
export const linkSync = sync("link");
export const chmodSync = sync("chmod");
export const utimesSync = sync("utimes");
export const statfsSync = sync("statfs");
export const lutimesSync = sync("lutimes");
export const chownSync = sync("chown");
export const lchownSync = sync("lchown");

const statOf = (name: string) => {
  const stat = sync(name);
  return (path: any, options: any = {}): any => {
    try {
      return stat(path, options);
    } catch (error: any) {
      if (options.throwIfNoEntry === false && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
      throw error;
    }
  };
};
export const statSync = statOf("stat");
export const lstatSync = statOf("lstat");

/** Reports whether a file exists. It returns false for a value that is not a path, and throws an error only if reading is not allowed. */
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
export const truncate = called("truncate");
export const readlink = called("readlink");
export const symlink = called("symlink");
export const link = called("link");
export const chmod = called("chmod");
export const utimes = called("utimes");
export const statfs = called("statfs");
export const lutimes = called("lutimes");
export const chown = called("chown");
export const lchown = called("lchown");

/** Calls callback with the answer, without an error argument. */
export const exists: any = (path: any, callback: (there: boolean) => void): void => {
  checkFunction(callback, "cb");
  later(callback, existsSync(path));
};
exists[Symbol.for("nodejs.util.promisify.custom")] = async (path: any) => existsSync(path);

export const cpSync = (from: any, to: any, options: any = {}): void => {
  checkCopy(toPath(from, "src"), toPath(to, "dest"), options);
  makeParent(resolvePath(toPath(to), ".."));
  copyTree(toPath(from), toPath(to), options);
};

/** Makes the folder of a copy if there is none. */
const makeParent = (folder: string): void => {
  if (granted(folder) && !statSync(folder, { throwIfNoEntry: false })) mkdirSync(folder, { recursive: true });
};

const copyTree = (from: string, to: string, options: any): void => {
  if (options.filter && !options.filter(from, to)) return;
  const source = (options.dereference ? statSync : lstatSync)(from);
  if (source.isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) copyTree(`${from}/${name}`, `${to}/${name}`, options);
    return;
  }
  if (lstatSync(to, { throwIfNoEntry: false })) {
    if (options.force === false && options.errorOnExist) throw copyError("CP_EEXIST", "EEXIST", "Target already exists", `${to} already exists`, to);
    if (options.force === false) return;
    unlinkSync(to);
  }
  if (source.isSymbolicLink()) {
    const target = readlinkSync(from);
    return symlinkSync(options.verbatimSymlinks ? target : resolvePath(from, "..", target), to);
  }
  copyFileSync(from, to, options.mode);
  if (options.preserveTimestamps) utimesSync(to, source.atime, source.mtime);
};

const copyError = (code: string, errno: string, what: string, why: string, path: string): Error =>
  Object.assign(new Error(`${what}: cp returned ${errno} (${why}) ${path}`), { name: "SystemError", code: `ERR_FS_${code}`, syscall: "cp", path });

/** The form of cpSync with a promise. A filter may return a promise there; then its answers are awaited one by one. */
const copied = async (from: any, to: any, options: any = {}): Promise<void> => {
  const { filter } = options;
  if (!filter) return cpSync(from, to, options);
  const refused = new Set<string>();
  const ask = async (a: string, b: string): Promise<void> => {
    if (!(await filter(a, b))) return void refused.add(a);
    if ((options.dereference ? statSync : lstatSync)(a).isDirectory()) for (const name of readdirSync(a)) await ask(`${a}/${name}`, `${b}/${name}`);
  };
  await ask(toPath(from, "src"), toPath(to, "dest"));
  cpSync(from, to, { ...options, filter: (path: string) => !refused.has(path) });
};
export const cp = (from: any, to: any, options: any, callback = options): void => {
  checkFunction(callback, "cb");
  copied(from, to, typeof options === "function" ? {} : options).then(() => later(callback, null), (error) => later(callback, error));
};
Object.assign(promises, { cp: copied, watch: changes });

/** Says whether a script may read a path. What it may not read is not the source of a copy. */
const granted = (path: string): boolean => {
  try {
    statSync(path, { throwIfNoEntry: false });
    return true;
  } catch {
    return false;
  }
};

/** Throws the errors of Node for a copy that cannot be made: of a directory into itself, or over something of another kind. */
const checkCopy = (from: string, to: string, options: any): void => {
  const fail = (code: string, errno: string, what: string, why: string, path = to): never => {
    throw copyError(code, errno, what, why, path);
  };
  const same = (a: any, b: any) => b !== undefined && a.ino !== 0 && a.ino === b.ino && a.dev === b.dev;
  const stat = options.dereference ? statSync : lstatSync;
  const source = stat(from), target = granted(to) ? stat(to, { throwIfNoEntry: false }) : undefined;
  const invalid = "Invalid src or dest";
  if (same(source, target)) fail("CP_EINVAL", "EINVAL", invalid, "src and dest cannot be the same");
  if (source.isDirectory()) {
    if (target && !target.isDirectory()) fail("CP_DIR_TO_NON_DIR", "EISDIR", "Cannot overwrite non-directory with directory", `cannot overwrite non-directory ${to} with directory ${from}`);
    if (!options.recursive) fail("EISDIR", "EISDIR", "Path is a directory", `${from} is a directory (not copied)`, from);
    for (let above = resolvePath(to, ".."); granted(above); above = resolvePath(above, "..")) {
      if (same(source, statSync(above, { throwIfNoEntry: false }))) fail("CP_EINVAL", "EINVAL", invalid, `cannot copy ${from} to a subdirectory of self ${to}`);
      if (above === resolvePath(above, "..")) break;
    }
  } else if (target?.isDirectory()) {
    fail("CP_NON_DIR_TO_DIR", "ENOTDIR", "Cannot overwrite directory with non-directory", `cannot overwrite directory ${to} with non-directory ${from}`);
  }
};

export const opendirSync = (path: any, options?: any): Dir => new Dir(toPath(path), options);
export const opendir = (path: any, options: any, callback = options): void => {
  checkFunction(callback, "callback");
  promises.opendir(path, typeof options === "function" ? {} : options).then((dir: any) => later(callback, null, dir), (error: any) => later(callback, error));
};
/** Returns the content of a file as a Blob. It is read at once. */
export const openAsBlob = async (path: any, options: any = {}): Promise<any> => new Blob([await promises.readFile(path)], { type: options.type || "" });
/** Returns a time in seconds. */
export const _toUnixTimestamp = (time: any): number => toSeconds(time);
(realpathSync as any).native = realpathSync;
(realpath as any).native = realpath;

const { toFd: _a, isStandard: _b, readPart: _c, readInto: _d, writeBytes: _e, writePart: _f, ...opened } = descriptors;
export default {
  constants, Dirent, promises, Stats, readFileSync, writeFileSync, appendFileSync, mkdirSync, readdirSync, unlinkSync, rmdirSync, rmSync,
  renameSync, copyFileSync, accessSync, realpathSync, mkdtempSync, statSync, lstatSync, existsSync, readFile, writeFile, appendFile, mkdir,
  readdir, stat, lstat, unlink, rmdir, rm, rename, copyFile, access, realpath, mkdtemp,
  truncate, readlink, symlink, link, chmod, utimes, truncateSync, readlinkSync, symlinkSync, linkSync, chmodSync, utimesSync,
  createReadStream, createWriteStream, ReadStream, WriteStream, exists, cpSync, Dir, opendir, opendirSync, watch, watchFile, F_OK, R_OK, W_OK, X_OK,
  chown, lchown, chownSync, lchownSync,
  cp, statfs, statfsSync, lutimes, lutimesSync, openAsBlob, _toUnixTimestamp, FileReadStream: ReadStream, FileWriteStream: WriteStream, unwatchFile, ...opened,
};
