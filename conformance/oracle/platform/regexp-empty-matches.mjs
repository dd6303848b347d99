// Pins: empty matches after other ones; the names of groups, and the flag y, in texts that are not ASCII
const show = (m) => m && JSON.stringify([[...m], m.index, m.groups]);
for (const flags of ["", "u", "g", "gu", "i", "iu"]) {
  for (const text of ["x y", "é x", "😀x", "日x"]) {
    const r = () => new RegExp("(?<first>[a-z])(?<rest>\\w*)", flags);
    console.log(flags, text, show(r().exec(text)), show(text.match(r())), text.replace(r(), "<$<first>|$<none>>"));
    console.log(text.replace(r(), (...a) => JSON.stringify(a)), [...text.matchAll(new RegExp(r(), flags.includes("g") ? flags : flags + "g"))].map(show).join());
  }
}
console.log("2024年5月".match(/(?<year>\d{4})年(?<month>\d+)月/u).groups.year);
for (const text of ["abc", "ábc", "foo bar", "aab", "", "xx y", "日xx"]) {
  for (const pattern of ["(?:ab)*", "a*", "x|y|", "\\s*", "a?", "b*?", "^", "$", "[a-z]{0,2}", "\\b", "(x+)?", "(?:)", "(?=x)x*", "x{0}a*"]) {
    for (const flags of ["g", "gu", "gi"]) {
      const r = () => new RegExp(pattern, flags);
      console.log(JSON.stringify([text, pattern, flags, text.match(r()), text.replace(r(), "-"), [...text.matchAll(r())].map((m) => m.index), text.split(r()), text.replaceAll(r(), (m, ...a) => a.length)]));
    }
  }
}
for (const flags of ["y", "yu", "yi"]) {
  for (const text of ["ax", "áx", "xá", "日x", "😀x", "x😀"]) {
    for (let i = 0; i < 3; i++) {
      const r = new RegExp("x|(?<q>z)", flags);
      r.lastIndex = i;
      console.log(text, flags, i, text.replace(r, "<$&>"), r.lastIndex, r.test(text), r.lastIndex, text.search(r), text.match(r));
    }
  }
}
console.log(JSON.stringify(["a*", "x|y|", "\\s*"].map((p) => "ab xá".match(new RegExp(p, "gy")))));
