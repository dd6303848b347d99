// This file has process.env.

package node

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// newEnv makes process.env. It is a proxy that sets variables directly, since goja would first ask the object
// whether it has the variable, and that needs a permission. Setting a variable needs none.
func (process *Process) newEnv() *goja.Object {
	e := process.env
	proxy := process.rt.NewProxy(process.rt.NewDynamicObject(e), &goja.ProxyTrapConfig{
		Set: func(_ *goja.Object, name string, v, _ goja.Value) bool { return e.Set(name, v) },
	})
	return process.rt.ToValue(proxy).(*goja.Object) //nolint:forcetypeassert // a proxy is an object
}

// envObject implements process.env: the variables that the script was granted. If the script itself reads another one, that is
// an error that names the flag for the permission. For a package a variable that was not granted is one that is not set:
// most packages read some when they are loaded, for their colours or their debug output, and can do without.
type envObject struct {
	process *Process
	vars    map[string]goja.Value // the variables that the script has set
	gone    map[string]bool       // the variables that it has deleted
}

// Get implements goja.DynamicObject.
func (e *envObject) Get(name string) goja.Value {
	if v, ok := e.vars[name]; ok {
		return v
	}
	if e.gone[name] || name == "NODE_ENV" || name == "OSTYPE" || name == "constructor" || name == "toJSON" || name == "then" {
		return nil
	}
	denied := e.process.o.Permissions.CheckEnv(name)
	if denied != nil && !e.process.calledByPackage() {
		e.process.vm.Throw(denied)
	}
	text, set := e.lookUp(name)
	switch {
	case denied == nil && set:
		return e.process.rt.ToValue(text)
	case denied != nil && set && isNeeded(name):
		e.process.Warn("(hitlrun) a package reads " + name + ", which is set, but not granted; run with --allow-env=" + name + " to allow it")
	}
	return nil
}

// lookUp returns a variable of the environment.
func (e *envObject) lookUp(name string) (text string, set bool) {
	for i := len(e.process.o.Env) - 1; i >= 0; i-- {
		if key, text, ok := strings.Cut(e.process.o.Env[i], "="); ok && key == name {
			return text, true
		}
	}
	return "", false
}

// granted returns a variable that the script has set or may read.
func (e *envObject) granted(name string) (text string, set bool) {
	if v, own := e.vars[name]; own {
		return v.String(), true
	}
	if e.gone[name] || e.process.o.Permissions.CheckEnv(name) != nil {
		return "", false
	}
	return e.lookUp(name)
}

// isNeeded reports whether a package probably cannot do without a variable: a key, an address.
func isNeeded(name string) bool {
	for _, end := range []string{"KEY", "TOKEN", "SECRET", "PASSWORD", "URL", "URI", "ENDPOINT", "DSN"} {
		if strings.HasSuffix(strings.ToUpper(name), end) {
			return true
		}
	}
	return false
}

// calledByPackage reports whether the innermost function of JavaScript that runs is one of a package in node_modules.
func (process *Process) calledByPackage() bool {
	for _, f := range process.rt.CaptureCallStack(8, nil) {
		if at := f.Position(); at.Filename != "" && at.Line > 0 {
			return strings.Contains(filepath.ToSlash(at.Filename), "/node_modules/") || strings.HasPrefix(at.Filename, "node_modules/")
		}
	}
	return false
}

// Set implements goja.DynamicObject.
func (e *envObject) Set(name string, v goja.Value) bool {
	e.vars[name] = e.process.rt.ToValue(v.String())
	return true
}

// Has implements goja.DynamicObject.
func (e *envObject) Has(name string) bool { return e.Get(name) != nil }

// Delete implements goja.DynamicObject.
func (e *envObject) Delete(name string) bool {
	delete(e.vars, name)
	if e.gone == nil {
		e.gone = map[string]bool{}
	}
	e.gone[name] = true
	return true
}

// Keys implements goja.DynamicObject. It returns the names that the script was granted or has set.
func (e *envObject) Keys() []string {
	var names []string
	for _, pair := range e.process.o.Env {
		name, _, _ := strings.Cut(pair, "=")
		if _, own := e.vars[name]; !own && !e.gone[name] && e.process.o.Permissions.CheckEnv(name) == nil {
			names = append(names, name)
		}
	}
	return append(names, slices.Sorted(maps.Keys(e.vars))...)
}

// loadEnvFile implements process.loadEnvFile(path). Variables that are set stay as they are.
func (process *Process) loadEnvFile(call goja.FunctionCall) goja.Value {
	path := call.Argument(0)
	if goja.IsUndefined(path) {
		path = process.rt.ToValue(".env")
	}
	read := func(module, name string, arguments ...goja.Value) goja.Value {
		o, err := process.o.Builtin(module)
		process.vm.Check(err)
		f, ok := goja.AssertFunction(o.Get(name))
		if !ok {
			panic(process.rt.NewTypeError("%s of node:%s is not a function", name, module))
		}
		v, err := f(goja.Undefined(), arguments...)
		process.vm.Check(err)
		return v
	}
	parsed := read("util", "parseEnv", read("fs", "readFileSync", path, process.rt.ToValue("utf8"))).ToObject(process.rt)
	for _, name := range guard.Keys(parsed) {
		if _, set := process.env.granted(name); !set {
			process.env.Set(name, parsed.Get(name))
		}
	}
	return goja.Undefined()
}
