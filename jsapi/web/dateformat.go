// This file formats dates for people, in English of the United States, as Intl.DateTimeFormat does.

package web

import (
	"fmt"
	"strings"
	"time"
)

// dateFormat is a set of resolved options. An empty field is not shown.
type dateFormat struct {
	weekday, year, month, day string
	era                       string
	hour, minute, second      string
	fraction                  int // fractional second digits
	zoneName                  string
	dateStyle, timeStyle      string
	hourCycle                 string // "h11", "h12", "h23" or "h24"
	zone                      *time.Location
	zoneID                    string
	shown                     *dateFormat // what the two styles stand for, when one is set
	locale                    *locale     // nil for en-US
	tag                       string      // of the locale; "" for en-US
}

func (f *dateFormat) hasDate() bool { return f.weekday+f.year+f.month+f.day != "" }
func (f *dateFormat) hasTime() bool { return f.hour+f.minute+f.second != "" || f.fraction > 0 }
func (f *dateFormat) hour12() bool  { return f.hourCycle == "h11" || f.hourCycle == "h12" }

// expandStyles sets shown to the fields that dateStyle and timeStyle stand for.
func (f *dateFormat) expandStyles() {
	if f.dateStyle == "" && f.timeStyle == "" {
		return
	}
	s := dateFormat{hourCycle: f.hourCycle, zone: f.zone, zoneID: f.zoneID, dateStyle: f.dateStyle}
	if f.dateStyle != "" {
		s.year, s.month, s.day = "numeric", "long", "numeric"
	}
	switch f.dateStyle {
	case "full":
		s.weekday = "long"
	case "medium":
		s.month = "short"
	case "short":
		s.year, s.month = "2-digit", "numeric"
	}
	if f.timeStyle != "" {
		s.hour, s.minute, s.second = "numeric", "2-digit", "2-digit"
	}
	switch f.timeStyle {
	case "full":
		s.zoneName = "long"
	case "long":
		s.zoneName = "short"
	case "short":
		s.second = ""
	}
	f.shown = &s
}

// format returns the parts of a time. It returns an error if the long name of the zone is needed and not
// known.
func (f *dateFormat) format(t time.Time) ([]part, error) {
	if f.locale != nil {
		return f.formatIn(f.locale, t)
	}
	if f.shown != nil {
		return f.shown.format(t)
	}
	t = t.In(f.zone)
	parts := f.date(t)
	if f.era != "" {
		parts = append(parts, part{"literal", " ", ""}, part{"era", eraText(t, f.era), ""})
	}
	if f.hasTime() {
		if len(parts) > 0 {
			parts = append(parts, part{"literal", f.glue(), ""})
		}
		parts = append(parts, f.time(t)...)
	}
	if f.zoneName != "" {
		name, err := f.zoneText(t)
		if err != nil {
			return nil, err
		}
		sep := f.glue()
		if f.hasTime() {
			sep = " "
		}
		parts = append(parts, part{"literal", sep, ""}, part{"timeZoneName", name, ""})
	}
	return parts, nil
}

// eraText names the era of a time.
func eraText(t time.Time, style string) string {
	names := map[string][2]string{"short": {"AD", "BC"}, "long": {"Anno Domini", "Before Christ"}, "narrow": {"A", "B"}}[style]
	if t.Year() <= 0 {
		return names[1]
	}
	return names[0]
}

// glue returns the text between date and time.
func (f *dateFormat) glue() string {
	switch {
	case f.month == "long":
		return " at "
	case f.year+f.month+f.day == "" && f.hour != "":
		return " "
	}
	return ", "
}

