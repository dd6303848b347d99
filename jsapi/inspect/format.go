package inspect

// This file formats the arguments of console.log: placeholders such as %s in the first argument, and the
// other arguments after it.

import (
	"math"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

func (p *Printer) formatArgs(o Options, args []goja.Value) string {
	if len(args) == 0 {
		return ""
	}
	b := formatted{p: p}
	rest := args
	if first, ok := args[0].(goja.String); ok {
		if len(args) == 1 {
			return guard.Text(p.vm, first)
		}
		rest = p.substitute(&b, o, guard.Text(p.vm, first), args[1:])
		if len(rest) > 0 {
			b.WriteByte(' ')
		}
	}
	for i, v := range rest {
		if i > 0 {
			b.WriteByte(' ')
		}
		if s, ok := v.(goja.String); ok {
			b.WriteString(guard.Text(p.vm, s))
		} else {
			b.WriteString(p.inspect(v, o))
		}
	}
	return b.String()
}

// formatted is the text that Format makes. It requests the memory for what is long.
type formatted struct {
	strings.Builder
	p *Printer
}

// WriteString adds s to the text.
func (f *formatted) WriteString(s string) {
	if grown := f.Len() + len(s); grown > f.Cap() {
		guard.Need(f.p.vm, 2*grown)
	}
	f.Builder.WriteString(s)
}

// substitute writes format with its placeholders filled from args and returns the args left over.
func (p *Printer) substitute(b *formatted, o Options, format string, args []goja.Value) []goja.Value {
	last := 0
	for i := 0; i < len(format)-1; i++ {
		if format[i] != '%' {
			continue
		}
		at := i
		i++
		c := format[i]
		if c == '%' {
			b.WriteString(format[last:i])
			last = i + 1
			continue
		}
		if len(args) == 0 || strings.IndexByte("sjdOoifc", c) < 0 {
			continue
		}
		b.WriteString(format[last:at])
		b.WriteString(p.placeholder(o, c, orUndefined(args[0])))
		args = args[1:]
		last = i + 1
	}
	b.WriteString(format[last:])
	return args
}

func (p *Printer) placeholder(o Options, c byte, v goja.Value) string {
	switch c {
	case 's':
		return p.formatString(o, v)
	case 'j':
		return p.formatJSON(v)
	case 'd', 'i', 'f':
		return p.formatNumber(o, c, v)
	case 'O':
		return p.inspect(v, o)
	case 'o':
		o.ShowHidden, o.ShowProxy, o.nullDepth = true, true, false
		o.Depth = new(4)
		return p.inspect(v, o)
	}
	return "" // %c, CSS
}

func (p *Printer) formatString(o Options, v goja.Value) string {
	switch {
	case goja.IsNumber(v):
		return numberText(v, o.NumericSeparator)
	case goja.IsBigInt(v):
		return p.bigIntText(v, o.NumericSeparator)
	}
	if obj, ok := v.(*goja.Object); ok && !isFunction(obj) && p.hasBuiltInToString(obj) {
		o.Depth, o.Compact, o.Colors, o.nullDepth = new(0), new(3), false, false
		return p.inspect(v, o)
	}
	return p.textOf(v)
}

func (p *Printer) formatJSON(v goja.Value) string {
	var s string
	ex := p.vm.Try(func() { s = p.textOf(p.static("JSON.stringify", v)) })
	if ex == nil {
		return s
	}
	const circular = "Converting circular structure to JSON"
	if e, ok := ex.Value().(*goja.Object); ok && p.textOf(e.Get("name")) == "TypeError" {
		if line, _, _ := strings.Cut(p.textOf(e.Get("message")), "\n"); line == circular {
			return "[Circular]"
		}
	}
	panic(ex)
}

func (p *Printer) formatNumber(o Options, c byte, v goja.Value) string {
	separate := o.NumericSeparator
	if goja.IsBigInt(v) && c != 'f' {
		return p.bigIntText(v, separate)
	}
	if _, ok := v.(*goja.Symbol); ok {
		return "NaN"
	}
	switch c {
	case 'd':
		v = p.static("Number", v)
	case 'i':
		s := p.textOf(v)
		v = p.static("parseInt", p.vm.ToValue(s))
		if v.ToFloat() == 0 && strings.HasPrefix(strings.TrimSpace(s), "-") {
			v = p.vm.ToValue(math.Copysign(0, -1)) // goja returns 0
		}
	default:
		if goja.IsBigInt(v) {
			v = p.vm.ToValue(p.digits(v))
		}
		v = p.static("parseFloat", v)
	}
	return numberText(v, separate)
}

// hasBuiltInToString reports whether String(o) would run no code of the script. Then %s inspects o.
func (p *Printer) hasBuiltInToString(o *goja.Object) bool {
	for kindOf(o) == kindProxy {
		proxy, _ := guard.Export(o).(goja.Proxy)
		if o = proxy.Target(); o == nil {
			return true
		}
	}
	toString, toPrimitive := isFunction(o.Get("toString")), isFunction(o.GetSymbol(goja.SymToPrimitive))
	if !toString && !toPrimitive {
		return true
	}
	defines := func(o *goja.Object) bool {
		return toString && p.hasOwn(o, p.vm.ToValue("toString")) || toPrimitive && p.hasOwn(o, goja.SymToPrimitive)
	}
	if defines(o) {
		return false
	}
	for at := o.Prototype(); at != nil; at = at.Prototype() {
		if defines(at) {
			c, ok := p.data(at, "constructor").(*goja.Object)
			return ok && isFunction(c) && isBuiltIn(p.textOf(c.Get("name")))
		}
	}
	return true
}
