// Pins: what JSON.stringify says of objects that are inside of themselves: where the circle starts, its keys and classes
const show = (v, ...more) => { try { console.log(JSON.stringify(v, ...more)); } catch (e) { console.log(e.name, e.message); } };
const a = {}; a.self = a; show(a);
const b = { list: [] }; b.list.push({ b }); show(b);
class Node { constructor(p) { this.parent = p; this.children = []; } } const root = new Node(null); root.children.push(new Node(root)); show(root);
const deep = { l1: { l2: { l3: { l4: { l5: {} } } } } }; deep.l1.l2.l3.l4.l5.back = deep.l1; show(deep); show({ outer: [1, deep] });
const arr = []; arr[2] = arr; show(arr); const n = Object.create(null); n.x = { n }; show(n);
const t = { toJSON() { return { again: u }; } }; const u = { t }; show(u);
show({ x: 1, y: a }, null, 2); show({ k: 1 }, function (key, v) { return key === "k" ? this : v; });
const q = { "": {} }; q[""].z = q; show(q); const long = { ["k".repeat(60)]: {} }; long["k".repeat(60)].o = long; show(long);
const m = { é: new Map() }; m.é.m = m; show(m); const f = { a: 1 }; f.c = new (class extends Array {})(); f.c.push(f); show(f); const one = { a: { b: {} } }; one.a.b.c = one.a; show(one); const two = { a: { b: { c: {} } } }; two.a.b.c.d = two; show(two); const cc = { constructor: 5 }; cc.z = cc; show(cc); const pr = { p: new Proxy({}, {}) }; pr.p.o = pr; show(pr); const dd = { 5: {} }; dd[5].x = dd; show(dd); const fn = new (function Foo() { this.me = this; })(); show(fn);
