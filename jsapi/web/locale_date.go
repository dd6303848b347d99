// This file writes dates, times, and ranges of them in the languages that have a table.

package web

import (
	"fmt"
	"strings"
	"time"
)

// formatIn is format for a locale that has a table.
func (f *dateFormat) formatIn(l *locale, t time.Time) ([]part, error) {
	t = t.In(f.zone)
	pattern, err := f.patternIn(l)
	if err != nil {
		return nil, err
	}
	return f.write(l, pattern, t, t), nil
}

// patternIn returns the pattern of a locale for the fields that are shown.
func (f *dateFormat) patternIn(l *locale) (string, error) {
	if f.era != "" {
		return "", fmt.Errorf("Intl has no eras for %s", l.tag) //nolint:staticcheck // it becomes the message of a RangeError
	}
	date, clock, glue := f.partsIn(l)
	pattern := date + clock
	if date != "" && clock != "" {
		pattern = date + inQuotes(glue) + clock
	}
	if f.zoneName != "" {
		pattern += pick(clock == "", ", ", " ") + "z"
	}
	if strings.Contains(pattern, "z") && f.zoneID != "UTC" {
		return "", fmt.Errorf("Intl has no name of the time zone %s for %s", f.zoneID, l.tag) //nolint:staticcheck // it becomes the message of a RangeError
	}
	return pattern, nil
}

