// This file is @langchain/langgraph/channels: the update rules that a state can have. In a state, Go does their work
// (readChannel in jsapi/langgraph/channel.go). The methods here are for scripts that use a channel by itself.

import { BaseChannel, SlotChannel } from "./annotation";
import { overwritten } from "./command";
import { isDeltaSnapshot } from "./checkpoint_data";
import { EmptyChannelError, InvalidUpdateError } from "./errors";

export { BaseChannel, BinaryOperatorAggregate, LastValue } from "./annotation";
export { channelsFromCheckpoint, createCheckpoint, deltaChannelsToSnapshot, empty, exitDeltaTaskId, isDeltaChannel } from "./channels_stored";

/** Holds the last of the values that are written in a superstep. After a superstep without a write it is empty. */
export class AnyValue extends SlotChannel {
  lc_graph_name = "AnyValue";

  fromCheckpoint(checkpoint?: any): AnyValue { return new AnyValue().load(checkpoint); }

  update(values: any[]) {
    if (values.length === 0) return this.forget();
    this.value = [values[values.length - 1]];
    return true;
  }

  get spec(): any { return { kind: "any" }; }
}

/** Holds a value for one superstep. With guard only one write is allowed. */
export class EphemeralValue extends SlotChannel {
  lc_graph_name = "EphemeralValue";
  guard: boolean;

  constructor(guard = true) {
    super();
    this.guard = guard;
  }

  fromCheckpoint(checkpoint?: any): EphemeralValue { return new EphemeralValue(this.guard).load(checkpoint); }

  update(values: any[]) {
    if (values.length === 0) return this.forget();
    if (values.length > 1 && this.guard) throw new InvalidUpdateError("EphemeralValue can only receive one value per step.");
    this.value = [values[values.length - 1]];
    return true;
  }

  get spec(): any { return { kind: "ephemeral", guard: this.guard }; }
}

const MISSING = Symbol.for("langgraph.channel.missing");

/** Holds the value that was written last until the run ends. It is in no checkpoint. */
export class UntrackedValueChannel extends BaseChannel {
  lc_graph_name = "UntrackedValue";
  guard: boolean;
  _value: any = MISSING;
  initialValueFactory: (() => any) | undefined;

  constructor(options?: { guard?: boolean; initialValueFactory?: () => any }) {
    super();
    this.guard = options?.guard ?? true;
    this.initialValueFactory = options?.initialValueFactory;
    if (this.initialValueFactory) this._value = this.initialValueFactory();
  }

  fromCheckpoint(): UntrackedValueChannel { return new UntrackedValueChannel(this); }

  update(values: any[]) {
    if (values.length === 0) return false;
    if (values.length > 1 && this.guard) {
      throw new InvalidUpdateError(
        "UntrackedValue(guard=true) can receive only one value per step. Use guard=false if you want to store any one of multiple values.",
        { lc_error_code: "INVALID_CONCURRENT_GRAPH_UPDATE" });
    }
    this._value = values[values.length - 1];
    return true;
  }

  get() {
    if (this._value === MISSING) throw new EmptyChannelError();
    return this._value;
  }

  checkpoint() { return undefined; }
  isAvailable() { return this._value !== MISSING; }

  get spec(): any { return { kind: "untracked", guard: this.guard, default: this.initialValueFactory }; }
}

/** Collects the values of one superstep, or of all with accumulate. With unique it has each value once. */
export class Topic extends BaseChannel {
  lc_graph_name = "Topic";
  unique = false;
  accumulate = false;
  seen = new Set<any>();
  values: any[] = [];

  constructor(fields?: { unique?: boolean; accumulate?: boolean }) {
    super();
    this.unique = fields?.unique ?? false;
    this.accumulate = fields?.accumulate ?? false;
  }

  fromCheckpoint(checkpoint?: any): Topic {
    const copy = new Topic(this);
    if (checkpoint === undefined) return copy;
    const pair = Array.isArray(checkpoint) && checkpoint.length === 2 && checkpoint.every(Array.isArray);
    copy.values = [...(pair ? checkpoint[1] : checkpoint)];
    if (pair) copy.seen = new Set(checkpoint[0]);
    else if (this.unique) copy.seen = new Set(copy.values);
    return copy;
  }

