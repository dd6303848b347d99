// This file is the functional API: task and entrypoint.

import { CompiledStateGraph } from "./compiled";
import { coerceCache, coerceTimeout } from "./node_options";

/** Reports whether f is a generator function. */
function isGenerator(f: any): boolean {
  const kind = f?.constructor?.name;
  return kind === "GeneratorFunction" || kind === "AsyncGeneratorFunction";
}

/** Returns a function that runs as a task of its own when a node or an entrypoint calls it. */
export function task(optionsOrName: any, func: (...args: any[]) => any): (...args: any[]) => Promise<any> {
  const options = typeof optionsOrName === "string" ? { name: optionsOrName } : optionsOrName;
  const { name, retry } = options;
  const timeout = coerceTimeout(options.timeout);
  if (isGenerator(func)) throw new Error("Generators are disallowed as tasks. For streaming responses, use config.write.");
  const cache = coerceCache(options.cachePolicy ?? options.cache);
  const run = (args: any[]) => func(...args);
  return (...args) => __hitlrun.callTask(name, run, args, { retry, timeout, cache });
}

/** Makes a graph of a function. The function's result is the output of the graph, and its previous state in the next run. */
export function entrypoint(optionsOrName: any, func: (input: any, config?: any) => any): CompiledStateGraph {
  const options = typeof optionsOrName === "string" ? { name: optionsOrName } : optionsOrName;
  const timeout = coerceTimeout(options.timeout);
  if (isGenerator(func)) throw new Error("Generators are disallowed as entrypoints. For streaming responses, use config.write.");
  const { name, checkpointer, store, cache } = options;
  const fn = (input: any, config: any) => func(input, config);
  return new CompiledStateGraph({ nodes: {} }, { name, function: { name, fn, timeout }, checkpointer, store, cache, effects: options.effects, strict: options.strict }, options);
}

/** Makes an entrypoint return value, and store save as the previous state of its next run. */
entrypoint.final = ({ value, save }: { value?: any; save?: any }) => ({ value, save, __lg_type: "__pregel_final" });

export function getPreviousState(): any { return __hitlrun.previousState(); }
