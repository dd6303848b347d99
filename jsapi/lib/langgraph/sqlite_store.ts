// This file has SqliteStore: long-term memory in a file, with the methods of InMemoryStore.

import { ProgramStore, type TimeToLive } from "./program_store";

interface Options {
  /** How long items live, in minutes. Reading an item starts this time again, unless refreshOnRead is false. */
  ttl?: TimeToLive;
}

export class SqliteStore extends ProgramStore {
  private options: Options;

  constructor(path: string, options: Options = {}) {
    if ((options as any).index) throw new Error("SqliteStore cannot search by meaning; use InMemoryStore, or a store of your own, for an index.");
    super(__hitlrun.items.open(path), options.ttl);
    this.options = options;
  }

  static fromConnString(path: string, options?: Options) { return new SqliteStore(path, options); }

  /** Closes the file. */
  close(): void { this.closeItems(); }
}
