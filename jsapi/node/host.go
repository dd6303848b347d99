// This file defines the functions on the object that the modules use, and converts values from and to the
// script.

package node

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/web"
)

// Error is an error that the script sees in the form of Node, with a code.
type Error struct {
	Code, Message string
	Errno         int         // 0 means none
	Name          string      // "" means "Error"
	Fields        []web.Field // additional properties
	Errors        []error     // the errors of an AggregateError
}

func (e *Error) Error() string { return e.Message }

// code returns Code, or the field code in Fields.
func (e *Error) code() string {
	for _, f := range e.Fields {
		if code, ok := f.Value.(string); ok && f.Name == "code" {
			return code
		}
	}
	return e.Code
}

// fieldsOf makes fields from names and values in turn.
func fieldsOf(list ...any) (fields []web.Field) {
	for i := 0; i+1 < len(list); i += 2 {
		name, _ := list[i].(string)
		fields = append(fields, web.Field{Name: name, Value: list[i+1]})
	}
	return fields
}

// gojaFunc is a function in the form goja calls without reflection.
type gojaFunc = func(goja.FunctionCall) goja.Value

// native is a function whose result is converted. An error that it returns is thrown.
type native func(a args) (any, error)

// host has what the functions of one VM share.
type host struct {
	vm       *goja.Runtime
	env      Env
	sockets  int                 // the number of open sockets
	children int                 // the number of running programs
	unpacks  int                 // the number of open decompressors
	found    map[string][]string // the addresses that the resolver returned to the script, by host
}

// Install defines the groups "crypt", "zlib", "net", "http2", "child", "stdin" and "tokens" on an object. Each is made when it
// is first read.
func Install(vm *goja.Runtime, o *goja.Object, env Env) {
	h := &host{vm: vm, env: env}
	for name, natives := range map[string]func() map[string]native{"crypt": cryptNatives, "zlib": h.zlibNatives, "net": h.netNatives, "http2": h.http2Natives, "child": h.childNatives, "stdin": h.stdinNatives, "tokens": tokenNatives} {
		group(vm, o, name, func() *goja.Object { return h.object(natives()) })
	}
}

// group defines a property of an object, which is made when it is first read.
func group(vm *goja.Runtime, o *goja.Object, name string, newGroup func() *goja.Object) {
	get := vm.ToValue(func(goja.FunctionCall) goja.Value {
		made := newGroup()
		must(made.SetPrototype(nil)) // a script that changes Object.prototype does not get hold of it
		must(o.DefineDataProperty(name, made, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_TRUE))
		return made
	})
	must(o.DefineAccessorProperty(name, get, nil, goja.FLAG_TRUE, goja.FLAG_TRUE))
}

