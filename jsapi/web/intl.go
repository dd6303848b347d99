// This file has Intl, and toLocaleString of Number, BigInt and Date.

package web

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// formatter is the state of an Intl object. Either number or date is set.
type formatter struct {
	props
	number *numberFormat
	date   *dateFormat
	bound  *goja.Object // the function format; nil until it is read
}

// intlGlobal makes Intl.
func intlGlobal(p *platform, _ string) goja.Value {
	intl := p.vm.NewObject()
	tag(p.vm, intl, "Intl")
	p.intlClass(intl, "NumberFormat", func(locales, options goja.Value) *formatter {
		return &formatter{number: p.numberOptions(locales, options)}
	})
	p.intlClass(intl, "DateTimeFormat", func(locales, options goja.Value) *formatter {
		return &formatter{date: p.dateOptions(locales, options, "any", "date")}
	})
	for _, name := range []string{"Collator", "PluralRules", "RelativeTimeFormat", "ListFormat", "Segmenter"} {
		p.lazyMember(intl, name, func() goja.Value { return p.family("intl").Get("classes").(*goja.Object).Get(name) })
	}
	for _, name := range []string{"DisplayNames", "Locale"} {
		p.lazyMember(intl, name, func() goja.Value { return p.family("intl_names").Get("classes").(*goja.Object).Get(name) })
	}
	p.method(intl, "getCanonicalLocales", 1, func(call goja.FunctionCall) goja.Value {
		return p.stringArray(p.locales(call.Argument(0)))
	})
	return intl
}

