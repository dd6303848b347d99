// This file is `@langchain/core/runnables`: functions, sequences and maps of runnables.
import { RunnableConfig, ensureConfig, mergeConfigs, raceWithSignal, within } from "./config";
import { Invokable, binding, concat, isRunnable, iteratorOf, streamOf, transforms } from "./runnable";

export { ensureConfig, mergeConfigs, raceWithSignal };
export type { RunnableConfig };
export type RunnableLike = Runnable | ((input: any, config: any) => any) | { [key: string]: any };

// Loaded when output is made of pieces of input.
const pieceByPiece = () => __hitlrun.lib!("core/transforms.ts");

/** A unit of work that can be invoked, batched, streamed and joined with others to a sequence. */
export abstract class Runnable<I = any, O = any> extends Invokable<I, O> {
  // Tools and graphs are runnables too. They have a base of their own, which a script without sequences needs alone.
  static [Symbol.hasInstance](v: any): boolean {
    return Function.prototype[Symbol.hasInstance].call(this === Runnable ? Invokable : this, v) || (this === Runnable && !!v?.lg_is_pregel);
  }
  pipe(next: RunnableLike): RunnableSequence {
    return new RunnableSequence({ first: this, last: _coerceToRunnable(next) });
  }
  pick(keys: string | string[]): RunnableSequence {
    return this.pipe(new RunnablePick(keys));
  }
  assign(mapping: Record<string, RunnableLike>): RunnableSequence {
    return this.pipe(RunnablePassthrough.assign(mapping));
  }
  withConfig(config: RunnableConfig): Runnable<I, O> {
    return new RunnableBinding({ bound: this, config, kwargs: {} });
  }
  // Calls f as a run of its own. childOf returns the configs of the runs inside. In runnable_callbacks.ts this calls the
  // handlers, too.
  async _run(f: (config: any, childOf: (tag?: string) => any) => any, options?: RunnableConfig, _input?: any, _named?: boolean): Promise<any> {
    const { runId, ...config } = ensureConfig(options);
    return raceWithSignal(
      f(config, () => ensureConfig(config)),
      config.signal,
    );
  }
  _callWithConfig(f: (input: any, config: any, run?: any) => any, input: any, options?: RunnableConfig): Promise<any> {
    return this._run((config) => f.call(this, input, config), options, input, true);
  }
}

/** A runnable with a config of its own. */
export const RunnableBinding = /* @__PURE__ */ binding(Runnable);

/** Returns the runnable that v is or describes. */
export function _coerceToRunnable(v: any): Runnable {
  if (typeof v === "function") return new RunnableLambda({ func: v });
  if (isRunnable(v)) return v;
  if (Array.isArray(v) || typeof v !== "object")
    throw new Error("Expected a Runnable, function or object.\nInstead got an unsupported type.");
  return new RunnableMap({ steps: v });
}

/** A runnable that calls a function. */
export class RunnableLambda<I = any, O = any> extends Runnable<I, O> {
  static lc_name(): string {
    return "RunnableLambda";
  }
  static from<I = any, O = any>(func: (input: I, config: any) => any): RunnableLambda<I, O> {
    return new RunnableLambda({ func });
  }
  func: (input: I, config: any) => any;
  constructor(fields: { func: (input: I, config: any) => any }) {
    super();
    this.func = fields.func;
  }
  // Calls the function. If it returns a runnable, that runs with the same input.
  _call(input: I, options: any, then = (v: any) => v): any {
    const work = (config: any, childOf: any) => {
      const recursionLimit = (config.recursionLimit ?? 25) - 1;
      const child = { ...childOf(), recursionLimit };
      return within(child, async () => {
        const out = await this.func(input, { ...child });
        if (!isRunnable(out)) return then(out);
        if (config.recursionLimit === 0) throw new Error("Recursion limit reached.");
        return out.invoke(input, { ...child, recursionLimit: recursionLimit - 1 });
      });
    };
    return this._run(work, options, input, true);
  }
  invoke(input: I, options?: RunnableConfig): Promise<O> {
    return this._call(input, options, async (v: any) => {
      const it = iteratorOf(v);
      if (!it) return v;
      let all: any;
      for (let r = await it.next(); !r.done; r = await it.next())
        try {
          all = all === undefined ? r.value : concat(all, r.value);
        } catch (e) {
          all = r.value;
        }
      return all;
    });
  }
  async stream(input: I, options?: RunnableConfig): Promise<any> {
    const value = await this._call(input, options);
    const it = iteratorOf(value) || [value][Symbol.iterator]();
    return streamOf(async () => it.next());
  }
}

