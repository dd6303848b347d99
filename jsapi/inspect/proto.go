package inspect

// This file finds the class name and the tag before the braces of an object: Foo [bar] {.

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// heading has the class and the tag of an object.
type heading struct {
	class string // the name of its constructor
	null  bool   // whether its prototype is null, so that it has no constructor
	tag   string // Symbol.toStringTag; "" if it is an own property, which is printed anyway
	bare  bool   // whether no properties of prototypes are to be printed
}

// prefix returns the heading with a space after it. fallback names the kind of object if there is no class.
func (h heading) prefix(fallback, size string) string {
	switch {
	case h.null && h.tag != "" && fallback != h.tag:
		return "[" + fallback + size + ": null prototype] [" + h.tag + "] "
	case h.null:
		return "[" + fallback + size + ": null prototype] "
	case h.tag != "" && h.class != h.tag:
		return h.class + size + " [" + h.tag + "] "
	}
	return h.class + size + " "
}

// before puts the heading before base, unless it is the usual class, which base shows.
func (h heading) before(usual, base string) string {
	if prefix := h.prefix(usual, ""); prefix != usual+" " {
		return prefix + base
	}
	return base
}

// object returns the prefix of an object that has no special form.
func (h heading) object(p *Printer, o *goja.Object, k kind) string {
	fallback := ""
	if h.null {
		if fallback = p.kindName(o, k); fallback == h.tag {
			fallback = "Object"
		}
	}
	return h.prefix(fallback, "")
}

func sized(n int) string { return "(" + decimal(n) + ")" }

func decimal(n int) string { return strconv.Itoa(n) }

// tag returns o[Symbol.toStringTag], or "" if it is printed among the properties.
func (j *job) tag(o *goja.Object) string {
	s, ok := o.GetSymbol(goja.SymToStringTag).(goja.String)
	if !ok || s.Length() == 0 {
		return ""
	}
	shown := "Object.prototype.propertyIsEnumerable"
	if j.ShowHidden {
		shown = "Object.prototype.hasOwnProperty"
	}
	if j.p.method(shown, o, goja.SymToStringTag).ToBoolean() {
		return ""
	}
	return j.p.textOf(s)
}

// class returns the name of o's constructor, and false for a null prototype. If inherited is not nil, it also
// prints the properties of prototypes that are not built in, and appends them to inherited.
func (j *job) class(o *goja.Object, k kind, level int, inherited *[]string) (string, bool) {
	return j.classOf(o, k, level, inherited, 0)
}

// classOf is class for the object after the end of an inner prototype chains: those without a class.
func (j *job) classOf(o *goja.Object, k kind, level int, inherited *[]string, inner int) (string, bool) {
	p := j.p
	if inner > maxNesting {
		panic(p.rangeError("Maximum call stack size exceeded"))
	}
	var first *goja.Object
	beyond := false // whether first is set; it may be set to nil
	for at := o; at != nil; {
		if name, ok := p.constructorName(at, o); ok {
			if inherited != nil && (first != at || !beyond || !isBuiltIn(name)) {
				from := first
				if from == nil {
					from = o
				}
				j.inherited(o, from, level, inherited)
			}
			return name, true
		}
		p.step()
		at = at.Prototype()
		if !beyond {
			first, beyond = at, true
		}
	}
	if first == nil {
		return "", false
	}
	name := p.kindName(o, k)
	if level > j.depth {
		return name + " <Complex prototype>", true
	}
	if outer, ok := j.classOf(first, kindOf(first), level+1, inherited, inner+1); ok {
		return name + " <" + outer + ">", true
	}
	none := *j
	none.NoCustom, none.depth, none.seen, none.circular, none.indent = true, -1, nil, nil, 0
	return name + " <" + none.value(first, 0, false) + ">", true
}

// constructorName returns the name of the class with the prototype at, if o is an instance of that class.
func (p *Printer) constructorName(at, o *goja.Object) (name string, ok bool) {
	switch {
	case at == p.object && o != at:
		return "Object", true
	case at == p.function && o != at && p.inherits(o, at):
		return "Function", true
	}
	c, isObject := p.data(at, "constructor").(*goja.Object)
	if !isObject || !isFunction(c) {
		return "", false
	}
	v := orUndefined(c.Get("name"))
	if s, isString := v.(goja.String); isString && s.Length() == 0 || !p.instanceOf(o, c, at) {
		return "", false
	}
	return p.textOf(v), true
}

// instanceOf returns `o instanceof c`, and false if that throws. at is o or a prototype of o.
func (p *Printer) instanceOf(o, c, at *goja.Object) (is bool) {
	if o != at && c.GetSymbol(goja.SymHasInstance) == p.hasInstance && c.Get("prototype") == goja.Value(at) {
		return true
	}
	guard.Hear(p.vm) // it looks at all prototypes of o
	if p.vm.Try(func() { is = p.vm.InstanceOf(o, c) }) != nil {
		return false
	}
	return is
}

// inherits reports whether proto is among the prototypes of o.
func (p *Printer) inherits(o, proto *goja.Object) bool {
	for at := o.Prototype(); at != nil; at = at.Prototype() {
		if at == proto {
			return true
		}
		p.step()
	}
	return false
}

// inheritsFrom reports whether o inherits from the named built-in class.
func (p *Printer) inheritsFrom(o *goja.Object, class string) bool {
	c, ok := p.vm.GlobalObject().Get(class).(*goja.Object)
	if !ok {
		return false
	}
	proto, ok := c.Get("prototype").(*goja.Object)
	return ok && p.inherits(o, proto)
}

// inherited prints the properties of up to three prototypes of o, starting after from, except functions.
func (j *job) inherited(o, from *goja.Object, level int, output *[]string) {
	const layers = 3
	p := j.p
	at := from
	shadowed := map[string]bool{}
	for depth := range layers {
		if depth > 0 || o == at {
			if at = at.Prototype(); at == nil {
				return
			}
			if c, ok := p.data(at, "constructor").(*goja.Object); ok && isFunction(c) && isBuiltIn(j.p.textOf(c.Get("name"))) {
				return
			}
		}
		j.seen = append(j.seen, o)
		keys := p.keys(at, true)
		for _, k := range keys {
			p.step()
			if k.sym == nil && (k.name == "constructor" || shadowed[k.name]) || p.hasOwn(o, k.key(p.vm)) {
				continue
			}
			s, ok := p.own(at, k)
			if !ok || !s.accessor && s.value != nil && isFunction(s.value) {
				continue
			}
			line := j.pair(o, level, k, s, false)
			if j.Colors {
				line = "\x1b[2m" + line + "\x1b[22m"
			}
			*output = j.add(*output, line)
		}
		j.seen = j.seen[:len(j.seen)-1]
		for _, k := range keys {
			if k.sym == nil {
				p.took(perEntry)
				shadowed[k.name] = true
			}
		}
	}
}

// builtIns are the global classes and namespaces of JavaScript itself.
const builtIns = " Object Function Array Number Boolean String Symbol Date Promise RegExp Error AggregateError" +
	" EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer Uint8Array Int8Array" +
	" Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray BigUint64Array" +
	" BigInt64Array DataView Map BigInt Set WeakMap WeakSet Proxy Reflect FinalizationRegistry WeakRef" +
	" SharedArrayBuffer Atomics WebAssembly "

func isBuiltIn(name string) bool {
	return name != "" && !strings.Contains(name, " ") && strings.Contains(builtIns, " "+name+" ")
}