func inQuotes(text string) string {
	if text == "" {
		return ""
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// partsIn returns the patterns of the date and the time, and what is between them.
func (f *dateFormat) partsIn(l *locale) (date, clock, glue string) {
	if f.dateStyle+f.timeStyle != "" {
		if f.timeStyle != "" {
			clock = l.TimeStyles[f.timeStyle+f.cycleKey()]
		}
		return l.DateStyles[f.dateStyle], clock, l.Glue["style-"+f.dateStyle]
	}
	if f.hasDate() {
		date = l.datePattern(f.dateKey())
	}
	if f.hasTime() {
		clock = l.Times[f.timeKey()]
	}
	glue, ok := l.Glue[formKey(f.weekday)+monthKey(f.month)+pick(f.day == "", "-", "d")]
	if !ok || glue == "" {
		glue = ", "
	}
	return date, clock, glue
}

func formKey(form string) string {
	return map[string]string{"": "-", "numeric": "n", "2-digit": "2", "narrow": "n", "short": "s", "long": "l"}[form]
}

func monthKey(form string) string { return pick(form == "narrow", "N", formKey(form)) }

func (f *dateFormat) dateKey() string {
	return formKey(f.weekday) + formKey(f.year) + monthKey(f.month) + formKey(f.day)
}

func (f *dateFormat) timeKey() string {
	return formKey(f.hour) + formKey(f.minute) + formKey(f.second) + pick(f.fraction > 0, "S", "-") + pick(f.hour == "", "H", f.cycleKey())
}

func (f *dateFormat) cycleKey() string { return pick(f.hour12(), "h", "H") }

// write writes a pattern. What is in [] is about the end of a range.
func (f *dateFormat) write(l *locale, pattern string, from, to time.Time) []part {
	var parts []part
	t, source := from, ""
	eachToken(pattern, func(tok token) {
		p := part{"literal", tok.text, source}
		switch {
		case tok.mark == '{':
			source = "startRange"
			return
		case tok.mark == '[':
			source, t = "endRange", to
			return
		case tok.mark != 0:
			source, t = "", from
			return
		case tok.field != "":
			p.kind, p.text = f.field(l, tok.field, t)
		}
		if n := len(parts); n > 0 && p.kind == "literal" && parts[n-1].kind == "literal" && parts[n-1].source == p.source {
			parts[n-1].text += p.text
			return
		}
		parts = append(parts, p)
	})
	return parts
}

// field returns the type and the text of a field.
func (f *dateFormat) field(l *locale, run string, t time.Time) (kind, text string) {
	digits := func(n int) string { return pick(len(run) > 1, fmt.Sprintf("%02d", n), fmt.Sprint(n)) }
	// three letters are the short name, four the long one, five the narrow one
	named := func(names, alone *[3][]string, i int) string {
		if alone != nil {
			names = alone
		}
		return names[len(run)-3][i]
	}
	switch run[0] {
	case 'y':
		year := t.Year()
		if year <= 0 {
			year = 1 - year
		}
		return "year", pick(len(run) > 1, fmt.Sprintf("%02d", year%100), fmt.Sprint(year))
	case 'M':
		if len(run) < 3 {
			return "month", digits(int(t.Month()))
		}
		return "month", named(&l.Months, nil, int(t.Month())-1)
	case 'L':
		return "month", named(&l.Months, l.AloneMonths, int(t.Month())-1)
	case 'd':
		return "day", digits(t.Day())
	case 'E':
		return "weekday", named(&l.Weekdays, nil, int(t.Weekday()))
	case 'c':
		return "weekday", named(&l.Weekdays, l.AloneWeekdays, int(t.Weekday()))
	case 'h':
		hour := t.Hour()
		switch f.hourCycle {
		case "h11":
			hour %= 12
		case "h12":
			hour = (hour+11)%12 + 1
		case "h24":
			hour = (hour+23)%24 + 1
		}
		return "hour", digits(hour)
	case 'm':
		return "minute", digits(t.Minute())
	case 's':
		return "second", digits(t.Second())
	case 'S':
		return "fractionalSecond", fmt.Sprintf("%03d", t.Nanosecond()/1e6)[:f.fraction]
	case 'a':
		return "dayPeriod", l.DayPeriods[pick(t.Hour() < 12, 0, 1)]
	}
	return "timeZoneName", l.UTC[pick(f.zoneName == "long" || f.timeStyle == "full", 1, 0)]
}

// difference returns the largest field in which two times differ: y, M, d, a for the half of the day, H, m, or s. It is 0 if they are
// equal in all of them.
func (f *dateFormat) difference(from, to time.Time) byte {
	switch {
	case from.Year() != to.Year():
		return 'y'
	case from.Month() != to.Month():
		return 'M'
	case from.Day() != to.Day():
		return 'd'
	case f.hour12() && (from.Hour() < 12) != (to.Hour() < 12):
		return 'a'
	case from.Hour() != to.Hour():
		return 'H'
	case from.Minute() != to.Minute():
		return 'm'
	case from.Second() != to.Second():
		return 's'
	}
	return 0
}

// formatRange returns the parts of a range. The table of a locale is that of formatIn, or that of en-US.
func (f *dateFormat) formatRange(l *locale, from, to time.Time) ([]part, error) {
	single := f.format
	from, to = from.In(f.zone), to.In(f.zone)
	diff := f.difference(from, to)
	copied := *f
	f = &copied
	for _, form := range []*string{&f.hour, &f.minute, &f.second} { // a range has the usual forms of a time
		*form = pick(*form == "", "", "numeric")
	}
	whole := f.format
	date, clock, _ := f.partsIn(l)
	inDate := strings.IndexByte("yMd", diff) >= 0
	if diff == 0 || !inDate && clock == "" {
		return single(from)
	}
	plain := f.zoneName == "" && !strings.Contains(clock, "z") && f.era == ""
	switch {
	case date == "" && inDate:
		f.year, f.month, f.day = "numeric", "numeric", "numeric" // in a copy
		if style := f.timeStyle; style != "" {
			f.timeStyle, f.shown, f.hour, f.minute = "", nil, "numeric", "numeric"
			f.second = pick(style == "short", "", "numeric")
			f.zoneName = map[string]string{"full": "long", "long": "short"}[style]
		}
	case !plain || f.fraction > 0:
	case clock == "":
		key := f.dateKey()
		list := l.rangePattern(key)
		if f.dateStyle != "" {
			list = l.Ranges["style-"+f.dateStyle]
		}
		if pattern := list[strings.IndexByte("yMd", diff)]; strings.Contains(pattern, "{") {
			return f.write(l, pattern, from, to), nil
		}
		return single(from)
	case !inDate:
		list := l.Ranges["t"+f.rangeTimeKey()]
		pattern := list[strings.IndexByte("aHms", diff)]
		if !strings.Contains(pattern, "{") {
			return single(from)
		}
		if date != "" {
			pattern = date + inQuotes(l.RangeGlue) + pattern
		}
		return f.write(l, pattern, from, to), nil
	case f.second == "" && f.year == "" && f.month != "":
		f.day = "numeric"
		if diff == 'y' {
			f.year = "numeric"
		}
	}
	start, err := whole(from)
	if err != nil {
		return nil, err
	}
	end, err := whole(to)
	if err != nil {
		return nil, err
	}
	var parts []part
	for _, p := range start {
		parts = append(parts, part{p.kind, p.text, "startRange"})
	}
	parts = append(parts, part{"literal", l.DateDash, ""})
	for _, p := range end {
		parts = append(parts, part{p.kind, p.text, "endRange"})
	}
	return parts, nil
}

// rangeTimeKey is timeKey, also for a style of the time.
func (f *dateFormat) rangeTimeKey() string {
	if f.timeStyle == "" {
		return f.timeKey()
	}
	return pick(f.timeStyle == "short", "n2-", "n22") + "-" + f.cycleKey()
}
