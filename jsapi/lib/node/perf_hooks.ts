// This file is node:perf_hooks.
import { checkInteger, outOfRange, wrongType } from "./errors";

export const performance = globalThis.performance;

/** How many values that are next to each other a histogram tells apart: three digits of a number. */
const steps = 1024;
const widthOf = (value: number): number => (value < 2 * steps ? 1 : 2 ** (Math.floor(Math.log2(value)) - 10));

/** Counts whole numbers, and says how they are distributed. Values that differ in less than three digits are counted together. */
class Histogram {
  #counts = new Map<number, number>(); // by the least value of each step
  #count = 0;
  #last: number | undefined;
  #put(value: number, times: number): void {
    const width = widthOf(value);
    const least = Math.floor(value / width) * width;
    this.#counts.set(least, (this.#counts.get(least) || 0) + times);
    this.#count += times;
  }
  record(value: any): void {
    if (typeof value !== "bigint") checkInteger(value, "val", 1);
    else if (value < 1n || value > 2n ** 63n - 1n) throw outOfRange("val", ">= 1 && <= 9007199254740991", value);
    this.#put(Number(value), 1);
  }
  recordDelta(): void {
    const now = performance.now();
    if (this.#last !== undefined) this.#put(Math.max(1, Math.round((now - this.#last) * 1e6)), 1);
    this.#last = now;
  }
  add(other: any): void {
    if (!(other instanceof Histogram)) throw wrongType("other", "an instance of RecordableHistogram", other);
    for (const [value, times] of [...other.#counts]) this.#put(value, times);
  }
  reset(): void {
    this.#counts = new Map();
    this.#count = 0;
  }
  get #sorted(): [number, number][] {
    return [...this.#counts].sort((a, b) => a[0] - b[0]);
  }
  /** Returns the mean of f of all values. */
  #average(f: (value: number) => number): number {
    let sum = 0;
    for (const [least, times] of this.#counts) sum += f(least + Math.floor(widthOf(least) / 2)) * times;
    return sum / this.#count;
  }
  get count(): number {
    return this.#count;
  }
  get min(): number {
    return this.#count === 0 ? 9223372036854776000 : this.#sorted[0][0];
  }
  get max(): number {
    const last = this.#sorted.at(-1);
    return last ? last[0] + widthOf(last[0]) - 1 : 0;
  }
  get mean(): number {
    return this.#average((value) => value);
  }
  get stddev(): number {
    const { mean } = this;
    return Math.sqrt(this.#average((value) => (value - mean) ** 2));
  }
  get exceeds(): number {
    return 0;
  }
  percentile(percent: number): number {
    if (typeof percent !== "number") throw wrongType("percentile", "of type number", percent);
    if (!(percent > 0 && percent <= 100)) throw outOfRange("percentile", "> 0 && <= 100", percent);
    let left = Math.max(1, Math.floor((percent / 100) * this.#count + 0.5));
    for (const [value, times] of this.#sorted) {
      left -= times;
      if (left <= 0) return value + widthOf(value) - 1;
    }
    return 0;
  }
  /** The percentiles halve the distance to 100 each time. */
  get percentiles(): Map<number, number> {
    const found = new Map<number, number>();
    let [level, seen, last] = [0, 0, 0];
    for (const [value, times] of this.#sorted) {
      seen += times;
      last = value;
      for (; level <= (100 * seen) / this.#count; level += 100 / 2 ** (Math.floor(Math.log2(100 / (100 - level))) + 1)) {
        found.set(level, value);
        if (seen === this.#count) break;
      }
    }
    return found.set(100, last);
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

export const { Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList, PerformanceResourceTiming } = globalThis as any;
export const constants = {
  NODE_PERFORMANCE_GC_MAJOR: 4, NODE_PERFORMANCE_GC_MINOR: 1, NODE_PERFORMANCE_GC_INCREMENTAL: 8, NODE_PERFORMANCE_GC_WEAKCB: 16, NODE_PERFORMANCE_GC_FLAGS_NO: 0,
  NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2, NODE_PERFORMANCE_GC_FLAGS_FORCED: 4, NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
  NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16, NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32, NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
};
export default {
  performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList, PerformanceResourceTiming,
  monitorEventLoopDelay, createHistogram, constants,
};
