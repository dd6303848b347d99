// This file has the properties of RegExp that say what the last match found: RegExp.$1, RegExp.lastMatch and others. It is
// loaded only for a script that names one of them, because it makes matching slower.

const g: any = globalThis;
const { RegExp } = g;
const { defineProperty } = Object;
const apply = Reflect.apply;
const slice = String.prototype.slice;
const native = RegExp.prototype.exec;

let groups: (string | undefined)[] = [""]; // of the last match
let index = 0; // where it begins in text
let text = "";

const methods: any = {
  exec(this: RegExp, given: any): any {
    const match = apply(native, this, [given]);
    if (match) {
      groups = [...match];
      ({ index, input: text } = match);
    }
    return match;
  },
  test(this: RegExp, given: any): boolean {
    return this.exec(given) !== null; // the one of the engine does not call exec
  },
};
for (const name of ["exec", "test"]) defineProperty(RegExp.prototype, name, { value: methods[name], writable: true, configurable: true });

const end = () => index + (groups[0] as string).length;
const names: Record<string, () => string | undefined> = {
  lastMatch: () => groups[0],
  lastParen: () => (groups.length > 1 ? groups[groups.length - 1] : ""),
  leftContext: () => apply(slice, text, [0, index]),
  rightContext: () => apply(slice, text, [end()]),
};
for (let i = 1; i <= 9; i++) names[`$${i}`] = () => groups[i];
Object.assign(names, { "$&": names.lastMatch, "$+": names.lastParen, "$`": names.leftContext, "$'": names.rightContext });
for (const name of Object.keys(names)) defineProperty(RegExp, name, { get: () => names[name]() || "", set() {}, configurable: true });

let input: string | undefined; // what a script has set
for (const name of ["input", "$_"]) {
  defineProperty(RegExp, name, {
    get: () => (input === undefined ? text : input),
    set(value: any) {
      input = `${value}`;
    },
    configurable: true,
  });
}
