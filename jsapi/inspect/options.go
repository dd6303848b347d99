package inspect

// This file has the options of inspect: as a Go struct and as a JavaScript object, with their defaults.

import (
	"math"

	"github.com/dop251/goja"
)

// Unlimited stands for Infinity in Depth, MaxArrayLength, MaxStringLength and BreakLength.
const Unlimited = math.MaxInt

// CompactAll is Options.Compact for Node's `compact: true`.
const CompactAll = -1

// The properties Options.Getters reads instead of printing [Getter].
const (
	GettersNone     = ""    // none
	GettersAll      = "all" // all, `getters: true`
	GettersReadOnly = "get" // those without a setter
	GettersWritable = "set" // those with one
)

// Options are the options of util.inspect. The zero value has Node's defaults.
type Options struct {
	Depth           *int   // the levels of nested objects that are shown; nil is 2, Unlimited shows all
	MaxArrayLength  *int   // the entries of arrays, typed arrays, maps and sets that are shown; nil is 100
	MaxStringLength *int   // the UTF-16 units of a string in quotes that are shown; nil is 10000
	BreakLength     *int   // the columns that an object may take on one line; nil is 80
	Compact         *int   // the innermost levels that are joined on one line; nil is 3, 0 is `false`, CompactAll is `true`
	Colors          bool   // ANSI colours
	ShowHidden      bool   // also non-enumerable properties
	ShowProxy       bool   // proxies as target and handler
	NoCustom        bool   // `customInspect: false`
	Sorted          bool   // properties, entries of maps and sets in order
	Getters         string // one of the Getters constants

	NumericSeparator bool // 1_000 for 1000

	compare    goja.Value   // the function of the option `sorted`
	stylize    goja.Value   // the function of the option `stylize`
	user       *goja.Object // the options object, if it has other properties
	nullDepth  bool         // whether depth was null, which custom functions see
	forceColor bool         // whether stylize was Node's colouring function
	complete   bool         // whether inspect.defaultOptions is included already
}

// settings are Options with all defaults set.
type settings struct {
	depth, maxArray, maxString, breakLength, compact int

	Options
}

func (o Options) settings() settings {
	or := func(v *int, def int) int {
		if v == nil {
			return def
		}
		return *v
	}
	return settings{
		depth:       or(o.Depth, 2),
		maxArray:    or(o.MaxArrayLength, 100),
		maxString:   or(o.MaxStringLength, 10000),
		breakLength: or(o.BreakLength, 80),
		compact:     or(o.Compact, 3),
		Options:     o,
	}
}

// OptionsFrom reads the second argument of util.inspect: an options object, or true for ShowHidden. For
// any other value it returns the default options. The error is what a getter of v throws.
func (p *Printer) OptionsFrom(v goja.Value) (o Options, err error) {
	err = p.guard(func() { o = p.options(p.standing(), v) })
	return o, err
}

// options returns o with the options that v sets.
func (p *Printer) options(o Options, v goja.Value) Options {
	o.complete = true
	obj, ok := v.(*goja.Object)
	if !ok {
		if b, ok := boolean(v); ok {
			o.ShowHidden = b
		}
		return o
	}
	for _, key := range p.names(obj, false) {
		p.step()
		o = p.option(o, obj, key.String())
	}
	return o
}

func (p *Printer) option(o Options, from *goja.Object, key string) Options {
	if !isOption(key) {
		o.user = from
		return o
	}
	v := orUndefined(from.Get(key))
	switch key {
	case "showHidden":
		o.ShowHidden = v.ToBoolean()
	case "depth":
		o.Depth, o.nullDepth = limit(v), goja.IsNull(v)
	case "colors":
		o.Colors = v.ToBoolean()
	case "customInspect":
		o.NoCustom = !v.ToBoolean()
	case "showProxy":
		o.ShowProxy = v.ToBoolean()
	case "maxArrayLength":
		o.MaxArrayLength = limit(v)
	case "maxStringLength":
		o.MaxStringLength = limit(v)
	case "breakLength":
		o.BreakLength = limit(v)
	case "compact":
		o.Compact = compact(v)
	case "sorted":
		o.Sorted = v.ToBoolean()
		o.compare = nil
		if isFunction(v) {
			o.compare = v
		}
	case "getters":
		o.Getters = getters(v)
	case "numericSeparator":
		o.NumericSeparator = v.ToBoolean()
	case "stylize":
		o.stylize, o.forceColor = nil, false
		switch {
		case p.colored != nil && v == goja.Value(p.colored):
			o.forceColor = true
		case p.plain != nil && v == goja.Value(p.plain):
		case isFunction(v):
			o.stylize = v
		}
	}
	return o
}

