// Pins: PluralRules, ListFormat, RelativeTimeFormat and Segmenter in the locales of numbers and dates
const locales = ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL", "pt-BR", "sv-SE", "en-GB", "en-CA", "de-AT", "de-CH"];
const units = ["second", "minutes", "hour", "day", "week", "month", "quarter", "years"];
for (const locale of locales) {
  const some = (options, list) => { const f = new Intl.PluralRules(locale, options); return list.map((n) => f.select(n)).join(" "); };
  console.log(locale, some({}, [0, 1, -1, 1.5, 2, 1e6, 2e6, 1000001, NaN, Infinity]), some({ type: "ordinal" }, [0, 1, 2, 3, 8, 11, 12, 21, 22, 80, 101, 111, 1.5]), some({ minimumFractionDigits: 1 }, [0, 1, 1e6]));
  const range = new Intl.PluralRules(locale);
  console.log(range.selectRange(0, 1), range.selectRange(1, 2), range.selectRange(1, 1), range.selectRange(2, 1e6), JSON.stringify(range.resolvedOptions().pluralCategories));
  for (const type of ["conjunction", "disjunction", "unit"]) for (const style of ["long", "short", "narrow"]) {
    const f = new Intl.ListFormat(locale, { type, style });
    console.log(type, style, [[], ["a"], ["a", "b"], ["a", "i"], ["a", "b", "c"], ["a", "b", "c", "o", "11"]].map((list) => f.format(list)).join(" | "));
  }
  for (const style of ["long", "short", "narrow"]) for (const numeric of ["always", "auto"]) {
    const f = new Intl.RelativeTimeFormat(locale, { style, numeric });
    console.log(style, numeric, units.map((unit) => [-1234.5, -2, -1, -0, 0, 1, 2, 1e6].map((n) => f.format(n, unit)).join(" | ")).join("\n"));
  }
  console.log(JSON.stringify(new Intl.RelativeTimeFormat(locale).formatToParts(-3.5, "day")), JSON.stringify(new Intl.ListFormat(locale).formatToParts(["x", "y"])), new Intl.RelativeTimeFormat(locale).resolvedOptions().locale, new Intl.Segmenter(locale).resolvedOptions().locale);
}
console.log(new Intl.ListFormat("de").resolvedOptions(), new Intl.PluralRules("fr").resolvedOptions().locale, Intl.PluralRules.supportedLocalesOf(["de", "en-GB"]));
console.log(["i", "hi", "hielo", "Isla", "hia", "hoy", "8", "hoja", "O"].map((s) => [new Intl.ListFormat("es").format(["a", s]), new Intl.ListFormat("es", { type: "disjunction" }).format(["a", "b", s])].join(" | ")).join("\n"));
