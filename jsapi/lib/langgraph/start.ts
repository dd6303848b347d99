// This file starts all tasks of a superstep in one entry into the VM. No promise job runs before the last task has
// started.

import { Command } from "./command";

function startAll(
  fns: ((input: any, config: any) => any)[], inputs: any[], configs: any[],
  enter: (i: number) => void, settled: (i: number, v: any, async?: boolean | number) => void, failed: (i: number, e: any) => void,
  fulfilled: (promise: any) => [any] | undefined,
) {
  let jobs = 0;
  let waits = false;
  const count = () => { if (++jobs < 16) Promise.resolve().then(count); };
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
    } else if (result !== null && typeof result === "object" && typeof result.then === "function") {
      waits = true;
      result.then((v: any) => settled(i, v, jobs), (e: any) => failed(i, e));
    } else {
      settled(i, result);
    }
  }
  enter(-1);
  if (waits) count();
}

/** Calls f after n rounds of promise jobs. */
function ticks(n: number, f: () => void) {
  let p = Promise.resolve();
  while (--n > 0) p = p.then(() => {});
  p.then(() => f());
}

/** Calls f from JavaScript. No promise job runs before f has returned. */
function together(f: () => void) { f(); }

__hitlrun.register({ startAll, ticks, together, Command });
