// This file is node:perf_hooks.
import { outOfRange, wrongType } from "./errors";

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
/** Counts whole numbers, and says how they are distributed. */
class Histogram {
  #values: number[] = [];
  #last: number | undefined;
  record(value: any): void {
    if (typeof value !== "number" && typeof value !== "bigint") throw wrongType("val", "of type bigint or an integer", value);
    if (Number(value) < 1) throw outOfRange("val", ">= 1 && <= 9007199254740991", value);
    this.#values.push(Number(value));
  }
  recordDelta(): void {
    const now = performance.now();
    if (this.#last !== undefined) this.#values.push(Math.max(1, Math.round((now - this.#last) * 1e6)));
    this.#last = now;
  }
  add(other: any): void {
    this.#values.push(...other.#values);
  }
  reset(): void {
    this.#values = [];
  }
  get #sorted(): number[] {
    return [...this.#values].sort((a, b) => a - b);
  }
  get count(): number {
    return this.#values.length;
  }
  get min(): number {
    return this.#values.length === 0 ? 9223372036854776000 : this.#sorted[0];
  }
  get max(): number {
    return this.#sorted.at(-1) || 0;
  }
  get mean(): number {
    return this.#values.length === 0 ? NaN : this.#values.reduce((sum, n) => sum + n, 0) / this.#values.length;
  }
  get stddev(): number {
    const { mean } = this;
    return Math.sqrt(this.#values.reduce((sum, n) => sum + (n - mean) ** 2, 0) / this.#values.length);
  }
  get exceeds(): number {
    return 0;
  }
  percentile(percent: number): number {
    if (typeof percent !== "number") throw wrongType("percentile", "of type number", percent);
    if (!(percent > 0 && percent <= 100)) throw outOfRange("percentile", "> 0 && <= 100", percent);
    return this.#sorted[Math.ceil((percent / 100) * this.#values.length) - 1] || 0;
  }
  get percentiles(): Map<number, number> {
    return new Map([[0, this.#sorted[0] || 0], [100, this.max]]);
  }
}
/** A histogram of how late the event loop is. It counts nothing: hitlrun does not measure that. */
class DelayHistogram extends Histogram {
  enable(): boolean {
    return true;
  }
  disable(): boolean {
    return true;
  }
}
export const monitorEventLoopDelay = (): any => new DelayHistogram();
export const createHistogram = (): any => new Histogram();

/** How busy the event loop is, which hitlrun does not measure. */
const eventLoopUtilization = (): any => ({ idle: 0, active: 0, utilization: 0 });
const timerify = (f: any): any => f;
for (const [name, value] of Object.entries({ eventLoopUtilization, timerify })) {
  if (!(name in performance)) Object.defineProperty(performance, name, { value, writable: true, configurable: true });
}
export const Performance: any = performance.constructor;
export const { PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceResourceTiming } = globalThis as any;
/** Nothing is observed, so nothing makes a list. */
export class PerformanceObserverEntryList {}
export const constants = {
  NODE_PERFORMANCE_GC_MAJOR: 4, NODE_PERFORMANCE_GC_MINOR: 1, NODE_PERFORMANCE_GC_INCREMENTAL: 8, NODE_PERFORMANCE_GC_WEAKCB: 16, NODE_PERFORMANCE_GC_FLAGS_NO: 0,
  NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2, NODE_PERFORMANCE_GC_FLAGS_FORCED: 4, NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
  NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16, NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32, NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
};
export default {
  performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList, PerformanceResourceTiming,
  monitorEventLoopDelay, createHistogram, constants,
};
