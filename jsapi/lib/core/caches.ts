// This file is `@langchain/core/caches`: caches of the answers of models.
import { createHash } from "node:crypto";
import { mapStoredMessageToChatMessage } from "./convert";

/** Returns the key of a prompt and a model in a cache. */
export const defaultHashKeyEncoder = (...texts: string[]): string => createHash("sha256").update(texts.join("_")).digest("hex");

export function serializeGeneration({ text, message }: any): any {
  return message === undefined ? { text } : { text, message: message.toDict() };
}

export function deserializeStoredGeneration({ text, message }: any): any {
  return message === undefined ? { text } : { text, message: mapStoredMessageToChatMessage(message) };
}

/** The base of caches. */
export abstract class BaseCache<T = any> {
  keyEncoder = defaultHashKeyEncoder;
  makeDefaultKeyEncoder(encoder: (...texts: string[]) => string): void {
    this.keyEncoder = encoder;
  }
  abstract lookup(prompt: string, llmKey: string): Promise<T | null>;
  abstract update(prompt: string, llmKey: string, value: T): Promise<void>;
}

const shared = /* @__PURE__ */ new Map<string, any>();

/** Has answers in memory. */
export class InMemoryCache<T = any> extends BaseCache<T> {
  private cache: Map<string, T>;
  constructor(map?: Map<string, T>) {
    super();
    this.cache = map ?? new Map();
  }
  lookup(prompt: string, llmKey: string): Promise<T | null> {
    return Promise.resolve(this.cache.get(this.keyEncoder(prompt, llmKey)) ?? null);
  }
  async update(prompt: string, llmKey: string, value: T): Promise<void> {
    this.cache.set(this.keyEncoder(prompt, llmKey), value);
  }
  /** Returns the cache that all models with { cache: true } share. */
  static global(): InMemoryCache {
    return new InMemoryCache(shared);
  }
}
