// Records how Node writes lists and distances in time in some countries, and its categories of numbers, as js/intl.js reads them:
//
//	node record_words.mjs > words.json
//
// The file was made with Node 20.20.2. Each locale has a line. lists has what is between two items alone, behind the first one, between
// others, and before the last one. times has, for each style and unit, words for -2 to 2 (a), and what is before and behind the number for
// each category in the past (p) and in the future (f). ranges has the category of a range for those of its ends.
const locales = ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL", "pt-BR", "sv-SE", "en-GB", "en-CA", "de-AT", "de-CH"];
const styles = ["long", "short", "narrow"], types = ["conjunction", "disjunction", "unit"];
const units = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];
const between = (format, n) => format.formatToParts(["a", "b", "c", "d"].slice(0, n)).filter((p) => p.type === "literal").map((p) => p.value);
const samples = [0, 1, 2, 3, 8, 1e6, 2e6, 5, 1.5];
const of = (f, keys) => Object.fromEntries(keys.map((k) => [k, f(k)]));
function words(locale) {
  const rules = of((type) => new Intl.PluralRules(locale, { type }), ["cardinal", "ordinal"]);
  const sample = (type, category) => samples.find((n) => rules[type].select(n) === category);
  const categories = of((type) => rules[type].resolvedOptions().pluralCategories, Object.keys(rules));
  const around = (format, n, unit) => {
    const parts = format.formatToParts(n, unit), first = parts.findIndex((p) => p.unit), last = parts.findLastIndex((p) => p.unit);
    return [parts.slice(0, first), parts.slice(last + 1)].map((list) => list.map((p) => p.value).join(""));
  };
  const time = (style) => (unit) => {
    const always = new Intl.RelativeTimeFormat(locale, { style }), auto = new Intl.RelativeTimeFormat(locale, { style, numeric: "auto" });
    const a = {};
    for (const n of [-2, -1, 0, 1, 2]) { const parts = auto.formatToParts(n, unit); if (parts.length === 1) a[n] = parts[0].value; }
    return { a, p: of((c) => around(always, -sample("cardinal", c) || -0, unit), categories.cardinal), f: of((c) => around(always, sample("cardinal", c), unit), categories.cardinal) };
  };
  const ranges = {};
  for (const type of Object.keys(rules)) for (const a of samples) for (const b of samples) if (a <= b) ranges[[type, rules[type].select(a), rules[type].select(b)].join(" ")] = rules[type].selectRange(a, b);
  return {
    lists: of((type) => of((style) => { const f = new Intl.ListFormat(locale, { type, style }); return [...between(f, 2), ...between(f, 4)]; }, styles), types),
    times: of((style) => of(time(style), units), styles), categories, ranges,
  };
}
console.log("{\n" + locales.map((locale) => `${JSON.stringify(locale)}: ${JSON.stringify(words(locale))}`).join(",\n") + "\n}");
