// This file is node:async_hooks, as far as it concerns context: AsyncLocalStorage and AsyncResource.
import { checkFunction, checkString } from "./errors";

const { als } = __hitlrun.node;

export class AsyncLocalStorage<T = unknown> {
  #enabled = false;
  getStore(): T | undefined {
    return this.#enabled ? (als.get(this) as T) : undefined;
  }
  run<R>(store: T, callback: (...args: any[]) => R, ...args: any[]): R {
    this.#enabled = true;
    return als.run(this, store, () => callback(...args));
  }
  exit<R>(callback: (...args: any[]) => R, ...args: any[]): R {
    return als.run(this, undefined, () => callback(...args));
  }
  enterWith(store: T): void {
    this.#enabled = true;
    als.enter(this, store);
  }
  disable(): void {
    this.#enabled = false;
    als.enter(this, undefined);
  }
  static bind<F extends (...args: any[]) => any>(callback: F): F {
    return AsyncResource.bind(callback);
  }
  static snapshot(): <R>(callback: (...args: any[]) => R, ...args: any[]) => R {
    const within = als.snapshot();
    return (callback, ...args) => within(() => callback(...args));
  }
}

let lastId = 1;

export class AsyncResource {
  #within = als.snapshot();
  #id = ++lastId;
  constructor(type: string, _options?: unknown) {
    checkString(type, "type");
  }
  runInAsyncScope<R>(callback: (...args: any[]) => R, thisArg?: unknown, ...args: any[]): R {
    return this.#within(() => callback.apply(thisArg, args));
  }
  bind<F extends (...args: any[]) => any>(callback: F, thisArg?: unknown): F {
    checkFunction(callback, "fn");
    const resource = this;
    const bound: any = function (this: unknown, ...args: any[]) {
      return resource.runInAsyncScope(callback, thisArg === undefined ? this : thisArg, ...args);
    };
    Object.defineProperty(bound, "length", { value: callback.length, configurable: true });
    return bound;
  }
  static bind<F extends (...args: any[]) => any>(callback: F, type?: string, thisArg?: unknown): F {
    checkFunction(callback, "fn");
    return new AsyncResource(type || callback.name || "bound-anonymous-fn").bind(callback, thisArg);
  }
  asyncId(): number {
    return this.#id;
  }
  triggerAsyncId(): number {
    return 1;
  }
  emitDestroy(): this {
    return this;
  }
}

/** Hooks are never called: what they would see are the handles of Node. */
export const createHook = (): any => {
  const hook = { enable: () => hook, disable: () => hook };
  return hook;
};
const topLevel = {};
export const executionAsyncId = (): number => 1;
export const triggerAsyncId = (): number => 0;
export const executionAsyncResource = (): object => topLevel;

export default { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId, triggerAsyncId, executionAsyncResource };
