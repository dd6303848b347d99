// This file declares the functions of Go that the node: modules call; see Process.Modules in jsapi/node.

interface NodeHost {
  /** Only where there is a process. Calls become for process.stdout and process.stderr when the script has used them, with the function that writes to them. */
  outputs?(become: (output: object, print: (chunk: string | Uint8Array) => void) => void): void;
  /** Likewise for process.stdin. */
  inputs?(become: (input: object) => void): void;
  /** Only where there is a process, which gets this prototype. */
  emitter?(prototype: object): void;
  /** Returns the number of columns that a text takes on a terminal. */
  columns(text: string): number;
  readonly util: {
    inspect(value: unknown, options?: object): string;
    format(...args: unknown[]): string;
    formatWith(options: object, ...args: unknown[]): string;
    /** Returns what console.table prints. The options are those of inspect for the values. */
    table(rows: object, columns: string[] | undefined, options: object): string;
    /** Returns the class of an object in the engine ("Map", "Proxy", "Uint8Array", "AsyncFunction"), or "" for a primitive. */
    kind(value: unknown): string;
    /** Returns an error with a code of Node, which is also in the first line of its stack. */
    error(className: string, code: string, message: string): Error;
    /** Returns the text after "Received" in Node's messages about wrong arguments. */
    received(value: unknown): string;
  };
  readonly hash: {
    /** Returns undefined if there is no such algorithm. With a key the hash is an HMAC. */
    create(algorithm: string, key?: string | ArrayBufferView, length?: number): HashHandle | undefined;
    /** Compares bytes of the same length in constant time. */
    equal(a: ArrayBufferView, b: ArrayBufferView): boolean;
  };
  readonly fs: {
    call<T>(operation: FileOperation, ...args: unknown[]): T;
    start<T>(operation: FileOperation, ...args: unknown[]): Promise<T>;
    /** Reports whether flags such as "r+" exist. */
    flags(name: string): boolean;
    /** Opens a file, with flags by name or as a number, and returns the number of its descriptor. */
    open(path: string, flags: string | number, mode?: number): number;
    close(fd: number): void;
    /** Returns the position of a descriptor for a system call. It is -1 for writing at the end. */
    at(fd: number, call: "read" | "write" | "fstat" | "fsync" | "fdatasync" | "fchown"): number;
    move(fd: number, count: number): void;
    /** Writes to the standard outputs 1 and 2. */
    print(fd: number, data: ArrayBufferView): void;
    /** Waits for the next bytes of standard input, at most count. At its end there are none. */
    input(count: number): ArrayBuffer;
  };
  readonly als: {
    get(key: object): unknown;
    run<T>(key: object, store: unknown, f: () => T): T;
    enter(key: object, store: unknown): void;
    snapshot(): <T>(f: () => T) => T;
  };
  readonly crypt: {
    cipher(name: string, key: ArrayBufferView, iv: ArrayBufferView | undefined, decrypts: boolean, tagLength?: number): CipherHandle;
    /** The fields of a CryptoKey, undefined for other values. Missing as long as there is no CryptoKey. */
    fieldsOf?(value: unknown): { type: "secret" | "public" | "private"; handle?: KeyHandle; bytes?: Uint8Array } | undefined;
    ciphers(): string[];
    read(data: unknown, format: string, type: string, wantsPrivate: boolean): KeyHandle;
    generate(type: string, options: object): KeyHandle;
    fromJwk(jwk: object): KeyHandle;
    /** point returns a public key from its point; scalar returns a private key from its number. */
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
    /** With the padding of PKCS #1 for signatures. */
    encryptPrivate(key: KeyHandle, data: unknown): ArrayBuffer;
    decryptPublic(key: KeyHandle, data: unknown): ArrayBuffer;
    shared(mine: KeyHandle, theirs: KeyHandle): ArrayBuffer;
    pbkdf2(password: unknown, salt: unknown, rounds: number, length: number, hash: string): ArrayBuffer;
    hkdf(hash: string, key: unknown, salt: unknown, info: unknown, length: number): ArrayBuffer;
    /** The numbers are bytes, the most significant first. */
    modPow(base: unknown, exponent: unknown, modulus: unknown): ArrayBuffer;
    isPrime(n: unknown, rounds: number): boolean;
    prime(bits: number, safe: boolean, add?: unknown, rem?: unknown): ArrayBuffer;
    groupPrime(name: string): ArrayBuffer | undefined;
    scrypt(password: unknown, salt: unknown, length: number, n: number, r: number, p: number): ArrayBuffer;
  };
  readonly zlib: {
    /** Options are { level, dictionary, quality, window, end: "flush" or "open" }, where quality and window are those of Brotli. */
    compress(format: string, data: unknown, options: object): ArrayBuffer;
    /** Options are { dictionary, partial }. With partial the input may end too early. */
    decompress(format: string, data: unknown, most: number, options: object): ArrayBuffer;
    crc32(data: unknown, before: number): number;
    compressor(format: string, options: object): CompressorHandle;
    /** Options are also { piece }, the size of a piece of output. */
    decompressor(format: string, options: object): DecompressorHandle;
  };
  readonly net: {
    connect(options: object, done: (error: any, about: any) => void): SocketHandle;
    /** Whether the effects of the running task are journaled. Then nothing can be sent through a socket. */
    stores(): boolean;
    /** Throws an error if the running task may not send through a socket. */
    mayWrite(): void;
    /** Returns the two ends of a connection in memory. */
    pair(): [SocketHandle, SocketHandle];
    lookup(host: string, family: number, done: (error: any, addresses: string[]) => void): void;
    resolve(host: string, type: string, done: (error: any, records: any[]) => void): void;
    reverse(address: string, done: (error: any, names: string[]) => void): void;
  };
  readonly http2: {
    /** Makes the tables of headers of a connection. A list has names and values in turn. */
    headers(): { encode(list: string[], sensitive: string[]): ArrayBuffer; decode(bytes: unknown): string[]; tableSize(bytes: number): void };
  };
  readonly child: {
    spawn(options: object, done: (error: any, end: { code: number | undefined; signal: string | undefined }) => void): { pid: number; pipes: (SocketHandle | undefined)[]; methods: { kill(signal: string): boolean; ref(on: boolean): void } };
    spawnSync(options: object): any;
    signals(): Record<string, number>;
  };
  readonly tokens: {
    /** Decodes a list of tokens of js-tiktoken. Returns undefined for a list in another form. A token is its bytes as text, "104,105". */
    ranks(list: string): { rank(token: string): number | undefined; bytes(rank: number): ArrayBuffer | undefined } | undefined;
  };
  readonly stdin: {
    /** Calls f once, with the next line without its line break, or with undefined at the end. */
    line(f: (error: Error | undefined, line: string | undefined) => void): InputRequest;
    /** Calls f once, with the next bytes, at most this number, or with undefined at the end. */
    bytes(f: (error: Error | undefined, bytes: ArrayBuffer | undefined) => void, most?: number): InputRequest;
    /** Says that the script has changed the state of process.stdin. */
    used(): void;
    /** Makes the terminal send each key at once. */
    raw(on: boolean): void;
  };
  readonly os: {
    /** Returns an environment variable that the script may read, else "". */
    getenv(name: string): string;
    /** Returns the home folder in the user database. */
    homedir(): string;
    /** Returns the number of processors. */
    cpus(): number;
    hostname(): string;
  };
}

