// Pins: plural rules, lists, relative times and segments in English
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const times = [[-1, "day"], [0, "day"], [1, "days"], [2, "day"], [-3, "weeks"], [1, "month"], [5, "year"], [0, "second"], [-2.5, "hour"], [-0, "day"], [1000, "minute"], [1, "quarter"], [-1, "year"], [0, "hour"], [2, "quarters"]];
for (const [n, unit] of times) {
  for (const style of ["long", "short", "narrow"]) console.log(n, unit, ["always", "auto"].map((numeric) => new Intl.RelativeTimeFormat("en", { style, numeric }).format(n, unit)).join(" | "));
}
await t(1, () => new Intl.RelativeTimeFormat("en").formatToParts(-12, "day"));
await t(2, () => new Intl.RelativeTimeFormat("en").format(1, "eon"));
for (const type of ["conjunction", "disjunction", "unit"]) {
  for (const style of ["long", "short", "narrow"]) console.log(type, style, [[], ["a"], ["a", "b"], ["a", "b", "c"]].map((list) => new Intl.ListFormat("en", { type, style }).format(list)));
}
await t(3, () => new Intl.ListFormat("en", { type: "q" }));
console.log([0, 1, 2, 1.5, -1].map((n) => new Intl.PluralRules("en").select(n)), [1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111].map((n) => new Intl.PluralRules("en-US", { type: "ordinal" }).select(n)));
console.log([...new Intl.Segmenter("en").segment("a👨‍👩‍👧é🇩🇪")].map((s) => [s.segment, s.index]));
console.log([...new Intl.Segmenter("en", { granularity: "word" }).segment("Hello, wide world 42!")].filter((s) => s.isWordLike).map((s) => s.segment));
console.log([...new Intl.Segmenter("en", { granularity: "sentence" }).segment("One. Two? Three")].map((s) => s.segment));
