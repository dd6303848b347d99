// Records the names that Node has for languages, regions, scripts, currencies, calendars and fields of dates, as js/intl_names.js reads them:
//
//	node record_names.mjs > names.json
//
// The file was made with Node 20.20.2. Each locale has a line: names by type and code. The names of a short or narrow form that differ from the
// long one have the type and the form. A locale whose language comes earlier has only the names that differ; null means that there is none.
const locales = ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL", "pt-BR", "sv-SE", "en-GB", "en-CA", "de-AT", "de-CH"];
const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const words = (n) => (n === 0 ? [""] : words(n - 1).flatMap((w) => letters.map((l) => w + l)));
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const numbers = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, "0"));
const scripts = "Adlm Afak Aghb Ahom Arab Aran Armi Armn Avst Bali Bamu Bass Batk Beng Bhks Blis Bopo Brah Brai Bugi Buhd Cakm Cans Cari Cham Cher Chrs Cirt Copt Cpmn Cprt Cyrl Cyrs Deva Diak Dogr Dsrt Dupl Egyd Egyh Egyp Elba Elym Ethi Geok Geor Glag Gong Gonm Goth Gran Grek Gujr Guru Hanb Hang Hani Hano Hans Hant Hatr Hebr Hira Hluw Hmng Hmnp Hrkt Hung Inds Ital Jamo Java Jpan Jurc Kali Kana Kawi Khar Khmr Khoj Kits Knda Kore Kpel Kthi Lana Laoo Latf Latg Latn Lepc Limb Lina Linb Lisu Loma Lyci Lydi Mahj Maka Mand Mani Marc Maya Medf Mend Merc Mero Mlym Modi Mong Moon Mroo Mtei Mult Mymr Nagm Nand Narb Nbat Newa Nkgb Nkoo Nshu Ogam Olck Orkh Orya Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phlv Phnx Plrd Prti Qaag Rjng Rohg Roro Runr Samr Sara Sarb Saur Sgnw Shaw Shrd Sidd Sind Sinh Sogd Sogo Sora Soyo Sund Sylo Syrc Syre Syrj Syrn Tagb Takr Tale Talu Taml Tang Tavt Telu Teng Tfng Tglg Thaa Thai Tibt Tirh Tnsa Toto Ugar Vaii Visp Vith Wara Wcho Wole Xpeo Xsux Yezi Yiii Zanb Zinh Zmth Zsye Zsym Zxxx Zyyy Zzzz".split(" ");
const bare = [...words(2), ...words(3)], regions = [...words(2).map((w) => w.toUpperCase()), ...numbers];
const dialects = () => { // languages with a script or a region that have a name of their own
  const dialect = new Intl.DisplayNames("en", { type: "language" }), standard = new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" });
  const known = bare.filter((w) => standard.of(w) !== w);
  return known.flatMap((w) => [...regions.filter((r) => !/^\d/.test(r) || ["419", "001", "150"].includes(r)), "Hans", "Hant", "Latn", "Cyrl", "Arab"].map((r) => `${w}-${r}`)).filter((tag) => { try { return dialect.of(tag) !== standard.of(tag); } catch { return false; } });
};
const codes = { language: [...bare, ...dialects()], region: regions, script: scripts, currency: words(3).map((w) => w.toUpperCase()),
  calendar: Intl.supportedValuesOf("calendar"), dateTimeField: ["era", "year", "quarter", "month", "weekOfYear", "weekday", "day", "dayPeriod", "hour", "minute", "second", "timeZoneName"] };
function recorded(locale) {
  const all = {};
  for (const [type, list] of Object.entries(codes)) {
    const names = Object.fromEntries(["long", "short", "narrow"].map((style) => [style, new Intl.DisplayNames(locale, { type, style, fallback: "none" })]));
    const standard = new Intl.DisplayNames(locale, { type, languageDisplay: "standard", fallback: "none" });
    for (const code of list) {
      let long;
      try { long = names.long.of(code); } catch { continue; }
      if (long === undefined || type === "language" && code.includes("-") && long === standard.of(code)) continue;
      (all[type] ??= {})[code] = long;
      for (const style of ["short", "narrow"]) { const name = names[style].of(code); if (name !== long) (all[`${type} ${style}`] ??= {})[code] = name; }
    }
  }
  return all;
}
const bases = {};
function differing(locale) {
  const all = recorded(locale), base = (bases[locale.slice(0, 2)] ??= all);
  if (base === all) return all;
  const less = {};
  for (const type of new Set([...Object.keys(base), ...Object.keys(all)])) for (const code of new Set([...Object.keys(base[type] ?? {}), ...Object.keys(all[type] ?? {})]))
    if (base[type]?.[code] !== all[type]?.[code]) (less[type] ??= {})[code] = all[type]?.[code] ?? null;
  return less;
}
console.log("{\n" + locales.map((locale) => `${JSON.stringify(locale)}: ${JSON.stringify(differing(locale))}`).join(",\n") + "\n}");
