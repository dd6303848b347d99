// This file is node:perf_hooks.

const absent = (name: string): never => {
  throw new Error(`node:perf_hooks.${name} is not part of hitlrun`);
};

export const performance = globalThis.performance;

/** PerformanceObserver observes nothing: no kind of entry is supported, as supportedEntryTypes says. */
export class PerformanceObserver {
  static readonly supportedEntryTypes: readonly string[] = Object.freeze([]);
  constructor(callback: unknown) {
    if (typeof callback !== "function") throw new TypeError("The callback of a PerformanceObserver must be a function");
  }
  observe(): void {}
  disconnect(): void {}
  takeRecords(): never[] {
    return [];
  }
}
export const monitorEventLoopDelay = (): never => absent("monitorEventLoopDelay");
export const createHistogram = (): never => absent("createHistogram");
export default { performance, PerformanceObserver, monitorEventLoopDelay, createHistogram };