/** Runnables in a sequence. Each gets the output of the one before it. */
export class RunnableSequence<I = any, O = any> extends Runnable<I, O> {
  static lc_name(): string {
    return "RunnableSequence";
  }
  static isRunnableSequence(v: any): boolean {
    return Array.isArray(v.middle) && isRunnable(v);
  }
  static from(steps: RunnableLike[], fields?: string | { name?: string }): RunnableSequence {
    const [first, ...rest] = steps.map(_coerceToRunnable);
    const last = rest.pop() as Runnable;
    return new RunnableSequence({ ...(typeof fields === "string" ? { name: fields } : fields), first, middle: rest, last });
  }
  first: Runnable;
  middle: Runnable[];
  last: Runnable;
  constructor(fields: { first: Runnable; middle?: Runnable[]; last: Runnable; name?: string }) {
    super();
    this.first = fields.first;
    this.middle = fields.middle ?? [];
    this.last = fields.last;
    this.name = fields.name;
  }
  get steps(): Runnable[] {
    return [this.first, ...this.middle, this.last];
  }
  // Runs the steps. end runs the last one.
  _steps(input: any, options: any, end: (last: Runnable, input: any, config: any) => any): Promise<any> {
    const work = async (config: any, childOf: any) => {
      const before = this.steps;
      const last: any = before.pop();
      let v = input;
      for (const [i, s] of before.entries()) v = await raceWithSignal(s.invoke(v, childOf(`seq:step:${i + 1}`)), config.signal);
      return end(last, v, childOf(`seq:step:${before.length + 1}`));
    };
    return this._run(work, options, input);
  }
  invoke(input: I, options?: RunnableConfig): Promise<O> {
    return this._steps(input, options, (last, v, config) => last.invoke(v, config));
  }
  async stream(input: I, options?: RunnableConfig): Promise<any> {
    if (this.steps.slice(1).some(transforms)) return pieceByPiece().streamedSequence(this, input, options);
    return this._streamLast(input, options);
  }
  // Returns the stream of the last step, after the others.
  _streamLast(input: I, options?: RunnableConfig): Promise<any> {
    return this._steps(input, options, (last, v, config) => last.stream(v, config));
  }
  transform(pieces: any, options?: RunnableConfig): AsyncGenerator<any> {
    return this.steps.reduce((from: any, s) => s.transform(from, options), pieces);
  }
  pipe(next: RunnableLike): RunnableSequence {
    const last: any = _coerceToRunnable(next);
    const more = RunnableSequence.isRunnableSequence(last) ? last.steps : [last];
    const steps = [...this.steps, ...more];
    return new RunnableSequence({
      first: steps[0],
      middle: steps.slice(1, -1),
      last: steps[steps.length - 1],
      name: this.name ?? (more.length > 1 ? last.name : undefined),
    });
  }
}

/** Runnables that all get the same input. The output has a key for each. */
export class RunnableMap<I = any> extends Runnable<I, any> {
  static lc_name(): string {
    return "RunnableMap";
  }
  static from(steps: Record<string, RunnableLike>): RunnableMap {
    return new this({ steps });
  }
  steps: Record<string, Runnable>;
  constructor(fields: { steps: Record<string, RunnableLike> }) {
    super();
    this.steps = {};
    for (const k of Object.keys(fields.steps)) this.steps[k] = _coerceToRunnable(fields.steps[k]);
  }
  invoke(input: I, options?: RunnableConfig): Promise<any> {
    const work = async (_: any, childOf: any) => {
      const out: any = {};
      const one = async (k: string) => {
        out[k] = await this.steps[k].invoke(input, childOf(`map:key:${k}`));
      };
      await Promise.all(Object.keys(this.steps).map(one));
      return out;
    };
    return this._run(work, options, { input });
  }
  getStepsKeys(): string[] {
    return Object.keys(this.steps);
  }
  async stream(input: I, options?: RunnableConfig): Promise<any> {
    return ensureConfig(options).callbacks ? super.stream(input, options) : pieceByPiece().streamed(this, input, options);
  }
  /** Yields { key: piece } for each piece of a step, as soon as it is there. */
  transform(pieces: any, options?: RunnableConfig): AsyncGenerator<any> {
    return pieceByPiece().ofMap(this, pieces, options);
  }
}
export class RunnableParallel<I = any> extends RunnableMap<I> {}

