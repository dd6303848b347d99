// This file makes dates of what texts name, as V8 does (date_reader.go reads the texts): the form of ISO 8601 that ECMAScript defines, and after that almost anything with
// numbers, names of months and zones. goja differs for texts that V8 takes or refuses: a lower-case t or z, the month 0, 13:30 PM.

package guard

import (
	"math"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// ofDateText is the check of Date with new: a text becomes a number.
func ofDateText(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if len(args) == 1 {
		if s, ok := args[0].(goja.String); ok {
			return with(args, 0, g.rt.ToValue(g.dateOf(s)))
		}
	}
	return args
}

// ofDateParse is Date.parse.
func ofDateParse(g *Guard, _ function) function {
	return func(call goja.FunctionCall) goja.Value {
		return g.rt.ToValue(g.dateOf(g.textOf(argument(call.Arguments, 0))))
	}
}

// ofISODate is Date.prototype.toISOString. A year with a sign has six digits.
func ofISODate(g *Guard, show function) function {
	return func(call goja.FunctionCall) goja.Value {
		v := show(call)
		const whole = len("-000001-01-01T00:00:00.000Z")
		if s := v.String(); (s[0] == '-' || s[0] == '+') && len(s) < whole {
			return g.rt.ToValue(s[:1] + strings.Repeat("0", whole-len(s)) + s[1:])
		}
		return v
	}
}

// dateOf returns the time that a text names in milliseconds, or NaN.
func (g *Guard) dateOf(text goja.String) float64 {
	r := &dateReader{g: g, text: text}
	r.token = r.scan()
	d := &dateParts{month: none, zoneSign: none, zoneHour: none, zoneMinute: none, halfDay: none}
	first, ok := r.iso(d)
	if !ok || !r.other(d, first) {
		return math.NaN()
	}
	return d.milliseconds()
}

// none is a part that the text does not have.
const none = math.MaxInt32

// dateParts are the parts of a date that were read.
type dateParts struct {
	days  []int // at most 3: year, month and day in some order
	isISO bool
	month int // if it has a name

	times   []int // hour, minute, second, millisecond
	halfDay int   // 0 for am, 12 for pm

	zoneSign, zoneHour, zoneMinute int
}

func between(n, least, most int) bool { return least <= n && n <= most }

func (d *dateParts) addDay(n int) bool {
	if len(d.days) == 3 {
		return false
	}
	d.days = append(d.days, n)
	return true
}

func (d *dateParts) addTime(n int) bool {
	if len(d.times) == 4 {
		return false
	}
	d.times = append(d.times, n)
	return true
}

// lastTime adds a part of the time, after which there are no more.
func (d *dateParts) lastTime(n int) {
	d.addTime(n)
	for d.addTime(0) {
	}
}

// expectsTime reports whether n can be the next part of the time.
func (d *dateParts) expectsTime(n int) bool {
	switch len(d.times) {
	case 1, 2:
		return between(n, 0, 59)
	case 3:
		return between(n, 0, 999)
	}
	return false
}

func (d *dateParts) setZone(hours int) {
	d.zoneSign = 1
	if hours < 0 {
		d.zoneSign = -1
	}
	d.zoneHour, d.zoneMinute = hours*d.zoneSign, 0
}

// milliseconds returns the time of the parts, or NaN if one is out of its range.
func (d *dateParts) milliseconds() float64 {
	if len(d.days) == 0 {
		return math.NaN()
	}
	for d.addDay(1) {
	}
	isDay := func(n int) bool { return between(n, 1, 31) }
	year, month, day := 0, d.month, 0
	switch a := d.days; {
	case month == none && (d.isISO || !isDay(a[0])):
		year, month, day = a[0], a[1], a[2]
	case month == none:
		month, day, year = a[0], a[1], a[2]
	case !isDay(a[0]):
		year, day = a[0], a[1]
	default:
		day, year = a[0], a[1]
	}
	if !d.isISO && between(year, 0, 49) {
		year += 2000
	} else if !d.isISO && between(year, 50, 99) {
		year += 1900
	}
	if !between(month, 1, 12) || !isDay(day) {
		return math.NaN()
	}
	for d.addTime(0) {
	}
	hour, minute, second, ms := d.times[0], d.times[1], d.times[2], d.times[3]
	if d.halfDay != none {
		if !between(hour, 0, 12) {
			return math.NaN()
		}
		hour = hour%12 + d.halfDay
	}
	if !between(hour, 0, 23) || !between(minute, 0, 59) || !between(second, 0, 59) || !between(ms, 0, 999) {
		if hour != 24 || minute != 0 || second != 0 || ms != 0 {
			return math.NaN()
		}
	}
	zone := time.Local
	offset := 0
	if d.zoneSign != none {
		zone = time.UTC
		for _, part := range []struct{ n, seconds int }{{d.zoneHour, 3600}, {d.zoneMinute, 60}} {
			if part.n != none {
				offset += part.n * part.seconds * d.zoneSign
			}
		}
	}
	const farthest = 8.64e15
	if year > 400_000 || year < -400_000 { // time.Date would overflow
		return math.NaN()
	}
	t := time.Date(year, time.Month(month), day, hour, minute, second, ms*1e6, zone).UnixMilli() - int64(offset)*1000
	if t > farthest || t < -farthest {
		return math.NaN()
	}
	return float64(t)
}
