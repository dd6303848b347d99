// This file has AssertionError, and the message that shows how two values differ.
import { wrongType } from "./errors";

const { util } = __hitlrun.node;

const headings: Record<string, string> = {
  deepStrictEqual: "Expected values to be strictly deep-equal:",
  strictEqual: "Expected values to be strictly equal:",
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: "Expected values to be loosely deep-equal:",
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: "Values have same structure but are not reference-equal:",
};

const isObject = (value: unknown) => (typeof value === "object" && value !== null) || typeof value === "function";

/** Prints a value with one property or entry on each line, so that lines can be compared. */
function linesOf(value: unknown): string[] {
  return util.inspect(value, {
    compact: false, customInspect: false, depth: 1000, maxArrayLength: Infinity, maxStringLength: Infinity, showHidden: false,
    showProxy: false, sorted: true, getters: true, breakLength: Infinity,
  }).split("\n");
}

/** Shortens a long value for a message that does not compare lines. */
function cut(lines: string[], most: number): string {
  return lines.length > most ? [...lines.slice(0, most - 4), "..."].join("\n") : lines.join("\n");
}

/** Shows how two values differ, below the message that was given, or a heading. */
function comparison(actual: unknown, expected: unknown, operator: string, given: string): string {
  if (operator === "strictEqual" && isObject(actual) && isObject(expected) && typeof actual === typeof expected) operator = "strictEqualObject";
  const heading = given || headings[operator];
  const a = linesOf(actual);
  const b = linesOf(expected);
  let mark = "";
  if (a.length === 1 && b.length === 1 && a[0] !== b[0]) {
    const length = a[0].length + b[0].length;
    if (length <= 12) {
      if (!isObject(actual) && !isObject(expected) && (actual !== 0 || expected !== 0)) return `${heading}\n\n${a[0]} !== ${b[0]}\n`;
    } else if (operator !== "strictEqualObject" && length < 80) {
      let same = 0;
      while (a[0][same] === b[0][same]) same++;
      if (same > 2) mark = `\n  ${" ".repeat(same)}^`;
    }
  }
  if (a.join("\n") === b.join("\n")) return `${headings.notIdentical}\n\n${cut(a, 50)}\n`;
  const { lines, skipped } = diff(a, b);
  return `${heading}\n+ actual - expected${skipped ? " ... Lines skipped" : ""}\n\n${lines.join("\n")}${mark}`;
}

const withoutComma = (line: string) => line.replace(/,$/, "");

/** Compares lines, without the common end. Long runs of equal lines are shortened. */
function diff(a: string[], b: string[]): { lines: string[]; skipped: boolean } {
  a = [...a];
  b = [...b];
  const end: string[] = [];
  while (a.length > 0 && b.length > 0 && a[a.length - 1] === b[b.length - 1]) {
    end.unshift(a.pop() as string);
    b.pop();
  }
  const lines: string[] = [];
  let run: string[] = [];
  let plus: string[] = [];
  let minus: string[] = [];
  let skipped = false;
  const keep = (list: string[], most: number, first: number, last: number) => {
    if (list.length <= most) return list.map((line) => `  ${line}`);
    skipped = true;
    return [...list.slice(0, first).map((line) => `  ${line}`), "...", ...list.slice(-last).map((line) => `  ${line}`)];
  };
  const flush = () => {
    lines.push(...plus.map((line) => `+ ${line}`), ...minus.map((line) => `- ${line}`));
    plus = [];
    minus = [];
  };
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if (i < a.length && i < b.length && withoutComma(a[i]) === withoutComma(b[i])) {
      flush();
      run.push(a[i].length > b[i].length ? a[i] : b[i]);
      continue;
    }
    lines.push(...keep(run, 5, 2, 2));
    run = [];
    if (i < a.length) plus.push(a[i]);
    if (i < b.length) minus.push(b[i]);
  }
  flush();
  lines.push(...keep([...run, ...end], 4, 1, 3));
  if (lines.length > 55) {
    skipped = true;
    return { lines: [...lines.slice(0, 50), "..."], skipped };
  }
  return { lines, skipped };
}

function message(actual: any, expected: any, operator: string, given: any): string {
  const isGiven = given !== undefined && given !== null;
  if (operator === "deepStrictEqual" || operator === "strictEqual") return comparison(actual, expected, operator, isGiven ? `${given}` : "");
  if (isGiven) return `${given}`;
  if (operator === "notDeepStrictEqual" || operator === "notStrictEqual") {
    const heading = headings[operator === "notStrictEqual" && isObject(actual) ? "notStrictEqualObject" : operator];
    const lines = linesOf(actual);
    return lines.length === 1 ? `${heading}${lines[0].length > 5 ? "\n\n" : " "}${lines[0]}` : `${heading}\n\n${cut(lines, 50)}\n`;
  }
  const shown = cut(linesOf(actual), 50);
  const other = cut(linesOf(expected), 50);
  if (operator === "deepEqual") return `${headings.deepEqual}\n\n${shown}\n\nshould loosely deep-equal\n\n${other}`;
  if (operator === "notDeepEqual") return `${headings.notDeepEqual}\n\n${shown}`;
  return `${shown} ${operator} ${other}`;
}

export interface AssertionOptions { message?: unknown; actual?: unknown; expected?: unknown; operator?: string; stackStartFn?: unknown }

export class AssertionError extends Error {
  generatedMessage: boolean;
  code = "ERR_ASSERTION";
  actual: unknown;
  expected: unknown;
  operator: string | undefined;
  constructor(options: AssertionOptions) {
    if (options === null || typeof options !== "object") throw wrongType("options", "of type object", options);
    const { actual, expected, operator } = options;
    super(message(actual, expected, operator as string, options.message));
    this.generatedMessage = !options.message;
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    const name = (value: string) => Object.defineProperty(this, "name", { value, writable: true, configurable: true });
    name("AssertionError [ERR_ASSERTION]"); // for the first line of the stack
    (Error as any).captureStackTrace(this, options.stackStartFn);
    name("AssertionError");
  }
  toString(): string {
    return `${this.name} [${this.code}]: ${this.message}`;
  }
}
