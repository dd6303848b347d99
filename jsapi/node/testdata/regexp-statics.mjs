// RegExp.$1 and its like, which old packages read after a match.
const all = () => [RegExp.$1, RegExp.$2, RegExp.$9, RegExp.lastMatch, RegExp["$&"], RegExp.lastParen, RegExp["$+"], RegExp.leftContext, RegExp["$`"], RegExp.rightContext, RegExp["$'"], RegExp.input, RegExp.$_];
console.log(all());
/(b)(c)?/.exec("abd");
console.log(all());
console.log(/(\d+)-(\d+)/.test("on 12-34!"), all());
/nothing/.test("keeps the last match");
console.log(all());
console.log("x1y2".replace(/([a-z])(\d)/g, (m) => `${m}${RegExp.$2}`), all());
console.log("k=v".match(/(\w)=(\w)/)[0], all());
console.log("a,b;c".split(/([,;])/), RegExp.$1, RegExp.lastMatch);
console.log("find me".search(/m(e)/), all());
console.log("a1b2".match(/[a-z](\d)/g), all());
console.log([..."a1b2".matchAll(/([a-z])(\d)/g)].length, all());
console.log("é😀z".replace(/😀/u, "-"), all());
const match = /(a)/.exec("a");
match.length = 0;
console.log(all());
RegExp.$1 = "ignored";
console.log(RegExp.$1);
function first(text) {
  return /^(\w+)\s/.test(text) && RegExp.$1;
}
console.log(first("one two"), first("none"));
console.log(Object.keys(RegExp), typeof Object.getOwnPropertyDescriptor(RegExp, "$1").get, RegExp.prototype.exec.name, RegExp.prototype.exec.length);
console.log(new RegExp("(q)").test("q"), RegExp.$1, "a-b-c".replaceAll(/-(.)/g, "$1"), RegExp.$1);
const sticky = /a(.)/y;
console.log(sticky.exec("abac").index, sticky.exec("abac").index, sticky.exec("abac"), RegExp.$1);
