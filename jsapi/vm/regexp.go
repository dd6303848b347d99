// This file makes \p{…} work in regular expressions, which goja reads as the text "p{…}", and the flags d and v. The
// bundler turns such literals into calls of RegExp, and the RegExp of the VM replaces the
// properties by ranges. It also turns patterns with the flag v into patterns with the flag u.

package vm

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/patterns"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

func installRegExp(vm *VM) {
	installRegExpSource(vm)
	installRegExpFlags(vm)
	installRegExpClasses(vm)
	t := patternTranslator{vm: vm, made: map[string]goja.Value{}, right: map[checkedPattern]goja.Value{}}
	var written goja.Value // the pattern that the script wrote, of the call that runs, if it is another one than that of args
	var extra guard.ExtraFlags
	cover := coverConstructor(vm, "RegExp", func(args []goja.Value) []goja.Value {
		written, extra = nil, 0
		if len(args) < 2 || goja.IsUndefined(args[1]) {
			if plain, changed := t.checked(args0(args), ""); changed {
				written = args[0]
				return []goja.Value{plain}
			}
			return args
		}
		flags := value.Text(args[1])
		plain, more := withoutExtraFlags(vm, flags)
		if source, ok := guard.WrittenSource(args[0]); ok {
			args = append([]goja.Value{source}, args[1:]...)
		}
		given := args[0]
		checked, replaced := t.checked(given, flags)
		if plain != flags {
			args = []goja.Value{given, vm.rt.ToValue(plain)}
		}
		out, changed := t.translated(checked, flags)
		if written, extra = nil, more; changed || replaced {
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
	vm    *VM
	made  map[string]goja.Value         // a literal in a loop is made again in each round
	right map[checkedPattern]goja.Value // what checked has returned for patterns
}

// checkedPattern is a pattern, with the flags on which it depends whether it is right.
type checkedPattern struct {
	text          string
	unicode, sets bool
}

// maxRight is the number of patterns that are not checked again.
const maxRight = 100

// checked throws the error that V8 has for a pattern: goja and its libraries take some that are wrong, and say of others what is wrong in their
// own words. It returns the pattern without syntax that they read as something else; changed is false if it has none. It does nothing for flags
// that goja refuses.
func (t patternTranslator) checked(v goja.Value, flags string) (out goja.Value, changed bool) {
	pattern, ok := v.(goja.String)
	if !ok || pattern.Length() > guard.MaxPattern {
		return v, false
	}
	for i, f := range flags {
		if !strings.ContainsRune("dgimsuvy", f) || strings.ContainsRune(flags[:i], f) {
			return v, false
		}
	}
	syntax := patterns.Syntax{Unicode: strings.Contains(flags, "u"), Sets: strings.Contains(flags, "v"), Property: bundle.KnownProperty}
	text := pattern.String()
	key := checkedPattern{text, syntax.Unicode, syntax.Sets}
	if known, ok := t.right[key]; ok {
		if known == nil {
			return v, false
		}
		return known, true
	}
	points := pointsOf(pattern)
	plain, err := patterns.Check(points, syntax)
	if err != nil {
		letters := []byte(flags)
		slices.Sort(letters)
		message := slices.Concat([]rune("Invalid regular expression: /"), points, []rune("/"+string(letters)+": "+err.Error()))
		panic(t.vm.Construct("SyntaxError", goja.StringFromUTF16(unitsOf(message))))
	}
	if plain != nil {
		out = goja.StringFromUTF16(unitsOf(plain))
	}
	if len(t.right) < maxRight && !strings.ContainsRune(text, utf8.RuneError) { // which stands for other characters, too
		t.right[key] = out
	}
	if out == nil {
		return v, false
	}
	return out, true
}

// unitsOf returns the UTF-16 units of code points, of which some may be halves of surrogate pairs.
func unitsOf(points []rune) []uint16 {
	units := make([]uint16, 0, len(points))
	for _, c := range points {
		if c > 0xffff {
			units = utf16.AppendRune(units, c)
		} else {
			units = append(units, uint16(c)) //nolint:gosec // it is not larger
		}
	}
	return units
}

// pointsOf returns the code points of a text, with the halves of surrogate pairs that stand alone.
func pointsOf(s goja.String) []rune {
	points := make([]rune, 0, s.Length())
	for i := 0; i < s.Length(); i++ {
		c := rune(s.CharAt(i))
		if i+1 < s.Length() {
			if both := utf16.DecodeRune(c, rune(s.CharAt(i+1))); both != utf8.RuneError {
				c = both
				i++
			}
		}
		points = append(points, c)
	}
	return points
}

// translated returns the pattern for goja. changed is false if it is that of the script.
func (t patternTranslator) translated(v goja.Value, flags string) (out goja.Value, changed bool) {
	pattern, ok := v.(goja.String)
	sets := strings.Contains(flags, "v")
	if !ok || pattern.Length() > guard.MaxPattern || !sets && (!strings.Contains(flags, "u") || !strings.Contains(strings.ToLower(pattern.String()), `\p{`)) {
		return v, false
	}
	text := escapedSurrogates(pattern)
	translate, key := bundle.TranslateUnicodeProperties, "u"+text
	if sets {
		ignoreCase := strings.Contains(flags, "i")
		key = fmt.Sprintf("v%t%s", ignoreCase, text)
		translate = func(pattern string) (string, error) { return bundle.TranslateUnicodeSets(pattern, ignoreCase) }
	}
	out, ok = t.made[key]
	if !ok {
		s, err := translate(text)
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

// escapedSurrogates returns a pattern with the halves of surrogate pairs that stand alone, which a Go string cannot contain, as escapes.
func escapedSurrogates(pattern goja.String) string {
	text := pattern.String()
	if !strings.ContainsRune(text, utf8.RuneError) {
		return text
	}
	var out strings.Builder
	for _, c := range pointsOf(pattern) {
		if utf16.IsSurrogate(c) {
			fmt.Fprintf(&out, `\u%x`, c)
		} else {
			out.WriteRune(c)
		}
	}
	return out.String()
}
