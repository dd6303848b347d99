// This file is node:timers.
import promises from "./timers_promises";

export const setTimeout = globalThis.setTimeout;
export const clearTimeout = globalThis.clearTimeout;
export const setInterval = globalThis.setInterval;
export const clearInterval = globalThis.clearInterval;
export const setImmediate = (globalThis as any).setImmediate;
export const clearImmediate = (globalThis as any).clearImmediate;
/** The old functions for timers that are properties of objects. */
export function enroll(item: any, ms: number): void {
  item._idleTimeout = ms;
}
export function unenroll(item: any): void {
  clearTimeout(item._timer);
  item._idleTimeout = -1;
}
export function active(item: any): void {
  if (!(item._idleTimeout >= 0)) return;
  clearTimeout(item._timer);
  item._timer = setTimeout(() => item._onTimeout && item._onTimeout(), item._idleTimeout);
}
export function _unrefActive(item: any): void {
  active(item);
  if (item._timer) item._timer.unref();
}
export { promises };
export default {
  setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, promises, enroll, unenroll, active, _unrefActive,
};
