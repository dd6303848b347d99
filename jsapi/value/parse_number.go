// This file reads the numbers of JSON text.

package value

import (
	"errors"
	"strconv"

	"github.com/dop251/goja"
)

func (p *jsonParser) number() (goja.Value, error) {
	start, integer := p.pos, true
	for ; p.pos < len(p.data); p.pos++ {
		c := p.data[p.pos]
		if c == '.' || c == 'e' || c == 'E' {
			integer = false
		} else if (c < '0' || c > '9') && c != '-' && c != '+' {
			break
		}
	}
	text := string(p.data[start:p.pos])
	if !validNumber(text) {
		p.pos = start
		return nil, p.fail("a malformed number")
	}
	if integer && len(text) < 16 {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && (n != 0 || text[0] != '-') {
			return p.realm.rt.ToValue(n), nil
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil, p.fail("a malformed number")
	}
	return p.realm.rt.ToValue(f), nil
}

// validNumber reports whether s is a number in the grammar of JSON, which is stricter than Go's.
func validNumber(s string) bool {
	i := 0
	digits := func() bool {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return false
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '-' || s[i] == '+') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(s)
}
