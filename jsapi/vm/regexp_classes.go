// This file rewrites negated classes in patterns of new RegExp with the flag i, because regexp2
// reads them wrongly (guard.NegatedClasses). The source of the RegExp still shows the pattern that
// the script wrote.

package vm

import (
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

func installRegExpClasses(vm *VM) {
	var written goja.Value // the pattern that the script wrote, of the call that runs
	coverConstructor(vm, "RegExp", func(args []goja.Value) []goja.Value {
		written = nil
		if len(args) < 2 {
			return args
		}
		pattern, ok := args[0].(goja.String)
		flags, isText := args[1].(goja.String)
		if !ok || !isText || pattern.Length() > guard.MaxPattern || !strings.Contains(flags.String(), "i") {
			return args
		}
		text := pattern.String()
		if strings.ContainsRune(text, utf8.RuneError) {
			return args // half of a surrogate pair, which a Go string cannot contain
		}
		plain := guard.NegatedClasses(text, !strings.Contains(flags.String(), "s"))
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
