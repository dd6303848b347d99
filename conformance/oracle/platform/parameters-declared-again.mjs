// Pins: var statements and functions with the name of a pattern in the parameters
function simple({ a, n }) { var a = a || 5, more = [a]; return [a, n, more]; }
function unset({ a }) { var a; return a; }
function list([a, ...rest], b = a) { var a = 7, rest, { b = 9, c } = { c: 3 }; return [a, b, c, rest]; }
const arrow = ({ d }, e = [d]) => { if (d) var d = d + 1; for (var i = 0, e = e[0]; i < 2; i++) d += i; return [d, e, i]; };
class M { m({ x } = {}) { var { x = 4 } = {}; return x; } async p({ x }) { var x = await x, y = 1; return x + y; } *g([x]) { var x = (yield x) ?? x; yield x; } }
console.log(JSON.stringify([simple({ n: 1 }), simple({ a: 2 }), unset({ a: 3 }), list([1, 2, 3]), arrow({ d: 1 }), arrow({})]));
const m = new M(), g = m.g([1]);
console.log(m.m({ x: 1 }), await m.p({ x: Promise.resolve(2) }), g.next().value, g.next(8).value);
const helper = "outer", chosen = "outer";
function again({ helper, chosen }) { function helper() { return chosen; } var chosen = function () { return helper.name + chosen.name; }; return [helper()(), typeof chosen]; }
console.log(again({ helper: 1, chosen: 2 }), helper, chosen);
function loops({ k }, { v }) { for (var k of [1, 2]) { } for (var v in { q: 1 }) { } return [k, v]; }
console.log(loops({}, {}));
