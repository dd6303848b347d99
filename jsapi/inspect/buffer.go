package inspect

// This file prints typed arrays, buffers, promises, dates, regular expressions and boxed primitives.

import (
	"encoding/hex"
	"math/big"
	"reflect"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// typedArray prints the elements of a typed array and, with ShowHidden, its buffer.
func (j *job) typedArray(o *goja.Object, n, level int) []string {
	limit := min(max(j.maxArray, 0), n)
	output := make([]string, 0, min(limit, 128)+1)
	for i := range limit {
		j.pause(i)
		output = append(output, j.primitive(orUndefined(o.Get(decimal(i)))))
	}
	if n > limit {
		output = append(output, moreItems(n-limit))
	}
	if j.ShowHidden {
		j.indent += 2
		for _, key := range []string{"BYTES_PER_ELEMENT", "length", "byteLength", "byteOffset", "buffer"} {
			output = append(output, "["+key+"]: "+j.value(orUndefined(o.Get(key)), level, true))
		}
		j.indent -= 2
	}
	return output
}

// typedArrayGet calls a getter that all typed arrays inherit.
func (p *Printer) typedArrayGet(o *goja.Object, k prop) goja.Value {
	if class, ok := p.vm.GlobalObject().Get("Uint8Array").(*goja.Object); ok {
		if proto, ok := class.Prototype().Get("prototype").(*goja.Object); ok {
			if s, ok := p.own(proto, k); ok && s.getterFunc != nil {
				return p.call(s.getterFunc, o)
			}
		}
	}
	return goja.Undefined()
}

func (p *Printer) typedArrayName(o *goja.Object) string {
	return textOf(p.typedArrayGet(o, prop{sym: goja.SymToStringTag}))
}

func (j *job) arrayBuffer(o *goja.Object) []string {
	buf, ok := guard.Export(o).(goja.ArrayBuffer)
	if !ok || buf.Detached() {
		return []string{j.style("(detached)", "special")}
	}
	data := buf.Bytes()
	var b strings.Builder
	for i, c := range data[:min(max(j.maxArray, 0), len(data))] {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(hex.EncodeToString([]byte{c}))
	}
	if j.maxArray < len(data) {
		more := len(data) - j.maxArray
		b.WriteString(" ... " + decimal(more) + " more byte" + plural(more))
	}
	return []string{j.style("[Uint8Contents]", "special") + ": <" + b.String() + ">"}
}

func (j *job) promise(o *goja.Object, level int) []string {
	pr, ok := guard.Export(o).(*goja.Promise)
	if !ok || pr.State() == goja.PromiseStatePending {
		return []string{j.style("<pending>", "special")}
	}
	j.indent += 2
	text := j.value(orUndefined(pr.Result()), level, false)
	j.indent -= 2
	if pr.State() == goja.PromiseStateRejected {
		text = j.style("<rejected>", "special") + " " + text
	}
	return []string{text}
}

func (p *Printer) dateText(o *goja.Object) string {
	if goja.IsNaN(p.method("Date.prototype.getTime", o)) {
		return p.method("Date.prototype.toString", o).String()
	}
	return p.method("Date.prototype.toISOString", o).String()
}

// boxedBase prints a boxed primitive. It removes the indices of a string's characters from keys.
func (j *job) boxedBase(o *goja.Object, h heading, keys *[]prop) string {
	class, v, _ := j.p.unbox(o)
	if s, ok := v.(goja.String); ok {
		*keys = (*keys)[min(s.Length(), len(*keys)):]
	}
	base := "[" + class
	if h.null {
		base += " (null prototype)"
	} else if h.class != class {
		base += " (" + h.class + ")"
	}
	plain := &job{p: j.p, settings: j.settings, indent: j.indent}
	plain.Colors, plain.forceColor, plain.stylize = false, false, nil
	base += ": " + plain.primitive(v) + "]"
	if h.tag != "" && (h.null || h.tag != h.class) {
		base += " [" + h.tag + "]"
	}
	if len(*keys) != 0 {
		return base
	}
	return j.style(base, strings.ToLower(class))
}

// unbox returns the primitive inside an object and its class.
func (p *Printer) unbox(o *goja.Object) (class string, v goja.Value, ok bool) {
	switch t := o.ExportType(); {
	case o.ClassName() == "String":
		class = "String"
	case t.Kind() == reflect.Bool:
		class = "Boolean"
	case t == reflect.TypeFor[*big.Int]():
		class = "BigInt"
	case t.Kind() == reflect.String:
		class = "Symbol"
	default:
		class = "Number"
	}
	v = p.method(class+".prototype.valueOf", o)
	return class, v, !goja.IsUndefined(v)
}
