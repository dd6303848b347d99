// This file has helpers for native functions: they make functions and errors with Node's codes, and call
// the script.

package web

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// native is a function in the form goja calls without reflection.
type native = func(goja.FunctionCall) goja.Value

// must panics with an error that a goja operation returned. goja turns the panic into the exception again.
// It must not be used for other errors, since goja would not recover their panic.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// plainError makes a JavaScript Error with the message of err. goja's own conversion would put the Go value
// into the error.
func plainError(vm *goja.Runtime, err error) goja.Value {
	o, failed := vm.New(vm.Get("Error"), vm.ToValue(err.Error()))
	if failed != nil {
		return vm.NewTypeError("%v", err)
	}
	return o
}

// need requests memory; see guard.Need.
func (p *platform) need(bytes int) { guard.Need(p.vm, bytes) }

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

// goValue returns the Go value of an object if it is a T. It checks the type before it calls Export, since
// Export copies whole objects, and does not return for a Map that contains itself.
func goValue[T any](v goja.Value) (value T, ok bool) {
	if o, isObject := v.(*goja.Object); isObject && o.ExportType() == reflect.TypeFor[T]() {
		value, ok = guard.Export(o).(T)
	}
	return value, ok
}

// own defines a property of an object that Go has made. Unlike Set it calls no setter, which a script can add to
// Object.prototype.
func own(vm *goja.Runtime, o *goja.Object, name string, v any) {
	must(o.DefineDataProperty(name, vm.ToValue(v), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
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

// callback calls a function of the script from the loop. It passes an error to Env.Uncaught.
func (p *platform) callback(f goja.Callable, this goja.Value, args ...goja.Value) {
	if _, err := f(this, args...); err != nil {
		p.env.Uncaught(err)
	}
}

// NewError makes an error in Node's form: the code is a property, and is in the first line of the stack.
func NewError(vm *goja.Runtime, class, code, message string) *goja.Object {
	e, err := vm.New(vm.Get(class), vm.ToValue(message))
	must(err)
	if code != "" {
		stack := e.Get("stack").String()
		head := class + " [" + code + "]"
		hidden(e, "stack", vm.ToValue(head+strings.TrimPrefix(stack, class)))
		own(vm, e, "code", code)
	}
	return e
}

func (p *platform) argTypeError(name, want string, got goja.Value) *goja.Object {
	return NewError(p.vm, "TypeError", "ERR_INVALID_ARG_TYPE",
		fmt.Sprintf("The %q argument must be %s. Received %s", name, want, p.received(got)))
}

// makeError implements error(class, code, message) for the js files. With an empty code the error has none.
func (p *platform) makeError(call goja.FunctionCall) goja.Value {
	return NewError(p.vm, call.Argument(0).String(), call.Argument(1).String(), call.Argument(2).String())
}

// domException makes a DOMException. It does not use the global of that name, which a script may have
// replaced.
func (p *platform) domException(name, message string) *goja.Object {
	e, err := p.vm.New(p.family("domexception").Get("DOMException"), p.vm.ToValue(message), p.vm.ToValue(name))
	must(err)
	return e
}

func (p *platform) received(v goja.Value) string { return Received(p.vm, v, p.env.Inspect) }

// mostReceived is the number of letters of a text that Received writes.
const mostReceived = 28

// quoted returns a text in double quotes, as JSON.stringify does.
func quoted(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a text cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}

// Received describes a wrong argument in the form with which Node's messages end.
func Received(vm *goja.Runtime, v goja.Value, inspect func(goja.Value) string) string {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return fmt.Sprint(v)
	}
	if o, ok := v.(*goja.Object); ok {
		if _, ok := goja.AssertFunction(o); ok {
			name := goja.Undefined()
			if v := o.Get("name"); v != nil {
				name = v
			}
			return "function " + name.String()
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
		if s, ok := v.(goja.String); ok && s.Length() > mostReceived {
			text = s.Substring(0, mostReceived-len("...")).String() + "..."
		}
		if strings.Contains(text, "'") {
			text = quoted(text)
		} else {
			text = "'" + text + "'"
		}
	case "bigint":
		text += "n"
	case "symbol":
		text = "Symbol(" + text + ")"
	}
	return fmt.Sprintf("type %s (%s)", kind, text)
}

// typeOf returns the typeof of a value that is not an object.
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
