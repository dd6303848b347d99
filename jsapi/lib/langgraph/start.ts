// This file starts all tasks of a superstep in one entry into the VM. No promise job runs before the last task has
// started.

import { Command } from "./command";

function startAll(
  fns: ((input: any, config: any) => any)[], inputs: any[], configs: any[],
  enter: (i: number) => void, settled: (i: number, v: any, async?: boolean | number) => void, failed: (i: number, e: any) => void,
  fulfilled: (promise: any) => [any] | undefined,
) {
  let jobs = 0;
  let waiting = 0;
  const count = () => { if (waiting > 0 && ++jobs < 64) Promise.resolve().then(count); };
  for (let i = 0; i < fns.length; i++) {
    enter(i);
    let result;
    try {
      const f = fns[i];
      result = f(inputs[i], configs[i]);
    } catch (e) {
      failed(i, e);
      continue;
    }
    const now = fulfilled(result);
    if (now) {
      settled(i, now[0], true);
      continue;
    }
    let then;
    try {
      if (result !== null && (typeof result === "object" || typeof result === "function")) then = result.then;
    } catch (e) {
      failed(i, e);
      continue;
    }
    if (typeof then === "function") {
      waiting++;
      whenSettled(result, then, (v: any) => { waiting--; settled(i, v, jobs); }, (e: any) => { waiting--; failed(i, e); });
    } else {
      settled(i, result);
    }
  }
  enter(-1);
  if (waiting > 0) count();
}

const thenOfPromises = Promise.prototype.then;

/** Calls settled or failed when o is settled. then is its method; that of a thenable of a script is called as await does. */
function whenSettled(o: any, then: any, settled: (v: any) => void, failed: (e: any) => void) {
  if (then !== thenOfPromises) {
    new Promise((ok, no) => { Promise.resolve().then(() => then.call(o, ok, no)).then(undefined, no); }).then(settled, failed);
    return;
  }
  try {
    o.then(settled, failed);
  } catch (e) { // it only looks like a promise
    failed(e);
  }
}

/** Calls f after n rounds of promise jobs. */
function ticks(n: number, f: () => void) {
  let p = Promise.resolve();
  while (--n > 0) p = p.then(() => {});
  p.then(() => f());
}

/** Calls f from JavaScript. No promise job runs before f has returned. */
function together(f: () => void) { f(); }

__hitlrun.register({ startAll, whenSettled, ticks, together, Command });
