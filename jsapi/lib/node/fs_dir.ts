// This file has Dir of node:fs: the entries of a directory, one after the other.
import { fault } from "./errors";
import { plans } from "./fs_shared";
import { later } from "./later";

const { fs } = __hitlrun.node;

/** Returns an error of reading a directory as opendir() reports it. */
export function ofOpendir(error: any): any {
  if (error.syscall === "scandir") Object.assign(error, { syscall: "opendir", message: error.message.replace(", scandir ", ", opendir ") });
  return error;
}

function entriesOf(path: string, options: any): any[] {
  const { args, result } = plans.readdir(path, { ...options, withFileTypes: true });
  try {
    return (result as any)(fs.call("readdir", ...args));
  } catch (error) {
    throw ofOpendir(error);
  }
}

export class Dir {
  #left: any[];
  #path: string;
  #closed = false;
  constructor(path: string, options: any = {}, entries?: any[]) {
    this.#path = path;
    this.#left = entries || entriesOf(path, options);
  }
  get path(): string {
    return this.#path;
  }
  #check(): void {
    if (this.#closed) throw fault("Error", "ERR_DIR_CLOSED", "Directory handle was closed");
  }
  readSync(): any {
    this.#check();
    return this.#left.shift() || null;
  }
  closeSync(): void {
    this.#check();
    this.#closed = true;
  }
  read(callback?: any): any {
    return answered(() => this.readSync(), callback);
  }
  close(callback?: any): any {
    return answered(() => this.closeSync(), callback);
  }
  async *entries(): any {
    try {
      for (let entry = this.readSync(); entry; entry = this.readSync()) yield entry;
    } finally {
      this.closeSync();
    }
  }
  [Symbol.asyncIterator](): any {
    return this.entries();
  }
}

/** Passes the result of f to a callback, or returns a promise of it. */
function answered(f: () => any, callback?: any): any {
  if (callback === undefined) return new Promise((resolve) => resolve(f()));
  let results: any[];
  try {
    results = [null, f()];
  } catch (error) {
    results = [error];
  }
  later(callback, ...results);
}