func (f *dateFormat) date(t time.Time) []part {
	year, month, day, weekday := f.dateFields(t)
	var parts []part
	add := func(text string, p part) {
		if text != "" {
			parts = append(parts, part{"literal", text, ""})
		}
		parts = append(parts, p)
	}
	numeric := f.month == "numeric" || f.month == "2-digit"
	has := func(field string) string {
		if field != "" {
			return "x"
		}
		return "-"
	}
	// weekday, year, month, day
	switch has(f.weekday) + has(f.year) + has(f.month) + has(f.day) {
	case "x---":
		return []part{weekday}
	case "-x--":
		return []part{year}
	case "--x-":
		return []part{month}
	case "---x":
		return []part{day}
	case "x--x":
		return []part{day, {"literal", " ", ""}, weekday}
	case "xx--":
		return []part{year, {"literal", " ", ""}, weekday}
	case "-x-x":
		return []part{year, {"literal", " (day: ", ""}, day, {"literal", ")", ""}}
	case "x-x-":
		if f.month == "numeric" || f.month == "short" {
			return []part{month, {"literal", " ", ""}, weekday}
		}
		return []part{weekday, {"literal", " (month: ", ""}, month, {"literal", ")", ""}}
	case "xx-x":
		return []part{year, {"literal", " ", ""}, day, {"literal", " ", ""}, weekday}
	case "----":
		return nil
	}
	trailing := f.weekday != "" && f.day == "" // "January 2024 Friday"
	if f.weekday != "" && !trailing {
		parts = append(parts, weekday, part{"literal", ", ", ""})
	}
	add("", month)
	if f.day != "" {
		add(pick(numeric, "/", " "), day)
	}
	if f.year != "" {
		add(pick(numeric, "/", pick(f.day != "", ", ", " ")), year)
	}
	if trailing {
		add(" ", weekday)
	}
	return parts
}

func pick[T any](cond bool, yes, no T) T {
	if cond {
		return yes
	}
	return no
}

func (f *dateFormat) dateFields(t time.Time) (year, month, day, weekday part) {
	y := t.Year()
	if y <= 0 {
		y = 1 - y
	}
	year = part{"year", fmt.Sprint(y), ""}
	if f.year == "2-digit" {
		year.text = fmt.Sprintf("%02d", y%100)
	}
	switch f.month {
	case "numeric", "2-digit":
		month = part{"month", number(int(t.Month()), f.month), ""}
	default:
		month = part{"month", name(t.Month().String(), f.month), ""}
	}
	return year, month, part{"day", number(t.Day(), f.day), ""}, part{"weekday", name(t.Weekday().String(), f.weekday), ""}
}

func number(n int, style string) string {
	if style == "2-digit" {
		return fmt.Sprintf("%02d", n)
	}
	return fmt.Sprint(n)
}

func name(s, style string) string {
	switch style {
	case "short":
		return s[:3]
	case "narrow":
		return s[:1]
	}
	return s
}

func (f *dateFormat) time(t time.Time) []part {
	var parts []part
	add := func(sep, kind, text string) {
		if len(parts) > 0 {
			parts = append(parts, part{"literal", sep, ""})
		}
		parts = append(parts, part{kind, text, ""})
	}
	if f.hour != "" {
		add("", "hour", f.hourText(t.Hour()))
	}
	if f.minute != "" {
		add(":", "minute", number(t.Minute(), f.width("minute", f.hour+f.second)))
	}
	if f.second != "" {
		add(":", "second", number(t.Second(), f.width("second", f.minute)))
	}
	if f.fraction > 0 {
		add(".", "fractionalSecond", fmt.Sprintf("%03d", t.Nanosecond()/1e6)[:f.fraction])
	}
	if f.hour != "" && f.hour12() {
		add("\u202f", "dayPeriod", pick(t.Hour() < 12, "AM", "PM"))
	}
	return parts
}

func (f *dateFormat) hourText(hour int) string {
	style := f.hour
	switch f.hourCycle {
	case "h11":
		hour %= 12
	case "h12":
		hour = (hour+11)%12 + 1
	case "h24":
		hour, style = (hour+23)%24+1, "2-digit"
	default:
		style = "2-digit"
	}
	return number(hour, style)
}

