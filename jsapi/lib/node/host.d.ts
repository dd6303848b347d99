// What the node: modules find in Go, see NodeHost in jsapi/web.

interface NodeHost {
  readonly util: {
    inspect(value: unknown, options?: object): string;
    format(...args: unknown[]): string;
    /** The class of an object as the engine knows it ("Map", "Proxy", "Uint8Array", "AsyncFunction"); "" for a primitive. */
    kind(value: unknown): string;
    /** An error with Node's code, which also stands in the first line of its stack. */
    error(className: string, code: string, message: string): Error;
    /** What follows "Received" in Node's messages about wrong arguments. */
    received(value: unknown): string;
  };
  readonly hash: {
    /** undefined for an algorithm there is not. With a key it is an HMAC. */
    create(algorithm: string, key?: string | ArrayBufferView): HashHandle | undefined;
    /** Compares bytes of the same length in constant time. */
    equal(a: ArrayBufferView, b: ArrayBufferView): boolean;
  };
  readonly fs: {
    call<T>(operation: FileOperation, ...args: unknown[]): T;
    start<T>(operation: FileOperation, ...args: unknown[]): Promise<T>;
    /** Whether there are such flags, as in "r+". */
    flags(name: string): boolean;
  };
  readonly als: {
    get(key: object): unknown;
    run<T>(key: object, store: unknown, f: () => T): T;
    enter(key: object, store: unknown): void;
    snapshot(): <T>(f: () => T) => T;
  };
  readonly stdin: {
    /** Calls f once, with the next line or with undefined at the end; the result calls it off. */
    line(f: (line: string | undefined, error?: Error) => void): () => void;
  };
  readonly os: {
    tmpdir(): string;
    hostname(): string;
  };
}

interface HashHandle {
  update(data: string | ArrayBufferView, encoding: string): void;
  digest(): ArrayBuffer;
  /** undefined for an HMAC. */
  copy(): HashHandle | undefined;
}

/**
 * The operations and their arguments:
 * readFile(path, encoding or "", flags) → text or ArrayBuffer; writeFile(path, data, encoding, flags, mode);
 * mkdir(path, recursive, mode) → first directory made; readdir(path, recursive) → name, directory, kind in turn;
 * stat(path, follow links) → RawStats; unlink(path); rmdir(path); rm(path, recursive, force); rename(from, to);
 * copyFile(from, to, exclusive); access(path, mode); mkdtemp(prefix) → path; realpath(path) → path; exists(path).
 */
type FileOperation =
  | "readFile" | "writeFile" | "mkdir" | "readdir" | "stat" | "unlink" | "rmdir" | "rm" | "rename" | "copyFile"
  | "access" | "mkdtemp" | "realpath" | "exists";

/** The fields of fs.Stats that are numbers. */
interface RawStats {
  dev: number; mode: number; nlink: number; uid: number; gid: number; rdev: number; blksize: number; ino: number;
  size: number; blocks: number; atimeMs: number; mtimeMs: number; ctimeMs: number; birthtimeMs: number;
}

declare const __hitlrun: { readonly node: NodeHost };
