// This file is node:perf_hooks.

export const performance = globalThis.performance;
export default { performance };
