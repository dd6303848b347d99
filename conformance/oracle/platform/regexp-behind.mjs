// Pins: a group in a look-behind is in the result wherever it is; split with a regular expression; RegExp as a function
console.log(/(c)(?<=(a)bc)/.exec("abc"), "abc".match(/(c)(?<=(?<first>a)bc)/).groups.first, /(c)(?<=(?<x>a)bc)/d.exec("abc").indices.groups.x);
console.log([..."abc äbc".matchAll(/(c)(?<=(?<first>[aä])bc)/g)].map((m) => [...m, m.index, m.groups.first]), "abc".replace(/(c)(?<=(a)bc)/, "[$1$2]"), "xabc".split(/(c)(?<=(a)bc)/));
console.log(/(?<=(\d+)(\d+))$/.exec("1053"), /(?<=\1(a))b/.exec("aab"), /(?<!(a))b/.exec("cb"));
for (const text of ["", "a", "a,b", ",a,,b,", "ä, ö;é", "a1b22c", "\u{1f600}a\u{1f600}", "ß,\u{1f600}"])
  for (const re of [/,/, /(,)|;/, /\s*,\s*/, /(?:)/, /(\d)(x)?/, /\b/, /^/m, /$/, /[äö]/, /x*/, /(a)?/, /,/gy, /A/i, /(?=b)/, /(?<=a)/])
    console.log(JSON.stringify(text), String(re), text.split(re), text.split(re, 2));
const re = /,/g;
re.lastIndex = 3;
console.log("a,b".split(re, 0), "a,b".split(re, -1), "a,b".split(re, 2 ** 32 + 1), re.lastIndex, "a\nb".split(/^/m), "a\r\nb\r\n".split(/$/m));
class Sub extends RegExp { exec(s) { const m = super.exec(s); return m && Object.assign(m, [m[0], "sub"], { length: 2 }); } }
console.log("a,b".split(new Sub(",")));
console.log("word another;".repeat(3000).split(/[ ;]/).length, "ä,".repeat(3000).split(/(,)/).length, "ab".repeat(2000).split(/(a)(b)/, 1001).length);
const same = /a/, sub = new (class S extends RegExp {})("a");
console.log(RegExp(same) === same, RegExp(same, "g") === same, new RegExp(same) === same, RegExp(sub) === sub, RegExp.call({}, same) === same, RegExp("b", "g"), RegExp());
sub.constructor = RegExp;
console.log(RegExp(sub) === sub, RegExp({ [Symbol.match]: true, constructor: RegExp }).source, Reflect.construct(RegExp, ["c"], class D {}) instanceof RegExp);
