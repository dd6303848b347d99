// This file makes functions of Go that scripts can call, and calls functions of scripts.

package vm

import "github.com/dop251/goja"

// natives makes functions and properties of Go.
type natives struct{ rt *goja.Runtime }

// Native sets a method of o.
func (n *natives) Native(o *goja.Object, name string, f func(call goja.FunctionCall) goja.Value) {
	_ = o.Set(name, n.NativeFunction(name, f)) // a fresh object takes any property
}

// Hidden is native for objects that scripts do not see: the function has the name that goja gives it.
func (n *natives) Hidden(o *goja.Object, name string, f func(call goja.FunctionCall) goja.Value) {
	_ = o.Set(name, f)
}

// NativeFunction makes a function with a name of its own: goja would take the name of the function in Go.
func (n *natives) NativeFunction(name string, f func(call goja.FunctionCall) goja.Value) *goja.Object {
	o := n.rt.ToValue(f).ToObject(n.rt)
	_ = o.DefineDataProperty("name", n.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return o
}

// Lazy defines a property that is made when it is first read.
func (n *natives) Lazy(o *goja.Object, name string, newValue func() goja.Value) {
	var value goja.Value
	get := n.rt.ToValue(func(goja.FunctionCall) goja.Value {
		if value == nil {
			value = newValue()
		}
		return value
	})
	_ = o.DefineAccessorProperty(name, get, nil, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// CallMethod calls a method of o that is known to be there.
func (vm *VM) CallMethod(o *goja.Object, name string, args ...goja.Value) goja.Value {
	f, ok := goja.AssertFunction(o.Get(name))
	if !ok {
		return goja.Undefined()
	}
	v, err := f(o, args...)
	if err != nil {
		vm.Check(vm.ScriptError(err))
	}
	return v
}
