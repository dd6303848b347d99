// This file declares the functions of Go that lib calls; see hostObject in jsapi/vm.go.

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
  /** Passes the exports of the entry module to Go, after its code has run. */
  exports(module: any): void;
  /** Gives Go classes and functions by name. */
  register(named: Record<string, any>): void;
  /** Returns the class that is stored under key. If there is none yet, stores and returns given. See jsapi/vm/class.go. */
  once(key: string, given: any, name?: string): any;
  /** Sets the function that makes messages of { lc: 1, type: "constructor" }. */
  revive(f: (record: any) => any): void;

  interrupt(value: any, options?: any): any;
  audit(of: any, filter: any): any[];
  verifyAudit(of: any): any;
  callFunction(name: string, args: any[]): Promise<any>;
  currentConfig(): any;
  runWithConfig<T>(config: any, fn: () => T): T;
  taskInput(): any;

  /**
   * Runs fn(args) as a child task of the running task, and returns a promise of its result. The result is stored
   * before the promise is resolved. When the caller runs again, the stored result is used. hidden leaves the task
   * out of streams. With oneAtATime only the first open question (in the order of the calls) of the caller's
   * children is asked, and a plain answer is given to that question only.
   */
  callTask(name: string, fn: (args: any) => any, args: any, options?: {
    retry?: any; cache?: any; timeout?: any; hidden?: boolean; oneAtATime?: boolean;
  }): Promise<any>;
  /** Writes a message while the node still runs. */
  pushMessage(message: any, channel?: string): void;

  /** Returns the NodeError of the task for which the running task is the error handler. */
  nodeError(): any;
  /** Returns what the running entrypoint saved in its last run. */
  previousState(): any;

  compile(spec: any, compiled: any): GraphHandle;
  withConfig(g: GraphHandle, config: any, compiled: any): GraphHandle;
  invoke(g: GraphHandle, input: any, options?: any): Promise<any>;
  stream(g: GraphHandle, input: any, options: any, usualMode: string): StreamHandle;
  getState(g: GraphHandle, config: any, options?: any): any;
  getStateHistory(g: GraphHandle, config: any, options?: any): Promise<{ next(): any; end(): any }> | { next(): any; end(): any };
  updateState(g: GraphHandle, config: any, supersteps: any[]): Promise<any>;

  memorySaver(proto: any): SaverHandle;
  sqliteSaver(conn: string, proto: any): SaverHandle;
  getTuple(saver: any, config: any): any;
  listTuples(saver: any, config: any, options?: any): any[];
  deleteThread(saver: any, threadId: string): void;
  putCheckpoint(saver: any, config: any, checkpoint: any, metadata: any): any;
  putWrites(saver: any, config: any, writes: any[], taskId: string): void;
  /** From now on the script stores the checkpoints of the saver itself. */
  moveSaver(saver: any): void;

  /** The functions of SqliteStore. */
  readonly items: {
    open(path: string): ItemStoreHandle;
    get(store: ItemStoreHandle, namespace: string[], key: string, renew: boolean): any;
    find(store: ItemStoreHandle, prefix: string[], offset: number, limit: number, renew: boolean): any[];
    put(store: ItemStoreHandle, writes: any[]): void;
    namespaces(store: ItemStoreHandle): string[][];
    close(store: ItemStoreHandle): void;
  };

  /** Convert a value to its stored bytes, and back. */
  dumpBytes(value: any): Uint8Array;
  loadBytes(data: Uint8Array | string): any;
  /** Returns the exports of a module of lib that is not part of the bundle. */
  lib(name: string): any;

  /** Whether the run follows LangGraph.js 0.2. */
  readonly legacy: boolean;
  /** Whether the script runs as the main program. It is false if only its exports are used. */
  readonly main: boolean;
}

declare const __hitlrun: Host;
