// This file declares what lib finds in Go, see hostObject in jsapi/langgraph/natives.go.

/** A compiled graph in Go. */
interface GraphHandle { readonly __graph: unique symbol }

/** A saver in Go. */
interface SaverHandle { readonly __saver: unique symbol }

/** An items.Store in Go. */
interface ItemStoreHandle { readonly __items: unique symbol }

interface StreamHandle {
  next(): Promise<{ value: any; done: boolean }>;
  return(): void;
  /** Stops the run. */
  cancel(reason?: any): void;
}

interface Host {
  /** The entry's exports, when its module code has run. */
  exports(module: any): void;
  /** Classes and functions that Go needs by name. */
  register(named: Record<string, any>): void;
  /** The class that is known by key, the given one if there is none yet; see jsapi/vm/class.go. */
  once(key: string, given: any, name?: string): any;
  /** What makes messages of { lc: 1, type: "constructor" }. */
  revive(f: (record: any) => any): void;

  interrupt(value: any, options?: any): any;
  audit(of: any, filter: any): any[];
  verifyAudit(of: any): any;
  callFunction(name: string, args: any[]): Promise<any>;
  currentConfig(): any;
  runWithConfig<T>(config: any, fn: () => T): T;
  taskInput(): any;

  /**
   * Runs fn(args) as a child task of the running task, and returns a promise of what it returns. The
   * result is kept before the promise is resolved: when the caller runs again, it is found there.
   * hidden leaves the task out of streams; oneAtATime has only the first open question (in the order
   * of the calls) of the caller's children asked, and gives a plain answer to that one only.
   */
  callTask(name: string, fn: (args: any) => any, args: any, options?: {
    retry?: any; cache?: any; timeout?: any; hidden?: boolean; oneAtATime?: boolean;
  }): Promise<any>;
  /** Writes a message while the node still runs. */
  pushMessage(message: any, channel?: string): void;

  /** The NodeError of the task that the running one stands in for. */
  nodeError(): any;
  /** What the entrypoint that runs saved when it ran last. */
  previousState(): any;

  compile(spec: any, compiled: any): GraphHandle;
  withConfig(g: GraphHandle, config: any, compiled: any): GraphHandle;
  invoke(g: GraphHandle, input: any, options?: any): Promise<any>;
  stream(g: GraphHandle, input: any, options: any, usualMode: string): StreamHandle;
  getState(g: GraphHandle, config: any, options?: any): any;
  getStateHistory(g: GraphHandle, config: any, options?: any): Promise<{ next(): any }> | { next(): any };
  updateState(g: GraphHandle, config: any, supersteps: any[]): Promise<any>;

  memorySaver(proto: any): SaverHandle;
  sqliteSaver(conn: string, proto: any): SaverHandle;
  getTuple(saver: any, config: any): any;
  listTuples(saver: any, config: any, options?: any): any[];
  deleteThread(saver: any, threadId: string): void;
  putCheckpoint(saver: any, config: any, checkpoint: any, metadata: any): any;
  putWrites(saver: any, config: any, writes: any[], taskId: string): void;
  /** The script keeps the checkpoints of a saver itself from now on. */
  moveSaver(saver: any): void;

  /** The stores of SqliteStore. */
  readonly items: {
    open(path: string): ItemStoreHandle;
    get(store: ItemStoreHandle, namespace: string[], key: string, renew: boolean): any;
    find(store: ItemStoreHandle, prefix: string[], offset: number, limit: number, renew: boolean): any[];
    put(store: ItemStoreHandle, writes: any[]): void;
    namespaces(store: ItemStoreHandle): string[][];
    close(store: ItemStoreHandle): void;
  };

  /** A value as the bytes that are kept of it, and back. */
  dumpBytes(value: any): Uint8Array;
  loadBytes(data: Uint8Array | string): any;
  /** The exports of a module of lib that is not part of the bundle. */
  lib(name: string): any;

  /** Whether the 0.2 documentation is followed. */
  readonly legacy: boolean;
  /** Whether the script is run, and not loaded for what it exports. */
  readonly main: boolean;
}

declare const __hitlrun: Host;
