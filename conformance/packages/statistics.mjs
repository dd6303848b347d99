// Pins: big.js, simple-statistics, d3-array; libphonenumber-js, rrule, cron-parser; change-case
import Big from "big.js";
import * as ss from "simple-statistics";
import * as d3 from "d3-array";
import { parsePhoneNumberFromString, AsYouType, getCountries } from "libphonenumber-js";
import { CronExpressionParser } from "cron-parser";
import rrule from "rrule";
import * as c from "change-case";

{
console.log(new Big("0.1").plus("0.2").toString(), new Big(2).sqrt().toFixed(20), ss.linearRegression([[0, 0], [1, 2], [2, 4.1]]), ss.quantile([1, 2, 3, 4], 0.25), d3.bin()([1, 2, 3, 9]).map((b) => [...b]), d3.rollup([["a", 1], ["a", 2]], (v) => d3.sum(v, (x) => x[1]), (x) => x[0]));
}
{
const p = parsePhoneNumberFromString("+49 30 123456");
console.log(p.country, p.formatInternational(), p.isValid(), p.getURI(), new AsYouType("US").input("2133734253"), getCountries().length);
}
{
const { RRule } = rrule;
const it = CronExpressionParser.parse("*/15 9-17 * * 1-5", { currentDate: new Date("2024-01-05T16:50:00Z"), tz: "Europe/Berlin" });
console.log([1, 2, 3].map(() => it.next().toISOString()));
const r = RRule.fromString("DTSTART:20240101T090000Z\nRRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=3");
console.log(r.all(), r.toText());
}
{
for (const f of ["camelCase", "snakeCase", "kebabCase", "pascalCase", "constantCase", "dotCase", "sentenceCase", "trainCase"]) console.log(f, c[f]("helloWorld XMLHttp2Request foo_bar"));
}
