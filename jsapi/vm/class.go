// This file registers the classes of lib by name. A VM has one copy of each class. A module that is
// loaded at its first use brings copies of classes that the bundle of the script may also contain.

package vm

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// library has the classes and functions that lib has registered.
type library struct {
	rt      *goja.Runtime
	values  *value.Realm
	classes map[string]*goja.Object // by name
	shared  map[string]*goja.Object // by key, see once
}

// ClassFunctions adds to o, the object that lib names __hitlrun, the functions that register
// classes.
func (l *library) ClassFunctions(o *goja.Object) {
	own(o, "register", l.rt.ToValue(l.register))
	own(o, "once", l.rt.ToValue(l.once))
	own(o, "revive", l.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		f, _ := goja.AssertFunction(call.Argument(0))
		l.values.ReviveWith(f)
		return goja.Undefined()
	}))
}

// register implements __hitlrun.register: it stores the classes and functions of lib that Go uses,
// by name.
func (l *library) register(call goja.FunctionCall) goja.Value {
	o := call.Argument(0).ToObject(l.rt)
	for _, name := range guard.Keys(o) {
		class, ok := o.Get(name).(*goja.Object)
		if !ok {
			continue
		}
		l.classes[name] = class
	}
	return goja.Undefined()
}

// Registered returns a function that lib has registered, or nil if the bundle of the script does
// not contain it.
func (l *library) Registered(name string) goja.Callable {
	if o := l.classes[name]; o != nil {
		f, _ := goja.AssertFunction(o)
		return f
	}
	return nil
}

// once implements __hitlrun.once(key, class, name). It returns the class that is stored under key;
// if there is none, it stores and returns the given class. Without a name the given class replaces
// the stored one: so messages use the classes of the real @langchain/core.
func (l *library) once(call goja.FunctionCall) goja.Value {
	key := value.Text(call.Argument(0))
	class, ok := call.Argument(1).(*goja.Object)
	if !ok {
		return call.Argument(1)
	}
	if name := call.Argument(2); !goja.IsUndefined(name) {
		if stored := l.shared[key]; stored != nil {
			return stored
		}
		_ = class.DefineDataProperty("name", name, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		if older := l.classes[value.Text(name)]; older != nil { // registered by a bundle that is older than once
			class = older
		}
	}
	if l.shared == nil {
		l.shared = map[string]*goja.Object{}
	}
	l.shared[strings.Clone(key)] = class
	return class
}

// HasClass reports whether the script has loaded the named class of lib.
func (l *library) HasClass(name string) bool { return l.classes[name] != nil }

// IsA reports whether o is an instance of the named class of lib.
func (l *library) IsA(o *goja.Object, class string) bool {
	c := l.classes[class]
	return c != nil && l.rt.InstanceOf(o, c)
}

// Named sets the name of an error whose class the script did not load, and returns the error.
func (l *library) Named(o *goja.Object, class string) *goja.Object {
	if l.classes[class] == nil && class != "Error" {
		_ = o.Set("name", class)
	}
	return o
}

// Construct makes an instance of the named class of lib, or else of the platform, or else of Error.
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