// lazyMember defines a hidden property that is made when it is first read.
func (p *platform) lazyMember(o *goja.Object, name string, load func() goja.Value) {
	get := p.fn("get "+name, 0, func(goja.FunctionCall) goja.Value {
		v := load()
		hidden(o, name, v)
		return v
	})
	set := p.fn("set "+name, 1, func(call goja.FunctionCall) goja.Value {
		hidden(o, name, call.Argument(0))
		return goja.Undefined()
	})
	must(o.DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

// intlClass defines a class that may also be called without new, as scripts do to get the time zone.
func (p *platform) intlClass(intl *goja.Object, name string, resolve func(locales, options goja.Value) *formatter) {
	var ctor, proto *goja.Object
	ctor = p.vm.ToValue(func(call goja.ConstructorCall) *goja.Object {
		o := p.vm.NewDynamicObject(resolve(call.Argument(0), call.Argument(1)))
		own := proto
		if p.vm.InstanceOf(call.This, ctor) { // called with new, maybe for a subclass
			own = call.This.Prototype()
		}
		must(o.SetPrototype(own))
		return o
	}).(*goja.Object)
	must(ctor.DefineDataProperty("name", p.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	hidden(intl, name, ctor)
	proto = ctor.Get("prototype").(*goja.Object)
	tag(p.vm, proto, "Intl."+name)
	format := p.fn("get format", 0, p.onFormatter(func(f *formatter, _ goja.FunctionCall) goja.Value {
		if f.bound == nil {
			f.bound = p.fn("", 1, func(call goja.FunctionCall) goja.Value {
				parts := p.formatParts(f, call.Argument(0))
				if f.date != nil {
					return p.vm.ToValue(joinDate(parts))
				}
				return p.vm.ToValue(joinParts(parts))
			})
		}
		return f.bound
	}))
	must(proto.DefineAccessorProperty("format", format, nil, goja.FLAG_TRUE, goja.FLAG_FALSE))
	p.method(proto, "formatToParts", 1, p.onFormatter(func(f *formatter, call goja.FunctionCall) goja.Value {
		return p.partList(p.formatParts(f, call.Argument(0)), false)
	}))
	p.method(proto, "formatRange", 2, p.onFormatter(func(f *formatter, call goja.FunctionCall) goja.Value {
		parts := p.rangeParts(f, call)
		if f.date != nil && !slices.ContainsFunc(parts, func(part part) bool { return part.source != "" }) {
			return p.vm.ToValue(joinDate(parts)) // one date
		}
		return p.vm.ToValue(joinParts(parts)) // V8 leaves the spaces of ranges as they are
	}))
	p.method(proto, "formatRangeToParts", 2, p.onFormatter(func(f *formatter, call goja.FunctionCall) goja.Value {
		return p.partList(p.rangeParts(f, call), true)
	}))
	p.method(proto, "resolvedOptions", 0, p.onFormatter(func(f *formatter, _ goja.FunctionCall) goja.Value {
		if f.number != nil {
			return p.resolvedNumber(f.number)
		}
		return p.resolvedDate(f.date)
	}))
	p.method(ctor, "supportedLocalesOf", 1, func(call goja.FunctionCall) goja.Value {
		return p.stringArray(slices.DeleteFunc(p.locales(call.Argument(0)), func(s string) bool { return !hasLocale(s) }))
	})
}

func (p *platform) onFormatter(f func(f *formatter, call goja.FunctionCall) goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		if state, ok := goValue[*formatter](call.This); ok {
			return f(state, call)
		}
		panic(p.vm.NewTypeError("Method called on incompatible receiver %s", call.This.String()))
	}
}

// maxTime is the largest distance of a date from 1970, in milliseconds.
const maxTime = 8.64e15

func (p *platform) formatParts(f *formatter, v goja.Value) []part {
	if f.number != nil {
		return formatNumber(p.vm, f.number, v)
	}
	ms := float64(p.env.Now().UnixMilli())
	if !goja.IsUndefined(v) {
		ms = v.ToNumber().ToFloat()
	}
	if !(math.Abs(ms) <= maxTime) {
		panic(p.rangeError("Invalid time value"))
	}
	return p.formatDate(f.date, ms)
}

func (p *platform) formatDate(f *dateFormat, ms float64) []part {
	parts, err := f.format(time.UnixMilli(int64(ms)))
	if err != nil {
		panic(p.rangeError(err.Error()))
	}
	return parts
}

// joinDate joins the parts of a date. Like V8 it replaces narrow spaces by ordinary ones.
func joinDate(parts []part) string { return strings.ReplaceAll(joinParts(parts), "\u202f", " ") }

// bytesOfBit is an estimate of the memory that a bit of an integer takes, as groups of digits that are formatted.
const bytesOfBit = 8

func formatNumber(rt *goja.Runtime, f *numberFormat, v goja.Value) []part {
	if goja.IsBigInt(v) {
		x := guard.Export(v).(*big.Int)
		guard.Need(rt, x.BitLen()*bytesOfBit)
		return f.format(newBigDecimal(x), x.Sign() < 0, false)
	}
	if goja.IsString(v) {
		if d, negative, ok := decimalOf(guard.Text(rt, v)); ok {
			return f.format(d, negative, false)
		}
	}
	return f.formatFloat(v.ToNumber().ToFloat())
}

// partList makes the list that formatToParts and formatRangeToParts return.
func (p *platform) partList(parts []part, isRange bool) goja.Value {
	list := make([]any, len(parts))
	for i, part := range parts {
		o := p.vm.NewObject()
		own(p.vm, o, "type", part.kind)
		own(p.vm, o, "value", part.text)
		if isRange {
			own(p.vm, o, "source", pick(part.source == "", "shared", part.source))
		}
		list[i] = o
	}
	return p.vm.NewArray(list...)
}

// rangeParts returns the parts of formatRange(start, end).
func (p *platform) rangeParts(f *formatter, call goja.FunctionCall) []part {
	if f.date != nil {
		return p.dateRange(f.date, call)
	}
	var ends [2][]part
	for i, name := range []string{"start", "end"} {
		v := call.Argument(i)
		if goja.IsUndefined(v) {
			panic(p.vm.NewTypeError("Invalid %s : undefined", name))
		}
		if !goja.IsBigInt(v) {
			if v = p.vm.ToValue(v.ToNumber()); math.IsNaN(v.ToFloat()) {
				panic(p.rangeError("Invalid " + name + " : NaN"))
			}
		}
		ends[i] = formatNumber(p.vm, f.number, v)
	}
	return f.number.formatRange(ends[0], ends[1])
}

// dateRange returns the parts of formatRange(start, end) of DateTimeFormat.
func (p *platform) dateRange(f *dateFormat, call goja.FunctionCall) []part {
	var ends [2]time.Time
	for i := range ends {
		v := call.Argument(i)
		if goja.IsUndefined(v) {
			panic(p.vm.NewTypeError("Invalid time value"))
		}
		ms := v.ToNumber().ToFloat()
		if !(math.Abs(ms) <= maxTime) {
			panic(p.rangeError("Invalid time value"))
		}
		ends[i] = time.UnixMilli(int64(ms))
	}
	l := f.locale
	if l == nil {
		l = localeNamed("en-US")
	}
	parts, err := f.formatRange(l, ends[0], ends[1])
	if err != nil {
		panic(p.rangeError(err.Error()))
	}
	return parts
}

func (p *platform) rangeError(message string) *goja.Object {
	return NewError(p.vm, "RangeError", "", message)
}

// numberToLocale makes toLocaleString(locales, options) of Number or BigInt.
func (p *platform) numberToLocale(class string) native {
	return func(call goja.FunctionCall) goja.Value {
		f := &defaultNumberFormat
		this := p.numberOf(class, call.This)
		if !goja.IsUndefined(call.Argument(0)) || !goja.IsUndefined(call.Argument(1)) {
			f = p.numberOptions(call.Argument(0), call.Argument(1))
		}
		return p.vm.ToValue(joinParts(formatNumber(p.vm, f, this)))
	}
}

// numberOf returns the value of the class that v is, or that it is an object of.
func (p *platform) numberOf(class string, v goja.Value) goja.Value {
	if o, ok := v.(*goja.Object); ok && kindOf(o) == class {
		inner, err := p.methodOf(class, "valueOf")(o)
		must(err)
		v = inner
	}
	if class == "Number" && goja.IsNumber(v) || class == "BigInt" && goja.IsBigInt(v) {
		return v
	}
	panic(p.vm.NewTypeError("%s.prototype.toLocaleString requires that 'this' be a %s", class, class))
}

func (p *platform) patchDate(proto *goja.Object) {
	define := func(method, required, defaults string) {
		p.method(proto, method, 0, func(call goja.FunctionCall) goja.Value {
			date, ok := call.This.(*goja.Object)
			if !ok || date.ClassName() != "Date" {
				panic(p.vm.NewTypeError("this is not a Date object."))
			}
			ms := date.ToNumber().ToFloat()
			if math.IsNaN(ms) {
				return p.vm.ToValue("Invalid Date")
			}
			return p.vm.ToValue(joinDate(p.formatDate(p.dateOptions(call.Argument(0), call.Argument(1), required, defaults), ms)))
		})
	}
	define("toLocaleString", "any", "all")
	define("toLocaleDateString", "date", "date")
	define("toLocaleTimeString", "time", "time")
	p.nameZones(proto)
}

// nameZones makes toString and toTimeString of dates write the name of the time zone as Node does. goja
// writes the abbreviation.
func (p *platform) nameZones(proto *goja.Object) {
	zone := sync.OnceValue(localZone)
	for _, method := range []string{"toString", "toTimeString"} {
		abbreviated, _ := goja.AssertFunction(proto.Get(method))
		p.method(proto, method, 0, func(call goja.FunctionCall) goja.Value {
			v, err := abbreviated(call.This)
			must(err)
			before, name, _ := strings.Cut(strings.TrimSuffix(v.String(), ")"), " (")
			if long, ok := longZoneName(zone(), name); ok && name != "" {
				return p.vm.ToValue(before + " (" + long + ")")
			}
			return v
		})
	}
}
