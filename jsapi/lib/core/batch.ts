// This file invokes a runnable or a graph for several inputs. It is loaded at the first batch.
import { concurrencyOf } from "./concurrency";

/** Invokes all inputs, at most maxConcurrency at the same time. configOf returns the config of a call. */
export async function batched(runnable: any, inputs: any[], options: any, how: any, configOf: (o: any) => any): Promise<any[]> {
  if (Array.isArray(options) && options.length !== inputs.length)
    throw new Error(
      `Passed "options" must be an array with the same length as the inputs, but got ${options.length} options for ${inputs.length} inputs`,
    );
  const configs = inputs.map((_, i) => configOf(Array.isArray(options) ? options[i] : options));
  const limit = concurrencyOf(configs[0]?.maxConcurrency ?? how?.maxConcurrency);
  const results: any[] = [];
  let next = 0;
  const worker = async () => {
    while (next < inputs.length) {
      const i = next++;
      try {
        results[i] = await runnable.invoke(inputs[i], configs[i]);
      } catch (e) {
        if (!how?.returnExceptions) throw e;
        results[i] = e;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, inputs.length) }, worker));
  return results;
}
