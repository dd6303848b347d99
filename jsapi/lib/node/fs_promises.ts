// node:fs/promises.
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
export { constants };

export default {
  readFile, writeFile, appendFile, mkdir, readdir, stat, lstat, unlink, rmdir, rm, rename, copyFile, access, realpath, mkdtemp, constants,
};