  update(values: any[]) {
    let changed = !this.accumulate && this.values.length > 0;
    if (!this.accumulate) this.values = [];
    for (const v of values.flat()) {
      if (this.unique && this.seen.has(v)) continue;
      if (this.unique) this.seen.add(v);
      this.values.push(v);
      changed = true;
    }
    return changed;
  }

  get() {
    if (this.values.length === 0) throw new EmptyChannelError();
    return this.values;
  }

  checkpoint() { return this.unique ? [[...this.seen], [...this.values]] : [...this.values]; }
  isAvailable() { return this.values.length !== 0; }

  get spec(): any { return { kind: "topic", unique: this.unique, accumulate: this.accumulate }; }
}

/** Combines all writes of a superstep with its value, with one call of its reducer. */
export class DeltaChannel extends BaseChannel {
  lc_graph_name = "DeltaChannel";
  value: any = undefined;
  reducer: (state: any, writes: any[]) => any;
  snapshotFrequency: number;
  initialValueFactory: () => any;

  constructor(reducer: (state: any, writes: any[]) => any, options?: { snapshotFrequency?: number; initialValueFactory?: () => any }) {
    super();
    const often = options?.snapshotFrequency ?? 1000;
    if (!Number.isInteger(often) || often <= 0) throw new Error(`snapshotFrequency must be a positive integer, got ${often}`);
    this.reducer = reducer;
    this.snapshotFrequency = often;
    this.initialValueFactory = options?.initialValueFactory ?? (() => []);
  }

  fromCheckpoint(checkpoint?: any): DeltaChannel {
    const copy = new DeltaChannel(this.reducer, this);
    if (checkpoint === undefined) copy.value = this.initialValueFactory();
    else copy.value = isDeltaSnapshot(checkpoint) ? checkpoint.value : checkpoint;
    return copy;
  }

  /** Applies writes of earlier supersteps, oldest first. */
  replayWrites(writes: [string, string, any][]): void {
    if (writes.length === 0) return;
    let base = this.value;
    let rest: any[] = [];
    for (const [, , v] of writes) {
      const whole = overwritten(v);
      if (whole) [base, rest] = [whole[0] ?? this.initialValueFactory(), []];
      else rest.push(v);
    }
    this.value = rest.length > 0 ? this.reducer(base, rest) : base;
  }

  update(values: any[]) {
    if (values.length === 0) return false;
    const whole = values.map(overwritten).filter((o) => o !== undefined);
    if (whole.length > 1) throw new InvalidUpdateError("Can receive only one Overwrite value per step.");
    if (whole.length === 1) this.value = whole[0]![0] ?? this.initialValueFactory();
    else this.value = this.reducer(this.value === undefined ? this.initialValueFactory() : this.value, values);
    return true;
  }

  get() {
    if (this.value === undefined) throw new EmptyChannelError();
    return this.value;
  }

  checkpoint() { return undefined; }
  isAvailable() { return this.value !== undefined; }

  equals(other: any) {
    return this === other || other != null && other.lc_graph_name === this.lc_graph_name &&
      other.snapshotFrequency === this.snapshotFrequency && other.reducer === this.reducer;
  }

  get spec(): any { return { kind: "delta", reducer: this.reducer, default: this.initialValueFactory }; }
}

const sameNames = (a: Set<any>, b: Set<any>) => a.size === b.size && [...a].every((name) => b.has(name));

/** Is available when all of its names have been written. */
export class NamedBarrierValue extends BaseChannel {
  lc_graph_name = "NamedBarrierValue";
  names: Set<any>;
  seen = new Set<any>();

  constructor(names: Set<any>) {
    super();
    this.names = names;
  }

  fromCheckpoint(checkpoint?: any): NamedBarrierValue {
    const copy = new NamedBarrierValue(this.names);
    if (checkpoint !== undefined) copy.seen = new Set(checkpoint);
    return copy;
  }

