// Pins: what a parser makes of JSON whose end is missing, however long or deep it is
import { AIMessageChunk } from "@langchain/core/messages";
import { JsonOutputParser, parsePartialJson } from "@langchain/core/output_parsers";
let seed = 7; const rnd = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const pick = (a) => a[rnd(a.length)];
const val = (d) => { const k = rnd(d > 3 ? 5 : 8);
  if (k < 2) return pick(["0","-","1.","-1.5e3","1e","12E+","-0","-.5","1.e5","01","0.10","1e999","-e5","9007199254740993"]);
  if (k < 4) return '"' + Array.from({length: rnd(5)}, () => pick(["a","\\n","\\u00e9","\\ud83d","\\ude00","😀","\ud83d","é","\\","\\x","\n","\t","\u0001"," ","\\\"","{"])).join("") + '"';
  if (k < 5) return pick(["null","true","false","nul","t"]);
  const sp = () => pick(["",""," ","\n","\u00a0","\ufeff","\u2028","\u0085"]);
  if (k < 6) return "[" + sp() + Array.from({length: rnd(4)}, () => val(d + 1)).join(pick([",",", ",",\u3000"])) + sp() + "]";
  return "{" + sp() + Array.from({length: rnd(4)}, () => pick(['"a"','"b"','"\\u0061"','"1"','""']) + sp() + ":" + sp() + val(d + 1)).join(",") + sp() + "}"; };
const show = (v) => JSON.stringify(v, (k, x) => Object.is(x, -0) ? "-0" : x === Infinity ? "inf" : x);
for (let i = 0; i < 160; i++) { let s = val(0); if (rnd(3)) s = s.slice(0, rnd(s.length + 1)); if (!rnd(6)) s = pick([" ","\n\u00a0"]) + s + pick([" ","x","\u2029"]);
  let r; try { r = show(parsePartialJson(s)); } catch (e) { r = "ERR " + e.message; }
  console.log(JSON.stringify(s), r); }

for (const s of [undefined, "", " ", "{", '{"a', '{"a"', '{"a":', '{"a":1,', '{"a":1,"b', '{"a":1,}', "[1,]", "[,", "[1 2", "]", "1x", "1.2.3", ".5", "-.", "00", "nulls", "truefalse", '{"a":"x\ny', '{"a":"\\u12', '"\\u12g"', '"\\', '{"a":{"b":[1,{"c":"d', '{"a" "b"}', "{1:2}", "'a'"]) console.log(JSON.stringify(s), show(parsePartialJson(s)));

// Tool calls of a model, piece by piece.
const pieces = (text, n) => Array.from({ length: Math.ceil(text.length / n) }, (_, i) => text.slice(i * n, i * n + n));
const joined = (args, n) => pieces(args, n).map((piece, i) => new AIMessageChunk({ content: "", tool_call_chunks: [{ ...(i ? {} : { name: "f", id: "1" }), index: 0, args: piece, type: "tool_call_chunk" }] })).reduce((a, b) => a.concat(b));
const items = JSON.stringify({ items: Array.from({ length: 160 }, (_, id) => ({ id, name: "item " + id, tags: ["a", "b"], ok: true, price: 1.5 })) });
const whole = joined(items, 8);
console.log(items.length, JSON.stringify(whole.tool_calls[0].args) === items, whole.invalid_tool_calls.length);
console.log(JSON.stringify(joined(items.slice(0, 75), 8).tool_calls));
console.log(JSON.stringify(joined('{"face":"\u{1f600}!"}', 10)), JSON.stringify(joined('{"face":"\u{1f600}', 10).concat(new AIMessageChunk("x")).tool_calls));
const deep = joined("[".repeat(3000), 3000);
console.log(deep.tool_calls.length, deep.invalid_tool_calls[0].args.length);
for (const open of ["[", '{"a":']) console.log([1000, 3000, 8000, 100_000].map((n) => parsePartialJson(open.repeat(n)) === null));

async function* answer() { yield* pieces("```json\n" + items + "\n```", 40); }
const seen = [];
for await (const v of new JsonOutputParser().transform(answer())) seen.push(v);
console.log(seen.length, JSON.stringify(seen[3]), JSON.stringify(seen.at(-1)) === items);
for (const text of ['{"items":[' + '{"id":1,"name":"x"},'.repeat(6000), '{"text":"' + 'He said \\"hi\\".'.repeat(8000)]) console.log(JSON.stringify(parsePartialJson(text)).length);
