// This file has FileHandle: a file that open() of node:fs/promises returned.
import { EventEmitter } from "./events";
import * as descriptors from "./fs_open";
import { checkAborted, isChunks, plans, startPlan, toOptions } from "./fs_shared";

const g: any = globalThis;
const { fs } = __hitlrun.node;

/** The methods of a FileHandle that are operations on its descriptor. */
export class FileHandle extends (EventEmitter as any) {
  #fd: number;
  #streaming = false;
  constructor(fd: number) {
    super();
    this.#fd = fd;
  }
  get fd(): number {
    return this.#fd;
  }
  /** Returns the descriptor for an operation with this name. */
  #open(call: string): number {
    if (this.#fd < 0) throw Object.assign(new Error("file closed"), { code: "EBADF", syscall: call });
    return this.#fd;
  }
  async read(buffer?: any, offset?: any, length?: any, position?: any): Promise<any> {
    const fd = this.#open("read");
    if (!ArrayBuffer.isView(buffer)) ({ buffer = g.Buffer.alloc(16384), offset, length, position } = buffer || {});
    if (offset !== null && typeof offset === "object") ({ offset, length, position } = offset);
    const part = descriptors.readPart(buffer, offset, length === undefined || length === null ? buffer.byteLength - (offset || 0) : length, position);
    return { bytesRead: descriptors.readInto(fd, part), buffer };
  }
  async readv(buffers: any[], position?: number | null): Promise<any> {
    return { bytesRead: descriptors.readvSync(this.#open("readv"), buffers, position), buffers };
  }
  async write(data: any, ...rest: any[]): Promise<any> {
    return { bytesWritten: descriptors.writeSync(this.#open("write"), data, ...rest), buffer: data };
  }
  async writev(buffers: any[], position?: number | null): Promise<any> {
    return { bytesWritten: descriptors.writevSync(this.#open("writev"), buffers, position), buffers };
  }
  async readFile(options?: any): Promise<any> {
    return startPlan(plans.readFile(this.#open("readFile"), options), options);
  }
  async writeFile(data: any, options?: any): Promise<void> {
    return writeHandle(this.#open("writeFile"), data, options);
  }
  async appendFile(data: any, options?: any): Promise<void> {
    return writeHandle(this.#open("appendFile"), data, options);
  }
  async stat(options?: any): Promise<any> {
    return descriptors.fstatSync(this.#open("fstat"), options);
  }
  async truncate(length = 0): Promise<any> {
    return descriptors.ftruncateSync(this.#open("ftruncate"), length);
  }
  async chmod(mode: any): Promise<any> {
    return descriptors.fchmodSync(this.#open("fchmod"), mode);
  }
  async chown(): Promise<void> {
    return descriptors.fchownSync(this.#open("fchown"));
  }
  async utimes(accessed: any, changed: any): Promise<any> {
    return descriptors.futimesSync(this.#open("futimes"), accessed, changed);
  }
  async sync(): Promise<void> {
    return descriptors.fsyncSync(this.#open("fsync"));
  }
  async datasync(): Promise<void> {
    return descriptors.fdatasyncSync(this.#open("fdatasync"));
  }
  createReadStream(options: any = {}): any {
    return this.#stream("ReadStream", options);
  }
  createWriteStream(options: any = {}): any {
    return this.#stream("WriteStream", options);
  }
  readLines(options: any = {}): any {
    return __hitlrun.builtin("readline").createInterface({ input: this.createReadStream(options), crlfDelay: Infinity });
  }
  /** Returns a stream of the Web of the rest of the file. */
  readableWebStream({ type }: any = {}): any {
    if (this.#streaming || this.#fd < 0) throw Object.assign(new Error("Invalid state: The FileHandle is " + (this.#streaming ? "locked" : "closed")), { code: "ERR_INVALID_STATE" });
    this.#streaming = true;
    const pull = async (controller: any) => {
      const { bytesRead, buffer } = await this.read(new Uint8Array(65536));
      if (bytesRead === 0) return controller.close();
      const bytes = buffer.slice(0, bytesRead);
      controller.enqueue(type === "bytes" ? bytes : bytes.buffer);
    };
    return new g.ReadableStream({ pull }, { highWaterMark: 0 });
  }
  /** Closes the file at the end of the stream. */
  #stream(name: string, options: any): any {
    const Stream = (fs as any)[name] || __hitlrun.builtin("fs").default[name];
    return new Stream(null, { ...options, fd: this.fd });
  }
  async close(): Promise<void> {
    const fd = this.#fd;
    this.#fd = -1;
    if (fd < 0) return;
    descriptors.closeSync(fd);
    this.emit("close");
  }
  async [Symbol.for("Symbol.asyncDispose")](): Promise<void> {
    await this.close();
  }
}

/** Writes data, or the chunks of a stream or another iterable, at the position of a descriptor. */
async function writeHandle(fd: number, data: any, options: any): Promise<void> {
  if (isChunks(data)) return writeChunks(fd, data, options);
  await startPlan(plans.writeFile(fd, data, options), options);
}

/** Writes chunks in turn. */
export async function writeChunks(fd: number, chunks: any, options: any): Promise<void> {
  const { encoding } = toOptions(options);
  checkAborted(options);
  for await (const chunk of chunks) {
    checkAborted(options);
    descriptors.writeBytes(fd, ArrayBuffer.isView(chunk) ? chunk : g.Buffer.from(chunk, encoding || "utf8"), null);
  }
}
