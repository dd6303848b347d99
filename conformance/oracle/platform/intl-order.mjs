// Pins: order of words: collators and localeCompare
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
console.log(["a10", "a2", "B", "b", "ä", "a"].sort(new Intl.Collator("en").compare));
console.log(["a10", "a2", "a1"].sort(new Intl.Collator("en", { numeric: true }).compare));
console.log([["a", "A"], ["a", "á"], ["a", "b"]].map(([x, y]) => ["base", "accent", "variant"].map((sensitivity) => new Intl.Collator("en", { sensitivity }).compare(x, y) === 0)));
console.log("resume".localeCompare("résumé", "en", { sensitivity: "base" }), "a2".localeCompare("a10", undefined, { numeric: true }), "ä".localeCompare("z", "sv"), "ä".localeCompare("z", "de"), "a".localeCompare("b"));
console.log(Intl.Collator("en").compare("a", "b"), Object.prototype.toString.call(new Intl.Collator()));
