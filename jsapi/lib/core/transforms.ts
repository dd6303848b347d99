// This file makes output from pieces of input, for the runnables that need not wait for all of it. Each is a run of its own,
// which callbacks get.
import { dict, ensureConfig, getCallbackManagerForConfig, patchConfig, raceWithSignal, within } from "./config";
import { concat, iteratorOf } from "./runnable";
import { atee } from "./tee";

type Pieces = AsyncGenerator<any>;
type Work = (pieces: Pieces, childOf: (tag?: string) => any, config: any) => Pieces;

// Returns the function that joins two pieces of a runnable. Only parsers whose pieces are all so far have one of their own.
function joinOf(runnable: any): (first: any, second: any) => any {
  const inner = runnable.bound ?? (runnable.steps && runnable.last);
  return inner ? joinOf(inner) : runnable._concatOutputChunks ?? concat;
}

// Joins pieces of a runnable until two do not fit. Then there is no whole.
class Whole {
  value: any;
  private broken = false;
  private join: (first: any, second: any) => any;
  constructor(of: any) {
    this.join = joinOf(of);
  }
  add(piece: any): void {
    if (this.broken) return;
    try {
      this.value = this.value === undefined ? piece : this.join(this.value, piece);
    } catch (e) {
      this.broken = true;
      this.value = undefined;
    }
  }
}

/** Yields the input of a call as the only piece. */
export async function* single(input: any): Pieces {
  yield input;
}

// Returns the iterator of pieces, which may be anything that for await takes.
const started = (pieces: any): any => pieces[(Symbol as any).asyncIterator]?.() ?? pieces[Symbol.iterator]?.() ?? pieces;

async function* read(pieces: Pieces, signal: any): Pieces {
  try {
    for (let r = await raceWithSignal(pieces.next(), signal); !r.done; r = await raceWithSignal(pieces.next(), signal)) yield r.value;
  } finally {
    if (!signal?.aborted) await pieces.return?.(undefined);
  }
}

// Yields the first piece, which was read already, and those after it.
async function* from(first: IteratorResult<any>, rest: Pieces): Pieces {
  try {
    for (let r = first; !r.done; r = await rest.next()) yield r.value;
  } finally {
    await rest.return?.(undefined);
  }
}

// Reports the output of work to those handlers that take pieces.
function tapped(run: any, output: Pieces): Pieces {
  for (const h of run?.handlers ?? []) if (h.tapOutputIterable) output = h.tapOutputIterable(run.runId, output);
  return output;
}

// Yields what work makes of pieces, as a run of its own. If the input is given, the run starts at once. Otherwise it starts
// with the first piece, and its end has the whole input.
async function* reported(runnable: any, pieces: Pieces, options: any, work: Work, given?: { input: any }): Pieces {
  const { runId, ...config } = ensureConfig(options);
  const manager = await getCallbackManagerForConfig(config);
  const { runType, runName = given ? undefined : runnable.getName() } = config;
  const start = (input: any) => manager?.handleChainStart(runnable.toJSON(), input, runId, runType, undefined, undefined, runName);
  const input = new Whole(runnable);
  const output = new Whole(runnable);
  const noted = async function* (all: Pieces): Pieces {
    for await (const piece of all) {
      input.add(piece);
      yield piece;
    }
  };
  const end = () => (given ? [] : [undefined, undefined, undefined, { inputs: dict(input.value, "input") }]);
  let run: any;
  try {
    if (given) run = await start(dict(given.input, "input"));
    else {
      const source = started(pieces);
      const first = await raceWithSignal(Promise.resolve(source.next()), config.signal);
      run = await start({ input: "" });
      pieces = noted(from(first, source));
    }
    const childOf = (tag?: string) => patchConfig(config, { callbacks: run?.getChild(tag) });
    const made = work(pieces, childOf, config);
    for await (const piece of read(given ? made : tapped(run, made), config.signal)) {
      yield piece;
      output.add(piece);
    }
  } catch (e) {
    await run?.handleChainError(e, ...end());
    throw e;
  }
  await run?.handleChainEnd(given ? dict(output.value, "output") : output.value ?? {}, ...end());
}