/** Each function returns the new output. */
interface CompressorHandle {
  write(bytes: unknown): ArrayBuffer;
  flush(kind: number): ArrayBuffer;
  /** Sets the level for what follows. */
  level(level: number): ArrayBuffer;
  end(): ArrayBuffer;
}

interface DecompressorHandle {
  write(bytes: unknown): void;
  /** Says that there is no more input. */
  end(): void;
  /** Returns the next piece of output, or null if there is none without more input. */
  read(): ArrayBuffer | null;
  /** Returns all output that there is without more input. */
  all(): ArrayBuffer;
  close(): void;
}

/** A connection. No function is called after close(). */
interface SocketHandle {
  /** Reads once. Only one read may be active. No bytes mean the end. */
  read(done: (error: any, bytes?: ArrayBuffer) => void): void;
  /** Returns true if everything was written at once. Then done is not called. */
  write(bytes: unknown, done: (error: any) => void): true | undefined;
  end(done: () => void): void;
  close(): void;
  abort(): void;
  ref(on: boolean): void;
  noDelay(on: boolean): void;
  keepAlive(on: boolean, ms: number): void;
  secure(options: object, done: (error: any, about: any) => void): SocketHandle;
}

/** A key that is in Go. */
interface KeyHandle { readonly __key: true }

/** A cipher. A mode lacks the methods that it does not support. */
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
  /** Returns undefined for an HMAC. */
  copy(): HashHandle | undefined;
}

/**
 * The operations and their arguments:
 * readFile(path, encoding or "", flags) → text or ArrayBuffer; writeFile(path, data, encoding, flags, mode);
 * mkdir(path, recursive, mode) → first directory made; readdir(path, recursive) → name, directory, kind in turn;
 * stat(path, follow links) → RawStats; unlink(path); rmdir(path); rm(path, recursive, force); rename(from, to);
 * readAt(fd, position, length) → ArrayBuffer; writeAt(fd, data, position or -1); sync(fd);
 * truncate(path, length); readlink(path) → path; symlink(target, path); link(from, to); chmod(path, mode); utimes(path, atime, mtime); lutimes(path, atime, mtime);
 * readFile, stat, truncate, chmod and utimes also take a descriptor: readFile(fd, "", position) → ArrayBuffer;
 * copyFile(from, to, exclusive); access(path, mode); statfs(path) → seven numbers; mkdtemp(prefix) → path; realpath(path) → path; exists(path).
 */
type FileOperation =
  | "readFile" | "writeFile" | "mkdir" | "readdir" | "stat" | "unlink" | "rmdir" | "rm" | "rename" | "copyFile"
  | "sync" | "readAt" | "writeAt" | "truncate" | "readlink" | "symlink" | "link" | "chmod" | "utimes" | "lutimes"
  | "access" | "statfs" | "mkdtemp" | "realpath" | "exists";

/** The fields of fs.Stats that are numbers. */
interface RawStats {
  dev: number; mode: number; nlink: number; uid: number; gid: number; rdev: number; blksize: number; ino: number;
  size: number; blocks: number; atimeMs: number; mtimeMs: number; ctimeMs: number; birthtimeMs: number;
}

declare const __hitlrun: {
  readonly node: NodeHost;
  /** The global function, as it was before the script. */
  readonly setImmediate: (callback: (...args: any[]) => unknown, ...args: unknown[]) => void;
};

/** A request for a part of standard input. ref says whether it keeps the program alive. */
interface InputRequest { cancel(): void; ref(on: boolean): void }
