// This file loads modules of lib when a script first needs them. Modules that few scripts use are
// not part of every bundle.

package jsapi

import (
	"fmt"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// libraries has the compiled modules of lib, by name. Its values are *Program.
var libraries sync.Map //nolint:gochecknoglobals // a cache of programs that are the same for all VMs

// library implements __hitlrun.lib(name): it returns the exports of a module of lib.
func (v *VM) library(call goja.FunctionCall) goja.Value {
	o, err := v.libraryModule(value.Text(call.Argument(0)))
	v.core.Check(err)
	return o
}

// builtinModule implements __hitlrun.builtin(name): it returns the namespace of a module of Node whose name is only known at run
// time, with or without "node:", or undefined if there is none.
func (v *VM) builtinModule(call goja.FunctionCall) goja.Value {
	name, ok := call.Argument(0).(goja.String)
	if !ok {
		return goja.Undefined()
	}
	o, err := v.nodeModule(name.String())
	v.core.Check(err)
	if o == nil {
		return goja.Undefined()
	}
	return o
}

// ownModule implements __hitlrun.own(name, instead): it returns the namespace of a package that hitlrun has itself, or undefined.
// Such a package is used in place of an installed one; with instead, the package is one that is used if none is installed.
func (v *VM) ownModule(call goja.FunctionCall) goja.Value {
	name := value.Text(call.Argument(0))
	file, found := builtins[name]
	switch {
	case langgraphs[name]:
		file = "langgraph/full.ts"
	case call.Argument(1).ToBoolean() && !found:
		file, found = fallbacks[name]
	}
	if !found {
		return goja.Undefined()
	}
	o, err := v.libraryModule(file)
	v.core.Check(err)
	return o
}

// nodePrefix is before the name of a module of Node where that of a module of lib can be.
const nodePrefix = "node:"

// nodeModule returns the namespace of a module of Node, or nil if there is none.
func (v *VM) nodeModule(name string) (*goja.Object, error) {
	name = strings.TrimPrefix(name, nodePrefix)
	if !nodeModules[name] {
		return nil, nil
	}
	return v.libraryModule(nodePrefix + name)
}

// libraryModule returns the exports of a module of lib. A VM loads each module once.
func (v *VM) libraryModule(name string) (*goja.Object, error) {
	if o := v.loaded[name]; o != nil {
		return o, nil
	}
	p, err := compileLibrary(name)
	if err != nil {
		return nil, err
	}
	made, err := v.core.RunProgram(p)
	if err != nil {
		return nil, err
	}
	start, ok := goja.AssertFunction(made)
	if !ok {
		return nil, fmt.Errorf("module %s of lib does not start", name)
	}
	own := v.core.Runtime().NewObject()
	_ = own.SetPrototype(v.host)
	var exports *goja.Object
	v.core.Hidden(own, "exports", func(call goja.FunctionCall) goja.Value {
		exports, _ = call.Argument(0).(*goja.Object)
		return goja.Undefined()
	})
	ended, err := start(goja.Undefined(), own)
	if err != nil {
		return nil, err
	}
	if o, ok := ended.(*goja.Object); ok && exports == nil {
		if p, ok := value.Sealed[*goja.Promise](o); ok && p.State() == goja.PromiseStateRejected {
			v.core.Handled(p)
			return nil, fmt.Errorf("load module %s of lib: %w", name, v.core.Thrown(p.Result()))
		}
	}
	if exports == nil {
		return nil, fmt.Errorf("module %s of lib exports nothing", name)
	}
	if v.loaded == nil {
		v.loaded = map[string]*goja.Object{}
	}
	v.loaded[name] = exports
	return exports, nil
}

func compileLibrary(name string) (*Program, error) {
	if p, ok := libraries.Load(name); ok {
		return p.(*Program), nil
	}
	file, source := name, `export * from "hitlrun:lib"`
	if module, ok := strings.CutPrefix(name, nodePrefix); ok {
		file, source = nodeFile(module), source+`; export { default } from "hitlrun:lib"`
	}
	b, err := bundle.Bundle(bundle.Options{
		Entry: "hitlrun-lib.ts", Source: []byte(source),
		Builtin: func(importer, specifier string) (bundle.Module, bool) {
			if specifier == "hitlrun:lib" {
				return libModule(file)
			}
			return builtin(importer, specifier)
		},
		Fallback: fallback,
	})
	if err != nil {
		return nil, fmt.Errorf("load module %s of lib: %w", name, err)
	}
	p, err := Compile(libPrefix+name, b)
	if err != nil {
		return nil, err
	}
	libraries.Store(name, p)
	return p, nil
}
