// This file replaces the methods split and replace of RegExp.prototype for objects whose exec goja would call without a check, and
// whose results it would read up to any length.

package guard

import (
	"math"
	"reflect"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
)

// splitOfRegExp is the name in wrappers of RegExp.prototype[Symbol.split].
const splitOfRegExp = "RegExp.prototype[split]"

// CoverRegExp says which constructor takes the place of RegExp. Called as a function it returns a RegExp of its class unchanged. g may be nil.
func (g *Guard) CoverRegExp(cover *goja.Object) {
	if g == nil || cover == nil {
		return
	}
	g.cover = cover
	s := self(cover)
	if s.at == nil || s.f < 0 {
		return
	}
	f := field[function](s, s.f)
	construct := *f
	*f = func(call goja.FunctionCall) goja.Value {
		if o, ok := argument(call.Arguments, 0).(*goja.Object); ok && goja.IsUndefined(argument(call.Arguments, 1)) && g.isRegExp(o) {
			if class, ok := o.Get("constructor").(*goja.Object); ok && class == cover {
				return o
			}
		}
		return construct(goja.FunctionCall{This: goja.Undefined(), Arguments: call.Arguments})
	}
}

// executed returns a view of an object that is used as a regular expression. As in the specification, the built-in exec
// takes the place of a property exec that is not a function, and refuses an object of another class. goja gets views of the
// results of other functions, too.
func (g *Guard) executed(o *goja.Object) *goja.Object {
	w := &view{g: g, of: o}
	w.instead = func(key string) goja.Value {
		if key == "flags" && FlagsOf(o)&UnicodeSets != 0 {
			return g.rt.ToValue(strings.Replace(g.textOf(orUndefined(o.Get("flags"))).String(), "v", "u", 1)) // goja only knows u
		}
		if key != "exec" {
			return nil
		}
		f := o.Get("exec")
		exec, own := goja.AssertFunction(f)
		own = own && f != g.exec
		return g.unnamed(func(call goja.FunctionCall) goja.Value {
			if !own {
				if o.ClassName() != "RegExp" {
					panic(g.rt.NewTypeError("Method RegExp.prototype.exec called on incompatible receiver " + g.shortly(o)))
				}
				return g.invoke(g.exec, goja.FunctionCall{This: o, Arguments: call.Arguments})
			}
			v, err := exec(o, call.Arguments...)
			if err != nil {
				panic(err)
			}
			if result, ok := v.(*goja.Object); ok {
				return g.captures(result)
			}
			return v
		})
	}
	return g.shown(w)
}

// captures returns a view of what a function exec of a script returned. Its length is bounded.
func (g *Guard) captures(result *goja.Object) *goja.Object {
	w := &view{g: g, of: result}
	w.instead = func(key string) goja.Value {
		g.hear()
		if key != "length" {
			return nil
		}
		n := toLength(orUndefined(result.Get("length")))
		if n > maxArgs {
			g.refuse(rangeError, tooMany)
		}
		g.reserve(n * 2 * perElement)
		return g.rt.ToValue(n)
	}
	return g.shown(w)
}

// isStandard reports whether o is a RegExp whose exec is the built-in one. It calls no code of the script.
func isStandard(o *goja.Object) bool {
	if implName(o) != "regexpObject" {
		return false
	}
	own, proto := self(o), o.Prototype()
	if proto == nil || implName(proto) != "guardedObject" || own.at == nil || own.values < 0 { // goja makes it another object when exec is replaced
		return false
	}
	return (*field[map[string]goja.Value](own, own.values))["exec"] == nil
}

// shortly returns an object as V8 shows the receiver of a method.
func (g *Guard) shortly(o *goja.Object) string {
	if o.ClassName() == "Function" || isArray(o) {
		return g.asText(o).String()
	}
	return "#<Object>"
}

// ofExecuted is RegExp.prototype[Symbol.replace].
func ofExecuted(g *Guard, replace function) function {
	return func(call goja.FunctionCall) goja.Value {
		if o, ok := call.This.(*goja.Object); ok && (!isStandard(o) || oneByOne(o, argument(call.Arguments, 0))) {
			call.This = g.executed(o)
		}
		return replace(call)
	}
}

// oneByOne reports whether goja has to look for the matches of a RegExp one by one, as the specification says, because what it does
// for all matches at once is wrong: with the flags g and y it ends at an empty match, with the flag u and without g it replaces all
// matches in a text that is not ASCII, and it does not know the flag v.
func oneByOne(o *goja.Object, text goja.Value) bool {
	object, pattern := patternOf(o)
	if pattern == nil {
		return false
	}
	l := patternLayout()
	global, sticky := *fieldAt[bool](pattern, l.again[0]), *fieldAt[bool](pattern, l.again[1])
	return global && sticky || !global && *fieldAt[bool](pattern, l.unicode) && !isASCII(text) ||
		*fieldAt[ExtraFlags](pattern, l.extra)&UnicodeSets != 0 && !*fieldAt[bool](object, l.standard)
}

