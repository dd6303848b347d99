// Records how Node writes units, as units.go reads them:
//
//	node record_units.mjs > units.json
//
// The file was made with Node 20.20.2. Each locale has a line. For each form (short, long, narrow), of has what is behind a number in the unit,
// for each category of numbers; a text alone is that of all categories. per has what is behind such a unit per another one. odd has what does not
// follow from these two.
const locales = ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL", "pt-BR", "sv-SE", "en-GB", "en-CA", "de-AT", "de-CH"];
const units = Intl.supportedValuesOf("unit"), samples = { one: 1, other: 5, many: 1e6 };
function recorded(locale) {
  const rules = new Intl.PluralRules(locale), categories = rules.resolvedOptions().pluralCategories;
  const tails = (unit, unitDisplay) => {
    const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay });
    const all = Object.fromEntries(categories.map((category) => {
      const parts = format.formatToParts(samples[category]), last = parts.findLastIndex((p) => p.type === "integer");
      if (rules.select(samples[category]) !== category || parts[0].type !== "integer") throw new Error([locale, unit, category].join(" "));
      return [category, parts.slice(last + 1).map((p) => p.value).join("")];
    }));
    return new Set(Object.values(all)).size === 1 ? all.other : all;
  };
  return Object.fromEntries(["short", "long", "narrow"].map((form) => {
    const of = Object.fromEntries(units.map((unit) => [unit, tails(unit, form)])), per = {}, odd = {};
    const text = (tail, category) => (typeof tail === "string" ? tail : tail[category]);
    for (const unit of units) {
      const whole = text(tails(`gigabyte-per-${unit}`, form), "other"), start = text(of.gigabyte, "other");
      if (!whole.startsWith(start)) throw new Error([locale, unit].join(" "));
      per[unit] = whole.slice(start.length);
    }
    for (const a of units) for (const b of units) {
      let tail;
      try { tail = tails(`${a}-per-${b}`, form); } catch { continue; }
      if (categories.some((c) => text(tail, c) !== text(of[a], c) + per[b])) odd[`${a}-per-${b}`] = tail;
    }
    return [form, { of, per, odd }];
  }));
}
console.log("{\n" + locales.map((locale) => `${JSON.stringify(locale)}: ${JSON.stringify(recorded(locale))}`).join(",\n") + "\n}");
