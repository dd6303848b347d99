// This file is node:timers/promises.
import { abortError, checkSignal, wrongType } from "./errors";

interface Options { signal?: AbortSignal; ref?: boolean }
const g: any = globalThis;

function check(options: any): Options {
  if (options === undefined) return {};
  if (options === null || typeof options !== "object") throw wrongType("options", "of type object", options);
  checkSignal(options.signal, "options.signal");
  if (options.ref !== undefined && typeof options.ref !== "boolean") throw wrongType("options.ref", "of type boolean", options.ref);
  return options;
}

/** Returns a promise of a timer. start makes a timer that calls done; stop clears it. */
function promised<T>(value: T, options: any, start: (done: () => void) => any, stop: (timer: any) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const { signal, ref } = check(options);
    if (signal && signal.aborted) throw abortError(signal);
    const abort = () => {
      stop(timer);
      reject(abortError(signal));
    };
    const timer = start(() => {
      if (signal) signal.removeEventListener("abort", abort);
      resolve(value);
    });
    if (ref === false) timer.unref();
    if (signal) signal.addEventListener("abort", abort, { once: true });
  });
}

export function setTimeout<T = void>(delay?: number, value?: T, options?: Options): Promise<T> {
  if (delay !== undefined && typeof delay !== "number") return Promise.reject(wrongType("delay", "of type number", delay));
  return promised(value as T, options, (done) => g.setTimeout(done, delay), g.clearTimeout);
}

export function setImmediate<T = void>(value?: T, options?: Options): Promise<T> {
  return promised(value as T, options, (done) => g.setImmediate(done), g.clearImmediate);
}

/** Ticks that nobody waits for are counted, and are yielded at once later. */
export async function* setInterval<T = void>(delay?: number, value?: T, options?: Options): AsyncGenerator<T> {
  const { signal, ref } = check(options);
  if (signal && signal.aborted) throw abortError(signal);
  let ticks = 0;
  let wake: () => void = () => {};
  const timer = g.setInterval(() => {
    ticks++;
    wake();
  }, delay);
  if (ref === false) timer.unref();
  const abort = () => wake();
  if (signal) signal.addEventListener("abort", abort, { once: true });
  try {
    for (;;) {
      if (signal && signal.aborted) throw abortError(signal);
      if (ticks === 0) await new Promise<void>((resolve) => (wake = resolve));
      else for (; ticks > 0; ticks--) yield value as T;
    }
  } finally {
    g.clearInterval(timer);
    if (signal) signal.removeEventListener("abort", abort);
  }
}

export const scheduler = {
  wait: (delay: number, options?: Options): Promise<void> => setTimeout(delay, undefined, options),
  yield: (): Promise<void> => setImmediate(),
};

export default { setTimeout, setImmediate, setInterval, scheduler };
