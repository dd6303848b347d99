// Pins: groups of earlier rounds of a repetition, line ends of the flag m, parts of surrogate pairs, and matches that goja has to look for one by one
const show = (r, ...texts) => { for (const s of texts) { console.log(String(r), JSON.stringify(r.exec(s)), JSON.stringify(s.replace(r, "<$1>"))); r.lastIndex = 0; } };
show(/(?:(a)|b)*/, "ab", "ba", ""); show(/(?:(a)|(b))*/g, "ab"); show(/(z)((a+)?(b+)?(c))*/, "zaacbbbcac"); show(/(?:(?=(a))a|b)*/, "ab"); show(/(?:(a)|b\1)+/, "abb");
show(/(?:(a)|(b)|(c)){2}/, "abc"); show(/(?:(a)|(b)|(c)){3}/, "abc"); show(/(?:(a)?b?)*/, "abb"); show(/(a*)*/, "b", "aa"); show(/(a*)?/, "b", "aa"); show(/(?:(?<x>a)|(?<y>b))*/, "ab"); show(/((a)|b)*?c/, "abc");
show(/(.*?)a(?!(a+)b\2c)\2(.*)/, "baaabaac"); show(/(?=(a+))a*b\1/, "baaabac"); show(/(?:(?!(a))b|(a))+/, "ba"); show(/(?:(?<=(a)|(b))c|[ab])+/, "acbc"); show(/(?<=(?:(a)|b)+)c/, "abc", "bac"); show(/(?:(é)|(É))+/i, "éÉ"); show(/(?:(\w)|(\W)){2}\1/iu, "aſſ");
show(/(?:(😀)|(.))*/u, "a😀"); show(/(?:(😀)|(.))*/, "a😀"); show(/([^])(?:(\d)|\D){2,3}?$/, "ab1c"); show(/(?:([\d-x])|([^\w]))*/, "1-x!"); show(/(?:(\cA)|(\x41)|(\u0042)|(\101))+/, "\x01ABA"); show(/(?:(a){0}|b)+(\k)?]/, "bbk]");
for (const r of [/^b/gm, /a$/gm, /^.*$/gm, /^$/gm, /\S+\s*$/m]) show(r, "a\rb", "a\r\nb", "a\u2028b", "a\nb", "é\r\nb a");
console.log("one\r\ntwo\r\n".match(/^.+$/gm), "k: 1\r\nl: 2".replace(/^(\w): (\d)$/gm, "$2=$1"), "x\r\ny".split(/$/m), /^two$/m.test("one\r\ntwo\r\nthree"));
console.log("\n😀".match(/[^\w]😀/g), "a😀".match(/.😀/g), "a😀b😀".replace(/.😀/g, "-"), "a😀".split(/(?:)/), "a😀".match(/\ud83d/g));
console.log("Éb x b".replace(/(?=b)b/u, "-"), "É12".replace(/\d/u, (d) => d * 2), "aab".replace(/a*/gy, "-"), "xxa".replace(/\B|x/gy, "-"), "aab".match(/a*?/gy), "a b".replace(/\b/gy, "|"));
