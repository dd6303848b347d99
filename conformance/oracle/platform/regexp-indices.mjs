// Pins: the flag d of regular expressions, what it adds to their results, and the properties of RegExp.prototype for d and v
for (const r of [/(a)|(b)/dg, /(?<y>\d{4})-(?<m>\d\d)?/d, /(?<=(\d))(x)/du, /😀(.)/du, /(?:)/dg, /😀(.)/d, /(?<é>x)/dv, /a(?=(b))/dy]) {
  for (const text of ["ab", "in 2024-05 or", "1x2x", "z😀😀b", "", "éxé", "日本2024-1"]) {
    const m = r.exec(text);
    console.log(r.flags, r.lastIndex, m && m.index, JSON.stringify(m?.indices), JSON.stringify(m?.indices.groups));
    r.lastIndex = 0;
  }
}
const re = /(?<a>x)(y)?/dg;
console.log(re, re.flags, re.hasIndices, String(re), re.exec("zxzxy"));
console.log([..."a1b22".matchAll(/([a-z])(\d+)/dg)].map((m) => m.indices.join("|")), "a1b2".replace(/([a-z])(?<n>\d)/dg, "$2$1$<n>"), "a1b2".replace(/\d/dg, (x, i) => i));
console.log("a1b2".split(/\d/d), "a1b2".search(/\d/d), "a1b2".match(/\d/dg), "a1b2".match(/(\d)/d).indices, /x/d.test("x"));
class Own extends RegExp {}
console.log(new Own("x", "dg"), new Own("x", "d").exec("ax").indices, "ax".match(new Own("x", "d")).indices, new RegExp(/x/d).flags, new RegExp(/x/d, "g").flags, RegExp(/x/, "d").exec("xx").indices);
const place = (name) => Object.getOwnPropertyDescriptor(RegExp.prototype, name);
console.log(place("hasIndices").get.name, place("unicodeSets").set, RegExp.prototype.hasIndices, RegExp.prototype.flags === "");
for (const name of ["hasIndices", "unicodeSets", "flags"]) for (const of of [{}, 1]) try { console.log(place(name).get.call(of)); } catch (e) { console.log(e.message); }
let calls = 0;
re.lastIndex = { valueOf() { calls++; /(q)/d.exec("qq"); return 1; } };
console.log(re.exec("xxx").indices, calls, structuredClone(/x/d), /x/d.exec("y"));
for (const r of [/\p{Lu}x/u, /[\p{Lu}--B]/v, new RegExp(/[\p{Lu}--B]/v), /\W/iu]) console.log(r.source, r.flags, r.unicode, r.unicodeSets, String(r), r);
for (const flags of ["uv", "dd", "vv", "dx"]) try { new RegExp("a", flags); } catch (e) { console.log(e.message); }
console.log("a1b2".replace(/[a-b]/gv, "_"), "a,b;c".split(/[,;]/v), [..."a1b2".matchAll(/\d/gv)].length, [..."😀".matchAll(/(?:)/gv)].length);
console.log("😀".replace(/(?:)/dgu, "-"), "😀".replace(/(?:)/gv, "-"), "😀".match(/(?:)/gv));
for (const text of ["return /(x)/d.exec('ax').indices", "return /\\p{L}/u.test('é')", "return /[\\p{L}--a]/v.test('a')", "return `${/[/`]/d.flags}`", "if (1) /x/d.test('x'); return /x\\/\"/dg.source", "return class { static a = /x/d }.a.flags", "return 8/2/1"]) console.log(new Function(text)());
console.log((0, eval)("/(x)/d").flags);
