// This file has NodeHost, the Go side of the node: modules. jsapi/lib/node/host.d.ts declares it.

package web

import (
	"context"
	"errors"
	"os"
	"os/user"
	goruntime "runtime"
	"strconv"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// AsyncStore is the async context of the VM for AsyncLocalStorage: values by key, which stay the same across
// await, timers and promises. A key is the AsyncLocalStorage object.
type AsyncStore interface {
	// Get returns the value of a key, or nil or undefined if there is none.
	Get(key *goja.Object) goja.Value
	// Run runs f while key has the value store.
	Run(key *goja.Object, store goja.Value, f func())
	// Enter sets the value of key for the rest of the running code and the code that it starts.
	Enter(key *goja.Object, store goja.Value)
	// Snapshot returns a function that runs another function in the current context.
	Snapshot() (within func(f func()))
}

// NodeEnv configures the node: modules. With the zero value there are no files, no input and no async
// context.
type NodeEnv struct {
	Loop Loop // required for what is asynchronous
	// Context ends with the VM, and Stopped reports whether the VM was stopped. It may be called in any goroutine. nil means
	// never.
	Context context.Context
	Stopped func() bool

	// Read and Write are the files that may be read and written. Refused makes the error for any other
	// file, which the script sees with the code ERR_ACCESS_DENIED.
	Read, Write files.Grants
	Refused     func(path string, write bool) error
	MaxFile     int64 // the size in bytes up to which a whole file is read; 0 means the limit of Node

	// ByPackage reports whether a function of a package calls; nil means no.
	ByPackage func() bool

	// Inspect is util.inspect and FormatArgs util.format; nil prints v.String().
	Inspect    func(v, opts goja.Value) string
	FormatArgs func(args ...goja.Value) string

	// Leaving is called, if not nil, before a file is used.
	Leaving func()
	// Print is called, if not nil, before a file operation writes to stdout or stderr of this process. An error refuses that.
	Print func(bytes int) error
	// Journal stores the results of operations on files; nil stores nothing.
	Journal Journal

	// Getenv returns an environment variable that the script may read, else ""; nil has none.
	Getenv func(name string) string

	Store AsyncStore // nil makes AsyncLocalStorage throw
}

// nodeHost is the state of NodeHost on one VM.
type nodeHost struct {
	vm    *goja.Runtime
	env   NodeEnv
	turns *turns        // of the operations on files that are not Sync
	large chan struct{} // full while a large file is read and not passed to the script yet
	job   *fileJob      // the operation that this is a copy for; nil for one that is Sync
}

// NodeHost makes the object that the node: modules find as __hitlrun.node.
func NodeHost(vm *goja.Runtime, env NodeEnv) *goja.Object {
	if env.Refused == nil {
		env.Refused = func(string, bool) error { return errors.New("access to files is not allowed") }
	}
	if env.Getenv == nil {
		env.Getenv = func(string) string { return "" }
	}
	if env.Leaving == nil {
		env.Leaving = func() {}
	}
	if env.Inspect == nil {
		env.Inspect = func(v, _ goja.Value) string { return v.String() }
	}
	if env.FormatArgs == nil {
		env.FormatArgs = joinArgs
	}
	h := &nodeHost{vm: vm, env: env, turns: &turns{most: maxFileTurns}, large: make(chan struct{}, 1)}
	host := vm.NewObject()
	h.group(host, "util", h.utilNatives)
	h.group(host, "hash", h.hashNatives)
	h.group(host, "fs", h.fsNatives)
	h.group(host, "als", h.storeNatives)
	h.group(host, "os", h.osNatives)
	return host
}

func joinArgs(args ...goja.Value) string {
	text := ""
	for i, arg := range args {
		if i > 0 {
			text += " "
		}
		text += arg.String()
	}
	return text
}

// group defines an object of functions that is made when a module first reads it.
func (h *nodeHost) group(host *goja.Object, name string, natives func() map[string]native) {
	get := h.vm.ToValue(func(goja.FunctionCall) goja.Value {
		o := h.vm.NewObject()
		for key, f := range natives() {
			own(h.vm, o, key, newFunc(h.vm, key, 0, f))
		}
		must(host.DefineDataProperty(name, o, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_TRUE))
		return o
	})
	must(host.DefineAccessorProperty(name, get, nil, goja.FLAG_TRUE, goja.FLAG_TRUE))
}

func (h *nodeHost) inspect(v goja.Value) string { return h.env.Inspect(v, goja.Undefined()) }

func (h *nodeHost) utilNatives() map[string]native {
	return map[string]native{
		"inspect": func(call goja.FunctionCall) goja.Value {
			return h.vm.ToValue(h.env.Inspect(call.Argument(0), call.Argument(1)))
		},
		"format": func(call goja.FunctionCall) goja.Value { return h.vm.ToValue(h.env.FormatArgs(call.Arguments...)) },
		"kind": func(call goja.FunctionCall) goja.Value {
			if o, ok := call.Argument(0).(*goja.Object); ok {
				return h.vm.ToValue(brand(h.vm, o))
			}
			return h.vm.ToValue("")
		},
		"error": func(call goja.FunctionCall) goja.Value {
			return newError(h.vm, call.Argument(0).String(), call.Argument(1).String(), call.Argument(2).String())
		},
		"received": func(call goja.FunctionCall) goja.Value {
			return h.vm.ToValue(received(h.vm, call.Argument(0), h.inspect))
		},
	}
}

// brand returns the built-in class of an object. It is more exact than kindOf, and slower.
func brand(vm *goja.Runtime, o *goja.Object) string {
	kind := kindOf(o)
	if kind != "Object" && kind != "Function" {
		return kind
	}
	if v, ok := viewOf(vm, o); ok {
		return v.kind
	}
	tag := inheritedTag(o)
	switch tag {
	case "Map Iterator", "Set Iterator", "Generator":
		return tag
	case "AsyncFunction", "GeneratorFunction":
		if kind == "Function" {
			return tag
		}
	case "WeakMap", "WeakSet":
		// An object that only has the tag is recognised by a method that throws for any other class.
		has, _ := goja.AssertFunction(vm.Get(tag).(*goja.Object).Get("prototype").(*goja.Object).Get("has"))
		if _, err := has(o, o); err == nil {
			return tag
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

func (h *nodeHost) osNatives() map[string]native {
	return map[string]native{
		"getenv":  func(call goja.FunctionCall) goja.Value { return h.vm.ToValue(h.env.Getenv(call.Argument(0).String())) },
		"homedir": func(goja.FunctionCall) goja.Value { return h.vm.ToValue(homeOfUser()) },
		"cpus":    func(goja.FunctionCall) goja.Value { return h.vm.ToValue(goruntime.NumCPU()) },
		"hostname": func(goja.FunctionCall) goja.Value {
			name, err := os.Hostname()
			if err != nil {
				panic(plainError(h.vm, err))
			}
			return h.vm.ToValue(name)
		},
	}
}

// homeOfUser returns the home folder in the user database, which has no value of the environment.
func homeOfUser() string {
	u, err := user.LookupId(strconv.Itoa(os.Getuid()))
	if goruntime.GOOS == "windows" { // which has no number of a user
		u, err = user.Current()
	}
	if err != nil {
		return "/"
	}
	return u.HomeDir
}

// storeNatives are the functions for AsyncLocalStorage: get(key), run(key, store, f) → the result of f,
// enter(key, store), snapshot() → (f) → the result of f.
func (h *nodeHost) storeNatives() map[string]native {
	key := func(call goja.FunctionCall) *goja.Object { return call.Argument(0).ToObject(h.vm) }
	store := func() AsyncStore {
		if h.env.Store == nil {
			panic(h.vm.NewTypeError("AsyncLocalStorage is not available here"))
		}
		return h.env.Store
	}
	return map[string]native{
		"get": func(call goja.FunctionCall) goja.Value {
			if v := store().Get(key(call)); v != nil {
				return v
			}
			return goja.Undefined()
		},
		"run": func(call goja.FunctionCall) goja.Value {
			return callWithin(h.vm, call.Argument(2), func(f func()) { store().Run(key(call), call.Argument(1), f) })
		},
		"enter": func(call goja.FunctionCall) goja.Value {
			store().Enter(key(call), call.Argument(1))
			return goja.Undefined()
		},
		"snapshot": func(goja.FunctionCall) goja.Value {
			within := store().Snapshot()
			return newFunc(h.vm, "", 1, func(call goja.FunctionCall) goja.Value { return callWithin(h.vm, call.Argument(0), within) })
		},
	}
}

// function returns v as a function. It throws if v is not one.
func function(vm *goja.Runtime, v goja.Value) goja.Callable {
	f, ok := goja.AssertFunction(v)
	if !ok {
		panic(vm.NewTypeError("%s is not a function", v.String()))
	}
	return f
}

// callWithin calls a function of the script inside within. It returns the result, or throws the error.
func callWithin(vm *goja.Runtime, v goja.Value, within func(f func())) goja.Value {
	f := function(vm, v)
	var result goja.Value
	var err error
	within(func() { result, err = f(goja.Undefined()) })
	must(err)
	return result
}
