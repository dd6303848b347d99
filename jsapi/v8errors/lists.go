package v8errors

// This file translates the messages of built-in functions that depend on the values that these functions were given.

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// frame is the call of the built-in function that is running.
type frame struct {
	this, callee goja.Value
	args         []goja.Value
}

// running returns the call of the built-in function that is running. ok is false if none is, or if goja is not as expected.
func running(rt *goja.Runtime) (f frame, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	vm := field(reflect.ValueOf(rt), "vm")
	if prg := field(vm, "prg"); !prg.IsValid() || !prg.IsNil() {
		return f, false
	}
	stack, sb, sp := field(vm, "stack"), int(field(vm, "sb").Int()), int(field(vm, "sp").Int())
	if sb < 2 || sp < sb || sp > stack.Len() || sp-sb > maxArguments {
		return f, false
	}
	f.this, _ = stack.Index(sb - 2).Interface().(goja.Value)
	f.callee, _ = stack.Index(sb - 1).Interface().(goja.Value)
	for i := sb; i < sp; i++ {
		v, _ := stack.Index(i).Interface().(goja.Value)
		f.args = append(f.args, v)
	}
	return f, true
}

// calledOn returns the object whose method is running, or nil.
func calledOn(rt *goja.Runtime) goja.Value {
	f, _ := running(rt)
	return f.this
}

// maxArguments is the number of arguments up to which a call is read.
const maxArguments = 16

// argument returns an argument, or undefined.
func (f frame) argument(i int) goja.Value {
	if i < len(f.args) {
		return f.args[i]
	}
	return goja.Undefined()
}

// object returns the first argument if it is an object and not a proxy, or nil.
func (f frame) object() *goja.Object {
	o, ok := f.argument(0).(*goja.Object)
	if !ok {
		return nil
	}
	if _, isProxy := proxied(o); isProxy {
		return nil
	}
	return o
}

// ofLists returns V8's message for an error of a method of lists, or of a function that changes objects.
func ofLists(rt *goja.Runtime, function, text string) (v8s string, ok bool) {
	f, known := running(rt)
	switch callback := slices.Contains(withCallback, function); {
	case text == "" && slices.Contains([]string{"copyWithin", "fill", "reverse", "shift", "sort", "splice", "unshift"}, function):
		from := 0
		if i := slices.Index([]string{"splice", "fill"}, function); i >= 0 {
			if n, isNumber := guard.Export(f.argument(i)).(int64); isNumber && n >= 0 {
				from = int(n)
			}
		}
		return readOnly + strconv.Itoa(from) + "' of object '[object Array]'", true
	case strings.HasPrefix(text, notDeleted) && slices.Contains([]string{"pop", "shift", "splice"}, function):
		before, _, _ := lastCut(text, "' of ")
		return before + "' of [object Array]", true
	case strings.HasPrefix(text, readOnly) && function == "assign":
		if o := f.object(); o != nil && o.ClassName() == "Object" {
			return text + " of object '" + machine{}.classOf(o) + "'", true
		}
	case (text == nullToObject || text == notCoercible) && callback && !known:
		return "undefined is not a function", true
	case (text == nullToObject || text == notCoercible) && callback:
		if f.this == nil || goja.IsNull(f.this) || goja.IsUndefined(f.this) {
			return "Array.prototype." + function + " called on null or undefined", true
		}
		return missing(f.argument(0)) + " is not a function", true
	case function == "flatMap" && (strings.HasPrefix(text, notObject) || strings.HasPrefix(text, notCallable) || text == nullToObject):
		return "flatMap mapper function is not callable", true
	case callback && strings.HasSuffix(text, "[object Object]"):
		if o := f.object(); o != nil {
			return machine{}.classOf(o) + " is not a function", true
		}
		return "#<Object> is not a function", true
	case strings.HasPrefix(text, notObject) && callback:
		return text[len(notObject):] + " is not a function", true
	}
	return "", false
}

// receivers are the ends of messages about the object of a method, as goja has them.
var receivers = []string{" is called on incompatible receiver", " called on incompatible receiver [object Object]"}

// ofReceiver returns V8's message for a method that was called on an object of another class.
func ofReceiver(text string) (v8s string, ok bool) {
	method, isGojas := strings.CutPrefix(text, "Method ")
	if !isGojas {
		method, isGojas = text, strings.HasPrefix(text, "String.prototype.")
	}
	if before, ok := strings.CutSuffix(method, receivers[0]); ok && isGojas {
		class, _, _ := strings.Cut(before, ".")
		if class == "Date" {
			return "this is not a Date object.", true
		}
		return before + " requires that 'this' be a " + class, true
	}
	if before, ok := strings.CutSuffix(text, receivers[1]); ok && isGojas {
		return before + " called on incompatible receiver #<Object>", true
	}
	return "", false
}
