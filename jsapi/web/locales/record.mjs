// Records how Node writes numbers and dates in some countries, as jsapi/web/locale.go reads it:
//
//	node record.mjs . en-US de-DE fr-FR es-ES it-IT nl-NL pt-BR sv-SE en-GB en-CA de-AT de-CH
//
// The files were made with Node 20.20.2. A pattern has a run of letters for each field, as in the data of Unicode; that of a range has
// its start in {} and its end in []. What follows from another entry is left out (compress).
import fs from "node:fs";
const out = process.argv[2];
const locales = process.argv.slice(3);
const at = Date.UTC(2024, 8, 5, 3, 4, 9, 7); // Thursday
const atPM = Date.UTC(2024, 8, 5, 15, 4, 9, 7);
const opt = { timeZone: "UTC" };
const W = { "-": undefined, n: "narrow", s: "short", l: "long" };
const Y = { "-": undefined, n: "numeric", 2: "2-digit" };
const M = { "-": undefined, n: "numeric", 2: "2-digit", N: "narrow", s: "short", l: "long" };
const D = { "-": undefined, n: "numeric", 2: "2-digit" };
const quote = (t) => t === "" ? "" : /[A-Za-z'{}\[\]]/.test(t) ? "'" + t.replaceAll("'", "''") + "'" : t;
function names(locale) {
  const list = (n, o, step) => Array.from({ length: n }, (_, i) => {
    const parts = new Intl.DateTimeFormat(locale, { ...opt, ...o }).formatToParts(step(i));
    return parts.find((p) => p.type === Object.keys(o)[0]).value;
  });
  const month = (w, more = {}) => list(12, { month: w, ...more }, (i) => Date.UTC(2024, i, 5));
  const week = (w, more = {}) => list(7, { weekday: w, ...more }, (i) => Date.UTC(2024, 8, 1 + i));
  return { months: [month("short", { day: "numeric" }), month("long", { day: "numeric" }), month("narrow")], aloneMonths: [month("short"), month("long"), month("narrow")], weekdays: [week("short", { day: "numeric" , month: "short"}), week("long", { day: "numeric", month: "long" }), week("narrow")], aloneWeekdays: [week("short"), week("long"), week("narrow")] };
}
function letter(p, n, alone) {
  const t = p.value;
  switch (p.type) {
    case "literal": return quote(t);
    case "year": return t === "2024" || t === "2025" ? "y" : "yy";
    case "month": {
      if (/^\d$/.test(t)) return "M"; if (/^\d\d$/.test(t)) return t[0] === "0" ? "MM" : "MM";
      for (const [list, c] of [[n.months, "M"], [n.aloneMonths, "L"]]) for (const [i, k] of [[0, 3], [1, 4], [2, 5]]) if (list[i].includes(t)) return c.repeat(k);
      throw new Error("month " + t);
    }
    case "day": return t.length === 1 ? "d" : "dd";
    case "weekday": for (const [list, c] of [[n.weekdays, "E"], [n.aloneWeekdays, "c"]]) for (const [i, k] of [[0, 3], [1, 4], [2, 5]]) if (list[i].includes(t)) return c.repeat(k); throw new Error("weekday " + t);
    case "hour": return (t.length === 1 ? "h" : "hh");
    case "minute": return t.length === 1 ? "m" : "mm";
    case "second": return t.length === 1 ? "s" : "ss";
    case "fractionalSecond": return "S";
    case "dayPeriod": return "a";
    case "timeZoneName": return "z";
  }
  throw new Error(p.type);
}
function pattern(parts, n) {
  let s = "", source = "shared";
  for (const p of parts) {
    if (p.source && p.source !== source) {
      if (source === "startRange") s += "}"; if (source === "endRange") s += "]";
      if (p.source === "startRange") s += "{"; if (p.source === "endRange") s += "[";
      source = p.source;
    }
    s += letter(p, n);
  }
  if (source === "startRange") s += "}"; if (source === "endRange") s += "]";
  return s;
}
// Replaces runs of a letter outside of quotes.
function widen(p, from, to) {
  return p.split(/('(?:[^']|'')*')/).map((t, i) => (i % 2 ? t : t.replace(/([A-Za-z])\1*/g, (r) => (r === from ? to : r)))).join("");
}
const steps = [[0, "l", "s", "EEE", "EEEE"], [0, "l", "s", "ccc", "cccc"], [0, "n", "s", "EEE", "EEEEE"], [2, "N", "s", "MMM", "MMMMM"], [2, "l", "s", "MMM", "MMMM"], [2, "2", "n", "M", "MM"], [3, "2", "n", "d", "dd"], [1, "2", "n", "y", "yy"]];
function base(key) {
  const step = steps.find(([i, c]) => key[i] === c);
  return step && { key: key.slice(0, step[0]) + step[2] + key.slice(step[0] + 1), from: step[3], to: step[4] };
}
function fallback(p) { return `{${p}} – [${p}]`; }
function compress(d) {
  const dates = { ...d.dates }, ranges = { ...d.ranges };
  d.dates = {}; d.ranges = {};
  for (const key of Object.keys(dates)) {
    const b = base(key);
    if (!b || widen(dates[b.key], b.from, b.to) !== dates[key]) d.dates[key] = dates[key];
  }
  for (const key of Object.keys(ranges)) {
    const list = ranges[key];
    if (key[0] === "t" || key.includes("style")) {
      d.ranges[key] = list; continue;
    }
    const b = base(key);
    const derived = b ? ranges[b.key].map((p) => widen(p, b.from, b.to)) : [];
    if (JSON.stringify(derived) !== JSON.stringify(list)) d.ranges[key] = list;
  }
}
for (const locale of locales) {
  const n = names(locale);
  const f = (o) => new Intl.DateTimeFormat(locale, { ...opt, ...o });
  const d = { ...n, dates: {}, times: {}, glue: {}, dateStyles: {}, timeStyles: {}, ranges: {} };
  if (JSON.stringify(n.months) === JSON.stringify(n.aloneMonths)) delete d.aloneMonths;
  if (JSON.stringify(n.weekdays) === JSON.stringify(n.aloneWeekdays)) delete d.aloneWeekdays;
  d.dayPeriods = [at, atPM].map((t) => f({ hour: "numeric", hour12: true }).formatToParts(t).find((p) => p.type === "dayPeriod").value);
  const usual = f({ hour: "numeric" }).resolvedOptions();
  d.hourCycle = usual.hourCycle;
  d.hourCycle12 = f({ hour: "numeric", hour12: true }).resolvedOptions().hourCycle;
  d.hourCycle24 = f({ hour: "numeric", hour12: false }).resolvedOptions().hourCycle;
  for (const [w, weekday] of Object.entries(W)) for (const [y, year] of Object.entries(Y)) for (const [m, month] of Object.entries(M)) for (const [dd, day] of Object.entries(D)) {
    if (w + y + m + dd === "----") continue;
    const o = { weekday, year, month, day };
    const key = w + y + m + dd;
    d.dates[key] = pattern(f(o).formatToParts(at), n);
    // ranges
    const from = Date.UTC(2024, 8, 5, 3, 4, 9);
    for (const [diff, to] of [["y", Date.UTC(2025, 8, 5, 3, 4, 9)], ["M", Date.UTC(2024, 0, 5, 3, 4, 9)], ["d", Date.UTC(2024, 8, 9, 3, 4, 9)]]) {
      const pair = diff === "M" ? [to, from] : [from, to];
      const p = pattern(f(o).formatRangeToParts(...pair), n);
      (d.ranges[key] ??= []).push(p);
    }
  }
  for (const [h, hour] of Object.entries(Y)) for (const [m, minute] of Object.entries(Y)) for (const [s, second] of Object.entries(Y)) for (const frac of [0, 3]) for (const c of h === "-" ? ["H"] : ["h", "H"]) {
    if (h + m + s === "---" && !frac) continue;
    const o = { hour, minute, second, fractionalSecondDigits: frac || undefined, ...(h === "-" ? {} : { hourCycle: c === "h" ? d.hourCycle12 : "h23" }) };
    const key = h + m + s + (frac ? "S" : "-") + c;
    d.times[key] = pattern(f(o).formatToParts(at), n);
    const from = Date.UTC(2024, 8, 5, 3, 4, 5);
    const list = [];
    for (const to of [Date.UTC(2024, 8, 5, 16, 4, 5), Date.UTC(2024, 8, 5, 5, 4, 5), Date.UTC(2024, 8, 5, 3, 9, 5), Date.UTC(2024, 8, 5, 3, 4, 9)]) {
      // hours above 9 would look like two digits
      const t = to === Date.UTC(2024, 8, 5, 16, 4, 5) ? (c === "h" ? to : Date.UTC(2024, 8, 5, 5, 4, 5)) : to;
      let p = pattern(f(o).formatRangeToParts(from, t), n);
      list.push(p);
    }
    if (!frac) d.ranges["t" + key] = list;
  }
  for (const style of ["full", "long", "medium", "short"]) {
    d.dateStyles[style] = pattern(f({ dateStyle: style }).formatToParts(at), n);
    for (const c of ["h", "H"]) d.timeStyles[style + c] = pattern(f({ timeStyle: style, hourCycle: c === "h" ? d.hourCycle12 : "h23" }).formatToParts(at), n);
    const parts = f({ dateStyle: style, timeStyle: "short", hourCycle: "h23" }).formatToParts(at);
    const i = parts.findIndex((p) => p.type === "hour" || p.type === "dayPeriod");
    const before = f({ dateStyle: style }).formatToParts(at);
    d.glue["style-" + style] = parts.slice(before.length, i).map((p) => p.value).join("");
    const r = [];
    for (const [diff, pair] of [["y", [Date.UTC(2024, 8, 5), Date.UTC(2025, 8, 5)]], ["M", [Date.UTC(2024, 0, 5), Date.UTC(2024, 8, 5)]], ["d", [Date.UTC(2024, 8, 5), Date.UTC(2024, 8, 9)]]]) r.push(pattern(f({ dateStyle: style }).formatRangeToParts(...pair), n));
    d.ranges["style-" + style] = r;
  }
  for (const [w, weekday] of Object.entries(W)) for (const [m, month] of Object.entries(M)) for (const day of [undefined, "numeric"]) {
    const o = { weekday, month, day };
    if (!weekday && !month && !day) continue;
    const parts = f({ ...o, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).formatToParts(at);
    const before = f(o).formatToParts(at);
    const i = parts.findIndex((p) => p.type === "hour");
    d.glue[w + m + (day ? "d" : "-")] = parts.slice(before.length, i).map((p) => p.value).join("");
  }
  {
    const o = { year: "numeric" };
    const parts = f({ ...o, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).formatToParts(at);
    d.glue["---"] = parts[1].value;
    const day = f({ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", hourCycle: "h23" }).formatRangeToParts(at, at + 36e5);
    d.rangeGlue = day[day.findIndex((p) => p.type === "hour") - 1].value;
    const whole = f({ dateStyle: "medium", timeStyle: "medium" }).formatRangeToParts(at, at + 90 * 864e5);
    d.dateDash = whole.filter((p) => p.type === "literal" && p.source === "shared").map((p) => p.value).join("");
  }
  d.utc = ["short", "long"].map((z) => f({ hour: "numeric", timeZoneName: z }).formatToParts(at).find((p) => p.type === "timeZoneName").value);
  d.zoneGlue = f({ day: "numeric", timeZoneName: "short" }).format(at);
  // numbers
  const num = (o, x) => new Intl.NumberFormat(locale, o).formatToParts(x);
  const val = (parts, t) => parts.find((p) => p.type === t)?.value;
  const big = num({}, -1234567.5);
  d.number = { decimal: val(big, "decimal"), group: val(big, "group"), minus: val(big, "minusSign"), plus: val(num({ signDisplay: "always" }, 1), "plusSign"), nan: val(num({}, NaN), "nan"), min2: !val(num({}, 1234), "group"), sizes: big.filter((p) => p.type === "integer").map((p) => p.value.length) };
  const shape = (parts) => parts.map((p) => (["integer", "group", "decimal", "fraction"].includes(p.type) ? "0" : p.type === "minusSign" ? "-" : p.type === "plusSign" ? "+" : p.type === "percentSign" ? "%" : p.type === "currency" ? "¤" : p.type === "literal" ? p.value : "?")).join("").replace(/0+/g, "0");
  d.number.percent = shape(num({ style: "percent" }, 0.5));
  d.number.percentCompact = shape(num({ style: "percent", notation: "compact" }, 0.5).map((p) => (p.type === "unit" ? { type: "percentSign" } : p)));
  const cur = { style: "currency", currency: "EUR" };
  d.number.currency = [shape(num(cur, 1)), shape(num(cur, -1)), shape(num({ ...cur, currencySign: "accounting" }, -1)), shape(num({ ...cur, signDisplay: "always" }, 1)), shape(num({ ...cur, currencySign: "accounting", signDisplay: "always" }, 1))];
  const codes = { ...cur, currencyDisplay: "code" };
  d.number.currencyCode = [shape(num(codes, 1)), shape(num(codes, -1)), shape(num({ ...codes, currencySign: "accounting" }, -1)), shape(num({ ...codes, signDisplay: "always" }, 1)), shape(num({ ...codes, currencySign: "accounting", signDisplay: "always" }, 1))];
  const money = num(cur, 1234567.5); d.number.currencyDecimal = val(money, "decimal"); d.number.currencyGroup = val(money, "group");
  d.number.symbols = {}; d.number.narrow = {};
  for (const c of Intl.supportedValuesOf("currency")) {
    const [a, b] = ["symbol", "narrowSymbol"].map((currencyDisplay) => val(num({ ...cur, currency: c, currencyDisplay }, 1), "currency"));
    if (a !== c) d.number.symbols[c] = a; if (b !== a) d.number.narrow[c] = b;
  }
  d.number.compact = {};
  for (const compactDisplay of ["short", "long"]) {
    const list = [];
    for (let e = 0; e <= 15; e++) {
      const entry = [1, 1.5, 2].map((k) => {
        const parts = num({ notation: "compact", compactDisplay, useGrouping: false }, k * 10 ** e);
        return parts;
      });
      const whole = entry[0].filter((p) => p.type === "integer").map((p) => p.value).join("");
      const tail = (parts) => { if (!parts.some((p) => p.type === "integer")) return "=" + parts.map((p) => p.value).join(""); const i = parts.findIndex((p) => p.type === "compact"); if (i < 0) return ""; let last = parts.findLastIndex((p) => ["integer", "fraction"].includes(p.type)); return parts.slice(last + 1).map((p) => p.value).join(""); };
      const pre = entry[0].findIndex((p) => p.type === "compact") === 0;
      if (pre && whole) throw new Error("compact before");
      list.push([whole ? whole.length - 1 : 0, ...entry.map(tail)]);
    }
    d.number.compact[compactDisplay] = list;
  }
  d.number.about = shapeRange().same.slice(0, 1);
  d.number.dash = [shapeRange().plain.slice(1, -1), shapeRange().negative.replace(/^.2|.1$/g, "")];
  function shapeRange() {
    const nf = new Intl.NumberFormat(locale); const ce = new Intl.NumberFormat(locale, cur); const pc = new Intl.NumberFormat(locale, { style: "percent" });
    return { plain: nf.formatRange(1, 2), same: nf.formatRange(1, 1), negative: nf.formatRange(-2, -1), currency: ce.formatRange(1, 2), percent: pc.formatRange(0.1, 0.2), compact: new Intl.NumberFormat(locale, { notation: "compact" }).formatRange(1e6, 2e6) };
  }
  compress(d);
  fs.writeFileSync(`${out}/${locale}.json`, JSON.stringify(d));
}

