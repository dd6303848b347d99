// This file has the checkpointers. They live in Go; these are their handles.

export class BaseCheckpointSaver {
  async get(config: any): Promise<any> {
    const tuple = await this.getTuple(config);
    return tuple ? tuple.checkpoint : undefined;
  }

  async getTuple(config: any): Promise<any> { return __hitlrun.getTuple(this, config); }

  list(config: any, options?: any): AsyncIterableIterator<any> {
    const all = __hitlrun.listTuples(this, config, options);
    const iterator: any = {
      async next() { return all.length ? { value: all.shift(), done: false } : { value: undefined, done: true }; },
      async return() { all.length = 0; return { value: undefined, done: true }; },
    };
    iterator[Symbol.asyncIterator] = () => iterator;
    return iterator;
  }

  async deleteThread(threadId: string): Promise<void> { __hitlrun.deleteThread(this, threadId); }

  getNextVersion(current: number | undefined): number { return current !== undefined ? current + 1 : 1; }

  toJSON() { return `[${this.constructor.name}]`; }
}

function handle(saver: any, value: SaverHandle) {
  Object.defineProperty(saver, "__saver", { value });
}

export class MemorySaver extends BaseCheckpointSaver {
  constructor() {
    super();
    handle(this, __hitlrun.memorySaver());
  }
}

export class SqliteSaver extends BaseCheckpointSaver {
  constructor(conn: string) {
    super();
    handle(this, __hitlrun.sqliteSaver(conn));
  }

  static fromConnString(conn: string) { return new SqliteSaver(conn); }
}
