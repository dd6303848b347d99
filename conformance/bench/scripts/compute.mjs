// What nodes compute by themselves: JSON of 100 KB there and back, sorting 10,000 objects, building a text of 100 KB
// piece by piece. Each figure is the milliseconds of one round, the best of ROUNDS.
import { expect, number } from "./common.mjs";

const ROUNDS = number("ROUNDS", 5);
function best(round) {
  let least = Infinity;
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    round();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

const rows = Array.from({ length: 1000 }, (_, id) => ({ id, name: "row " + id, tags: ["a", "b"], ratio: id / 7, text: "x".repeat(20) }));
const json = JSON.stringify(rows);
const json_parse_ms = best(() => expect("rows", JSON.parse(json).length, 1000));
const json_stringify_ms = best(() => expect("length", JSON.stringify(rows).length, json.length));

let seed = 1;
const random = () => (seed = (seed * 16807) % 2147483647);
const list = Array.from({ length: 10000 }, () => ({ key: random(), name: "n" + random() }));
const sort_10000_ms = best(() => {
  const sorted = list.slice().sort((a, b) => a.key - b.key);
  expect("sorted", sorted[0].key <= sorted[9999].key, true);
});

const text_by_adding_ms = best(() => {
  let text = "";
  for (let i = 0; i < 10000; i++) text += "0123456789";
  expect("the last", text.charCodeAt(99999), 57); // V8 puts a text together when it is looked at
});
const text_by_join_ms = best(() => {
  const pieces = [];
  for (let i = 0; i < 10000; i++) pieces.push("0123456789");
  expect("the last", pieces.join("").charCodeAt(99999), 57);
});
const loop_1000000_ms = best(() => {
  let sum = 0;
  for (let i = 0; i < 1000000; i++) sum += i & 7;
  expect("sum", sum, 3500000);
});
console.log(JSON.stringify({ n: 1, json_parse_ms, json_stringify_ms, sort_10000_ms, text_by_adding_ms, text_by_join_ms, loop_1000000_ms }));