  update(values: any[]) {
    const before = this.seen.size;
    for (const name of values) {
      if (!this.names.has(name)) {
        throw new InvalidUpdateError(`Value ${JSON.stringify(name)} not in names ${JSON.stringify(this.names)}`);
      }
      this.seen.add(name);
    }
    return this.seen.size > before;
  }

  get(): any { if (!this.isAvailable()) throw new EmptyChannelError(); }
  checkpoint(): any { return [...this.seen]; }
  isAvailable() { return !!this.names && sameNames(this.names, this.seen); }

  consume() {
    if (!this.isAvailable()) return false;
    this.seen = new Set();
    return true;
  }
}

/** A NamedBarrierValue that is available only when no other task is left. */
export class NamedBarrierValueAfterFinish extends NamedBarrierValue {
  lc_graph_name = "NamedBarrierValueAfterFinish";
  finished = false;

  fromCheckpoint(checkpoint?: any): NamedBarrierValueAfterFinish {
    const copy = new NamedBarrierValueAfterFinish(this.names);
    if (checkpoint !== undefined) [copy.seen, copy.finished] = [new Set(checkpoint[0]), checkpoint[1]];
    return copy;
  }

  checkpoint() { return [[...this.seen], this.finished]; }
  isAvailable() { return this.finished && super.isAvailable(); }

  consume() {
    if (!super.consume()) return false;
    this.finished = false;
    return true;
  }

  finish() {
    if (this.finished || !super.isAvailable()) return false;
    this.finished = true;
    return true;
  }
}

/** Is available when all names have been written that a value { __names } has listed. */
export class DynamicBarrierValue extends BaseChannel {
  lc_graph_name = "DynamicBarrierValue";
  names: Set<any> | undefined = undefined;
  seen = new Set<any>();

  fromCheckpoint(checkpoint?: any): DynamicBarrierValue {
    const copy = new DynamicBarrierValue();
    if (checkpoint !== undefined) [copy.names, copy.seen] = [new Set(checkpoint[0]), new Set(checkpoint[1])];
    return copy;
  }

  update(values: any[]) {
    const asked = values.filter((v) => v.__names !== undefined);
    if (asked.length > 1) throw new InvalidUpdateError("Received multiple WaitForNames updates in the same step.");
    if (asked.length === 1) {
      this.names = new Set(asked[0].__names);
      return true;
    }
    const before = this.seen.size;
    for (const v of values) if (this.names?.has(v)) this.seen.add(v);
    return this.seen.size > before;
  }

  get(): any { if (!this.isAvailable()) throw new EmptyChannelError(); }
  checkpoint() { return [this.names ? [...this.names] : undefined, [...this.seen]]; }
  isAvailable() { return !!this.names && sameNames(this.names, this.seen); }

  consume() {
    if (!this.isAvailable()) return false;
    this.seen = new Set();
    this.names = undefined;
    return true;
  }
}

/** A LastValue that is available only when no other task is left. */
export class LastValueAfterFinish extends BaseChannel {
  lc_graph_name = "LastValueAfterFinish";
  value: any[] = [];
  finished = false;

  fromCheckpoint(checkpoint?: any): LastValueAfterFinish {
    const copy = new LastValueAfterFinish();
    if (checkpoint !== undefined) [copy.value, copy.finished] = [[checkpoint[0]], checkpoint[1]];
    return copy;
  }

  update(values: any[]) {
    if (values.length === 0) return false;
    this.finished = false;
    this.value = [values[values.length - 1]];
    return true;
  }

  get() {
    if (!this.isAvailable()) throw new EmptyChannelError();
    return this.value[0];
  }

  checkpoint() { return this.value.length === 0 ? undefined : [this.value[0], this.finished]; }
  isAvailable() { return this.value.length !== 0 && this.finished; }

  consume() {
    if (!this.finished) return false;
    this.finished = false;
    this.value = [];
    return true;
  }

  finish() {
    if (this.finished || this.value.length === 0) return false;
    this.finished = true;
    return true;
  }
}
