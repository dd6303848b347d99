// This file makes \p{…} work in regular expressions, which goja reads as the text "p{…}". The
// bundler turns such literals into calls of RegExp, and the RegExp of the VM replaces the
// properties by ranges. It also turns patterns with the flag v into patterns with the flag u.

package vm

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

func installRegExp(vm *VM) {
	installRegExpSource(vm)
	installRegExpClasses(vm)
	cache := map[string]goja.Value{} // a literal in a loop is made again in each round
	coverConstructor(vm, "RegExp", func(args []goja.Value) []goja.Value {
		if len(args) < 2 || !strings.ContainsAny(value.Text(args[1]), "uv") {
			return args
		}
		pattern, ok := args[0].(goja.String)
		flags := value.Text(args[1])
		sets := strings.Contains(flags, "v")
		if !ok || pattern.Length() > guard.MaxPattern || !sets && !strings.Contains(strings.ToLower(pattern.String()), `\p{`) {
			return args
		}
		translate := bundle.TranslateUnicodeProperties
		key := "u" + pattern.String()
		if sets {
			translate, key = bundle.TranslateUnicodeSets, "v"+pattern.String()
		}
		out, ok := cache[key]
		if !ok {
			s, err := translate(pattern.String())
			if err != nil {
				panic(vm.Construct("SyntaxError", vm.rt.ToValue("Invalid regular expression: /"+pattern.String()+"/"+flags+": "+err.Error())))
			}
			out = vm.rt.ToValue(s)
			if len(cache) < 100 {
				cache[key] = out
			}
		}
		if sets {
			return []goja.Value{out, vm.rt.ToValue(strings.Replace(flags, "v", "u", 1))}
		}
		return append([]goja.Value{out}, args[1:]...)
	}, func(o *goja.Object, args []goja.Value) {
		if pattern, ok := args0(args).(goja.String); ok && bundle.HasSurrogates(pattern.String()) {
			// For a search of all matches, goja counts in code points, but the result must be in
			// UTF-16 code units. For a RegExp that once had its own exec, goja searches match by
			// match, in UTF-16.
			_ = o.DefineDataProperty("exec", goja.Undefined(), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
			_ = o.Delete("exec")
		}
	})
}

func args0(args []goja.Value) goja.Value {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}
