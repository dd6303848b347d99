// This file calls the callbacks of node: modules.

/**
 * Calls a function after the running code: the setImmediate that was there before the script. The callback runs in a timer of its
 * own, so that an error that it throws is not a rejection.
 */
export const later: (callback: (...args: any[]) => unknown, ...args: unknown[]) => void = __hitlrun.setImmediate;
