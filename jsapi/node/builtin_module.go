// This file has process.getBuiltinModule, for names that the bundler did not find in the text.

package node

import (
	"regexp"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
)

// bundledModules matches the names of modules that a script can have, but only if they are in its bundle.
var bundledModules = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:node:)?(?:assert|async_hooks|buffer|child_process|console|constants|crypto|diagnostics_channel|dns|events|fs|https?|module|net|os|path|perf_hooks|process|querystring|readline|stream|string_decoder|sys|timers|tls|tty|url|util|v8|worker_threads|zlib)$`)
})

// getBuiltinModule implements process.getBuiltinModule(id). The bundler replaces the calls whose names it knows.
func (process *Process) getBuiltinModule(call goja.FunctionCall) goja.Value {
	id, ok := call.Argument(0).(goja.String)
	if !ok {
		process.wrongType("id", "of type string", call.Argument(0))
	}
	if bundledModules().MatchString(id.String()) {
		process.fail("Error", "ERR_UNKNOWN_BUILTIN_MODULE", "process.getBuiltinModule(\""+id.String()+"\"): the name must be written as a string literal in the call (hitlrun joins what a script imports when it starts)")
	}
	return goja.Undefined()
}

// wrongType throws Node's error for an argument that is not what it must be.
func (process *Process) wrongType(name, must string, v goja.Value) {
	received, noun := process.values.Show(v), "argument"
	if strings.Contains(name, ".") {
		noun = "property"
	}
	switch kind := value.TypeOf(v); kind {
	case "undefined", "function":
	case "object":
		if o, ok := v.(*goja.Object); ok {
			if class, ok := o.Get("constructor").(*goja.Object); ok {
				received = "an instance of " + value.Text(class.Get("name"))
			}
		}
	default:
		received = "type " + kind + " (" + received + ")"
	}
	process.fail("TypeError", "ERR_INVALID_ARG_TYPE", "The \""+name+"\" "+noun+" must be "+must+". Received "+received)
}

// fail throws an error with a code.
func (process *Process) fail(class, code, message string) {
	o := process.vm.Construct(class, process.rt.ToValue(message))
	_ = o.Set("code", code)
	panic(o)
}
