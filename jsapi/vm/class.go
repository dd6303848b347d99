// This file knows the classes of lib by name. A VM has each of them once: a module that is loaded when a
// script first needs it brings copies of classes that the bundle of the script has too.

package vm

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
)

// library has what lib has made known to Go.
type library struct {
	rt      *goja.Runtime
	values  *value.Realm
	classes map[string]*goja.Object // by name
	shared  map[string]*goja.Object // by their keys, see once
}

// ClassFunctions puts on the object that lib calls __hitlrun what makes classes known.
func (l *library) ClassFunctions(o *goja.Object) {
	_ = o.Set("register", l.register)
	_ = o.Set("once", l.once)
	_ = o.Set("revive", func(call goja.FunctionCall) goja.Value {
		f, _ := goja.AssertFunction(call.Argument(0))
		l.values.ReviveWith(f)
		return goja.Undefined()
	})
}

// register takes the classes and functions of lib that Go needs to know.
func (l *library) register(call goja.FunctionCall) goja.Value {
	o := call.Argument(0).ToObject(l.rt)
	for _, name := range o.Keys() {
		class, ok := o.Get(name).(*goja.Object)
		if !ok {
			continue
		}
		l.classes[name] = class
	}
	return goja.Undefined()
}

// Registered returns a function of lib; nil if the bundle of the script does not have it.
func (l *library) Registered(name string) goja.Callable {
	if o := l.classes[name]; o != nil {
		f, _ := goja.AssertFunction(o)
		return f
	}
	return nil
}

// once is __hitlrun.once(key, class, name): the class that the VM has under key, which is the given one if it has none.
// Without a name the given one is that class from now on: messages of the real @langchain/core are.
func (l *library) once(call goja.FunctionCall) goja.Value {
	key := value.Text(call.Argument(0))
	class, ok := call.Argument(1).(*goja.Object)
	if !ok {
		return call.Argument(1)
	}
	if name := call.Argument(2); !goja.IsUndefined(name) {
		if known := l.shared[key]; known != nil {
			return known
		}
		_ = class.DefineDataProperty("name", name, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		if known := l.classes[value.Text(name)]; known != nil { // of a bundle from before there was once
			class = known
		}
	}
	if l.shared == nil {
		l.shared = map[string]*goja.Object{}
	}
	l.shared[strings.Clone(key)] = class
	return class
}

// HasClass reports whether the script has loaded a class of lib.
func (l *library) HasClass(name string) bool { return l.classes[name] != nil }

// IsA reports whether o is an instance of a class of lib.
func (l *library) IsA(o *goja.Object, class string) bool {
	c := l.classes[class]
	return c != nil && l.rt.InstanceOf(o, c)
}

// Named gives an error that stands for one of a class which the script did not load its name.
func (l *library) Named(o *goja.Object, class string) *goja.Object {
	if l.classes[class] == nil && class != "Error" {
		_ = o.Set("name", class)
	}
	return o
}

// Construct makes an instance of a class of lib or of the platform, of Error
// if there is none of that name.
func (l *library) Construct(class string, args ...goja.Value) *goja.Object {
	var c goja.Value = l.classes[class]
	if l.classes[class] == nil {
		c = l.rt.Get(class)
	}
	if c == nil || goja.IsUndefined(c) {
		c = l.rt.Get("Error")
	}
	o, err := l.rt.New(c, args...)
	if err != nil {
		return l.rt.NewTypeError("%s: %v", class, err)
	}
	return o
}
