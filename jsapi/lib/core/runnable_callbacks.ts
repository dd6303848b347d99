// This file calls callbacks for the runs of runnables. It is used in scripts that use callbacks.
import "./callback_manager";
import { dict, ensureConfig, getCallbackManagerForConfig, patchConfig, raceWithSignal } from "./config";
import { Runnable } from "./runnables";

async function run(this: any, f: any, options: any, input: any, named?: boolean): Promise<any> {
  const { runId, ...config } = ensureConfig(options);
  const { runType, runName = named ? this.getName() : undefined } = config;
  const manager = await getCallbackManagerForConfig(config);
  const run = await manager?.handleChainStart(this.toJSON(), dict(input, "input"), runId, runType, undefined, undefined, runName);
  let out: any;
  try {
    const childOf = (tag?: string) => patchConfig(config, { callbacks: run?.getChild(tag) });
    out = await raceWithSignal(f(config, childOf, run), config.signal);
  } catch (e) {
    await run?.handleChainError(e);
    throw e;
  }
  await run?.handleChainEnd(dict(out, "output"));
  return out;
}

Object.assign(Runnable.prototype, {
  _run: run,
  _callWithConfig(this: any, f: any, input: any, options: any): Promise<any> {
    return this._run((config: any, _: any, run: any) => f.call(this, input, config, run), options, input, true);
  },
});
