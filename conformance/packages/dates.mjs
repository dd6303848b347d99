// Pins: dayjs, date-fns, luxon and moment: parse, format, add, differences
import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";
import relativeTime from "dayjs/plugin/relativeTime.js";
import duration from "dayjs/plugin/duration.js";
import { addDays, differenceInCalendarDays, format, formatDistance, formatISO, isBefore, parse, parseISO, startOfWeek, eachDayOfInterval } from "date-fns";
import { DateTime, Duration, Interval } from "luxon";
import moment from "moment";
import * as chrono from "chrono-node";
dayjs.extend(utc); dayjs.extend(relativeTime); dayjs.extend(duration);
const d = dayjs.utc("2024-02-29T12:34:56Z");
console.log(d.format("YYYY-MM-DD HH:mm:ss dddd"), d.add(1, "year").format(), d.diff(dayjs.utc("2024-01-01"), "day"), d.from(dayjs.utc("2024-02-28")));
console.log(dayjs.duration({ hours: 3, minutes: 5 }).asMinutes(), d.startOf("month").toISOString(), d.isValid(), dayjs("nope").isValid());
const day = parseISO("2024-02-29T00:00:00");
console.log(format(day, "EEEE, do MMMM yyyy"), format(addDays(day, 1), "yyyy-MM-dd"), differenceInCalendarDays(new Date(2024, 2, 5), day));
console.log(formatDistance(new Date(2024, 0, 1), new Date(2024, 0, 5), { addSuffix: true }), isBefore(day, new Date(2025, 0, 1)));
console.log(format(parse("03/04/2024", "dd/MM/yyyy", new Date(0)), "yyyy-MM-dd"), format(startOfWeek(day, { weekStartsOn: 1 }), "yyyy-MM-dd"));
console.log(eachDayOfInterval({ start: day, end: addDays(day, 2) }).length, formatISO(day, { representation: "date" }));
const l = DateTime.fromISO("2024-02-29T12:00:00", { zone: "utc" });
console.log(l.plus({ months: 1 }).toISO(), l.toFormat("cccc, d LLLL yyyy"), l.weekNumber, l.toLocaleString(DateTime.DATE_FULL), l.toFormat("yyyy G"));
console.log(Interval.fromDateTimes(l, l.plus({ days: 3 })).length("hours"), Duration.fromObject({ hours: 30 }).shiftTo("days", "hours").toObject());
console.log(DateTime.fromISO("2024-06-01T12:00:00", { zone: "Europe/Berlin" }).toISO(), DateTime.fromISO("x").invalidReason);
const m = moment.utc("2024-02-29T12:34:56Z");
console.log(m.format("dddd, MMMM Do YYYY, h:mm:ss a"), m.clone().add(7, "days").calendar(m), m.isLeapYear(), moment.duration(90, "minutes").humanize());
const at = new Date(2024, 0, 10, 12);
for (const text of ["tomorrow at 5pm", "next Friday", "3 days ago", "from 3 March to 5 April 2024 at noon", "nothing at all"]) {
  console.log(chrono.parse(text, at).map((r) => [r.text, dayjs(r.start.date()).format("YYYY-MM-DD HH:mm"), r.end && dayjs(r.end.date()).format("MM-DD")]));
}
console.log(dayjs(chrono.de.parseDate("morgen um 8 Uhr", at)).format("YYYY-MM-DD HH:mm"));