/** Returns its input with more keys, which the mapper makes from it. */
export class RunnableAssign extends Runnable {
  static lc_name(): string {
    return "RunnableAssign";
  }
  mapper: RunnableMap;
  constructor(fields: any) {
    super();
    this.mapper = fields instanceof RunnableMap ? fields : fields.mapper;
  }
  async invoke(input: any, options?: RunnableConfig): Promise<any> {
    return { ...input, ...(await this.mapper.invoke(input, options)) };
  }
  async stream(input: any, options?: RunnableConfig): Promise<any> {
    return ensureConfig(options).callbacks ? super.stream(input, options) : pieceByPiece().streamed(this, input, options);
  }
  /** Yields the pieces without the keys of the mapper, then what the mapper makes of all of them. */
  transform(pieces: any, options?: RunnableConfig): AsyncGenerator<any> {
    return pieceByPiece().ofAssign(this, pieces, options);
  }
}

/** Returns some keys of its input. */
export class RunnablePick extends Runnable {
  static lc_name(): string {
    return "RunnablePick";
  }
  keys: string | string[];
  constructor(fields: any) {
    super();
    this.keys = typeof fields === "string" || Array.isArray(fields) ? fields : fields.keys;
  }
  async invoke(input: any, options?: RunnableConfig): Promise<any> {
    const pick = async () => {
      if (typeof this.keys === "string") return input[this.keys];
      const picked = this.keys.map((k) => [k, input[k]]).filter(([, v]) => v !== undefined);
      return picked.length ? Object.fromEntries(picked) : undefined;
    };
    return this._callWithConfig(pick, input, options);
  }
  transform(pieces: any, options?: RunnableConfig): AsyncGenerator<any> {
    return pieceByPiece().ofPick(this, pieces, options);
  }
}

/** Returns its input. */
export class RunnablePassthrough<I = any> extends Runnable<I, I> {
  static lc_name(): string {
    return "RunnablePassthrough";
  }
  static assign(mapping: Record<string, RunnableLike>): RunnableAssign {
    return new RunnableAssign(new RunnableMap({ steps: mapping }));
  }
  func: ((input: I, config?: any) => any) | undefined;
  constructor(fields?: { func?: (input: I, config?: any) => any }) {
    super();
    this.func = fields && fields.func;
  }
  async invoke(input: I, options?: RunnableConfig): Promise<I> {
    if (this.func) await this.func(input, ensureConfig(options));
    return this._callWithConfig(async () => input, input, options);
  }
  transform(pieces: any, options?: RunnableConfig): AsyncGenerator<any> {
    return pieceByPiece().ofPassthrough(this, pieces, options);
  }
}

/** Runs the runnable of the first condition that is true for its input, else the default. */
export class RunnableBranch<I = any, O = any> extends Runnable<I, O> {
  static lc_name(): string {
    return "RunnableBranch";
  }
  static from(branches: any[]): RunnableBranch {
    if (branches.length < 1) throw new Error("RunnableBranch requires at least one branch");
    const pairs = branches.slice(0, -1).map(([condition, branch]) => [_coerceToRunnable(condition), _coerceToRunnable(branch)]);
    return new RunnableBranch({ branches: pairs as any, default: _coerceToRunnable(branches[branches.length - 1]) });
  }
  branches: [Runnable, Runnable][];
  default: Runnable;
  constructor(fields: { branches: [Runnable, Runnable][]; default: Runnable }) {
    super();
    this.branches = fields.branches;
    this.default = fields.default;
  }
  // Returns the runnable for an input, and the tag of its run.
  async _choose(input: I, childOf: (tag?: string) => any): Promise<[Runnable, string]> {
    for (const [i, [condition, branch]] of this.branches.entries()) {
      if (await condition.invoke(input, childOf(`condition:${i + 1}`))) return [branch, `branch:${i + 1}`];
    }
    return [this.default, "branch:default"];
  }
  invoke(input: I, options?: RunnableConfig): Promise<O> {
    const work = async (_: any, childOf: any) => {
      const [branch, tag] = await this._choose(input, childOf);
      return branch.invoke(input, childOf(tag));
    };
    return this._run(work, options, input);
  }
}
