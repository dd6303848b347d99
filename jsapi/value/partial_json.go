// This file parses JSON whose end is missing, because a model still writes it, with the rules of parsePartialJson of LangChain.

package value

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// maxPartialDepth is the number of nested levels that PartialJSON completes. The stack of V8 is enough for 4,000 to 5,000.
const maxPartialDepth = 4000

// PartialJSON is a function of scripts. It returns the value of a text as far as it goes, or null if the text is not the beginning
// of JSON. Line breaks in strings are allowed, and so are numbers such as "1." and "-".
func (realm *Realm) PartialJSON(call goja.FunctionCall) goja.Value {
	text := guard.Text(realm.rt, call.Argument(0))
	text = escapedHalves(realm.rt, call.Argument(0), text)
	guard.Need(realm.rt, 2*len(text))
	c := completer{rt: realm.rt, text: strings.TrimRightFunc(text, isSpace)}
	if whole, ok := c.complete(); ok {
		text = whole
	}
	v, err := realm.textParser(text).document()
	if err != nil {
		return goja.Null()
	}
	return v
}

// completer makes valid JSON of a text that is the beginning of a value.
type completer struct {
	rt     *goja.Runtime
	text   string
	pos    int
	out    []byte
	memory need
	open   []byte // what ends the lists and objects that are open
	safe   int    // the length of out at the end of the last element; what follows is left out if no element follows
}

// complete returns the JSON. ok is false if the text is not the beginning of a value, or too deep.
func (c *completer) complete() (whole string, ok bool) {
	c.out = make([]byte, 0, len(c.text)+16)
	if c.space(); c.ends() {
		return "", false
	}
	for n := 1; ; n++ {
		if n%(1<<16) == 0 {
			guard.Hear(c.rt)
		}
		again, ok := c.value()
		if !ok {
			return "", false
		}
		if !again && !c.next() {
			break
		}
		if c.ends() {
			c.out = c.out[:c.safe]
			break
		}
	}
	if !c.ends() {
		return "", false
	}
	for i := len(c.open) - 1; i >= 0; i-- {
		c.out = append(c.out, c.open[i])
	}
	return string(c.out), true
}

func (c *completer) ends() bool { return c.pos == len(c.text) }

// space skips what /\s/ matches.
func (c *completer) space() {
	for c.pos < len(c.text) {
		b := c.text[c.pos]
		if b == ' ' || b >= '\t' && b <= '\r' {
			c.pos++
			continue
		}
		if b < utf8.RuneSelf {
			return
		}
		r, size := utf8.DecodeRuneInString(c.text[c.pos:])
		if !isSpace(r) {
			return
		}
		c.pos += size
	}
}

// isSpace reports whether /\s/ matches r.
func isSpace(r rune) bool { return r == '\ufeff' || r != '\u0085' && unicode.IsSpace(r) }

// value reads a value. again says that it is a list or an object which was only opened, and whose first element comes next, or the end
// of the text.
func (c *completer) value() (again, ok bool) {
	switch b := c.text[c.pos]; b {
	case '{', '[':
		end := b + 2 // } and ]
		if len(c.open) == maxPartialDepth {
			return false, false
		}
		c.open = append(c.open, end)
		c.out = append(c.out, b)
		c.safe = len(c.out)
		c.pos++
		if c.space(); c.ends() {
			return true, true
		}
		if c.text[c.pos] == end {
			return false, true
		}
		return true, c.key()
	case '"':
		return false, c.string()
	default:
		for _, word := range []string{"null", "true", "false"} {
			rest := c.text[c.pos:min(len(c.text), c.pos+len(word))]
			if strings.HasPrefix(word, rest) {
				c.pos += len(rest)
				c.out = append(c.out, word...)
				return false, true
			}
		}
		return false, c.number()
	}
}

