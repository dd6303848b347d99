// This file has patterns of new RegExp with the flag i name the characters that are not in a class as regexp2 reads them well. It looks
// for the other case of each of the million characters of \W, which takes long, and finds letters that \W does not have.

package vm

import (
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

var negated = map[byte]string{'W': `[^\w]`, 'S': `[^\s]`, 'D': `[^\d]`}

// withNegatedClasses writes \W, \S and \D, and the dot if it is not to match line ends, as negated classes, which mean the same.
// Inside of a class they stay.
func withNegatedClasses(pattern string, dot bool) string {
	var out strings.Builder
	inClass := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			if class, ok := negated[pattern[i+1]]; ok && !inClass {
				out.WriteString(class)
			} else {
				out.WriteString(pattern[i : i+2])
			}
			i++
			continue
		case c == '.' && dot && !inClass:
			out.WriteString(`[^\n\r\u2028\u2029]`)
			continue
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		}
		out.WriteByte(pattern[i])
	}
	return out.String()
}

func installRegExpClasses(vm *VM) {
	var written goja.Value // the pattern as the script has it, of the call that runs
	coverConstructor(vm, "RegExp", func(args []goja.Value) []goja.Value {
		written = nil
		if len(args) < 2 {
			return args
		}
		pattern, ok := args[0].(goja.String)
		flags, isText := args[1].(goja.String)
		if !ok || !isText || !strings.Contains(flags.String(), "i") {
			return args
		}
		text := pattern.String()
		if strings.ContainsRune(text, utf8.RuneError) {
			return args // half of a letter, which Go's texts do not have
		}
		plain := withNegatedClasses(text, !strings.Contains(flags.String(), "s"))
		if plain == text {
			return args
		}
		written = pattern
		return append([]goja.Value{vm.rt.ToValue(plain)}, args[1:]...)
	}, func(o *goja.Object, _ []goja.Value) {
		if written != nil {
			guard.SetSource(o, written)
		}
	})
}
