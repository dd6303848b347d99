// This file has Annotation, and the channels of most states. The other channels are in channels.ts.

import { EmptyChannelError, InvalidUpdateError } from "./errors";
import { overwritten } from "./command";

/**
 * A named slot of state with an update rule. The methods of a class of the script that extends it are called for
 * each update; Go does the work of the classes of this library.
 */
export abstract class BaseChannel {
  ValueType: any = undefined;
  UpdateType: any = undefined;
  lg_is_channel = true;
  abstract lc_graph_name: string;

  abstract fromCheckpoint(checkpoint?: any): BaseChannel;
  abstract update(values: any[]): boolean;
  abstract get(): any;
  abstract checkpoint(): any;
  consume(): boolean { return false; }
  finish(): boolean { return false; }
  equals(other: any): boolean { return this === other; }

  isAvailable(): boolean {
    try {
      this.get();
      return true;
    } catch (e: any) {
      if (e.name === "EmptyChannelError") return false;
      throw e;
    }
  }
}

/** A channel that holds one value or none. The field value is a list with it, or an empty list. */
export abstract class SlotChannel extends BaseChannel {
  value: any[] = [];

  get() {
    if (this.value.length === 0) throw new EmptyChannelError();
    return this.value[0];
  }

  checkpoint() { return SlotChannel.prototype.get.call(this); }
  isAvailable() { return this.value.length !== 0; }

  /** Sets the value to that of a checkpoint. */
  protected load(checkpoint: any): this {
    if (checkpoint !== undefined) this.value = [checkpoint];
    return this;
  }

  /** Removes the value, after a superstep without a write. Returns whether there was one. */
  protected forget(): boolean {
    const changed = this.value.length > 0;
    this.value = [];
    return changed;
  }
}

/** Holds the value that was written last. Only one write per superstep is allowed. */
export class LastValue extends SlotChannel {
  lc_graph_name = "LastValue";
  initialValueFactory: (() => any) | undefined;

  constructor(initialValueFactory?: () => any) {
    super();
    this.initialValueFactory = initialValueFactory;
    if (initialValueFactory) this.value = [initialValueFactory()];
  }

  fromCheckpoint(checkpoint?: any): LastValue { return new LastValue(this.initialValueFactory).load(checkpoint); }

  update(values: any[]) {
    if (values.length === 0) return false;
    if (values.length > 1) {
      throw new InvalidUpdateError("LastValue can only receive one value per step.", { lc_error_code: "INVALID_CONCURRENT_GRAPH_UPDATE" });
    }
    this.value = [values[0]];
    return true;
  }

  /** The description from which Go makes the channel; see readChannel in jsapi/langgraph/channel.go. */
  get spec(): any { return { default: this.initialValueFactory }; }
}

/** Combines every write with its value, by its reducer. */
export class BinaryOperatorAggregate extends BaseChannel {
  lc_graph_name = "BinaryOperatorAggregate";
  value: any = undefined;
  operator: (a: any, b: any) => any;
  initialValueFactory: (() => any) | undefined;

  constructor(operator: (a: any, b: any) => any, initialValueFactory?: () => any) {
    super();
    this.operator = operator;
    this.initialValueFactory = initialValueFactory;
    this.value = initialValueFactory?.();
  }

  fromCheckpoint(checkpoint?: any): BinaryOperatorAggregate {
    const copy = new BinaryOperatorAggregate(this.operator, this.initialValueFactory);
    if (checkpoint !== undefined) copy.value = checkpoint;
    return copy;
  }

  update(values: any[]) {
    if (values.length === 0) return false;
    let rest = values;
    if (this.value === undefined) {
      const first = overwritten(values[0]);
      this.value = first ? first[0] : values[0];
      rest = values.slice(1);
    }
    let replaced = false;
    for (const v of rest) {
      const whole = overwritten(v);
      if (whole && replaced) throw new InvalidUpdateError("Can receive only one Overwrite value per step.");
      if (whole) {
        this.value = whole[0];
        replaced = true;
      } else if (!replaced && this.value !== undefined) {
        this.value = this.operator(this.value, v);
      }
    }
    return true;
  }

  get() {
    if (this.value === undefined) throw new EmptyChannelError();
    return this.value;
  }

  checkpoint() { return this.get(); }
  isAvailable() { return this.value !== undefined; }

  equals(other: any) {
    return this === other || other != null && other.lc_graph_name === this.lc_graph_name && other.operator === this.operator;
  }

  get spec(): any { return { kind: "reduce", reducer: this.operator, default: this.initialValueFactory }; }
}

/** Makes a channel of what a state definition has for it: a channel, a reducer with a first value, or nothing for a LastValue. */
export function getChannel(spec: any): any {
  const reducer = spec && typeof spec === "object" ? spec.reducer || spec.value : undefined;
  return reducer ? new BinaryOperatorAggregate(reducer, spec.default) : new LastValue();
}

export class AnnotationRoot {
  lc_graph_name = "AnnotationRoot";
  spec: Record<string, any>;

  constructor(spec: Record<string, any>) { this.spec = spec; }

  static isInstance(value: any) {
    return typeof value === "object" && value !== null && value.lc_graph_name === "AnnotationRoot";
  }
}

/** Declares a channel. Annotation.Root declares a state. */
export const Annotation: any = function (annotation?: any) { return getChannel(annotation); };
Annotation.Root = (spec: Record<string, any>) => new AnnotationRoot(spec);
