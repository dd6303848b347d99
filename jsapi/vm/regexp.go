// This file makes \p{…} work in regular expressions, which goja reads as the text "p{…}", and the flags d and v. The
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
	installRegExpFlags(vm)
	installRegExpClasses(vm)
	t := patternTranslator{vm: vm, made: map[string]goja.Value{}}
	var written goja.Value // the pattern that the script wrote, of the call that runs, if it is another one than that of args
	var extra guard.ExtraFlags
	cover := coverConstructor(vm, "RegExp", func(args []goja.Value) []goja.Value {
		written, extra = nil, 0
		if len(args) < 2 || goja.IsUndefined(args[1]) {
			return args
		}
		flags := value.Text(args[1])
		plain, more := withoutExtraFlags(vm, flags)
		if source, ok := guard.WrittenSource(args[0]); ok {
			args = append([]goja.Value{source}, args[1:]...)
		}
		given := args[0]
		if plain != flags {
			args = []goja.Value{given, vm.rt.ToValue(plain)}
		}
		out, changed := t.translated(given, flags)
		if written, extra = nil, more; changed {
			written = given
			args = append([]goja.Value{out}, args[1:]...)
		}
		return args
	}, func(o *goja.Object, args []goja.Value) {
		if written != nil {
			guard.SetSource(o, written)
		}
		guard.SetExtraFlags(o, extra)
		if pattern, ok := args0(args).(goja.String); ok && bundle.HasSurrogates(pattern.String()) {
			// For a search of all matches, goja counts in code points, but the result must be in
			// UTF-16 code units. For a RegExp that once had its own exec, goja searches match by
			// match, in UTF-16.
			_ = o.DefineDataProperty("exec", goja.Undefined(), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
			_ = o.Delete("exec")
		}
	})
	vm.guard.CoverRegExp(cover)
}

// withoutExtraFlags returns flags without those that goja does not have, and with u in place of v.
func withoutExtraFlags(vm *VM, flags string) (plain string, extra guard.ExtraFlags) {
	if !strings.ContainsAny(flags, "dv") {
		return flags, 0
	}
	sets, known := strings.Contains(flags, "v"), 0
	for _, f := range regExpFlags {
		known += min(1, strings.Count(flags, f.letter))
	}
	if known < len(flags) || sets && strings.Contains(flags, "u") {
		panic(vm.Construct("SyntaxError", vm.rt.ToValue("Invalid flags supplied to RegExp constructor '"+flags+"'")))
	}
	if strings.Contains(flags, "d") {
		extra |= guard.HasIndices
	}
	if sets {
		extra |= guard.UnicodeSets
	}
	return strings.Replace(strings.Replace(flags, "d", "", 1), "v", "u", 1), extra
}

// patternTranslator turns patterns into ones that goja understands.
type patternTranslator struct {
	vm   *VM
	made map[string]goja.Value // a literal in a loop is made again in each round
}

// translated returns the pattern for goja. changed is false if it is that of the script.
func (t patternTranslator) translated(v goja.Value, flags string) (out goja.Value, changed bool) {
	pattern, ok := v.(goja.String)
	sets := strings.Contains(flags, "v")
	if !ok || pattern.Length() > guard.MaxPattern || !sets && (!strings.Contains(flags, "u") || !strings.Contains(strings.ToLower(pattern.String()), `\p{`)) {
		return v, false
	}
	translate, key := bundle.TranslateUnicodeProperties, "u"+pattern.String()
	if sets {
		translate, key = bundle.TranslateUnicodeSets, "v"+pattern.String()
	}
	out, ok = t.made[key]
	if !ok {
		s, err := translate(pattern.String())
		if err != nil {
			panic(t.vm.Construct("SyntaxError", t.vm.rt.ToValue("Invalid regular expression: /"+pattern.String()+"/"+flags+": "+err.Error())))
		}
		out = t.vm.rt.ToValue(s)
		if len(t.made) < 100 {
			t.made[key] = out
		}
	}
	return out, true
}

func args0(args []goja.Value) goja.Value {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}
