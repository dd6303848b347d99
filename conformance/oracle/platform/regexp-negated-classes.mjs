// Pins: \W, \S, \D and the dot in patterns of new RegExp with the flag i
console.log(new RegExp("(?=a|)\\W", "i").test("s"), new RegExp("(?=a|)\\W", "i").test("k"), new RegExp("(?=a|)\\W", "i").test("-"));
const r = new RegExp("(?=a|)\\W[\\W\\]\\W]\\\\W/", "gi");
console.log(r, r.source, r.flags, new RegExp(r).source, new RegExp(r, "i").source, "a\\w-/".match(new RegExp("(?=.)\\W", "gi")), r instanceof RegExp);
class R extends RegExp { } const q = new R("(\\W|$)(?=x)", "i"); console.log(q.source, q instanceof R, q.test("a-x"), q.test("sx"));
console.log("one two".split(new RegExp("\\W(?=t)", "i")), "K k s S".replace(new RegExp("(?!x)\\S", "gi"), "."), new RegExp("(?=x|)\\D", "i").exec("12k").index);
console.log("a\nb\u2028c\rd".match(new RegExp("(?!x).+", "gi")), new RegExp("(?=a|).[.]\\.", "i").exec("\nab..c.").index, new RegExp("(?!x)a.b", "is").test("A\nb"), new RegExp("(?<n>.)\\k<n>", "i").exec("abBc")[0]);
