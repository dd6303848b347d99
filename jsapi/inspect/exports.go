package inspect

// This file makes the JavaScript functions: util.inspect with its properties, util.format and
// util.formatWithOptions.

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// Util returns a new object with the functions of node:util that print: inspect, format, formatWithOptions
// and stripVTControlCharacters. Custom inspect functions get the same inspect as their third argument.
func (p *Printer) Util() *goja.Object {
	util := p.vm.NewObject()
	set := func(name string, f native) { _ = util.Set(name, p.newFunction(name, 0, f)) }
	_ = util.Set("inspect", p.inspectFunction())
	set("format", func(call goja.FunctionCall) goja.Value {
		return p.vm.ToValue(p.formatArgs(p.standing(), call.Arguments))
	})
	set("formatWithOptions", func(call goja.FunctionCall) goja.Value {
		o, ok := call.Argument(0).(*goja.Object)
		if !ok || isFunction(o) {
			panic(p.invalidType("inspectOptions", "object", call.Argument(0)))
		}
		return p.vm.ToValue(p.formatArgs(p.options(p.standing(), o), call.Arguments[1:]))
	})
	set("stripVTControlCharacters", func(call goja.FunctionCall) goja.Value {
		s, ok := call.Argument(0).(goja.String)
		if !ok {
			panic(p.invalidType("str", "string", call.Argument(0)))
		}
		return p.vm.ToValue(p.stripCodes(guard.Text(p.vm, s)))
	})
	return util
}

func (p *Printer) newFunction(name string, length int, f native) *goja.Object {
	o := p.vm.ToValue(f).(*goja.Object)
	_ = o.DefineDataProperty("name", p.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = o.DefineDataProperty("length", p.vm.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return o
}

// invalidType makes the error of Node's argument checks.
func (p *Printer) invalidType(name, want string, v goja.Value) goja.Value {
	got := "an instance of Object"
	switch o, isObject := v.(*goja.Object); {
	case isObject && isFunction(o):
		got = "function " + p.textOf(o.Get("name"))
	case isObject:
		if c, ok := p.data(o.Prototype(), "constructor").(*goja.Object); ok {
			got = "an instance of " + p.textOf(c.Get("name"))
		}
	case goja.IsUndefined(v) || goja.IsNull(v):
		got = v.String()
	default:
		typ := "number"
		if _, ok := boolean(v); ok {
			typ = "boolean"
		}
		switch v.(type) {
		case goja.String:
			typ = "string"
		case *goja.Symbol:
			typ = "symbol"
		}
		if goja.IsBigInt(v) {
			typ = "bigint"
		}
		got = "type " + typ + " (" + p.inspect(v, Options{}) + ")"
	}
	e := p.vm.NewTypeError(`The "%s" argument must be of type %s. Received %s`, name, want, got)
	_ = e.Set("code", "ERR_INVALID_ARG_TYPE")
	return e
}

// inspectFunction returns util.inspect. It returns the same function each time.
func (p *Printer) inspectFunction() *goja.Object {
	if p.inspectFn != nil {
		return p.inspectFn
	}
	vm := p.vm
	f := p.newFunction("inspect", 2, func(call goja.FunctionCall) goja.Value {
		o := p.options(p.standing(), call.Argument(1))
		if v := call.Argument(2); !goja.IsUndefined(v) {
			o.Depth, o.nullDepth = limit(v), goja.IsNull(v)
		}
		if v := call.Argument(3); !goja.IsUndefined(v) {
			o.Colors = v.ToBoolean()
		}
		return vm.ToValue(p.inspect(call.Argument(0), o))
	})
	_ = f.Set("custom", p.custom)
	_ = f.DefineAccessorProperty("defaultOptions",
		vm.ToValue(func(goja.FunctionCall) goja.Value { return p.defaultOptions() }),
		vm.ToValue(func(call goja.FunctionCall) goja.Value {
			o, ok := call.Argument(0).(*goja.Object)
			if !ok || isFunction(o) {
				panic(p.invalidType("options", "object", call.Argument(0)))
			}
			return p.static("Object.assign", p.defaultOptions(), o)
		}), goja.FLAG_FALSE, goja.FLAG_FALSE)
	_ = f.Set("colors", p.colorsObject())
	_ = f.Set("styles", p.stylesObject())
	p.inspectFn = f
	return f
}

// defaultOptions returns inspect.defaultOptions, which a script may write to.
func (p *Printer) defaultOptions() *goja.Object {
	if p.defaults == nil {
		o := p.vm.NewObject()
		p.fill(func(key string, v goja.Value) { _ = o.Set(key, v) }, Options{}.settings())
		p.static("Object.seal", o)
		p.defaults = o
	}
	return p.defaults
}

// standing returns the options that a script has set in inspect.defaultOptions.
func (p *Printer) standing() Options {
	if p.defaults == nil {
		return Options{}
	}
	o := p.options(Options{}, p.defaults)
	o.user = nil
	return o
}

// withStanding sets the options that o does not set from inspect.defaultOptions.
func (p *Printer) withStanding(o Options) Options {
	if p.defaults == nil || o.complete {
		return o
	}
	d := p.standing()
	or := func(a, b *int) *int {
		if a == nil {
			return b
		}
		return a
	}
	o.nullDepth = o.nullDepth || o.Depth == nil && d.nullDepth
	o.Depth = or(o.Depth, d.Depth)
	o.MaxArrayLength = or(o.MaxArrayLength, d.MaxArrayLength)
	o.MaxStringLength = or(o.MaxStringLength, d.MaxStringLength)
	o.BreakLength = or(o.BreakLength, d.BreakLength)
	o.Compact = or(o.Compact, d.Compact)
	o.Colors = o.Colors || d.Colors
	o.ShowHidden = o.ShowHidden || d.ShowHidden
	o.ShowProxy = o.ShowProxy || d.ShowProxy
	o.NoCustom = o.NoCustom || d.NoCustom
	o.NumericSeparator = o.NumericSeparator || d.NumericSeparator
	if !o.Sorted {
		o.Sorted, o.compare = d.Sorted, d.compare
	}
	if o.Getters == GettersNone {
		o.Getters = d.Getters
	}
	return o
}

func (p *Printer) colorsObject() *goja.Object {
	o := p.vm.CreateObject(nil)
	for i, c := range colors {
		enumerable := goja.ToFlag(i < ownColors)
		_ = o.DefineDataProperty(c.name, p.vm.NewArray(c.on, c.off), goja.FLAG_TRUE, goja.FLAG_TRUE, enumerable)
	}
	return o
}

func (p *Printer) stylesObject() *goja.Object {
	o := p.vm.CreateObject(nil)
	for _, s := range styles {
		_ = o.Set(s[0], s[1])
	}
	return o
}

// stylizeValue returns options.stylize for custom inspect functions.
func (j *job) stylizeValue() goja.Value {
	p := j.p
	switch {
	case j.Colors || j.forceColor:
		if p.colored == nil {
			p.colored = p.stylizer(Options{Colors: true})
		}
		return p.colored
	case j.stylize != nil:
		return j.stylize
	}
	if p.plain == nil {
		p.plain = p.stylizer(Options{})
	}
	return p.plain
}

func (p *Printer) stylizer(o Options) *goja.Object {
	j := &job{p: p, settings: o.settings()}
	return p.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		return p.vm.ToValue(j.style(p.textOf(call.Argument(0)), p.textOf(call.Argument(1))))
	}).(*goja.Object)
}