// isOption reports whether option reads an option of that name. What else is in an options object is for custom functions.
func isOption(name string) bool {
	switch name {
	case "showHidden", "depth", "colors", "customInspect", "showProxy", "maxArrayLength", "maxStringLength", "breakLength",
		"compact", "sorted", "getters", "numericSeparator", "stylize":
		return true
	}
	return false
}

// limit reads a limit. A value that is not a number (null, undefined, NaN) means no limit.
func limit(v goja.Value) *int {
	n := Unlimited
	if !goja.IsNull(v) {
		if f := v.ToFloat(); f <= math.MaxInt32 {
			n = int(math.Floor(max(f, math.MinInt32)))
		}
	}
	return &n
}

func compact(v goja.Value) *int {
	n := 0
	if b, ok := boolean(v); ok && b {
		n = CompactAll
	} else if goja.IsNumber(v) {
		n = max(0, *limit(v))
	}
	return &n
}

func getters(v goja.Value) string {
	if b, ok := boolean(v); ok {
		if b {
			return GettersAll
		}
		return GettersNone
	}
	if s, ok := v.(goja.String); ok && (s.String() == GettersReadOnly || s.String() == GettersWritable) {
		return s.String()
	}
	return GettersNone
}

// optionsObject makes the second argument of a custom inspect function. An isolated one has no objects of
// the script except the stylize function, as in Node for proxies and for objects that are not instances of
// Object.
func (j *job) optionsObject(isolated bool) *goja.Object {
	vm := j.p.vm
	var obj *goja.Object
	if isolated {
		obj = vm.CreateObject(nil)
	} else {
		obj = vm.NewObject()
	}
	set := func(key string, v goja.Value) { _ = obj.Set(key, v) }
	set("stylize", j.stylizeValue())
	j.p.fill(set, j.settings)
	if j.user != nil {
		const perField = 150
		for _, key := range j.p.names(j.user, false) {
			j.p.took(perField)
			name := key.String()
			v := orUndefined(j.user.Get(name))
			if _, isObject := v.(*goja.Object); !isObject || !isolated {
				set(name, v)
			}
		}
	}
	return obj
}

// fill calls set with each option of s as a JavaScript value.
func (p *Printer) fill(set func(key string, v goja.Value), s settings) {
	vm := p.vm
	number := func(n int) goja.Value {
		if n == Unlimited {
			return goja.PositiveInf()
		}
		return vm.ToValue(n)
	}
	set("showHidden", vm.ToValue(s.ShowHidden))
	set("depth", number(s.depth))
	if s.nullDepth {
		set("depth", goja.Null())
	}
	set("colors", vm.ToValue(s.Colors))
	set("customInspect", vm.ToValue(!s.NoCustom))
	set("showProxy", vm.ToValue(s.ShowProxy))
	set("maxArrayLength", number(s.maxArray))
	set("maxStringLength", number(s.maxString))
	set("breakLength", number(s.breakLength))
	switch s.compact {
	case CompactAll:
		set("compact", vm.ToValue(true))
	case 0:
		set("compact", vm.ToValue(false))
	default:
		set("compact", number(s.compact))
	}
	set("sorted", vm.ToValue(s.Sorted))
	if s.compare != nil {
		set("sorted", s.compare)
	}
	switch s.Getters {
	case GettersAll:
		set("getters", vm.ToValue(true))
	case GettersNone:
		set("getters", vm.ToValue(false))
	default:
		set("getters", vm.ToValue(s.Getters))
	}
	set("numericSeparator", vm.ToValue(s.NumericSeparator))
}
