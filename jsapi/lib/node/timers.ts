// This file is node:timers.
import promises from "./timers_promises";

export const setTimeout = globalThis.setTimeout;
export const clearTimeout = globalThis.clearTimeout;
export const setInterval = globalThis.setInterval;
export const clearInterval = globalThis.clearInterval;
export const setImmediate = (globalThis as any).setImmediate;
export const clearImmediate = (globalThis as any).clearImmediate;
export { promises };
export default { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, promises };
