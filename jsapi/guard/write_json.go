// This file has what JSON.stringify needs beside its order of steps: the text, the names of properties, and calls.

package guard

import (
	"math/big"
	"reflect"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// jsonText is a text that grows. Its memory is reserved before it is allocated.
type jsonText struct {
	g     *Guard
	buf   []byte
	extra int // bytes after the first of each letter
}

// heardLetters is the number of letters after which a loop looks for an interrupt.
const heardLetters = 1 << 16

// room makes room for n more bytes.
func (t *jsonText) room(n int) {
	need := len(t.buf) + n
	if need-t.extra > maxString {
		t.g.refuse(rangeError, tooLong)
	}
	if need <= cap(t.buf) {
		return
	}
	size := max(need, cap(t.buf)+cap(t.buf)/2, 256)
	if size > longText {
		t.g.reserve(float64(size))
		t.g.hear()
	}
	t.buf = append(make([]byte, 0, size), t.buf...)
}

func (t *jsonText) write(s string) {
	t.room(len(s))
	t.buf = append(t.buf, s...)
}

// result returns the text, and gives up the buffer.
func (t *jsonText) result() goja.Value {
	if len(t.buf) > longText {
		t.g.reserve(float64(len(t.buf)))
	}
	return t.g.rt.ToValue(string(t.buf))
}

// quote writes a text as JSON.
func (t *jsonText) quote(s goja.String) {
	if reflect.TypeOf(s).Kind() != reflect.Slice { // otherwise its memory is UTF-16
		t.quoteText(s.String())
		return
	}
	t.room(s.Length() + 2)
	t.buf = append(t.buf, '"')
	for i := 0; i < s.Length(); i++ {
		if i%heardLetters == heardLetters-1 {
			t.g.hear()
		}
		c := rune(s.CharAt(i))
		if utf16.IsSurrogate(c) && i+1 < s.Length() {
			if pair := utf16.DecodeRune(c, rune(s.CharAt(i+1))); pair != utf8.RuneError {
				c, i = pair, i+1
			}
		}
		t.letter(c)
	}
	t.write(`"`)
}

// quoteText writes a text of Go as JSON.
func (t *jsonText) quoteText(s string) {
	t.room(len(s) + 2)
	t.buf = append(t.buf, '"')
	for len(s) > 0 {
		n := plainLetters(s[:min(len(s), heardLetters)])
		t.write(s[:n])
		if n == heardLetters {
			t.g.hear()
		}
		if s = s[n:]; len(s) == 0 || n == heardLetters {
			continue
		}
		part := s[:min(len(s), heardLetters)]
		if len(part) < len(s) {
			t.g.hear()
		}
		size := 0
		for size < len(part) { // up to the next letters that are plain
			c, width := utf8.DecodeRuneInString(s[size:])
			if c < utf8.RuneSelf && c >= ' ' && c != '"' && c != '\\' {
				break
			}
			t.letter(c)
			size += width
		}
		s = s[size:]
	}
	t.write(`"`)
}

// plainLetters returns the number of letters at the beginning of s that JSON writes as they are.
func plainLetters(s string) int {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return i
		}
	}
	return len(s)
}

// letter writes one letter in a text.
func (t *jsonText) letter(c rune) {
	const hex = "0123456789abcdef"
	t.room(6)
	switch c {
	case '"', '\\':
		t.buf = append(t.buf, '\\', byte(c))
	case '\b':
		t.buf = append(t.buf, `\b`...)
	case '\t':
		t.buf = append(t.buf, `\t`...)
	case '\n':
		t.buf = append(t.buf, `\n`...)
	case '\f':
		t.buf = append(t.buf, `\f`...)
	case '\r':
		t.buf = append(t.buf, `\r`...)
	default:
		if c < ' ' || utf16.IsSurrogate(c) {
			t.buf = append(t.buf, '\\', 'u', hex[c>>12&15], hex[c>>8&15], hex[c>>4&15], hex[c&15])
			return
		}
		before := len(t.buf)
		t.buf = utf8.AppendRune(t.buf, c)
		t.extra += len(t.buf) - before - utf16.RuneLen(c)
	}
}

// quoteKey writes the name of a property.
func (t *jsonText) quoteKey(key jsonKey) {
	if s, ok := key.exact.(goja.String); ok {
		t.quote(s)
	} else {
		t.quoteText(key.text)
	}
}

// keysForJSON returns the names of the enumerable properties of an object.
func (g *Guard) keysForJSON(o *goja.Object) []jsonKey {
	var names []string
	_, proxy := asProxy(o)
	exact := proxy // whose traps are called once
	if !proxy {
		names = Keys(o)
		for _, name := range names {
			exact = exact || strings.ContainsRune(name, utf8.RuneError)
		}
	}
	if !exact {
		list := make([]jsonKey, len(names))
		for i, name := range names {
			list[i].text = name
		}
		return list
	}
	keys, _ := goja.AssertFunction(g.keysOfObject)
	values := elementsOf(g.called(keys, goja.Undefined(), o))
	list := make([]jsonKey, len(values))
	for i, v := range values {
		list[i] = jsonKey{text: v.String(), exact: v}
	}
	return list
}

// valueOfKey returns the name of a property as a value.
func (g *Guard) valueOfKey(key jsonKey) goja.Value {
	if key.exact != nil {
		return key.exact
	}
	return g.rt.ToValue(key.text)
}

// exactGet returns a property of any value.
func (g *Guard) exactGet(v, key goja.Value) goja.Value {
	get, _ := goja.AssertFunction(g.get)
	return g.called(get, goja.Undefined(), v, key)
}

// called calls a function of the script.
func (g *Guard) called(f goja.Callable, this goja.Value, args ...goja.Value) goja.Value {
	v, err := f(this, args...)
	if err != nil {
		panic(err)
	}
	return v
}

func isBigInt(v goja.Value) bool {
	return v.ExportType() == reflect.TypeFor[*big.Int]()
}
