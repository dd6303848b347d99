// This file makes \p{…} work in regular expressions: goja takes it for the text
// "p{…}". The bundler makes calls of RegExp of such literals, and the RegExp of
// the VM writes the properties out as ranges.

package jsapi

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

func (vm *VM) installRegExp() {
	known := map[string]goja.Value{} // a literal in a loop is made again each time
	vm.coverConstructor("RegExp", func(args []goja.Value) []goja.Value {
		if len(args) < 2 || !strings.ContainsAny(text(args[1]), "uv") {
			return args
		}
		pattern, ok := args[0].(goja.String)
		if !ok || !strings.Contains(strings.ToLower(pattern.String()), `\p{`) {
			return args
		}
		out, ok := known[pattern.String()]
		if !ok {
			s, err := bundle.TranslateUnicodeProperties(pattern.String())
			if err != nil {
				panic(vm.construct1("SyntaxError", vm.rt.ToValue("Invalid regular expression: /"+pattern.String()+"/: "+err.Error())))
			}
			out = vm.rt.ToValue(s)
			if len(known) < 100 {
				known[pattern.String()] = out
			}
		}
		return append([]goja.Value{out}, args[1:]...)
	})
}
