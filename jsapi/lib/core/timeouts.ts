// This file has what configs with timeouts, or with several signals, need.

declare const AbortSignal: any;

/** Returns the shorter of two timeouts, or a signal that aborts with the first of two signals. */
export const both = (a: any, b: any): any => (typeof a === "object" ? AbortSignal.any([a, b]) : Math.min(a, b));

/** Replaces the timeout of a config by a signal, since the configs of inner runs are made of this one. */
export function timed({ timeout, ...config }: any): any {
  if (timeout <= 0) throw new Error("Timeout must be a positive number");
  const signal = AbortSignal.timeout(timeout);
  config.metadata = { ...config.metadata, timeoutMs: config.metadata?.timeoutMs ?? timeout };
  config.signal = config.signal === undefined ? signal : both(config.signal, signal);
  return config;
}
