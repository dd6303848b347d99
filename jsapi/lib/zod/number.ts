// This file has numbers, bigints and dates.
import { formatOf, numeric, ordering, ranges, readers } from "./checks";
import { Params, Payload, ZodType, checkMethods, coerce, fail, kind, mismatch, raise } from "./core";

export class ZodNumber extends ZodType<number, number> {
  _parseValue(p: Payload): Payload {
    coerce(p, this, Number);
    const v = p.value;
    if (Number.isFinite(v)) return p;
    return mismatch(p, this, "number", typeof v === "number" ? { received: String(v) } : 0);
  }
  finite(): this {
    return this;
  }
}

/** A number of a certain format. It is a schema, and also the check that z.number().int() adds. */
export class ZodNumberFormat extends ZodNumber {
  _check(p: Payload): any {
    const v = p.value;
    const { format } = this.def;
    let [minimum, maximum] = ranges[format];
    if (!Number.isInteger(v)) return raise(p, this, { expected: "int", format, code: "invalid_type", continue: false });
    let more: any = { origin: "number" };
    let note: any;
    if (!Number.isSafeInteger(v)) {
      [minimum, maximum] = ranges.safeint;
      note = { note: "Integers must be within the safe integer range.", origin: "int" };
      more = 0;
    }
    const out = (issue: any) => fail(p, this, { ...more, ...issue, ...note, inclusive: true });
    if (v < minimum) out({ code: "too_small", minimum });
    if (v > maximum) out({ code: "too_big", maximum });
  }
}

export class ZodBigInt extends ZodType<bigint, bigint> {
  _parseValue(p: Payload): Payload {
    coerce(p, this, BigInt);
    return typeof p.value === "bigint" ? p : mismatch(p, this, "bigint");
  }
}

export class ZodDate extends ZodType<Date, Date> {
  _parseValue(p: Payload): Payload {
    coerce(p, this, (v) => new Date(v));
    const d = p.value instanceof Date;
    if (d && !Number.isNaN(+p.value)) return p;
    return mismatch(p, this, "date", d ? { received: "Invalid Date" } : 0);
  }
}

interface Ordered<T> {
  min(v: T, p?: Params): this;
  max(v: T, p?: Params): this;
}
interface Numeric<T> extends Ordered<T> {
  gt(v: T, p?: Params): this;
  gte(v: T, p?: Params): this;
  lt(v: T, p?: Params): this;
  lte(v: T, p?: Params): this;
  positive(p?: Params): this;
  negative(p?: Params): this;
  nonnegative(p?: Params): this;
  nonpositive(p?: Params): this;
  multipleOf(v: T, p?: Params): this;
}
export interface ZodNumber extends Numeric<number> {
  int(p?: Params): this;
  safe(p?: Params): this;
  step(v: number, p?: Params): this;
}
export interface ZodBigInt extends Numeric<bigint> {}
export interface ZodDate extends Ordered<Date> {}

const numberKind = (format: string) => kind(ZodNumberFormat, { type: "number", check: "number_format", abort: false, format });

export const number = kind(ZodNumber, { type: "number" });
export const int = numberKind("safeint");
export const int32 = numberKind("int32");
export const uint32 = numberKind("uint32");
export const bigint = kind(ZodBigInt, { type: "bigint" });
export const date = kind(ZodDate, { type: "date" });
export const coerceNumber = kind(ZodNumber, { type: "number", coerce: true });
export const coerceBigInt = kind(ZodBigInt, { type: "bigint", coerce: true });
export const coerceDate = kind(ZodDate, { type: "date", coerce: true });

const ofNumbers = numeric(0);
checkMethods(ZodNumber, { ...ofNumbers, step: ofNumbers.multipleOf, int, safe: int });
checkMethods(ZodBigInt, numeric(BigInt(0)));
checkMethods(ZodDate, ordering);

const least = (b: any) => b.minimum ?? null;
const most = (b: any) => b.maximum ?? null;
const day = (bound: any) => (b: any) => bound(b) && new Date(bound(b));
readers(ZodNumber, {
  minValue: (b) => Math.max(b.minimum ?? -Infinity, b.exclusiveMinimum ?? -Infinity),
  maxValue: (b) => Math.min(b.maximum ?? Infinity, b.exclusiveMaximum ?? Infinity),
  isInt: (b) => !!b.int || Number.isSafeInteger(b.divisors[0]),
  isFinite: () => true,
  format: formatOf,
});
readers(ZodBigInt, { minValue: least, maxValue: most, format: formatOf });
readers(ZodDate, { minDate: day(least), maxDate: day(most) });
