// This file holds structuredClone.

package web

import (
	"math/big"
	"reflect"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// cloner makes one structured clone. An object that occurs several times is cloned once.
type cloner struct {
	p    *platform
	seen map[*goja.Object]*goja.Object
	// transfer holds the ArrayBuffers that are moved and not copied.
	transfer map[*goja.Object]bool
	depth    int
	objects  int
}

// The memory for the clones of so many objects is requested together, and a clone takes about so many bytes.
const (
	clonedTogether = 256
	bytesOfClone   = 400
)

// maxCloned is the number of levels that objects may be nested.
const maxCloned = 10_000

// structuredClone makes the function structuredClone.
func structuredClone(p *platform, name string) goja.Value {
	return p.fn(name, 1, func(call goja.FunctionCall) goja.Value {
		if len(call.Arguments) == 0 {
			panic(NewError(p.vm, "TypeError", "ERR_MISSING_ARGS", `The "value" argument must be specified`))
		}
		c := &cloner{p: p, seen: make(map[*goja.Object]*goja.Object), transfer: p.transferList(call.Argument(1))}
		result := c.clone(call.Arguments[0])
		for buffer := range c.transfer {
			b, _ := goValue[goja.ArrayBuffer](buffer)
			p.detach(b)
		}
		return result
	})
}

// transferList reads the option transfer.
func (p *platform) transferList(options goja.Value) map[*goja.Object]bool {
	if goja.IsUndefined(options) || goja.IsNull(options) {
		return nil
	}
	o, ok := options.(*goja.Object)
	if !ok {
		panic(NewError(p.vm, "TypeError", "ERR_INVALID_ARG_TYPE", "The options argument must be either an object or undefined"))
	}
	list := o.Get("transfer")
	if list == nil || goja.IsUndefined(list) {
		return nil
	}
	buffers := make(map[*goja.Object]bool)
	guard.ForOf(p.vm, list, func(v goja.Value) bool {
		o, ok := v.(*goja.Object)
		if ok {
			_, ok = goValue[goja.ArrayBuffer](o)
		}
		if !ok {
			panic(NewError(p.vm, "TypeError", "ERR_INVALID_TRANSFER_OBJECT", "Found invalid object in transferList"))
		}
		if buffers[o] {
			panic(p.domException("DataCloneError", "ArrayBuffer occurs in the transfer list more than once"))
		}
		buffers[o] = true
		return true
	})
	return buffers
}

func (c *cloner) clone(v goja.Value) goja.Value {
	o, ok := v.(*goja.Object)
	if !ok {
		if sym, ok := v.(*goja.Symbol); ok {
			panic(c.refuse("Symbol(" + sym.String() + ")"))
		}
		return v
	}
	if copied, ok := c.seen[o]; ok {
		return copied
	}
	if c.objects++; c.objects%clonedTogether == 0 {
		guard.Need(c.p.vm, clonedTogether*bytesOfClone)
	}
	if c.depth++; c.depth > maxCloned {
		panic(NewError(c.p.vm, "RangeError", "", "Maximum call stack size exceeded"))
	}
	defer func() { c.depth-- }()
	switch kindOf(o) {
	case "Array":
		return c.properties(o, c.p.vm.NewArray())
	case "Date", "Number", "String", "Boolean", "BigInt":
		return c.remember(o, c.primitive(o))
	case "RegExp":
		return c.remember(o, c.construct("RegExp", o.Get("source"), o.Get("flags")))
	case "Error":
		return c.error(o)
	case "Map":
		return c.mapping(o)
	case "Set":
		return c.set(o)
	case "Object", "Math", "JSON":
		return c.object(o)
	case "Function":
		panic(c.refuse(o.String()))
	case "Proxy":
		panic(c.refuse("#<Object>"))
	}
	panic(c.refuse("#<" + className(o) + ">"))
}

// kindOf returns the built-in class of an object, which a script cannot change. For some classes only the type that
// Export returns says it.
func kindOf(o *goja.Object) string {
	class := o.ClassName()
	switch t := o.ExportType(); t {
	case reflect.TypeFor[goja.Proxy]():
		return "Proxy"
	case reflect.TypeFor[*goja.Promise]():
		return "Promise"
	case reflect.TypeFor[[][2]any]():
		return "Map"
	case reflect.TypeFor[[]any]():
		if class == "Object" {
			return "Set"
		}
	case reflect.TypeFor[*big.Int]():
		return "BigInt"
	default:
		if t.Kind() == reflect.Func { // some are of the class Object
			return "Function"
		}
	}
	return class
}

// ClassOf returns the built-in class of an object. It is more exact than kindOf, and slower.
func ClassOf(vm *goja.Runtime, o *goja.Object) string {
	kind := kindOf(o)
	if kind != "Object" && kind != "Function" {
		return kind
	}
	if v, ok := viewOf(vm, o); ok {
		return v.kind
	}
	tag := inheritedTag(o)
	switch tag {
	case "Map Iterator", "Set Iterator", "Generator", "AsyncGenerator":
		return tag
	case "AsyncFunction", "GeneratorFunction", "AsyncGeneratorFunction":
		if kind == "Function" {
			return tag
		}
	case "WeakMap", "WeakSet":
		// An object that only has the tag is recognised by a method that throws for any other class.
		has, _ := goja.AssertFunction(vm.Get(tag).(*goja.Object).Get("prototype").(*goja.Object).Get("has"))
		if _, err := has(o, o); err == nil {
			return tag
		}
	}
	return kind
}

// inheritedTag returns the inherited Symbol.toStringTag of an object, and "" if it has its own.
func inheritedTag(o *goja.Object) string {
	for _, own := range o.Symbols() {
		if own == goja.SymToStringTag {
			return ""
		}
	}
	if v := o.GetSymbol(goja.SymToStringTag); v != nil {
		return v.String()
	}
	return ""
}

func (c *cloner) refuse(what string) *goja.Object {
	return c.p.domException("DataCloneError", what+" could not be cloned.")
}

func (c *cloner) remember(o, copied *goja.Object) *goja.Object {
	c.seen[o] = copied
	return copied
}

func (c *cloner) construct(class string, args ...goja.Value) *goja.Object {
	o, err := c.p.vm.New(c.p.vm.Get(class), args...)
	must(err)
	return o
}

func className(o *goja.Object) string {
	if ctor, ok := o.Get("constructor").(*goja.Object); ok {
		if name := ctor.Get("name"); name != nil && name.String() != "" {
			return name.String()
		}
	}
	return "Object"
}

// primitive clones a Date or a boxed primitive, by the value inside.
func (c *cloner) primitive(o *goja.Object) *goja.Object {
	class := kindOf(o)
	valueOf, _ := goja.AssertFunction(c.p.vm.Get(class).(*goja.Object).Get("prototype").(*goja.Object).Get("valueOf"))
	v, err := valueOf(o)
	must(err)
	if class == "Date" {
		return c.construct("Date", v)
	}
	return v.ToObject(c.p.vm)
}

// object clones objects for which goja has no class: bytes, plain objects and instances of a script's
// classes.
func (c *cloner) object(o *goja.Object) goja.Value {
	if v, ok := viewOf(c.p.vm, o); ok {
		if v.kind == "ArrayBuffer" {
			return c.remember(o, c.buffer(o, v.bytes))
		}
		buffer := c.clone(v.buffer)
		length := o.Get("length") // undefined for a DataView
		if v.kind == "DataView" {
			length = o.Get("byteLength")
		}
		return c.remember(o, c.construct(v.kind, buffer, c.p.vm.ToValue(v.offset), length))
	}
	switch tag := inheritedTag(o); tag {
	case "WeakMap", "WeakSet", "WeakRef", "FinalizationRegistry":
		panic(c.refuse("#<" + tag + ">"))
	case "Generator", "AsyncGenerator":
		panic(c.refuse("[object " + tag + "]"))
	case "Map Iterator", "Set Iterator", "Array Iterator", "String Iterator":
		panic(c.refuse("#<Object>"))
	}
	return c.properties(o, c.p.vm.NewObject())
}

func (c *cloner) buffer(o *goja.Object, data []byte) *goja.Object {
	if !c.transfer[o] {
		data = append([]byte(nil), data...)
	}
	return c.p.vm.ToValue(c.p.vm.NewArrayBuffer(data)).(*goja.Object)
}

// properties copies the own enumerable string properties.
func (c *cloner) properties(o, to *goja.Object) *goja.Object {
	c.seen[o] = to
	for _, key := range guard.Keys(o) {
		v := o.Get(key)
		if v == nil { // deleted by a getter that ran before
			continue
		}
		must(to.DefineDataProperty(key, c.clone(v), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)) // a setter of the prototype is not called
	}
	if o.ClassName() == "Array" {
		must(to.Set("length", o.Get("length")))
	}
	return to
}

// error clones an error as an instance of a built-in error class, with message, stack and cause.
func (c *cloner) error(o *goja.Object) goja.Value {
	class := "Error"
	if name := o.Get("name"); name != nil {
		switch name.String() {
		case "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError":
			class = name.String()
		}
	}
	e := c.remember(o, c.construct(class))
	own := make(map[string]bool)
	for _, key := range guard.OwnNames(o) {
		own[key] = true
	}
	if own["stack"] {
		hidden(e, "stack", o.Get("stack").ToString())
	}
	if own["message"] {
		hidden(e, "message", o.Get("message").ToString())
	}
	if own["cause"] {
		hidden(e, "cause", c.clone(o.Get("cause")))
	}
	return e
}

func (c *cloner) mapping(o *goja.Object) goja.Value {
	to := c.remember(o, c.construct("Map"))
	set, _ := goja.AssertFunction(to.Get("set"))
	// The entries are collected first: a getter run while cloning may change the map.
	var entries [][2]goja.Value
	c.each(o, "Map", func(v goja.Value) {
		pair := v.(*goja.Object)
		entries = append(entries, [2]goja.Value{pair.Get("0"), pair.Get("1")})
	})
	for _, entry := range entries {
		_, err := set(to, c.clone(entry[0]), c.clone(entry[1]))
		must(err)
	}
	return to
}

func (c *cloner) set(o *goja.Object) goja.Value {
	to := c.remember(o, c.construct("Set"))
	add, _ := goja.AssertFunction(to.Get("add"))
	var items []goja.Value
	c.each(o, "Set", func(v goja.Value) { items = append(items, v) })
	for _, item := range items {
		_, err := add(to, c.clone(item))
		must(err)
	}
	return to
}

// each iterates over a Map or Set with the built-in iterator, even if the object has another one.
func (c *cloner) each(o *goja.Object, class string, f func(v goja.Value)) {
	proto := c.p.vm.Get(class).(*goja.Object).Get("prototype").(*goja.Object)
	iterator, _ := goja.AssertFunction(proto.GetSymbol(goja.SymIterator))
	it, err := iterator(o)
	must(err)
	guard.ForOf(c.p.vm, it, func(v goja.Value) bool {
		f(v)
		return true
	})
}
