// Pins: fuse.js, minisearch, lunr; jsonpath-plus, jmespath, jsonata, mingo
import Fuse from "fuse.js";
import MiniSearch from "minisearch";
import lunr from "lunr";
import { JSONPath } from "jsonpath-plus";
import jmespath from "jmespath";
import jsonata from "jsonata";
import { Query, aggregate } from "mingo";

{
const docs = [{ id: 1, t: "Old Man's War" }, { id: 2, t: "The Lock Artist" }, { id: 3, t: "War and peace" }];
console.log(new Fuse(docs, { keys: ["t"], includeScore: true }).search("wr").map((r) => [r.item.id, r.score.toFixed(4)]));
const m = new MiniSearch({ fields: ["t"] }); m.addAll(docs);
console.log(m.search("war", { fuzzy: 0.2 }).map((r) => [r.id, r.score.toFixed(4)]));
const l = lunr(function () { this.field("t"); docs.forEach((d) => this.add(d)); });
console.log(l.search("lock").map((r) => [r.ref, r.score]));
}
{
const d = { s: { b: [{ p: 8, c: "x" }, { p: 12, c: "y" }, { p: 3, c: "x" }] } };
console.log(JSONPath({ path: "$..b[?(@.p<10)].p", json: d }), jmespath.search(d, "s.b[?p>`5`].c | sort(@)"), await jsonata("$sum(s.b.p)").evaluate(d), await jsonata("s.b{c: $sum(p)}").evaluate(d), new Query({ p: { $gt: 5 } }).find(d.s.b).all().length, aggregate(d.s.b, [{ $group: { _id: "$c", t: { $sum: "$p" } } }, { $sort: { _id: 1 } }]));
}
