// Where Intl ends.
const main = async () => {
  await shows("other locale", () => new Intl.NumberFormat("fi-FI"));
  await shows("other locale of a date", () => new Date(0).toLocaleString("de-LU"));
  await shows("one of several", () => new Intl.NumberFormat(["fi", "en"]).format(1234));
  await shows("option", () => new Intl.NumberFormat("en-US", { roundingMode: "floor" }));
  await shows("usual option", () => new Intl.NumberFormat("en-US", { roundingMode: "halfExpand" }).format(0.5));
  await shows("date option", () => new Intl.DateTimeFormat("en-US", { dayPeriod: "short" }));
  await shows("zone name", () => new Intl.DateTimeFormat("en-US", { timeZone: "Asia/Almaty", timeStyle: "full" }).format(0));
  await shows("supportedLocalesOf", () => Intl.NumberFormat.supportedLocalesOf(["de", "en-us", "fi"]));
  await shows("what there is not", () => typeof Intl.DurationFormat);
};
main();
