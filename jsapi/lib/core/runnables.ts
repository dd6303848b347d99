// This file is `@langchain/core/runnables`: functions, sequences and maps of runnables.
import { RunnableConfig, ensureConfig, mergeConfigs, raceWithSignal, within } from "./config";
import { Invokable, binding, concat, isRunnable, iteratorOf } from "./runnable";

export { ensureConfig, mergeConfigs, raceWithSignal };
export type { RunnableConfig };
export type RunnableLike = Runnable | ((input: any, config: any) => any) | { [key: string]: any };

// Loaded when output is made of pieces of input.
const pieceByPiece = () => __hitlrun.lib!("core/transforms.ts");

/** A unit of work that can be invoked, batched, streamed and joined with others to a sequence. */
export abstract class Runnable<I = any, O = any> extends Invokable<I, O> {
  // Tools and graphs are runnables too. They have a base of their own, which a script without sequences needs alone.
  static [Symbol.hasInstance](v: any): boolean {
    if (this === Runnable && v === Runnable.prototype) return false; // which inherits from that of Invokable
    return Function.prototype[Symbol.hasInstance].call(this === Runnable ? Invokable : this, v) || (this === Runnable && !!v?.lg_is_pregel);
  }
  isPrototypeOf(v: any): boolean {
    return Object.prototype.isPrototypeOf.call(this, v) || (this === Runnable.prototype && v instanceof Runnable);
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

/** The base of runnables that make output from pieces of their input. */
abstract class Transformer<I = any, O = any> extends Runnable<I, O> {
  _streamIterator(input: any, options?: RunnableConfig): any {
    return this.transform(pieceByPiece().single(input), options);
  }
}

/** A runnable that calls a function. */
export class RunnableLambda<I = any, O = any> extends Transformer<I, O> {
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
  // Returns the work of a run: it calls the function and returns what that returns, and the config it was called with. If
  // that is a runnable, inner calls it.
  _work(input: I, inner: (r: any, child: any) => any): any {
    return (config: any, childOf: any) => {
      const recursionLimit = (config.recursionLimit ?? 25) - 1;
      const child = { ...childOf(), recursionLimit };
      return within(child, async () => {
        const out = await this.func(input, { ...child });
        if (!isRunnable(out)) return [out, child];
        if (config.recursionLimit === 0) throw new Error("Recursion limit reached.");
        return [await inner(out, { ...child, recursionLimit: recursionLimit - 1 }), child];
      });
    };
  }
  invoke(input: I, options?: RunnableConfig): Promise<O> {
    const call = this._work(input, (r, child) => r.invoke(input, child));
    const work = async (config: any, childOf: any) => {
      const [out, child] = await call(config, childOf);
      const it = iteratorOf(out);
      if (!it) return out;
      let all: any;
      for (let r = await within(child, () => it.next()); !r.done; r = await within(child, () => it.next()))
        try {
          all = all === undefined ? r.value : concat(all, r.value);
        } catch (e) {
          all = r.value;
        }
      return all;
    };
    return this._run(work, options, input, true);
  }
  transform(pieces: any, options?: RunnableConfig): AsyncGenerator<any> {
    return pieceByPiece().ofLambda(this, pieces, options);
  }
}

/** Runnables in a sequence. Each gets the output of the one before it. */
export class RunnableSequence<I = any, O = any> extends Runnable<I, O> {
  lc_serializable = true;
  static lc_name(): string {
    return "RunnableSequence";
  }
  static isRunnableSequence(v: any): boolean {
    return Array.isArray(v.middle) && isRunnable(v);
  }
  static from(steps: RunnableLike[], fields?: string | { name?: string }): RunnableSequence {
    const [first, ...rest] = steps.map(_coerceToRunnable);
    const last: any = rest.pop();
    _coerceToRunnable(last); // throws if there is only one step
    return new RunnableSequence({ ...(typeof fields === "string" ? { name: fields } : fields), first, middle: rest, last });
  }
  first: Runnable;
  middle: Runnable[];
  last: Runnable;
  constructor(fields: { first: Runnable; middle?: Runnable[]; last: Runnable; name?: string }) {
    super(fields);
    this.first = fields.first;
    this.middle = fields.middle ?? [];
    this.last = fields.last;
    this.name = fields.name;
  }
  get steps(): Runnable[] {
    return [this.first, ...this.middle, this.last];
  }
  invoke(input: I, options?: RunnableConfig): Promise<O> {
    const work = async (config: any, childOf: any) => {
      let v: any = input;
      for (const [i, s] of this.steps.entries()) v = await raceWithSignal(s.invoke(v, childOf(`seq:step:${i + 1}`)), config.signal);
      return v;
    };
    return this._run(work, options, input);
  }
  _streamIterator(input: I, options?: RunnableConfig): any {
    return pieceByPiece().ofSequence(this, input, options);
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
export class RunnableMap<I = any> extends Transformer {
  lc_serializable = true;
  static lc_name(): string {
    return "RunnableMap";
  }
  static from(steps: Record<string, RunnableLike>): RunnableMap {
    return new RunnableMap({ steps });
  }
  steps: Record<string, Runnable>;
  constructor(fields: { steps: Record<string, RunnableLike> }) {
    super(fields);
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
  /** Yields { key: piece } for each piece of a step, as soon as it is there. */
  transform(pieces: any, options?: RunnableConfig): AsyncGenerator<any> {
    return pieceByPiece().ofMap(this, pieces, options);
  }
}
export class RunnableParallel<I = any> extends RunnableMap<I> {}

/** Returns its input with more keys, which the mapper makes from it. */
export class RunnableAssign extends Transformer {
  lc_serializable = true;
  static lc_name(): string {
    return "RunnableAssign";
  }
  mapper: RunnableMap;
  constructor(fields: any) {
    super(fields instanceof RunnableMap ? { mapper: fields } : fields);
    this.mapper = fields instanceof RunnableMap ? fields : fields.mapper;
  }
  async invoke(input: any, options?: RunnableConfig): Promise<any> {
    return { ...input, ...(await this.mapper.invoke(input, options)) };
  }
  /** Yields the pieces without the keys of the mapper, then what the mapper makes of all of them. */
  transform(pieces: any, options?: RunnableConfig): AsyncGenerator<any> {
    return pieceByPiece().ofAssign(this, pieces, options);
  }
}

/** Returns some keys of its input. */
export class RunnablePick extends Transformer {
  lc_serializable = true;
  static lc_name(): string {
    return "RunnablePick";
  }
  keys: string | string[];
  constructor(fields: any) {
    super(typeof fields === "string" || Array.isArray(fields) ? { keys: fields } : fields);
    this.keys = typeof fields === "string" || Array.isArray(fields) ? fields : fields.keys;
  }
  _pick(input: any): any {
    if (typeof this.keys === "string") return input[this.keys];
    const picked = this.keys.map((k) => [k, input[k]]).filter(([, v]) => v !== undefined);
    return picked.length ? Object.fromEntries(picked) : undefined;
  }
  async invoke(input: any, options?: RunnableConfig): Promise<any> {
    return this._callWithConfig(async () => this._pick(input), input, options);
  }
  transform(pieces: any, options?: RunnableConfig): AsyncGenerator<any> {
    return pieceByPiece().ofPick(this, pieces, options);
  }
}

/** Returns its input. */
export class RunnablePassthrough<I = any> extends Runnable<I, I> {
  lc_serializable = true;
  static lc_name(): string {
    return "RunnablePassthrough";
  }
  static assign(mapping: Record<string, RunnableLike>): RunnableAssign {
    return new RunnableAssign(new RunnableMap({ steps: mapping }));
  }
  func: ((input: I, config?: any) => any) | undefined;
  constructor(fields?: { func?: (input: I, config?: any) => any }) {
    super(fields);
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
  lc_serializable = true;
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
    super(fields);
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
