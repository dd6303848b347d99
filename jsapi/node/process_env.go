// This file has process.env.

package node

import (
	"maps"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// newEnv makes process.env. It is a proxy that sets variables directly, since goja would first ask the object
// whether it has the variable, and that needs a permission. Setting a variable needs none.
func (process *Process) newEnv() *goja.Object {
	e := &envObject{process: process, vars: map[string]goja.Value{}}
	proxy := process.rt.NewProxy(process.rt.NewDynamicObject(e), &goja.ProxyTrapConfig{
		Set: func(_ *goja.Object, name string, v, _ goja.Value) bool { return e.Set(name, v) },
	})
	return process.rt.ToValue(proxy).(*goja.Object) //nolint:forcetypeassert // a proxy is an object
}

// envObject implements process.env: the variables that the script was granted. Reading any other variable is
// an error that names the flag for the permission.
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
	e.process.vm.Check(e.process.o.Permissions.CheckEnv(name))
	for i := len(e.process.o.Env) - 1; i >= 0; i-- {
		if key, value, ok := strings.Cut(e.process.o.Env[i], "="); ok && key == name {
			return e.process.rt.ToValue(value)
		}
	}
	return nil
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