// next reads what follows a value: ends, and a comma with the key of the next field. It reports whether a value follows, or the text
// ends. The end of the outermost value, and what must not follow, are left where they are.
func (c *completer) next() bool {
	for {
		c.safe = len(c.out)
		if len(c.open) == 0 {
			c.space()
			return false
		}
		if c.space(); c.ends() {
			return true
		}
		end := c.open[len(c.open)-1]
		switch c.text[c.pos] {
		case end:
			c.pos++
			c.out = append(c.out, end)
			c.open = c.open[:len(c.open)-1]
		case ',':
			c.pos++
			c.out = append(c.out, ',')
			c.space()
			return c.key()
		default:
			return false
		}
	}
}

// key reads the key of a field and its colon, if an object is open.
func (c *completer) key() bool {
	if c.ends() || c.open[len(c.open)-1] == ']' {
		return true
	}
	if c.text[c.pos] != '"' || !c.string() {
		return false
	}
	if c.space(); c.ends() {
		return true
	}
	if c.text[c.pos] != ':' {
		return false
	}
	c.pos++
	c.out = append(c.out, ':')
	c.space()
	return true
}

// string reads a string, and ends it if it has no end.
func (c *completer) string() bool {
	c.out = append(c.out, '"')
	c.pos++
	for !c.ends() {
		rest := c.text[c.pos:]
		n := strings.IndexAny(rest, "\"\\")
		if n < 0 {
			n = len(rest)
		}
		c.plain(rest[:n])
		c.pos += n
		if n == len(rest) {
			break
		}
		if rest[n] == '"' {
			c.pos++
			break
		}
		if !c.escape() {
			return false
		}
	}
	c.out = append(c.out, '"')
	return true
}

// plain appends a part of a string without escapes. JSON has escapes for the control characters in it.
func (c *completer) plain(s string) {
	from := 0
	for i := range len(s) {
		if s[i] >= ' ' {
			continue
		}
		c.memory.grown(c.rt, len(c.out))
		c.out = fmt.Appendf(append(c.out, s[from:i]...), `\u%04x`, s[i])
		from = i + 1
	}
	c.out = append(c.out, s[from:]...)
}

// escape reads an escape. One without an end stands for its letters; a backslash at the end is one.
func (c *completer) escape() bool {
	rest := c.text[c.pos:]
	if len(rest) == 1 {
		c.pos++
		c.out = append(c.out, `\\`...)
		return true
	}
	if strings.IndexByte(`"\/bfnrt`, rest[1]) >= 0 {
		c.pos += 2
		c.out = append(c.out, rest[:2]...)
		return true
	}
	if rest[1] != 'u' {
		return false
	}
	digits := rest[2:min(len(rest), 6)]
	if strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
		return false
	}
	c.pos += 2 + len(digits)
	if len(digits) < 4 {
		c.out = append(append(c.out, 'u'), digits...)
	} else {
		c.out = append(c.out, rest[:6]...)
	}
	return true
}

// number reads a number. What parseFloat ignores at its end is left out.
func (c *completer) number() bool {
	start := c.pos
	at := func(set string) bool { return !c.ends() && strings.IndexByte(set, c.text[c.pos]) >= 0 }
	digits := func() string {
		from := c.pos
		for at("0123456789") {
			c.pos++
		}
		return c.text[from:c.pos]
	}
	if at("-") {
		c.pos++
		c.out = append(c.out, '-')
	} else if !at("0123456789") {
		return false
	}
	whole := digits()
	if len(whole) > 1 && whole[0] == '0' {
		return false
	}
	fraction, exponent := "", ""
	if at(".") {
		c.pos++
		fraction = digits()
	}
	if at("eE") {
		from := c.pos
		c.pos++
		if at("+-") {
			c.pos++
		}
		if digits() != "" {
			exponent = c.text[from:c.pos]
		}
	}
	if whole+fraction == "" && c.pos > start+1 {
		return false
	}
	if whole == "" {
		whole = "0"
	}
	c.out = append(c.out, whole...)
	if fraction != "" {
		c.out = append(append(c.out, '.'), fraction...)
	}
	c.out = append(c.out, exponent...)
	return true
}
