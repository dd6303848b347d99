// This file has patterns of new RegExp with the flag i name the characters that are not in a class as regexp2 reads them well
// (guard.NegatedClasses), and show what the script wrote.

package vm

import (
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

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
