// Pins: toLocaleString, Intl formats in en-US, dates and their texts in UTC
const d = new Date(Date.UTC(2024, 1, 29, 13, 5, 9, 7));
console.log(d.toISOString(), d.toJSON(), d.toUTCString());
console.log(d.toLocaleDateString("en-US", { timeZone: "UTC" }), d.toLocaleTimeString("en-US", { timeZone: "UTC" }), d.toLocaleString("en-US", { timeZone: "UTC" }), d.toLocaleDateString("en-US", { timeZone: "UTC", year: "numeric", month: "long", day: "numeric", weekday: "long" }));
console.log((1234567.891).toLocaleString("en-US"), (0.256).toLocaleString("en-US", { style: "percent" }), (12.5).toLocaleString("en-US", { style: "currency", currency: "USD" }), (5).toLocaleString("en-US", { minimumFractionDigits: 2 }));
console.log(new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 }).format(3.14159), new Intl.DateTimeFormat("en-US", { timeZone: "UTC" }).format(d), new Intl.PluralRules("en-US").select(1));
console.log(["b", "a", "C", "ä"].sort((a, b) => a.localeCompare(b)), "a".localeCompare("b"), Date.UTC(2020, 0), new Date("2024-02-30").getTime(), new Date("2024-03-10T10:00:00Z").getTime(), Date.parse("2024-01-01"));