// zoneNames are the long names, by the prefix and suffix of the zone's abbreviation in Go.
var zoneNames = map[string]string{
	"EST": "Eastern Standard Time", "EDT": "Eastern Daylight Time",
	"CST": "Central Standard Time", "CDT": "Central Daylight Time",
	"MST": "Mountain Standard Time", "MDT": "Mountain Daylight Time",
	"PST": "Pacific Standard Time", "PDT": "Pacific Daylight Time",
	"AKST": "Alaska Standard Time", "AKDT": "Alaska Daylight Time",
	"HST": "Hawaii-Aleutian Standard Time", "HDT": "Hawaii-Aleutian Daylight Time",
}

// europeanNames are the long names in Europe.
var europeanNames = map[string]string{
	"GMT": "Greenwich Mean Time", "BST": "British Summer Time",
	"WET": "Western European Standard Time", "WEST": "Western European Summer Time",
	"CET": "Central European Standard Time", "CEST": "Central European Summer Time",
	"EET": "Eastern European Standard Time", "EEST": "Eastern European Summer Time",
}

// asianNames are the long names of zones without summer time.
var asianNames = map[string]string{
	"Asia/Kolkata": "India Standard Time", "Asia/Calcutta": "India Standard Time", "Asia/Tokyo": "Japan Standard Time",
	"Asia/Shanghai": "China Standard Time", "Asia/Singapore": "Singapore Standard Time", "Asia/Hong_Kong": "Hong Kong Standard Time",
	"Asia/Seoul": "Korean Standard Time", "Asia/Dubai": "Gulf Standard Time", "Asia/Karachi": "Pakistan Standard Time",
	"Asia/Manila": "Philippine Standard Time", "Asia/Taipei": "Taipei Standard Time", "Asia/Bangkok": "Indochina Time",
	"Asia/Jakarta": "Western Indonesia Time", "Asia/Ho_Chi_Minh": "Indochina Time",
}

// longZoneName returns the long name of a zone. ok is false if it is not known.
func longZoneName(id, abbreviation string) (string, bool) {
	area, _, _ := strings.Cut(id, "/")
	var long string
	switch area {
	case "UTC":
		return "Coordinated Universal Time", true
	case "America", "US":
		long = zoneNames[abbreviation]
	case "Europe":
		long = europeanNames[abbreviation]
	default:
		long = asianNames[id]
	}
	return long, long != ""
}

func (f *dateFormat) zoneText(t time.Time) (string, error) {
	abbreviation, seconds := t.Zone()
	american := strings.HasPrefix(f.zoneID, "America/") || strings.HasPrefix(f.zoneID, "US/") || f.zoneID == "Pacific/Honolulu"
	long, known := zoneNames[abbreviation]
	switch {
	case f.zoneName == "shortOffset" || f.zoneName == "longOffset":
		if seconds == 0 {
			return pick(f.zoneName == "longOffset", "GMT+00:00", "GMT+0"), nil
		}
		return offsetText(seconds, f.zoneName == "longOffset"), nil
	case f.zoneID == "UTC":
		return pick(f.zoneName == "long", "Coordinated Universal Time", "UTC"), nil
	case american && known:
		return pick(f.zoneName == "long", long, abbreviation), nil
	case f.zoneName == "short":
		return offsetText(seconds, false), nil
	}
	if long, ok := longZoneName(f.zoneID, abbreviation); ok {
		return long, nil
	}
	return "", fmt.Errorf("Intl has no long name of the time zone %s", f.zoneID) //nolint:staticcheck // Node's words
}

func offsetText(seconds int, long bool) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	hours, minutes := seconds/3600, seconds/60%60
	switch {
	case seconds == 0:
		return "GMT"
	case long:
		return fmt.Sprintf("GMT%c%02d:%02d", sign, hours, minutes)
	case minutes == 0:
		return fmt.Sprintf("GMT%c%d", sign, hours)
	}
	return fmt.Sprintf("GMT%c%d:%02d", sign, hours, minutes)
}
