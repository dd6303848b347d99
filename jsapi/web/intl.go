// This file has Intl, and toLocaleString of Number, BigInt and Date. The only locale is en-US.

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
	p.intlClass(intl, "NumberFormat", func(options goja.Value) *formatter {
		return &formatter{number: p.numberOptions(options)}
	})
	p.intlClass(intl, "DateTimeFormat", func(options goja.Value) *formatter {
		return &formatter{date: p.dateOptions(options, "any", "date")}
	})
	for _, name := range []string{"Collator", "PluralRules", "RelativeTimeFormat", "ListFormat", "Segmenter"} {
		p.lazyMember(intl, name, func() goja.Value { return p.family("intl").Get("classes").(*goja.Object).Get(name) })
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
func (p *platform) intlClass(intl *goja.Object, name string, resolve func(options goja.Value) *formatter) {
	var ctor, proto *goja.Object
	ctor = p.vm.ToValue(func(call goja.ConstructorCall) *goja.Object {
		p.checkLocales(call.Argument(0))
		o := p.vm.NewDynamicObject(resolve(call.Argument(1)))
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
		var list []any
		for _, part := range p.formatParts(f, call.Argument(0)) {
			o := p.vm.NewObject()
			own(p.vm, o, "type", part.kind)
			own(p.vm, o, "value", part.text)
			list = append(list, o)
		}
		return p.vm.NewArray(list...)
	}))
	if name == "NumberFormat" {
		p.method(proto, "formatRange", 2, p.onFormatter(p.numberRange))
	}
	p.method(proto, "resolvedOptions", 0, p.onFormatter(func(f *formatter, _ goja.FunctionCall) goja.Value {
		if f.number != nil {
			return p.resolvedNumber(f.number)
		}
		return p.resolvedDate(f.date)
	}))
	p.method(ctor, "supportedLocalesOf", 1, func(call goja.FunctionCall) goja.Value {
		return p.stringArray(slices.DeleteFunc(p.locales(call.Argument(0)), func(s string) bool { return !supported(s) }))
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

// numberRange implements formatRange(start, end) of NumberFormat.
func (p *platform) numberRange(f *formatter, call goja.FunctionCall) goja.Value {
	var texts [2]string
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
		texts[i] = joinParts(formatNumber(p.vm, f.number, v))
	}
	if texts[0] == texts[1] {
		return p.vm.ToValue("~" + texts[0])
	}
	dash := " – "
	if strings.Trim(texts[0]+texts[1], "0123456789,.") == "" {
		dash = "–"
	}
	return p.vm.ToValue(texts[0] + dash + texts[1])
}

func (p *platform) rangeError(message string) *goja.Object {
	return NewError(p.vm, "RangeError", "", message)
}

// numberToLocale makes toLocaleString(locales, options) of Number or BigInt.
func (p *platform) numberToLocale(class string) native {
	return func(call goja.FunctionCall) goja.Value {
		f := &defaultNumberFormat
		this := p.numberOf(class, call.This)
		p.checkLocales(call.Argument(0))
		if !goja.IsUndefined(call.Argument(1)) {
			f = p.numberOptions(call.Argument(1))
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
			p.checkLocales(call.Argument(0))
			return p.vm.ToValue(joinDate(p.formatDate(p.dateOptions(call.Argument(1), required, defaults), ms)))
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
