// This file replaces JSON.parse of goja, which loses lone surrogates, is several times slower than the parser of this package, and
// neither ends at a limit of time nor counts its memory.

package value

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/v8errors"
)

// parseJSON implements JSON.parse.
func (realm *Realm) parseJSON(call goja.FunctionCall) goja.Value {
	text := guard.Text(realm.rt, realm.toText(call.Argument(0)))
	if len(text) >= firstNeed {
		guard.Need(realm.rt, perElement*separators(text)) // at once: the parser requests it in steps, between which there is garbage
	}
	v, err := realm.textParser(escapedHalves(realm.rt, call.Argument(0), text)).document()
	if errors.Is(err, errTooDeep) {
		realm.throwRange(errTooDeep.Error())
	}
	if err != nil {
		guard.Need(realm.rt, perLetter*len(text))
		panic(realm.syntaxError(v8errors.JSON(text)))
	}
	reviver, ok := goja.AssertFunction(call.Argument(1))
	if !ok {
		return v
	}
	return guard.Revive(realm.rt, v, reviver)
}

// separators returns the number of commas in a JSON text that are not in strings.
func separators(text string) (n int) {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == ',' && !quoted:
			n++
		}
	}
	return n
}

// toText is the operation ToString of the specification.
func (realm *Realm) toText(v goja.Value) goja.Value {
	if _, isSymbol := v.(*goja.Symbol); isSymbol {
		panic(realm.rt.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	return v.ToString()
}

// escapedHalves returns text, which is that of v, with escapes for lone surrogates: Go strings have none. One behind a backslash stays
// an error.
func escapedHalves(rt *goja.Runtime, v goja.Value, text string) string {
	s, ok := v.(goja.String)
	if !ok || !strings.ContainsRune(text, utf8.RuneError) {
		return text
	}
	guard.Need(rt, 2*len(text))
	b := strings.Builder{}
	b.Grow(len(text))
	escape := false
	for i := 0; i < s.Length(); i++ {
		if i%(1<<20) == 0 {
			guard.Hear(rt)
		}
		r := rune(s.CharAt(i))
		if utf16.IsSurrogate(r) && i+1 < s.Length() {
			if pair := utf16.DecodeRune(r, rune(s.CharAt(i+1))); pair != utf8.RuneError {
				r = pair
				i++
			}
		}
		if utf16.IsSurrogate(r) && !escape {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
		escape = r == '\\' && !escape
	}
	return b.String()
}

// syntaxError makes the error that JSON.parse throws.
func (realm *Realm) syntaxError(message string) goja.Value {
	o, err := realm.rt.New(realm.rt.Get("SyntaxError"), realm.rt.ToValue(message))
	if err != nil { // the script has deleted the class
		return realm.rt.NewTypeError(message)
	}
	return o
}
