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
  readonly crypt: {
    cipher(name: string, key: ArrayBufferView, iv: ArrayBufferView | undefined, decrypts: boolean): CipherHandle;
    ciphers(): string[];
    read(data: unknown, format: string, type: string, wantsPrivate: boolean): KeyHandle;
    generate(type: string, options: object): KeyHandle;
    fromJwk(jwk: object): KeyHandle;
    /** A public key by its point, a private one by its number. */
    point(curve: string, bytes: unknown): KeyHandle;
    scalar(curve: string, bytes: unknown): KeyHandle;
    toJwk(key: KeyHandle): any;
    write(key: KeyHandle, format: string, type: string): any;
    public(key: KeyHandle): KeyHandle;
    kind(key: KeyHandle): [string, any];
    same(a: KeyHandle, b: KeyHandle): boolean;
    sign(hash: string, data: unknown, key: KeyHandle, options: object): ArrayBuffer;
    verify(hash: string, data: unknown, key: KeyHandle, options: object, signature: unknown): boolean;
    encrypt(key: KeyHandle, data: unknown, padding: string, hash: string, label?: unknown): ArrayBuffer;
    decrypt(key: KeyHandle, data: unknown, padding: string, hash: string, label?: unknown): ArrayBuffer;
    shared(mine: KeyHandle, theirs: KeyHandle): ArrayBuffer;
    pbkdf2(password: unknown, salt: unknown, rounds: number, length: number, hash: string): ArrayBuffer;
    hkdf(hash: string, key: unknown, salt: unknown, info: unknown, length: number): ArrayBuffer;
    scrypt(password: unknown, salt: unknown, length: number, n: number, r: number, p: number): ArrayBuffer;
  };
  readonly zlib: {
    compress(format: string, data: unknown, level: number): ArrayBuffer;
    decompress(format: string, data: unknown, most: number): ArrayBuffer;
    crc32(data: unknown, before: number): number;
    /** What works step by step; flush is of compressors, close of the others. */
    compressor(format: string, level: number): ZlibHandle;
    decompressor(format: string): ZlibHandle;
  };
  readonly net: {
    connect(options: object, done: (error: any, about: any) => void): SocketHandle;
    /** Whether the effects of the running task are kept: then nothing can be sent through a socket. */
    keeps(): boolean;
    /** Throws if nothing can be sent through a socket by the running task. */
    mayWrite(): void;
    /** Two ends of a connection in memory. */
    pair(): [SocketHandle, SocketHandle];
    lookup(host: string, family: number, done: (error: any, addresses: string[]) => void): void;
    resolve(host: string, type: string, done: (error: any, records: any[]) => void): void;
    reverse(address: string, done: (error: any, names: string[]) => void): void;
  };
  readonly child: {
    spawn(options: object, done: (error: any, end: { code: number | undefined; signal: string | undefined }) => void): { pid: number; pipes: (SocketHandle | undefined)[]; methods: { kill(signal: string): boolean; ref(on: boolean): void } };
    spawnSync(options: object): any;
    signals(): Record<string, number>;
  };
  readonly tokens: {
    /** What a list of tokens of js-tiktoken says; undefined for a list in another form. A token is "104,105", its bytes. */
    ranks(list: string): { rank(token: string): number | undefined; bytes(rank: number): ArrayBuffer | undefined } | undefined;
  };
  readonly stdin: {
    /** Calls f once, with the next line or with undefined at the end; the result calls it off. */
    line(f: (line: string | undefined, error?: Error) => void): () => void;
  };
  readonly os: {
    tmpdir(): string;
    homedir(): string;
    /** How many processors there are. */
    cpus(): number;
    hostname(): string;
  };
}

interface ZlibHandle {
  write(bytes: unknown): ArrayBuffer;
  end(): ArrayBuffer;
  flush?(): ArrayBuffer;
  close?(): void;
}

/** A connection. No function is called after close(). */
interface SocketHandle {
  /** One at a time; no bytes are the end. */
  read(done: (error: any, bytes?: ArrayBuffer) => void): void;
  /** true if all was written at once: then done is not called. */
  write(bytes: unknown, done: (error: any) => void): true | undefined;
  end(done: () => void): void;
  close(): void;
  abort(): void;
  ref(on: boolean): void;
  noDelay(on: boolean): void;
  keepAlive(on: boolean, ms: number): void;
  secure(options: object, done: (error: any, about: any) => void): SocketHandle;
}

/** A key that Go holds. */
interface KeyHandle { readonly __key: true }

/** What ciphers are made of; what it lacks a mode does not have. */
interface CipherHandle {
  update(bytes: ArrayBufferView): ArrayBuffer;
  final(): ArrayBuffer;
  padding(on: boolean): void;
  aad?(bytes: ArrayBufferView): void;
  tag?(): ArrayBuffer;
  setTag?(bytes: ArrayBufferView): void;
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
 * open(path, flags, mode) makes or empties a file; readAt(path, position, length) → ArrayBuffer; writeAt(path, data, position or -1);
 * truncate(path, length); readlink(path) → path; symlink(target, path); link(from, to); chmod(path, mode); utimes(path, atime, mtime);
 * copyFile(from, to, exclusive); access(path, mode); mkdtemp(prefix) → path; realpath(path) → path; exists(path).
 */
type FileOperation =
  | "readFile" | "writeFile" | "mkdir" | "readdir" | "stat" | "unlink" | "rmdir" | "rm" | "rename" | "copyFile"
  | "open" | "readAt" | "writeAt" | "truncate" | "readlink" | "symlink" | "link" | "chmod" | "utimes"
  | "access" | "mkdtemp" | "realpath" | "exists";

/** The fields of fs.Stats that are numbers. */
interface RawStats {
  dev: number; mode: number; nlink: number; uid: number; gid: number; rdev: number; blksize: number; ino: number;
  size: number; blocks: number; atimeMs: number; mtimeMs: number; ctimeMs: number; birthtimeMs: number;
}

declare const __hitlrun: { readonly node: NodeHost };
