// Pins: Intl.DisplayNames and Intl.Locale
const failure = (f) => { try { return f(); } catch (e) { return `${e.name}: ${e.message}`; } };
const names = (l, type, options) => new Intl.DisplayNames(l, { type, ...options });
for (const l of ["en", "de", "fr", "es", "it", "nl", "pt-BR", "sv", "en-GB", "en-CA", "de-CH", "de-AT"]) {
  console.log(l, ...["en-US", "EN-gb", "de-AT", "sr-Latn-RS", "zh-Hant-HK", "zh-Hans", "xx", "ja", "es-419", "fr-FR", "iw", "en-XX", "pt-PT"].map((c) => [names(l, "language").of(c), names(l, "language", { languageDisplay: "standard", style: "short" }).of(c)].join("|")));
  console.log(l, ...["US", "ZZ", "419", "GB", "TR", "HK", "us", "XX"].map((c) => [names(l, "region").of(c), names(l, "region", { style: "short" }).of(c)].join("|")), ...["Hans", "Latn", "Cyrl", "Xxxx"].map((c) => names(l, "script").of(c)));
  console.log(l, ...["usd", "EUR", "CHF", "XXY"].map((c) => [names(l, "currency").of(c), names(l, "currency", { style: "narrow" }).of(c)].join("|")), names(l, "calendar").of("gregory"), ...["year", "weekOfYear", "dayPeriod"].map((c) => [names(l, "dateTimeField").of(c), names(l, "dateTimeField", { style: "short" }).of(c)].join("|")));
}
console.log(["xx", "zz-ZZ", "en-XX", "de-DE"].map((c) => names("en", "language", { fallback: "none" }).of(c)), names("en", "region", { fallback: "none" }).of("XX"));
for (const [type, code] of [["language", "en_US"], ["language", "e"], ["region", "usa"], ["script", "Xx"], ["currency", "eu"], ["calendar", "xx"], ["dateTimeField", "foo"]]) console.log(failure(() => names("en", type).of(code)));
for (const f of [() => new Intl.DisplayNames("en"), () => new Intl.DisplayNames("en", {}), () => new Intl.DisplayNames("en", { type: "x" }), () => Intl.DisplayNames("en", { type: "region" })]) console.log(failure(f));
console.log(JSON.stringify(names("en", "language").resolvedOptions()), JSON.stringify(names("de", "region", { style: "short", fallback: "none" }).resolvedOptions()), `${names("en", "region")}`, Intl.DisplayNames.length);
const locale = (tag, options) => failure(() => { const l = new Intl.Locale(tag, options); return [l, l.baseName, l.language, l.script, l.region, l.calendar, l.collation, l.hourCycle, l.caseFirst, l.numeric, l.numberingSystem, l.maximize(), l.minimize()].map((x) => `${x}`).join(" "); });
for (const tag of ["en", "EN-latn-us", "de-DE-u-co-phonebk", "zh-TW", "zh-Hant", "sr-Latn-RS", "ja-JP-u-ca-japanese-hc-h12", "en-u-kn", "en-u-kn-false-kf-upper", "es-419", "und", "de-1996", "pt-BR-x-app", "iw-IL", "fil", "en-Latn-GB"]) console.log(locale(tag));
for (const o of [{ hourCycle: "h12" }, { region: "US", calendar: "buddhist" }, { language: "fr", script: "Latn", numeric: true }, { numberingSystem: "arab", caseFirst: "false", collation: "emoji" }]) console.log(locale("en-GB-u-ca-gregory", o));
for (const f of [() => new Intl.Locale(), () => new Intl.Locale("x"), () => new Intl.Locale("en", { region: "USA" }), () => new Intl.Locale("en", { hourCycle: "x" }), () => Intl.Locale("en")]) console.log(failure(f));
console.log(`${new Intl.Locale(new Intl.Locale("de-CH"), { region: "AT" })}`, (1234.5).toLocaleString(new Intl.Locale("de-DE")), new Intl.DisplayNames([new Intl.Locale("fr")], { type: "region" }).of("DE"), Object.prototype.toString.call(new Intl.Locale("en")));