// must panics with an error that a goja operation returned.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// own defines a property of an object that Go has made. Unlike Set it calls no setter, which a script can add to
// Object.prototype.
func own(o *goja.Object, name string, v goja.Value) {
	must(o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
}

// object makes an object of functions.
func (h *host) object(natives map[string]native) *goja.Object {
	o := h.vm.NewObject()
	for name, f := range natives {
		function := h.vm.ToValue(func(call goja.FunctionCall) goja.Value {
			v, err := f(args{h.vm, call.Arguments})
			if err != nil {
				panic(h.failure(err))
			}
			return h.value(v)
		})
		// A script can get hold of the function: it shows no name of Go.
		must(function.(*goja.Object).DefineDataProperty("name", h.vm.ToValue(""), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_TRUE))
		own(o, name, function)
	}
	return o
}

func (h *host) failure(err error) *goja.Object {
	e, ok := err.(*Error) //nolint:errorlint // only our own are not wrapped
	if !ok {
		e = &Error{Message: err.Error()}
	}
	o := h.newError(e)
	hide := func(name string, v goja.Value) {
		must(o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
	if e.Name != "" && e.Errors == nil && !isErrorClass(e.Name) {
		hide("name", h.vm.ToValue(e.Name))
	}
	if e.Errno != 0 {
		must(o.Set("errno", e.Errno))
	}
	if e.Code != "" {
		must(o.Set("code", e.Code))
	}
	for _, f := range e.Fields {
		must(o.Set(f.Name, f.Value))
	}
	return o
}

// isErrorClass reports whether a name of an error is that of a class, which then makes it.
func isErrorClass(name string) bool { return name == "TypeError" || name == "RangeError" }

func (h *host) newError(e *Error) *goja.Object {
	class, list := "Error", []goja.Value{h.vm.ToValue(e.Message)}
	if isErrorClass(e.Name) {
		class = e.Name
	}
	if e.Errors != nil {
		all := make([]any, len(e.Errors))
		for i, one := range e.Errors {
			all[i] = h.failure(one)
		}
		class, list = "AggregateError", []goja.Value{h.vm.NewArray(all...), h.vm.ToValue(e.Message)}
	}
	o, err := h.vm.New(h.vm.Get(class), list...)
	must(err)
	return o
}

// value converts a Go value to a value of the script. Bytes become an ArrayBuffer, and a map of functions
// becomes an object.
func (h *host) value(v any) goja.Value {
	switch v := v.(type) {
	case nil:
		return goja.Undefined()
	case []byte:
		guard.Need(h.vm, len(v))
		return h.vm.ToValue(h.vm.NewArrayBuffer(v))
	case map[string]native:
		return h.object(v)
	case map[string]any:
		o := h.vm.NewObject()
		for _, name := range slices.Sorted(maps.Keys(v)) {
			own(o, name, h.value(v[name]))
		}
		return o
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = h.value(item)
		}
		return h.vm.NewArray(list...)
	}
	return h.vm.ToValue(v)
}

// args are the arguments of a call.
type args struct {
	vm   *goja.Runtime
	list []goja.Value
}

func (a args) at(i int) goja.Value {
	if i < len(a.list) && a.list[i] != nil { // nil is a hole of an array
		return a.list[i]
	}
	return goja.Undefined()
}

func (a args) has(i int) bool { return !goja.IsUndefined(a.at(i)) && !goja.IsNull(a.at(i)) }

func (a args) text(i int) string {
	if !a.has(i) {
		return ""
	}
	return guard.Text(a.vm, a.at(i))
}

func (a args) number(i int) int { return int(a.at(i).ToInteger()) }
func (a args) flag(i int) bool  { return a.at(i).ToBoolean() }

// maxTexts is the number of elements that a list of texts may have, and maxTextBytes the number of bytes of all of them: one
// text may be in the list many times.
const (
	maxTexts     = 1 << 16
	maxTextBytes = 4 << 20
)

// texts appends the elements of an array to a list. Only an array is a list: another object can have any length.
func (a args) texts(v goja.Value, into *[]string) error {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" {
		return &Error{Name: "TypeError", Code: "ERR_INVALID_ARG_TYPE", Message: "a list of texts must be an array"}
	}
	n := o.Get("length").ToInteger()
	if n < 0 || n > maxTexts {
		return &Error{Name: "RangeError", Code: "ERR_OUT_OF_RANGE", Message: fmt.Sprintf("a list of texts has more than %d elements", maxTexts)}
	}
	bytes := 0
	for i := range n {
		item := o.Get(strconv.FormatInt(i, 10))
		if item == nil {
			continue
		}
		text := guard.Text(a.vm, item)
		if bytes += len(text); bytes > maxTextBytes {
			return &Error{Name: "RangeError", Code: "ERR_OUT_OF_RANGE", Message: fmt.Sprintf("the texts of a list have more than %d MiB", maxTextBytes>>20)}
		}
		*into = append(*into, text)
	}
	return nil
}

// field returns a property of argument i, or nil if there is none.
func (a args) field(i int, name string) goja.Value {
	o, ok := a.at(i).(*goja.Object)
	if !ok {
		return nil
	}
	v := o.Get(name)
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return nil
	}
	return v
}

// textField returns a property of argument i as text, or "" if there is none.
func (a args) textField(i int, name string) string {
	if v := a.field(i, name); v != nil {
		return guard.Text(a.vm, v)
	}
	return ""
}

// bytesField returns a copy of the bytes of a property of argument i, or nil if there is none.
func (a args) bytesField(i int, name string) []byte {
	v := a.field(i, name)
	if v == nil {
		return nil
	}
	return args{a.vm, []goja.Value{v}}.copied(0)
}

// copied returns a copy of the bytes that bytes returns.
func (a args) copied(i int) []byte {
	data := a.bytes(i)
	guard.Need(a.vm, len(data))
	return slices.Clone(data)
}

// bytes returns the bytes of an ArrayBuffer or a view of one, or of text in UTF-8. It does not copy the bytes
// of a buffer.
func (a args) bytes(i int) []byte {
	o, ok := a.at(i).(*goja.Object)
	if !ok {
		return []byte(a.text(i))
	}
	if b, ok := goValue[goja.ArrayBuffer](o); ok {
		return b.Bytes()
	}
	buffer, ok := o.Get("buffer").(*goja.Object)
	if !ok {
		return nil
	}
	b, ok := goValue[goja.ArrayBuffer](buffer)
	from, length := o.Get("byteOffset"), o.Get("byteLength")
	if !ok || from == nil || length == nil {
		return nil
	}
	start, end, all := int(from.ToInteger()), int(from.ToInteger()+length.ToInteger()), b.Bytes()
	if start < 0 || end < start || end > len(all) {
		return nil
	}
	return all[start:end]
}

// goValue returns the Go value of an object if it is a T. It checks the type before it calls Export, which
// copies whole objects.
func goValue[T any](v goja.Value) (value T, ok bool) {
	if o, isObject := v.(*goja.Object); isObject && o.ExportType() == reflect.TypeFor[T]() {
		value, ok = guard.Export(o).(T)
	}
	return value, ok
}