/** Puts the pieces together, and yields the output for the whole. */
export async function* joined(runnable: any, pieces: Pieces, options: any): Pieces {
  const join = joinOf(runnable);
  let input: any;
  for await (const piece of pieces) input = input === undefined ? piece : join(input, piece);
  yield* await runnable.stream(input, options);
}

/** Yields the output of a sequence for one input. Each step gets the pieces of the step before it. */
export const ofSequence = (sequence: any, input: any, options: any): Pieces => {
  const work: Work = (pieces, childOf) => sequence.steps.reduce((made: Pieces, step: any, i: number) => step.transform(made, childOf(`seq:step:${i + 1}`)), pieces);
  return reported(sequence, single(input), options, work, { input });
};

/** Calls the function of a lambda with the whole input, and yields what it returns, piece by piece if it can be iterated. */
export const ofLambda = (lambda: any, pieces: Pieces, options: any): Pieces =>
  reported(lambda, pieces, options, async function* (given, childOf, config) {
    let input: any;
    for await (const piece of given)
      try {
        input = input === undefined ? piece : concat(input, piece);
      } catch (e) {
        input = piece;
      }
    const [out, child] = await lambda._work(input, (r: any, its: any) => r.stream(input, its))(config, childOf);
    const it = iteratorOf(out);
    if (!it) return yield out;
    for (let r = await within(child, () => it.next()); !r.done; r = await within(child, () => it.next())) yield r.value;
  });

/** Yields { key: piece } for each piece of a step of a map, as soon as it is there. */
export const ofMap = (map: any, pieces: Pieces, options: any): Pieces =>
  reported(map, pieces, options, async function* (given, childOf) {
    const keys: string[] = map.getStepsKeys();
    const inputs = atee(given, keys.length);
    const outputs = keys.map((k, i) => map.steps[k].transform(inputs[i], childOf(`map:key:${k}`)));
    const read = (i: number) => outputs[i].next().then((r: any) => ({ i, r }));
    const next = new Map(keys.map((_, i) => [i, read(i)]));
    while (next.size) {
      const { i, r } = await Promise.race(next.values());
      next.delete(i);
      if (r.done) continue;
      yield { [keys[i]]: r.value };
      next.set(i, read(i));
    }
  });

/** Yields the pieces without the keys of the mapper, then what the mapper makes of all of them. */
export const ofAssign = (assign: any, pieces: Pieces, options: any): Pieces =>
  reported(assign, pieces, options, async function* (given, childOf) {
    const own: string[] = assign.mapper.getStepsKeys();
    const [forMapper, forOutput] = atee<any>(given, 2);
    const mapped = assign.mapper.transform(forMapper, childOf());
    const first = mapped.next();
    first.catch(() => {}); // thrown below, where it is read
    for await (const piece of forOutput) {
      if (typeof piece !== "object" || Array.isArray(piece)) throw new Error(`RunnableAssign can only be used with objects as input, got ${typeof piece}`);
      const rest = Object.fromEntries(Object.entries(piece).filter(([k]) => !own.includes(k)));
      if (Object.keys(rest).length) yield rest;
    }
    yield* from(await first, mapped);
  });

/** Yields what is picked of each piece. */
export const ofPick = (pick: any, pieces: Pieces, options: any): Pieces =>
  reported(pick, pieces, options, async function* (given) {
    for await (const piece of given) {
      const picked = pick._pick(piece);
      if (picked !== undefined) yield picked;
    }
  });

/** Yields what a parser makes of the pieces. */
export const ofParser = (parser: any, pieces: Pieces, options: any): Pieces =>
  reported(parser, pieces, { ...options, runType: "parser" }, (given) => parser._transform(given));

/** Yields the pieces, and calls the function with the whole. */
export async function* ofPassthrough(passthrough: any, pieces: Pieces, options: any): Pieces {
  const config = ensureConfig(options);
  const all = new Whole(passthrough);
  for await (const piece of reported(passthrough, pieces, config, (given) => given)) {
    yield piece;
    all.add(piece);
  }
  if (passthrough.func && all.value !== undefined) await passthrough.func(all.value, config);
}
