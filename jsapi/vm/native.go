// This file makes Go functions that scripts can call, and calls functions of scripts.

package vm

import "github.com/dop251/goja"

// natives makes functions and properties that are implemented in Go.
type natives struct{ rt *goja.Runtime }

// Native sets a method of o that is implemented in Go.
func (n *natives) Native(o *goja.Object, name string, f func(call goja.FunctionCall) goja.Value) {
	own(o, name, n.NativeFunction(name, f))
}

// Hidden is Native for objects that scripts cannot see. It does not set the name of the function.
func (n *natives) Hidden(o *goja.Object, name string, f func(call goja.FunctionCall) goja.Value) {
	own(o, name, n.rt.ToValue(f))
}

// own defines a property of an object that Go has made. Unlike Set it calls no setter, which a script can add to
// Object.prototype.
func own(o *goja.Object, name string, v goja.Value) {
	_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE) // a fresh object takes any property
}

// NativeFunction makes a function with the given name. Without it, goja would use the name of the
// Go function.
func (n *natives) NativeFunction(name string, f func(call goja.FunctionCall) goja.Value) *goja.Object {
	o := n.rt.ToValue(f).ToObject(n.rt)
	_ = o.DefineDataProperty("name", n.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return o
}

// Lazy defines a property whose value is made when a script first reads it.
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

// CallMethod calls a method of o, and throws what it throws. It returns undefined if o has no such
// method.
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
