// This file holds what the native functions are built with: functions, errors with Node's codes, calls into the script.

package web

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/dop251/goja"
)

// native is a function in the form goja calls without reflection.
type native = func(goja.FunctionCall) goja.Value

// must passes on what a goja operation threw, as the panic that goja makes an exception of again. It is not for other
// errors, which goja would let through.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// plainError is err as an Error of JavaScript: that of goja has the value of Go in it.
func plainError(vm *goja.Runtime, err error) goja.Value {
	o, failed := vm.New(vm.Get("Error"), vm.ToValue(err.Error()))
	if failed != nil {
		return vm.NewTypeError("%v", err)
	}
	return o
}

// fn makes a function with the name and length a script sees.
func (p *platform) fn(name string, length int, f native) *goja.Object {
	return newFunc(p.vm, name, length, f)
}

func newFunc(vm *goja.Runtime, name string, length int, f native) *goja.Object {
	o := vm.ToValue(f).(*goja.Object)
	must(o.DefineDataProperty("name", vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	if length != 0 {
		must(o.DefineDataProperty("length", vm.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
	return o
}

// goValue returns the Go value behind an object, if it is a T. Export alone would do, but copies whole objects, and never
// comes back from a Map that holds itself.
func goValue[T any](v goja.Value) (value T, ok bool) {
	if o, isObject := v.(*goja.Object); isObject && o.ExportType() == reflect.TypeFor[T]() {
		value, ok = o.Export().(T)
	}
	return value, ok
}

// hidden defines a writable, configurable, non-enumerable property, as methods of built-in classes are.
func hidden(o *goja.Object, name string, v goja.Value) {
	must(o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

// method defines a function as a hidden property.
func (p *platform) method(o *goja.Object, name string, length int, f native) {
	hidden(o, name, p.fn(name, length, f))
}

// tag sets Symbol.toStringTag.
func tag(vm *goja.Runtime, o *goja.Object, name string) {
	must(o.DefineDataPropertySymbol(goja.SymToStringTag, vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

// callback calls a function of the script from the loop. What it throws goes to Env.Uncaught.
func (p *platform) callback(f goja.Callable, this goja.Value, args ...goja.Value) {
	if _, err := f(this, args...); err != nil {
		p.env.Uncaught(err)
	}
}

// newError makes an error as Node makes it: code is a property and stands in the first line of the stack.
func newError(vm *goja.Runtime, class, code, message string) *goja.Object {
	e, err := vm.New(vm.Get(class), vm.ToValue(message))
	must(err)
	if code != "" {
		stack := e.Get("stack").String()
		head := class + " [" + code + "]"
		hidden(e, "stack", vm.ToValue(head+strings.TrimPrefix(stack, class)))
		must(e.Set("code", code))
	}
	return e
}

func (p *platform) argTypeError(name, want string, got goja.Value) *goja.Object {
	return newError(p.vm, "TypeError", "ERR_INVALID_ARG_TYPE",
		fmt.Sprintf("The %q argument must be %s. Received %s", name, want, p.received(got)))
}

// makeError(class, code, message) is newError for the js files. An empty code leaves it out.
func (p *platform) makeError(call goja.FunctionCall) goja.Value {
	return newError(p.vm, call.Argument(0).String(), call.Argument(1).String(), call.Argument(2).String())
}

// domException makes a DOMException. It does not look at the global of that name, which a script may have replaced.
func (p *platform) domException(name, message string) *goja.Object {
	e, err := p.vm.New(p.family("domexception").Get("DOMException"), p.vm.ToValue(message), p.vm.ToValue(name))
	must(err)
	return e
}

// received says what a wrong argument was, in the words Node's messages end with.
func (p *platform) received(v goja.Value) string { return received(p.vm, v, p.env.Inspect) }

func received(vm *goja.Runtime, v goja.Value, inspect func(goja.Value) string) string {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return fmt.Sprint(v)
	}
	if o, ok := v.(*goja.Object); ok {
		if _, ok := goja.AssertFunction(o); ok {
			return "function " + o.Get("name").String()
		}
		if ctor, ok := o.Get("constructor").(*goja.Object); ok {
			if name := ctor.Get("name"); name != nil && name.String() != "" {
				return "an instance of " + name.String()
			}
		}
		return inspect(o)
	}
	kind, text := typeOf(v), v.String()
	switch kind {
	case "string":
		if len(text) > 28 {
			text = text[:25] + "..."
		}
		text = "'" + text + "'"
	case "bigint":
		text += "n"
	case "symbol":
		text = "Symbol(" + text + ")"
	}
	return fmt.Sprintf("type %s (%s)", kind, text)
}

// typeOf is the typeof operator for what is not an object.
func typeOf(v goja.Value) string {
	switch {
	case goja.IsString(v):
		return "string"
	case goja.IsNumber(v):
		return "number"
	case goja.IsBigInt(v):
		return "bigint"
	}
	if _, ok := v.(*goja.Symbol); ok {
		return "symbol"
	}
	return "boolean"
}
