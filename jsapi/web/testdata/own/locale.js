// Where Intl ends.
const main = async () => {
  await shows("other locale", () => new Intl.NumberFormat("de-DE"));
  await shows("other locale of a date", () => new Date(0).toLocaleString("fr"));
  await shows("one of several", () => new Intl.NumberFormat(["de", "en"]).format(1234));
  await shows("option", () => new Intl.NumberFormat("en-US", { roundingMode: "floor" }));
  await shows("usual option", () => new Intl.NumberFormat("en-US", { roundingMode: "halfExpand" }).format(0.5));
  await shows("date option", () => new Intl.DateTimeFormat("en-US", { dayPeriod: "short" }));
  await shows("zone name", () => new Intl.DateTimeFormat("en-US", { timeZone: "Asia/Almaty", timeStyle: "full" }).format(0));
  await shows("supportedLocalesOf", () => Intl.NumberFormat.supportedLocalesOf(["de", "en-us", "fr"]));
  await shows("what there is not", () => typeof Intl.DisplayNames);
};
main();
