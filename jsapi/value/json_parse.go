// This file replaces JSON.parse of goja, which loses lone surrogates, is several times slower than the parser of this package, and
// neither ends at a limit of time nor counts its memory.

package value

import (
	"errors"
	"fmt"
	"strconv"
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
	holder := realm.rt.NewObject()
	_ = SetField(holder, "", v)
	r := jsonReviver{realm: realm, call: reviver}
	return r.walk(holder, realm.rt.ToValue(""))
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

// jsonReviver calls the second argument of JSON.parse with each value, from the inside to the outside.
type jsonReviver struct {
	realm *Realm
	call  goja.Callable
	depth int
	count int // of calls
}

// walk is the operation InternalizeJSONProperty of the specification.
func (r *jsonReviver) walk(holder *goja.Object, name goja.Value) goja.Value {
	if r.count++; r.count%1024 == 0 {
		guard.Hear(r.realm.rt) // the reviver may be a built-in function
	}
	if r.depth++; r.depth > maxJSONDepth { // it adds to what it has not seen yet
		r.realm.throwRange(errTooDeep.Error())
	}
	v := r.get(holder, name)
	if o, ok := v.(*goja.Object); ok {
		if o.ClassName() == "Array" {
			for i := range o.Get("length").ToInteger() {
				r.replace(o, r.realm.rt.ToValue(strconv.FormatInt(i, 10)))
			}
		} else {
			for _, key := range r.keys(o) {
				r.replace(o, key)
			}
		}
	}
	r.depth--
	v, err := r.call(holder, name, v)
	if err != nil {
		r.realm.errors.Throw(r.realm.errors.ScriptError(err))
	}
	return v
}

// replace replaces a property of o by what the reviver returns.
func (r *jsonReviver) replace(o *goja.Object, name goja.Value) {
	v := r.walk(o, name)
	key := name.String()
	switch exact := !strings.ContainsRune(key, utf8.RuneError); {
	case goja.IsUndefined(v) && exact:
		_ = o.Delete(key) // a property that cannot be deleted or changed remains
	case goja.IsUndefined(v):
		_, _ = r.realm.builtin("Reflect", "deleteProperty")(goja.Undefined(), o, name)
	case exact:
		_ = SetField(o, key, v)
	default:
		_, _ = r.realm.builtin("Reflect", "set")(goja.Undefined(), o, name, v)
	}
}

func (r *jsonReviver) get(o *goja.Object, name goja.Value) goja.Value {
	key := name.String()
	if !strings.ContainsRune(key, utf8.RuneError) {
		return Property(o, key)
	}
	v, err := r.realm.builtin("Reflect", "get")(goja.Undefined(), o, name)
	if err != nil {
		r.realm.errors.Throw(r.realm.errors.ScriptError(err))
	}
	return v
}

// keys returns the names of the enumerable properties of o.
func (r *jsonReviver) keys(o *goja.Object) (names []goja.Value) {
	keys := guard.Keys(o)
	guard.Need(r.realm.rt, perField*len(keys))
	for _, key := range keys {
		if strings.ContainsRune(key, utf8.RuneError) {
			exact := []goja.Value{}
			_ = r.realm.eachUnits(o, func(name, _ goja.Value) error {
				exact = append(exact, name)
				return nil
			})
			return exact
		}
		names = append(names, r.realm.rt.ToValue(key))
	}
	return names
}
