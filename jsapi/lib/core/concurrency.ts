// This file checks how many calls may run at the same time.

/** Returns limit, without one Infinity. Throws an error if no call could run. */
export function concurrencyOf(limit: any): number {
  const n = limit ?? Infinity;
  if (typeof n !== "number" || !(n >= 1)) throw new TypeError(`Expected \`concurrency\` to be a number from 1 and up, got \`${n}\` (${typeof n})`);
  return n;
}
