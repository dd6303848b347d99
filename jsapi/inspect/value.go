package inspect

// This file prints a value: primitives, the target of a proxy, the result of a custom inspect function, and
// circular references. raw.go prints the other objects.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// job is one call of inspect: its options, and the current place in the value.
type job struct {
	settings

	p        *Printer
	indent   int            // the indentation of the current object, in columns
	level    int            // the level of the object that was entered last
	seen     []*goja.Object // the objects that contain the current place
	circular []*goja.Object // the objects with circular references, in order of their reference numbers
	budget   []int          // the size of the output so far, by indentation
}

// maxOutput is approximately the size of the output after which Node only prints the outermost level of the
// rest.
const maxOutput = 1 << 27

// value prints v, which is inside of level objects. inTyped is set for a property of a typed array.
func (j *job) value(v goja.Value, level int, inTyped bool) string {
	o, ok := v.(*goja.Object)
	if !ok {
		return j.primitive(v)
	}
	guard.Hear(j.p.vm) // the prototypes of an object can be many
	k := kindOf(o)
	target := o
	if k == kindProxy {
		var text string
		if target, text, ok = j.throughProxy(o, level); !ok {
			return text
		}
		k = kindOf(target)
	}
	if !j.NoCustom {
		if text, ok := j.customized(target, o, level); ok {
			return text
		}
	}
	if slices.Contains(j.seen, target) {
		return j.style("[Circular *"+strconv.Itoa(j.reference(target))+"]", "special")
	}
	return j.raw(target, k, level, inTyped)
}

// throughProxy returns the target of a proxy. If the proxy itself is to be printed, ok is false, and text is
// the result.
func (j *job) throughProxy(o *goja.Object, level int) (target *goja.Object, text string, ok bool) {
	proxy, _ := guard.Export(o).(goja.Proxy)
	target, handler := proxy.Target(), proxy.Handler()
	if target == nil || handler == nil {
		return nil, j.style("<Revoked Proxy>", "special"), false
	}
	if !j.ShowProxy {
		if kindOf(target) == kindProxy {
			return j.throughProxy(target, level)
		}
		return target, "", true
	}
	if level > j.depth {
		return nil, j.style("Proxy [Array]", "special"), false
	}
	if j.p.nesting >= maxNesting {
		return nil, j.interrupted("Proxy"), false
	}
	j.p.nesting++
	j.indent += 2
	parts := []string{j.value(target, level+1, false), j.value(handler, level+1, false)}
	j.indent -= 2
	j.p.nesting--
	return nil, j.join(parts, shape{open: "Proxy [", close: "]", list: true}, level+1, nil), false
}

// customized prints o with its Symbol.for('nodejs.util.inspect.custom') function, if it has one. this is o,
// or the proxy of o.
func (j *job) customized(o, this *goja.Object, level int) (string, bool) {
	f := o.GetSymbol(j.p.custom)
	if f == nil || !isFunction(f) || j.p.inspectFn != nil && f == goja.Value(j.p.inspectFn) || isPrototype(o) {
		return "", false
	}
	var depth goja.Value
	switch {
	case j.nullDepth:
		depth = goja.Null()
	case j.depth == Unlimited:
		depth = goja.PositiveInf()
	default:
		depth = j.p.vm.ToValue(j.depth - level)
	}
	isolated := o != this || !j.p.inherits(this, j.p.object)
	result := j.p.call(f, this, append([]goja.Value{depth, j.optionsObject(isolated), j.p.inspectFunction()}, j.extras(o)...)...)
	if r, ok := result.(*goja.Object); ok && r == this {
		return "", false
	}
	if s, ok := result.(goja.String); ok {
		return j.indented(guard.Text(j.p.vm, s)), true
	}
	j.p.nesting++
	defer func() { j.p.nesting-- }()
	if j.p.nesting > maxNesting {
		panic(j.p.rangeError("Maximum call stack size exceeded"))
	}
	return j.value(result, level, false), true
}

// extras returns the keys of the properties of a typed array that are no elements, in an array. It is a further argument for the function
// of Buffer, which would have to list the elements to find them. It returns nothing for other objects, and if there are none.
func (j *job) extras(o *goja.Object) []goja.Value {
	if kindOf(o) != kindTypedArray || j.p.peek.elementsOnly(o, kindTypedArray) {
		return nil
	}
	props, ok := j.p.named(o, j.ShowHidden)
	if props = j.p.withSymbols(props, o, j.ShowHidden); !ok || len(props) == 0 {
		return nil
	}
	keys := make([]any, len(props))
	for i := range props {
		keys[i] = props[i].key(j.p.vm)
	}
	return []goja.Value{j.p.vm.NewArray(keys...)}
}

// isPrototype reports whether o is the prototype object of its own constructor.
func isPrototype(o *goja.Object) bool {
	c, ok := o.Get("constructor").(*goja.Object)
	if !ok {
		return false
	}
	proto, ok := c.Get("prototype").(*goja.Object)
	return ok && proto == o
}

// reference returns the number of a circular reference to o.
func (j *job) reference(o *goja.Object) int {
	i := slices.Index(j.circular, o)
	if i < 0 {
		i = len(j.circular)
		j.circular = append(j.circular, o)
	}
	return i + 1
}

// interrupted returns the text for an object that is nested too deep to print.
func (j *job) interrupted(name string) string {
	return j.style("["+name+": Inspection interrupted prematurely. Maximum call stack size exceeded.]", "special")
}

func (j *job) primitive(v goja.Value) string {
	switch v := v.(type) {
	case goja.String:
		return j.text(v)
	case *goja.Symbol:
		return j.style(symbolText(v), "symbol")
	}
	switch {
	case goja.IsNumber(v):
		return j.style(numberText(v, j.NumericSeparator), "number")
	case goja.IsBigInt(v):
		return j.style(j.p.bigIntText(v, j.NumericSeparator), "bigint")
	case goja.IsNull(v):
		return j.style("null", "null")
	case goja.IsUndefined(v):
		return j.style("undefined", "undefined")
	}
	return j.style(v.String(), "boolean")
}

// text prints a string in quotes. It cuts the string at MaxStringLength, and prints a long string with line
// breaks as a sum of its lines.
func (j *job) text(v goja.String) string {
	const minLine = 16
	cut := ""
	if more := v.Length() - max(j.maxString, 0); more > 0 {
		v = v.Substring(0, max(j.maxString, 0))
		cut = "... " + strconv.Itoa(more) + " more character" + plural(more)
	}
	guard.Need(j.p.vm, 3*v.Length()) // with its quotation marks it is a copy
	s := v.String()
	if n := v.Length(); j.compact == CompactAll || n <= minLine || n <= j.breakLength-j.indent-4 ||
		!strings.Contains(s[:len(s)-1], "\n") {
		return j.style(j.p.quote(v, s), "string") + cut
	}
	var lines []string
	total := 0
	for start, i := 0, 0; i < v.Length(); i++ {
		if v.CharAt(i) == '\n' || i == v.Length()-1 {
			line := v.Substring(start, i+1)
			lines = j.add(lines, j.style(j.p.quote(line, line.String()), "string"))
			total += len(lines[len(lines)-1])
			start = i + 1
		}
	}
	guard.Need(j.p.vm, total+len(lines)*(j.indent+5))
	return strings.Join(lines, " +\n"+strings.Repeat(" ", j.indent+2)) + cut
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
