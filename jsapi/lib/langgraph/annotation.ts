// This file has Annotation, and the channels that a state is made of.

export class BaseChannel {
  lg_is_channel = true;
  lc_graph_name = "";
  equals(other: any): boolean { return this === other; }
}

/** Keeps the last value; one write per superstep. */
export class LastValue extends BaseChannel {
  lc_graph_name = "LastValue";
  initialValueFactory: (() => any) | undefined;

  constructor(initialValueFactory?: () => any) {
    super();
    this.initialValueFactory = initialValueFactory;
  }
}

/** Folds every write into its value. */
export class BinaryOperatorAggregate extends BaseChannel {
  lc_graph_name = "BinaryOperatorAggregate";
  operator: (a: any, b: any) => any;
  initialValueFactory: (() => any) | undefined;

  constructor(operator: (a: any, b: any) => any, initialValueFactory?: () => any) {
    super();
    this.operator = operator;
    this.initialValueFactory = initialValueFactory;
  }

  equals(other: any) {
    return this === other || other != null && other.lc_graph_name === this.lc_graph_name && other.operator === this.operator;
  }
}

/** A channel as a spec has it: a reducer, a channel, or nothing for the last value. */
export function getChannel(spec: any): any {
  if (spec && typeof spec === "object") {
    if (spec.lg_is_channel) return spec;
    const reducer = spec.reducer ?? spec.value;
    if (reducer) return new BinaryOperatorAggregate(reducer, spec.default);
  }
  return new LastValue();
}

export class AnnotationRoot {
  lc_graph_name = "AnnotationRoot";
  spec: Record<string, any>;

  constructor(spec: Record<string, any>) { this.spec = spec; }

  static isInstance(value: any) {
    return typeof value === "object" && value !== null && value.lc_graph_name === "AnnotationRoot";
  }
}

/** Declares a channel; Annotation.Root declares a state. */
export const Annotation: any = function (annotation?: any) {
  return annotation ? getChannel(annotation) : new LastValue();
};
Annotation.Root = (spec: Record<string, any>) => new AnnotationRoot(spec);
