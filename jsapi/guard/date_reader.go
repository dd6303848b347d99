// This file reads the words and numbers of a text that is a date, and which parts of the date they are.

package guard

import (
	"github.com/dop251/goja"
)

// kindOfToken is what a token of a date is.
type kindOfToken byte

const (
	endOfDate kindOfToken = iota
	numberOfDate
	symbolOfDate // one of : - + . )
	wordOfDate
	spaceOfDate
	unknownOfDate
)

// meaningOfWord is what a word of a date means.
type meaningOfWord byte

const (
	garbage meaningOfWord = iota
	monthName
	halfDayName
	zoneName
	timeSeparator
)

var wordsOfDates = map[string]struct {
	means meaningOfWord
	value int
}{
	"jan": {monthName, 1}, "feb": {monthName, 2}, "mar": {monthName, 3}, "apr": {monthName, 4}, "may": {monthName, 5}, "jun": {monthName, 6},
	"jul": {monthName, 7}, "aug": {monthName, 8}, "sep": {monthName, 9}, "oct": {monthName, 10}, "nov": {monthName, 11}, "dec": {monthName, 12},
	"am": {halfDayName, 0}, "pm": {halfDayName, 12}, "ut": {zoneName, 0}, "utc": {zoneName, 0}, "z": {zoneName, 0}, "gmt": {zoneName, 0},
	"cdt": {zoneName, -5}, "cst": {zoneName, -6}, "edt": {zoneName, -4}, "est": {zoneName, -5}, "mdt": {zoneName, -6}, "mst": {zoneName, -7},
	"pdt": {zoneName, -7}, "pst": {zoneName, -8}, "t": {timeSeparator, 0},
}

type dateToken struct {
	kind   kindOfToken
	length int
	value  int // of a number or word
	symbol uint16
	means  meaningOfWord
}

func (t dateToken) isSign() bool {
	return t.kind == symbolOfDate && (t.symbol == '+' || t.symbol == '-')
}

func (t dateToken) isZ() bool { return t.kind == wordOfDate && t.means == zoneName && t.length == 1 }

// isDigits reports whether the token is a number with so many digits.
func (t dateToken) isDigits(n int) bool { return t.kind == numberOfDate && t.length == n }

// sign returns 1 for + and -1 for -.
func (t dateToken) sign() int { return 44 - int(t.symbol) } // + is 43, and - is 45

// dateReader splits a text into tokens.
type dateReader struct {
	g     *Guard
	text  goja.String
	at    int
	token dateToken // the next one
}

func (r *dateReader) char() uint16 {
	if r.at < r.text.Length() {
		return r.text.CharAt(r.at)
	}
	return 0
}

func (r *dateReader) scan() dateToken {
	if r.at%(1<<12) == 0 {
		r.g.hear()
	}
	start := r.at
	switch c := r.char(); {
	case r.at >= r.text.Length():
		return dateToken{}
	case between(int(c), '0', '9'):
		n, digits := 0, 0
		for ; r.char() == '0'; r.at++ {
		}
		for ; between(int(r.char()), '0', '9'); r.at++ {
			if digits++; digits <= 9 { // more are not significant
				n = 10*n + int(r.char()-'0')
			}
		}
		return dateToken{kind: numberOfDate, length: r.at - start, value: n}
	case c == ':' || c == '-' || c == '+' || c == '.' || c == ')':
		r.at++
		return dateToken{kind: symbolOfDate, symbol: c}
	case c >= 'A' && !isSpace(rune(c)):
		var prefix []byte
		for ; r.at < r.text.Length() && r.char() >= 'A' && !isSpace(rune(r.char())); r.at++ {
			if letter := r.char(); len(prefix) < 3 {
				if between(int(letter), 'A', 'Z') {
					letter |= 0x20
				}
				prefix = append(prefix, byte(min(letter, 0xff)))
			}
		}
		word, length := wordsOfDates[string(prefix)], r.at-start
		if length > 3 && word.means != monthName {
			word.means = garbage
		}
		return dateToken{kind: wordOfDate, length: length, means: word.means, value: word.value}
	case isSpace(rune(c)):
		r.at++
		return dateToken{kind: spaceOfDate}
	case c == '(':
		for open := 0; r.at < r.text.Length(); {
			if r.char() == '(' {
				open++
			} else if r.char() == ')' {
				open--
			}
			if r.at++; open == 0 {
				break
			}
		}
		return dateToken{kind: unknownOfDate}
	}
	r.at++
	return dateToken{kind: unknownOfDate}
}

func (r *dateReader) next() dateToken {
	t := r.token
	r.token = r.scan()
	return t
}

// skip skips a symbol, if it is next.
func (r *dateReader) skip(symbol uint16) bool {
	if r.token.kind == symbolOfDate && r.token.symbol == symbol {
		r.next()
		return true
	}
	return false
}

// digits reads a number of n digits up to most.
func (r *dateReader) digits(n, least, most int) (value int, ok bool) {
	if !r.token.isDigits(n) || !between(r.token.value, least, most) {
		return 0, false
	}
	return r.next().value, true
}

