// Pins: console.log of errors: causes, own fields, aggregates, without stacks in what is compared
const first = (v) => require_inspect(v).split("\n").filter((l) => !/^\s+at /.test(l)).join("\n");
import { inspect } from "node:util";
function require_inspect(v) {
  return inspect(v);
}
class Own extends TypeError {
  constructor(m) {
    super(m);
    this.name = "OwnError";
    this.code = 5;
  }
}
console.log(first(new Error("plain")));
console.log(first(new Own("own")));
console.log(first(new Error("outer", { cause: new RangeError("inner") })));
console.log(first(new Error("outer", { cause: { why: 1 } })));
console.log(first(new AggregateError([new Error("a"), new TypeError("b")], "many")));
const bare = new Error("bare");
bare.stack = undefined;
console.log(first(bare));
const noStack = new Error("message\nin two lines");
console.log(first(noStack));
console.log(first({ e: Object.assign(new Error("nested"), { stack: "Error: nested" }) }), String(new Own("x")), JSON.stringify(new Error("x")), Object.keys(new Own("x")));
console.log(new Error("m", { cause: 0 }).cause, new AggregateError([1]).errors, new Error(undefined).message === "", new Error("x") instanceof Object);
