// Pins: Intl.NumberFormat writes units, and numbers with an exponent
const values = [0, 1, -1, 1.5, 2, 12345.678, 1e6, NaN, -Infinity], failure = (f) => { try { return f(); } catch (e) { return `${e.name}: ${e.message}`; } };
for (const l of ["en-US", "de", "fr", "es", "it", "nl-NL", "pt-BR", "sv", "en-GB", "de-CH"]) for (const unit of ["kilometer-per-hour", "megabyte", "day", "liter-per-kilometer", "foot-per-day"])
  for (const unitDisplay of ["short", "long", "narrow"]) console.log(l, values.map((x) => new Intl.NumberFormat(l, { style: "unit", unit, unitDisplay }).format(x)).join(" | "));
for (const more of [{ notation: "compact" }, { notation: "scientific" }, { signDisplay: "always", minimumFractionDigits: 1 }]) for (const l of ["en", "fr"])
  console.log(values.map((x) => new Intl.NumberFormat(l, { style: "unit", unit: "celsius", unitDisplay: "long", ...more }).format(x)).join(" | "));
for (const l of ["en-US", "de-DE", "sv-SE"]) for (const notation of ["scientific", "engineering"]) for (const more of [{}, { maximumFractionDigits: 0 }, { maximumSignificantDigits: 2 }, { style: "percent" }, { style: "currency", currency: "EUR" }])
  console.log(l, [0, -1, 9.9996, 99999, 999999.6, 0.00123, 12345678901234567890n, NaN, Infinity].map((x) => new Intl.NumberFormat(l, { notation, ...more }).format(x)).join(" | "));
console.log((1234.5).toLocaleString("de", { style: "unit", unit: "liter" }), new Intl.NumberFormat("en", { style: "unit", unit: "meter" }).formatRange(1, 3));
console.log(JSON.stringify(new Intl.NumberFormat("de", { style: "unit", unit: "liter", notation: "compact" }).formatToParts(-1234567)), JSON.stringify(new Intl.NumberFormat("sv", { notation: "scientific" }).formatToParts(-0.00123)));
console.log(JSON.stringify(new Intl.NumberFormat("en", { style: "unit", unit: "meter", unitDisplay: "long", notation: "engineering" }).resolvedOptions()));
console.log(failure(() => new Intl.NumberFormat("en", { style: "unit" })), failure(() => new Intl.NumberFormat("en", { unit: "foo" })), failure(() => new Intl.NumberFormat("en", { style: "unit", unit: "meter-per-foo" })));
