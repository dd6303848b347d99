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
	// transfer has the ArrayBuffers and ports that are moved and not copied.
	transfer map[*goja.Object]bool
	depth    int
	objects  int
}

// The memory for the clones of so many objects is requested together, and a clone takes about so many bytes.
const (
	clonedTogether = 256
	bytesOfClone   = 400
	bytesOfEntry   = 32
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
		c.moveAll()
		return result
	})
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
		v := vm.Get(tag)
		for _, name := range []string{"prototype", "has"} {
			if class, ok := v.(*goja.Object); ok {
				v = class.Get(name)
			}
		}
		if has, ok := goja.AssertFunction(v); ok {
			if _, err := has(o, o); err == nil {
				return tag
			}
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
	o, err := c.p.vm.New(c.p.builtin(class), args...)
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
	if class == "Date" {
		v, err := c.p.builtins.dateValue(o)
		must(err)
		return c.construct("Date", v)
	}
	v, err := c.p.methodOf(class, "valueOf")(o)
	must(err)
	return v.ToObject(c.p.vm)
}

// object clones objects for which goja has no class: bytes, instances of classes of the platform, plain objects and
// instances of a script's classes.
func (c *cloner) object(o *goja.Object) goja.Value {
	if copied := c.ofPlatform(o); copied != nil {
		return copied
	}
	if v, ok := viewOf(c.p.vm, o); ok {
		array, typed := guard.ViewOf(o)
		switch {
		case v.kind == "ArrayBuffer":
			return c.remember(o, c.buffer(o, v.bytes))
		case v.kind == "DataView":
			return c.view(o, v, c.p.vm.ToValue(len(v.bytes)))
		case typed: // other objects may have the tag and the properties of one
			return c.view(o, v, c.p.vm.ToValue(array.Length))
		}
	}
	switch tag := inheritedTag(o); tag {
	case "WeakMap", "WeakSet", "WeakRef", "FinalizationRegistry":
		panic(c.refuse("#<" + tag + ">"))
	case "Generator", "AsyncGenerator":
		panic(c.refuse("[object " + tag + "]"))
	case "Map Iterator", "Set Iterator", "Array Iterator", "String Iterator", "RegExp String Iterator":
		panic(c.refuse("#<Object>"))
	}
	return c.properties(o, c.p.vm.NewObject())
}

func (c *cloner) view(o *goja.Object, v view, length goja.Value) *goja.Object {
	return c.remember(o, c.construct(v.kind, c.clone(v.buffer), c.p.vm.ToValue(v.offset), length))
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
	for i, key := range guard.Keys(o) {
		if i%clonedTogether == clonedTogether-1 {
			guard.Need(c.p.vm, clonedTogether*bytesOfEntry)
		}
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
	// The entries are collected first: a getter run while cloning may change the map.
	for _, entry := range c.entries(o, c.p.builtins.mapForEach) {
		_, err := c.p.builtins.mapSet(to, c.clone(entry[0]), c.clone(entry[1]))
		must(err)
	}
	return to
}

func (c *cloner) set(o *goja.Object) goja.Value {
	to := c.remember(o, c.construct("Set"))
	for _, item := range c.entries(o, c.p.builtins.setForEach) {
		_, err := c.p.builtins.setAdd(to, c.clone(item[0]))
		must(err)
	}
	return to
}

// entries returns the keys and values of a Map or Set, which forEach lists.
func (c *cloner) entries(o *goja.Object, forEach goja.Callable) (entries [][2]goja.Value) {
	_, err := forEach(o, c.p.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		if len(entries)%clonedTogether == 0 {
			guard.Need(c.p.vm, clonedTogether*bytesOfEntry)
		}
		entries = append(entries, [2]goja.Value{call.Argument(1), call.Argument(0)})
		return goja.Undefined()
	}))
	must(err)
	return entries
}