// ofExtraFlags is RegExp.prototype[Symbol.match].
func ofExtraFlags(g *Guard, match function) function {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		switch {
		case !ok:
		case oneByOne(o, argument(call.Arguments, 0)) && *fieldAt[bool](patternAt(o), patternLayout().again[0]):
			call.This = g.executed(o)
		case (FlagsOf(o)&HasIndices != 0 || looksBehind(o)) && isStandard(o):
			if !*fieldAt[bool](patternAt(o), patternLayout().again[0]) {
				return g.invoke(g.exec, call) // goja would not call it
			}
		}
		return match(call)
	}
}

// patternAt is patternOf for a RegExp.
func patternAt(o *goja.Object) unsafe.Pointer {
	_, pattern := patternOf(o)
	return pattern
}

// ofAllMatches is RegExp.prototype[Symbol.matchAll]. Its iterator has to know that a RegExp with the flag v matches
// characters, and to call exec for a pattern with a look-behind.
func ofAllMatches(_ *Guard, matchAll function) function {
	return func(call goja.FunctionCall) goja.Value {
		v := matchAll(call)
		iterator, ok := v.(*goja.Object)
		sets := FlagsOf(call.This)&UnicodeSets != 0
		if behind := looksBehind(call.This); !ok || !sets && !behind {
			return v
		}
		f := selfField()
		s := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(iterator), f.Offset)).Elem().Elem()
		if s.Kind() == reflect.Pointer {
			if full, ok := s.Type().Elem().FieldByName("fullUnicode"); ok && sets && full.Type.Kind() == reflect.Bool {
				*fieldAt[bool](s.UnsafePointer(), full.Offset) = true
			}
			if matcher, ok := s.Type().Elem().FieldByName("matcher"); ok && matcher.Type == reflect.TypeFor[*goja.Object]() {
				re := *fieldAt[*goja.Object](s.UnsafePointer(), matcher.Offset)
				if object, _ := patternOf(re); object != nil && looksBehind(re) {
					*fieldAt[bool](object, patternLayout().standard) = false // goja then calls the method exec
				}
			}
		}
		return v
	}
}

// limited returns the arguments of split with a limit that goja reads as the specification says: a negative one is a large one.
func (g *Guard) limited(args []goja.Value) []goja.Value {
	limit := argument(args, 1)
	if goja.IsUndefined(limit) {
		return args
	}
	f, n := limit.ToFloat(), uint32(0)
	if !math.IsNaN(f) && !math.IsInf(f, 0) {
		n = uint32(int32Of(f)) //nolint:gosec // as ToUint32 of the specification does
	}
	if n > maxString {
		return with(args, 1, goja.Undefined())
	}
	return with(args, 1, g.rt.ToValue(n))
}

// ofSplitter is RegExp.prototype[Symbol.split], which makes another object and calls its exec.
func ofSplitter(g *Guard, split function) function {
	return func(call goja.FunctionCall) goja.Value {
		call.Arguments = g.limited(call.Arguments)
		o, ok := call.This.(*goja.Object)
		if !ok {
			return split(call)
		}
		class := g.regExp
		if c, ok := o.Get("constructor").(*goja.Object); ok {
			if s := c.GetSymbol(goja.SymSpecies); s != nil && !goja.IsUndefined(s) && !goja.IsNull(s) {
				class = s
			}
		} else if c := o.Get("constructor"); c != nil && !goja.IsUndefined(c) {
			return split(call) // goja refuses it
		}
		if class == g.regExp && isStandard(o) {
			return split(call)
		}
		if g.cover != nil && class == goja.Value(g.cover) && isStandard(o) {
			call.Arguments = g.text(call.Arguments, 0)
			if parts := g.splitAtOnce(o, call.Arguments); parts != nil {
				return parts
			}
		}
		holder := g.rt.NewObject()
		if err := g.give(holder, goja.SymSpecies, func(made goja.ConstructorCall) *goja.Object {
			splitter, err := g.rt.New(class, append([]goja.Value{o}, made.Arguments[min(1, len(made.Arguments)):]...)...)
			if err != nil {
				panic(err)
			}
			return g.executed(splitter)
		}); err != nil {
			panic(err)
		}
		w := &view{g: g, of: o}
		w.instead = func(key string) goja.Value {
			if key == "constructor" {
				return holder
			}
			return nil
		}
		call.This = g.shown(w)
		return split(call)
	}
}

// objectOf returns a value as an object, and nil if it is something else.
func objectOf(v goja.Value) *goja.Object {
	o, _ := v.(*goja.Object)
	return o
}
