// Intl.NumberFormat, Intl.DateTimeFormat and toLocaleString, in en-US.
const number = (x, options) => show(`${text(x)} ${JSON.stringify(options)}`, () => escape(new Intl.NumberFormat("en-US", options).format(x)));
for (const x of [0, -0, 1, -1, 12, 123, 1234, 12345, 1234567.891, 0.1 + 0.2, 1e21, 1e-7, 123456789012345680000, 0.5, 999.9995, NaN, Infinity, -Infinity, null, undefined, "12.5", "abc", "", true, 12345678901234567890n, -5n, 5e-324, 1.7976931348623157e308]) number(x);
for (const [x, options] of [
  [1.005, { maximumFractionDigits: 2 }], [2.5, { maximumFractionDigits: 0 }], [-2.5, { maximumFractionDigits: 0 }], [0.045, { maximumFractionDigits: 2 }], [999.999, { maximumFractionDigits: 2 }], [1e-7, { maximumFractionDigits: 20 }], [5, { minimumFractionDigits: 2 }], [5.123456, { minimumFractionDigits: 5 }], [1234.5, { minimumFractionDigits: 2, maximumFractionDigits: 2 }], [5, { minimumFractionDigits: 5, maximumFractionDigits: 2 }], [5, { maximumFractionDigits: 21 }], [5, { minimumIntegerDigits: 3 }], [1234, { minimumIntegerDigits: 6 }],
  [1234.5678, { maximumSignificantDigits: 3 }], [1234.5678, { minimumSignificantDigits: 10 }], [5, { minimumSignificantDigits: 3 }], [0.00001234, { maximumSignificantDigits: 2 }], [0.00001, { minimumSignificantDigits: 3 }], [123456, { maximumSignificantDigits: 2 }], [0, { minimumSignificantDigits: 3 }], [99.99, { maximumSignificantDigits: 3 }], [0.5, { minimumSignificantDigits: 2 }],
  [1234.5, { style: "currency", currency: "USD" }], [-1234.5, { style: "currency", currency: "EUR" }], [1234.5, { style: "currency", currency: "JPY" }], [1234.5, { style: "currency", currency: "CHF" }], [1234.5, { style: "currency", currency: "usd", currencyDisplay: "code" }], [5, { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol" }], [5, { style: "currency", currency: "KWD" }], [-5, { style: "currency", currency: "USD", currencySign: "accounting" }], [1234.5, { style: "currency", currency: "USD", minimumFractionDigits: 0 }], [1234.5, { style: "currency", currency: "USD", maximumFractionDigits: 0 }], [5, { style: "currency" }], [5, { style: "currency", currency: "US" }], [-Infinity, { style: "currency", currency: "USD" }], [NaN, { style: "currency", currency: "USD" }], [0, { style: "currency", currency: "USD" }], [5, { style: "currency", currency: "INR" }], [-5, { style: "currency", currency: "CHF" }], [5, { style: "currency", currency: "XOF" }],
  [0.256, { style: "percent" }], [0.256, { style: "percent", minimumFractionDigits: 1 }], [12345, { style: "percent" }], [-0.005, { style: "percent" }], [NaN, { style: "percent" }],
  [999, { notation: "compact" }], [1234, { notation: "compact" }], [12345, { notation: "compact" }], [999499, { notation: "compact" }], [999999, { notation: "compact" }], [1.5e9, { notation: "compact", compactDisplay: "long" }], [1234567, { notation: "compact", maximumFractionDigits: 2 }], [1e15, { notation: "compact" }], [1e18, { notation: "compact" }], [0.1234, { notation: "compact" }], [12.34, { notation: "compact" }], [9.95, { notation: "compact" }], [-1500, { notation: "compact", style: "currency", currency: "USD" }], [0, { notation: "compact" }],
  [1234.5, { useGrouping: false }], [1234.5, { useGrouping: true }], [1234, { useGrouping: "min2" }], [12345, { useGrouping: "min2" }], [12345, { useGrouping: "always" }],
  [5, { signDisplay: "always" }], [-5, { signDisplay: "always" }], [0, { signDisplay: "exceptZero" }], [5, { signDisplay: "exceptZero" }], [-5, { signDisplay: "never" }], [-0.001, { maximumFractionDigits: 1 }], [-0.001, { maximumFractionDigits: 1, signDisplay: "negative" }], [NaN, { signDisplay: "always" }],
  [5, { style: "foo" }], [5, { notation: "foo" }], [5, { signDisplay: "" }],
]) number(x, options);
const parts = (f, x) => f.formatToParts(x).map((p) => p.type + "=" + escape(p.value));
show("number parts", () => parts(new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }), -1234567.5));
show("number parts", () => parts(new Intl.NumberFormat("en-US", { notation: "compact", compactDisplay: "long" }), 12345));
show("number parts", () => parts(new Intl.NumberFormat("en-US", { style: "percent" }), NaN));
for (const options of [{}, { style: "currency", currency: "USD" }, { maximumSignificantDigits: 3 }, { notation: "compact" }, { style: "percent", useGrouping: false }]) show("resolved", () => new Intl.NumberFormat("en-US", options).resolvedOptions());
show("bound format", () => [1, 2000].map(new Intl.NumberFormat().format));
show("without new", () => [Intl.NumberFormat().format(1234), Intl.NumberFormat() instanceof Intl.NumberFormat, Intl.DateTimeFormat().resolvedOptions().timeZone, typeof Intl.DateTimeFormat().format()]);
show("tags", () => [Intl, new Intl.NumberFormat(), new Intl.DateTimeFormat()].map(String));
show("Number", () => [(1234.5).toLocaleString(), (0.256).toLocaleString("en-US", { style: "percent" }), (5).toLocaleString(undefined, { minimumFractionDigits: 2 }), (1234n).toLocaleString(), Number.prototype.toLocaleString.call(new Number(5000)), [1234.5, "x", null].toLocaleString()]);
const date = new Date(Date.UTC(2024, 0, 5, 15, 4, 9, 78));
const day = (options, d = date) => show(JSON.stringify(options), () => escape(new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }).format(d)));
const fields = { weekday: ["short", "long"], year: ["numeric", "2-digit"], month: ["numeric", "2-digit", "short", "long", "narrow"], day: ["numeric", "2-digit"] };
for (const month of fields.month) {
  for (const [weekday, year, d] of [[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 0, 1], [0, 0, 2], [0, 1, 1], [0, 2, 2], [1, 1, 1], [2, 1, 1], [1, 0, 1], [1, 0, 0], [2, 1, 0]]) {
    const options = { month };
    if (weekday) options.weekday = fields.weekday[weekday - 1];
    if (year) options.year = fields.year[year - 1];
    if (d) options.day = fields.day[d - 1];
    day(options);
    if (d) day({ ...options, hour: "numeric", minute: "2-digit" });
  }
}
for (const options of [
  {}, { year: "numeric" }, { day: "2-digit" }, { weekday: "long" }, { weekday: "short", day: "numeric" }, { weekday: "long", year: "numeric" }, { year: "numeric", day: "numeric" }, { weekday: "long", hour: "numeric" }, { year: "numeric", hour: "numeric" },
  { hour: "numeric" }, { hour: "2-digit" }, { hour: "numeric", hour12: false }, { hour: "2-digit", minute: "2-digit", hour12: false }, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, { hour: "numeric", minute: "numeric", second: "numeric" }, { hour: "numeric", minute: "numeric", second: "numeric", fractionalSecondDigits: 3 }, { minute: "numeric" }, { minute: "2-digit" }, { second: "numeric" }, { minute: "numeric", second: "numeric" }, { second: "numeric", fractionalSecondDigits: 2 }, { fractionalSecondDigits: 1 }, { hour: "numeric", hourCycle: "h11" }, { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: true },
  { hour: "numeric", timeZoneName: "short" }, { timeZoneName: "short" }, { timeZoneName: "long" }, { month: "long", hour: "numeric" }, { month: "long", day: "numeric", hour: "numeric", minute: "numeric", hour12: false },
  { dateStyle: "full" }, { dateStyle: "long" }, { dateStyle: "medium" }, { dateStyle: "short" }, { timeStyle: "full" }, { timeStyle: "long" }, { timeStyle: "medium" }, { timeStyle: "short" }, { dateStyle: "full", timeStyle: "short" }, { dateStyle: "long", timeStyle: "long" }, { dateStyle: "medium", timeStyle: "medium" }, { dateStyle: "short", timeStyle: "short" }, { dateStyle: "short", timeStyle: "short", hour12: false }, { timeStyle: "short", hourCycle: "h23" },
  { dateStyle: "short", year: "numeric" }, { timeStyle: "short", hour: "numeric" }, { timeZone: "Foo/Bar" }, { timeZone: "" }, { timeZone: "+05:30" }, { month: "foo" }, { dateStyle: "x" }, { fractionalSecondDigits: 4 }, { hourCycle: "h25" },
]) day(options);
for (const hour of [0, 1, 11, 12, 13, 23]) for (const hourCycle of ["h11", "h12", "h23", "h24"]) day({ hour: "numeric", minute: "2-digit", hourCycle }, new Date(Date.UTC(2024, 0, 5, hour, 5)));
for (const timeZone of ["America/New_York", "America/Los_Angeles", "Pacific/Honolulu", "Europe/London", "Europe/Berlin", "Asia/Kolkata", "Asia/Tokyo", "UTC", "GMT", "America/St_Johns"]) {
  for (const d of [date, new Date(Date.UTC(2024, 6, 1, 3, 30))]) {
    day({ dateStyle: "short", timeStyle: "long", timeZone }, d);
    for (const timeZoneName of ["short", "shortOffset", "longOffset"]) day({ hour: "numeric", timeZoneName, timeZone }, d);
  }
}
for (const timeZone of ["America/New_York", "America/Chicago", "Europe/Berlin", "Europe/London"]) day({ timeStyle: "full", timeZone });
show("date parts", () => parts(new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "full", timeStyle: "long" }), date));
for (const options of [{}, { hour: "numeric", minute: "2-digit", month: "short" }, { dateStyle: "medium", timeStyle: "short" }, { hour: "numeric", hour12: false }, { minute: "2-digit" }, { timeZone: "America/New_York", timeZoneName: "short" }]) show("resolved", () => new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }).resolvedOptions());
show("Date", () => [date.toLocaleString(), date.toLocaleDateString(), date.toLocaleTimeString(), date.toLocaleString("en-US", { timeZone: "America/New_York" })]);
show("Date with options", () => [date.toLocaleDateString("en-US", { hour: "numeric" }), date.toLocaleTimeString("en-US", { year: "numeric" }), date.toLocaleString("en-US", { hour: "numeric" }), date.toLocaleDateString(undefined, { dateStyle: "long" }), date.toLocaleTimeString([], { weekday: "short" }), date.toLocaleTimeString("en-US", { hour12: false }), date.toLocaleDateString("en-US", { weekday: "long", year: "numeric", month: "long", day: "numeric" })]);
show("wrong style", () => date.toLocaleTimeString("en-US", { dateStyle: "short" }));
show("wrong style", () => date.toLocaleDateString("en-US", { timeStyle: "short" }));
show("years", () => [new Date(Date.UTC(-5, 1, 1)), new Date(8.64e15), new Date(-62198755200000), new Date(Date.UTC(33, 0, 1))].map((d) => d.toLocaleDateString()));
show("Invalid Date", () => new Date(NaN).toLocaleString());
show("invalid time", () => new Intl.DateTimeFormat().format(NaN));
show("numbers as dates", () => new Intl.DateTimeFormat("en-US", { timeZone: "UTC" }).format(0));
show("locales", () => [Intl.getCanonicalLocales("EN-us"), Intl.getCanonicalLocales(["en", "en-US"]), Intl.NumberFormat.supportedLocalesOf(["en-US", "en"])]);
show("bad locale", () => new Intl.NumberFormat("e"));
show("bad locale", () => new Intl.NumberFormat(null));
show("bad locale", () => (5).toLocaleString("not a locale"));
show("names of zones", () => {
  const date = new Date(Date.UTC(2024, 6, 1)), long = { timeZoneName: "long", hour: "numeric" };
  return [String(date), date.toTimeString(), `${date}`, date + "", String(new Date(NaN)), ...["Asia/Tokyo", "Asia/Kolkata", "Asia/Singapore"].map((timeZone) => date.toLocaleTimeString("en-US", { ...long, timeZone }))];
});
