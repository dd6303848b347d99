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
export const Performance: any = performance.constructor;
/** The classes of entries. What mark() and measure() return has the same properties. */
export class PerformanceEntry {}
export class PerformanceMark extends PerformanceEntry {}
export class PerformanceMeasure extends PerformanceEntry {}
/** There are no other entries than marks and measures. */
export class PerformanceObserverEntryList {}
export class PerformanceResourceTiming {}
export const constants = {
  NODE_PERFORMANCE_GC_MAJOR: 4, NODE_PERFORMANCE_GC_MINOR: 1, NODE_PERFORMANCE_GC_INCREMENTAL: 8, NODE_PERFORMANCE_GC_WEAKCB: 16, NODE_PERFORMANCE_GC_FLAGS_NO: 0,
  NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2, NODE_PERFORMANCE_GC_FLAGS_FORCED: 4, NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
  NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16, NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32, NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
};
export default {
  performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList, PerformanceResourceTiming,
  monitorEventLoopDelay, createHistogram, constants,
};