// iso reads the form of ISO 8601. It returns the first token that does not fit, which the other form may use. ok is false if the text
// is of neither form.
func (r *dateReader) iso(d *dateParts) (rest dateToken, ok bool) {
	switch {
	case r.token.isSign():
		sign := r.next()
		if !r.token.isDigits(6) {
			return sign, true
		}
		year := r.next().value
		if sign.sign() < 0 && year == 0 {
			return sign, true
		}
		d.addDay(sign.sign() * year)
	case r.token.isDigits(4):
		d.addDay(r.next().value)
	default:
		return r.next(), true
	}
	for _, most := range []int{12, 31} {
		if !r.skip('-') {
			break
		}
		n, ok := r.digits(2, 1, most)
		if !ok {
			return r.next(), true
		}
		d.addDay(n)
	}
	if r.token.kind != wordOfDate || r.token.means != timeSeparator {
		if r.token.kind != endOfDate {
			return r.next(), true
		}
	} else if r.next(); !r.isoTime(d) || r.token.kind != endOfDate {
		return dateToken{}, false
	}
	if d.zoneHour == none && len(d.times) == 0 {
		d.setZone(0)
	}
	d.isISO = true
	return dateToken{}, true
}

// isoTime reads the time and the zone of the form of ISO 8601.
func (r *dateReader) isoTime(d *dateParts) bool {
	hour, ok := r.digits(2, 0, 24)
	if !ok || !r.skip(':') {
		return false
	}
	most := 59
	if hour == 24 {
		most = 0
	}
	minute, ok := r.digits(2, 0, most)
	if !ok {
		return false
	}
	d.times = append(d.times, hour, minute)
	if r.skip(':') {
		second, ok := r.digits(2, 0, most)
		if !ok {
			return false
		}
		d.addTime(second)
		if r.skip('.') {
			if r.token.kind != numberOfDate || hour == 24 && r.token.value > 0 {
				return false
			}
			d.addTime(millisecondsOf(r.next()))
		}
	}
	if r.token.isZ() {
		r.next()
		d.setZone(0)
		return true
	}
	if !r.token.isSign() {
		return true
	}
	d.zoneSign = r.next().sign()
	if r.token.isDigits(4) {
		n := r.next().value
		d.zoneHour, d.zoneMinute = n/100, n%100
		return between(d.zoneHour, 0, 23) && between(d.zoneMinute, 0, 59)
	}
	if d.zoneHour, ok = r.digits(2, 0, 23); !ok || !r.skip(':') {
		return false
	}
	d.zoneMinute, ok = r.digits(2, 0, 59)
	return ok
}

// millisecondsOf returns the digits after the point of a second as milliseconds.
func millisecondsOf(t dateToken) int {
	switch t.length {
	case 1:
		return t.value * 100
	case 2:
		return t.value * 10
	}
	n := t.value
	for length := min(t.length, 9); length > 3; length-- {
		n /= 10
	}
	return n
}

// other reads a date in any other form. token is the first one that the form of ISO 8601 did not use.
func (r *dateReader) other(d *dateParts, token dateToken) bool {
	hasNumber := len(d.days) > 0
	for ; token.kind != endOfDate; token = r.next() {
		switch {
		case token.kind == numberOfDate:
			hasNumber = true
			if !r.otherNumber(d, token.value) {
				return false
			}
		case token.kind == wordOfDate:
			switch {
			case token.means == halfDayName && len(d.times) > 0:
				d.halfDay = token.value
			case token.means == monthName:
				d.month = token.value
				r.skip('-')
			case token.means == zoneName && hasNumber:
				d.setZone(token.value)
			case hasNumber || r.token.kind == numberOfDate:
				return false
			}
		case token.isSign() && (d.zoneHour == 0 && d.zoneMinute == 0 || len(d.times) > 0):
			hasNumber = true
			if !r.otherZone(d, token.sign()) {
				return false
			}
		case (token.isSign() || token.kind == symbolOfDate && token.symbol == ')') && hasNumber:
			return false
		}
	}
	return true
}

// otherNumber takes a number as part of the date, the time or the zone.
func (r *dateReader) otherNumber(d *dateParts, n int) bool {
	if r.skip(':') {
		if r.skip(':') {
			if len(d.times) > 0 {
				return false
			}
			d.times = append(d.times, n, 0)
			return true
		}
		if !d.addTime(n) {
			return false
		}
		r.skip('.')
		return true
	}
	switch {
	case r.skip('.') && d.expectsTime(n):
		d.addTime(n)
		if r.token.kind != numberOfDate {
			return false
		}
		d.lastTime(millisecondsOf(r.next()))
	case d.zoneHour != none && d.zoneMinute == none && between(n, 0, 59):
		d.zoneMinute = n
	case d.expectsTime(n):
		d.lastTime(n)
		return r.token.kind == endOfDate || r.token.kind == spaceOfDate || r.token.isZ() || r.token.isSign()
	default:
		if !d.addDay(n) {
			return false
		}
		r.skip('-')
	}
	return true
}

// otherZone reads the zone after a sign.
func (r *dateReader) otherZone(d *dateParts, sign int) bool {
	d.zoneSign = sign
	var number dateToken // it may be missing
	if r.token.kind == numberOfDate {
		number = r.next()
	}
	n := number.value
	switch {
	case r.token.kind == symbolOfDate && r.token.symbol == ':':
		d.zoneHour, d.zoneMinute = n, none
	case number.length == 1 || number.length == 2:
		d.zoneHour, d.zoneMinute = n, 0
	case number.length == 3 || number.length == 4:
		d.zoneHour, d.zoneMinute = n/100, n%100
	default:
		return false
	}
	return true
}
