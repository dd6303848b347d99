// This file has what the package undici uses of WebAssembly, with an instance whose exports and imports are those of the module llhttp
// that undici contains. See jsapi/bundle/llhttp.go.
import { Parser, type Imports } from "./llhttp_parser";

/** Memory of an instance. Its buffer is another one after it has grown. */
class Memory {
  buffer = new ArrayBuffer(65536);
  private top = 1024;
  private blocks = new Map<number, number>(); // the sizes of blocks by their offsets

  malloc(size: number): number {
    const at = this.top;
    this.blocks.set(at, size);
    this.top += (size + 7) & ~7;
    if (this.top > this.buffer.byteLength) {
      const grown = new Uint8Array(Math.ceil(this.top / 65536) * 65536);
      grown.set(new Uint8Array(this.buffer));
      this.buffer = grown.buffer as ArrayBuffer;
    }
    return at;
  }

  free(at: number): void {
    this.blocks.delete(at);
    this.top = 1024;
    for (const [begin, size] of this.blocks) this.top = Math.max(this.top, begin + ((size + 7) & ~7));
  }
}

function exportsOf(imports: Imports): any {
  const memory = new Memory();
  const parsers = new Map<number, Parser>();
  const reasons = new Map<string, number>(); // offsets of texts in memory, which end with a zero
  let last = 0;
  return {
    memory,
    malloc: (size: number) => memory.malloc(size),
    free: (at: number) => memory.free(at),
    llhttp_alloc: () => {
      parsers.set(++last, new Parser(last, imports));
      return last;
    },
    llhttp_free: (id: number) => void parsers.delete(id),
    llhttp_execute: (id: number, at: number, length: number) => parsers.get(id)!.execute(new Uint8Array(memory.buffer), at, at + length),
    llhttp_finish: (id: number) => parsers.get(id)!.end(),
    llhttp_resume: (id: number) => parsers.get(id)!.resume(),
    llhttp_resume_after_upgrade: (id: number) => parsers.get(id)!.resumeAfterUpgrade(),
    llhttp_get_error_pos: (id: number) => parsers.get(id)!.errorAt,
    llhttp_get_error_reason: (id: number) => {
      const { reason } = parsers.get(id)!;
      if (reason === "") return 0;
      let at = reasons.get(reason);
      if (at === undefined) {
        at = memory.malloc(reason.length + 1);
        reasons.set(reason, at);
        for (let i = 0; i < reason.length; i++) new Uint8Array(memory.buffer)[at + i] = reason.charCodeAt(i);
      }
      return at;
    },
  };
}

/** A module: always llhttp. */
class Module {}

class Instance {
  exports: any;
  constructor(_: Module, imports: { env: Imports }) {
    this.exports = exportsOf(imports.env);
  }
}

export default {
  Module,
  Instance,
  compile: async () => new Module(),
  instantiate: async (module: Module, imports: { env: Imports }) => new Instance(module, imports),
};
