// This file reads and merges the configs of runnables and tools.

/** The options of a call of a runnable. */
export type RunnableConfig = {
  configurable?: Record<string, any>;
  tags?: string[];
  metadata?: Record<string, any>;
  recursionLimit?: number;
  runName?: string;
  runId?: string;
  maxConcurrency?: number;
  timeout?: number;
  signal?: any;
  callbacks?: any;
  [key: string]: any;
};

const host = (): CoreHost | undefined => (typeof __hitlrun === "undefined" ? undefined : __hitlrun);
const defined = (o: any) => Object.fromEntries(Object.entries(o || {}).filter(([, v]) => v !== undefined));

/** Returns a config with all defaults. Fields that config lacks are those of the running node's config. */
export function ensureConfig(config?: RunnableConfig): RunnableConfig {
  const { runId, runName, ...ambient } = host()?.currentConfig() || ({} as any);
  const out: any = { tags: [], metadata: {}, recursionLimit: 25, runId: undefined, ...defined(ambient), ...defined(config) };
  const model = out.configurable && out.configurable.model;
  if (typeof model === "string" && (!out.metadata || out.metadata.model === undefined)) out.metadata = { ...out.metadata, model };
  return out.timeout === undefined ? out : host()!.lib!("core/timeouts.ts").timed(out);
}

const passedOn = ["configurable", "recursionLimit", "callbacks", "tags", "metadata", "maxConcurrency", "timeout", "signal", "store"];

/** Runs fn. Code that it calls finds config without getting it as an argument. */
export function within<T>(config: RunnableConfig, fn: () => T): T {
  const run = (host() || ({} as any)).runWithConfig;
  return run ? run(pickRunnableConfigKeys(config), fn) : fn();
}

/** Has the class CallbackManager, which is loaded when there are callbacks. */
export const callbackClass: { Manager?: any } = {};
export const manager = () => (callbackClass.Manager ||= host()!.lib!("lazy/trace.ts").CallbackManager);

// Returns the callbacks of two configs, as one list or one manager.
function bothCallbacks(a: any, b: any): any {
  if (!a || !b) return a || b;
  return Array.isArray(a) && Array.isArray(b) ? a.concat(b) : manager().join(a, b);
}

/** Merges configs. Later values replace earlier ones, but tags, metadata, configurable and callbacks are combined. */
export function mergeConfigs(...configs: (RunnableConfig | undefined)[]): RunnableConfig {
  const out: any = {};
  for (const c of configs)
    for (const k of Object.keys(c || {})) {
      const v = (c as any)[k];
      if (k === "metadata" || k === "configurable") out[k] = { ...out[k], ...v };
      else if (k === "tags") out[k] = [...new Set([...(out[k] || []), ...(v || [])])];
      else if (k === "callbacks") out[k] = bothCallbacks(out[k], v);
      else out[k] = (k === "timeout" || k === "signal") && out[k] && v ? host()!.lib!("core/timeouts.ts").both(out[k], v) : (v ?? out[k]);
    }
  return out;
}

/** Returns a config with some fields replaced. With other callbacks it has no run name, because that belongs to their run. */
export function patchConfig(config: RunnableConfig = {}, patch: RunnableConfig = {}): RunnableConfig {
  const out = ensureConfig(config);
  if (patch.callbacks !== undefined) delete out.runName;
  const { configurable, runId, ...rest } = defined(patch) as RunnableConfig;
  Object.assign(out, rest);
  if (configurable !== undefined) out.configurable = { ...out.configurable, ...configurable };
  if (runId !== undefined) delete out.runId;
  return out;
}

/** Returns v, or an object with v at key if v is not an object. Callbacks get the input and the output of a run so. */
export const dict = (v: any, key: string): any => (v && typeof v === "object" && !Array.isArray(v) && !(v instanceof Date) ? v : { [key]: v });

/** Returns the fields of a config that runs inside of a run inherit. */
export function pickRunnableConfigKeys(config?: RunnableConfig): RunnableConfig | undefined {
  return config && Object.fromEntries(passedOn.map((k) => [k, config[k]]));
}

/** Returns the manager of the callbacks of a config, or undefined if it has none. */
export const getCallbackManagerForConfig = async (c?: RunnableConfig): Promise<any> =>
  c?.callbacks && manager().configure(c.callbacks, undefined, c.tags, undefined, c.metadata);

/** Returns the result of p, unless signal aborts first. */
export function raceWithSignal<T>(p: Promise<T>, signal: any): Promise<T> {
  if (!signal) return p;
  return new Promise((resolve, reject) => {
    const { reason } = signal;
    const stop = () => {
      const why = signal.reason ?? reason;
      reject(why instanceof Error ? why : new Error(typeof why === "string" ? why : "Aborted"));
    };
    if (signal.aborted) {
      p.catch(() => {}); // the abort is reported instead
      return stop();
    }
    signal.addEventListener("abort", stop, { once: true });
    const done = () => signal.removeEventListener("abort", stop);
    p.then(
      (v) => {
        done();
        resolve(v);
      },
      (e) => {
        done();
        reject(e);
      },
    );
  });
}
