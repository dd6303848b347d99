package inspect

// This file prints typed arrays, buffers, promises, dates, regular expressions and boxed primitives.

import (
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
		output = j.add(output, j.primitive(orUndefined(o.Get(decimal(i)))))
	}
	if n > limit {
		output = append(output, moreItems(n-limit))
	}
	if j.ShowHidden {
		j.indent += 2
		for _, key := range []string{"BYTES_PER_ELEMENT", "length", "byteLength", "byteOffset", "buffer"} {
			output = j.add(output, "["+key+"]: "+j.value(orUndefined(o.Get(key)), level, true))
		}
		j.indent -= 2
	}
	return output
}

// typedArrayName returns the built-in class of a typed array, from the name of goja's type of its elements. A script can
// replace the classes themselves.
func typedArrayName(o *goja.Object) string {
	elements := implementation(o).Elem().FieldByName("typedArray")
	if !elements.IsValid() || elements.IsNil() {
		return "TypedArray"
	}
	name := elements.Elem().Type().Elem().Name() // "uint8Array"
	return strings.ToUpper(name[:1]) + name[1:]
}

func (j *job) arrayBuffer(o *goja.Object) []string {
	buf, ok := guard.Export(o).(goja.ArrayBuffer)
	if !ok || buf.Detached() {
		return []string{j.style("(detached)", "special")}
	}
	const (
		perByte   = 3 // two digits and a space
		hexDigits = "0123456789abcdef"
	)
	data := buf.Bytes()
	shown := data[:min(max(j.maxArray, 0), len(data))]
	guard.Need(j.p.vm, perByte*len(shown))
	var b strings.Builder
	b.Grow(perByte * len(shown))
	for i, c := range shown {
		j.p.read(perByte)
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(hexDigits[c>>4])
		b.WriteByte(hexDigits[c&15])
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

// boxedBase prints a boxed primitive. bare reports whether it has no properties.
func (j *job) boxedBase(o *goja.Object, h heading, bare bool) string {
	class, v, _ := j.p.unbox(o)
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
	if !bare {
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
