// This file makes output of pieces of input, for the runnables that need not wait for all of it. Runs inside of them are not reported to callbacks.
import { ensureConfig } from "./config";
import { concat, streamOf, transforms } from "./runnable";
import { RunnableSequence } from "./runnables";
import { atee } from "./tee";

async function* single(v: any): AsyncGenerator<any> {
  yield v;
}

const stream = (pieces: any) =>
  streamOf(
    () => pieces.next(),
    () => pieces.return(undefined),
  );

/** Returns the stream of what a runnable makes of one input. */
export const streamed = (runnable: any, input: any, options: any): any => stream(runnable.transform(single(input), options));

/** Returns the stream of a sequence whose last steps take pieces of what the step before them streams. */
export async function streamedSequence(sequence: any, input: any, options: any): Promise<any> {
  const { steps } = sequence;
  const heard = !!ensureConfig(options).callbacks; // then only parsers of answers take pieces: others report their runs
  let end = steps.length;
  while (end > 1 && transforms(steps[end - 1]) && (!heard || "parseResult" in steps[end - 1])) end--;
  if (end === steps.length) return sequence._streamLast(input, options);
  const before = end === 1 ? steps[0] : RunnableSequence.from(steps.slice(0, end));
  const first = await before.stream(input, options);
  return stream(steps.slice(end).reduce((pieces: any, s: any) => s.transform(pieces, options), first));
}

/** Puts the pieces together, and yields the output for the whole. */
export async function* joined(runnable: any, pieces: any, options: any): AsyncGenerator<any> {
  let input: any;
  for await (const piece of pieces) input = input === undefined ? piece : concat(input, piece);
  yield* await runnable.stream(input, options);
}

/** Yields { key: piece } for each piece of a step of a map, as soon as it is there. */
export async function* ofMap(map: any, pieces: any, options: any): AsyncGenerator<any> {
  const keys: string[] = map.getStepsKeys();
  const inputs = atee(pieces, keys.length);
  const outputs = keys.map((k, i) => map.steps[k].transform(inputs[i], options));
  const read = (i: number) => outputs[i].next().then((r: any) => ({ i, r }));
  const next = new Map(keys.map((_, i) => [i, read(i)]));
  while (next.size) {
    const { i, r } = await Promise.race(next.values());
    if (r.done) next.delete(i);
    else {
      next.set(i, read(i));
      yield { [keys[i]]: r.value };
    }
  }
}

/** Yields the pieces without the keys of the mapper, then what the mapper makes of all of them. */
export async function* ofAssign(assign: any, pieces: any, options: any): AsyncGenerator<any> {
  const own: string[] = assign.mapper.getStepsKeys();
  const [forMapper, forOutput] = atee<any>(pieces, 2);
  const mapped = assign.mapper.transform(forMapper, options);
  for await (const piece of forOutput) {
    if (typeof piece !== "object" || Array.isArray(piece)) throw new Error(`RunnableAssign can only be used with objects as input, got ${typeof piece}`);
    const rest = Object.fromEntries(Object.entries(piece).filter(([k]) => !own.includes(k)));
    if (Object.keys(rest).length) yield rest;
  }
  yield* mapped;
}

/** Yields what is picked of each piece. */
export async function* ofPick(pick: any, pieces: any, options: any): AsyncGenerator<any> {
  for await (const piece of pieces) {
    const picked = await pick.invoke(piece, options);
    if (picked !== undefined) yield picked;
  }
}

/** Yields the pieces, and calls the function with the whole. */
export async function* ofPassthrough(passthrough: any, pieces: any, options: any): AsyncGenerator<any> {
  let all: any;
  for await (const piece of pieces) {
    yield piece;
    if (passthrough.func) all = all === undefined ? piece : concat(all, piece);
  }
  if (passthrough.func) await passthrough.func(all, ensureConfig(options));
}
