// Pins: numbers, dates and ranges of them in English, German, French and other languages
const at = Date.UTC(2024, 8, 5, 15, 4, 9);
const utc = { timeZone: "UTC" };
for (const locale of ["en-US", "en-GB", "en-CA", "de-DE", "de", "de-AT", "de-CH", "fr-FR", "es-ES", "it-IT", "nl-NL", "pt-BR", "sv-SE"]) {
  const date = new Date(at);
  console.log(locale, [date.toLocaleString(locale, utc), date.toLocaleDateString(locale, utc), date.toLocaleTimeString(locale, utc)]);
  for (const style of ["full", "long", "medium", "short"]) console.log(new Intl.DateTimeFormat(locale, { ...utc, dateStyle: style, timeStyle: style }).format(at));
  for (const options of [{ weekday: "short", day: "numeric", month: "short" }, { year: "numeric", month: "long" }, { month: "2-digit", day: "2-digit", year: "numeric" }, { hour: "numeric", minute: "2-digit", hour12: true }, { month: "long", day: "numeric", hour: "2-digit", minute: "2-digit" }, { weekday: "long" }]) {
    const format = new Intl.DateTimeFormat(locale, { ...utc, ...options });
    console.log(format.format(at), "|", format.formatToParts(at).map(({ type }) => type).join());
    console.log([864e5 * 3, 864e5 * 40, 864e5 * 400, 36e5].map((more) => JSON.stringify(format.formatRange(at, at + more))).join(" "));
  }
  const range = new Intl.DateTimeFormat(locale, { ...utc, dateStyle: "medium" }).formatRangeToParts(at, at + 864e5);
  console.log(range.map(({ type, value, source }) => `${source}:${type}:${value}`).join(" "));
  console.log((1234567.891).toLocaleString(locale), (-1234.5).toLocaleString(locale), 123456789012345678901234567890n.toLocaleString(locale));
  for (const options of [{ style: "percent", maximumFractionDigits: 1 }, { style: "currency", currency: "EUR" }, { style: "currency", currency: "USD", currencyDisplay: "code" }, { style: "currency", currency: "JPY", currencySign: "accounting" }, { notation: "compact" }, { notation: "compact", compactDisplay: "long" }]) {
    const format = new Intl.NumberFormat(locale, options);
    console.log([0.256, -12.5, 1000, 1999.5, 2000000, 999999.9].map((n) => format.format(n)).join(" | "));
    console.log(format.formatRange(1, 2), options.currencySign ? "" : format.formatRange(3, 3), format.formatToParts(-1234.5).map(({ type, value }) => `${type}:${value}`).join(" "));
  }
  const { locale: resolved, hourCycle, hour, month } = new Intl.DateTimeFormat(locale, { ...utc, month: "numeric", day: "numeric", hour: "numeric" }).resolvedOptions();
  console.log(resolved, hourCycle, hour, month);
}
console.log(new Intl.NumberFormat(["xx", "de-DE"]).format(1234.5), new Intl.NumberFormat("DE-de-u-nu-latn").format(1234.5), Intl.DateTimeFormat.supportedLocalesOf(["de-DE", "en-US"]));
for (const f of [() => new Intl.DateTimeFormat("de").formatRange(0), () => new Intl.DateTimeFormat("de").formatRange(NaN, 0), () => new Intl.NumberFormat("de").formatRange(1)]) {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.message);
  }
}
