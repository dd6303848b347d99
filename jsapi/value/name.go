// This file reads names that are stored: ids of threads, names of nodes and channels, namespaces and keys.

package value

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// Name is Text for a name that is stored. It throws a TypeError for a name with a lone surrogate, of which UTF-8 has none: two names
// that differ would become one. what says which name it is.
func (realm *Realm) Name(what string, v goja.Value) string {
	s := Text(v)
	if text, ok := v.(goja.String); ok && strings.ContainsRune(s, utf8.RuneError) && half(text) {
		panic(realm.rt.NewTypeError(what + " " + strconv.QuoteToASCII(s) + " has half of a surrogate pair, which cannot be stored"))
	}
	return s
}

// half reports whether a text has a lone surrogate.
func half(s goja.String) bool {
	for i := 0; i < s.Length(); i++ {
		c := rune(s.CharAt(i))
		if !utf16.IsSurrogate(c) {
			continue
		}
		if i+1 == s.Length() || utf16.DecodeRune(c, rune(s.CharAt(i+1))) == utf8.RuneError {
			return true
		}
		i++
	}
	return false
}
