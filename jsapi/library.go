// This file loads modules of lib when a script first needs them: what few scripts
// use is not part of every bundle.

package jsapi

import (
	"fmt"
	"sync"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// libraries are the compiled modules of lib, by name.
var libraries sync.Map //nolint:gochecknoglobals // a cache of what is the same for all VMs

// library is the host side of __hitlrun.lib(name): the exports of a module of lib.
func (vm *VM) library(call goja.FunctionCall) goja.Value {
	o, err := vm.libraryModule(value.Text(call.Argument(0)))
	vm.check(err)
	return o
}

// libraryModule returns the exports of a module of lib. It is loaded once a VM.
func (vm *VM) libraryModule(name string) (*goja.Object, error) {
	if o := vm.loaded[name]; o != nil {
		return o, nil
	}
	p, err := compileLibrary(name)
	if err != nil {
		return nil, err
	}
	v, err := vm.rt.RunProgram(p.prg)
	if err != nil {
		return nil, err
	}
	start, ok := goja.AssertFunction(v)
	if !ok {
		return nil, fmt.Errorf("module %s of lib does not start", name)
	}
	own := vm.rt.NewObject()
	_ = own.SetPrototype(vm.hostProto)
	var exports *goja.Object
	vm.hidden(own, "exports", func(call goja.FunctionCall) goja.Value {
		exports, _ = call.Argument(0).(*goja.Object)
		return goja.Undefined()
	})
	ended, err := start(goja.Undefined(), own)
	if err != nil {
		return nil, err
	}
	if o, ok := ended.(*goja.Object); ok && exports == nil {
		if p, ok := value.Sealed[*goja.Promise](o); ok && p.State() == goja.PromiseStateRejected {
			vm.handled(p)
			return nil, fmt.Errorf("load module %s of lib: %w", name, vm.thrown(p.Result()))
		}
	}
	if exports == nil {
		return nil, fmt.Errorf("module %s of lib exports nothing", name)
	}
	if vm.loaded == nil {
		vm.loaded = map[string]*goja.Object{}
	}
	vm.loaded[name] = exports
	return exports, nil
}

func compileLibrary(name string) (*Program, error) {
	if p, ok := libraries.Load(name); ok {
		return p.(*Program), nil
	}
	b, err := bundle.Bundle(bundle.Options{
		Entry: "hitlrun-lib.ts", Source: []byte(`export * from "hitlrun:lib"`),
		Builtin: func(importer, specifier string) (bundle.Module, bool) {
			if specifier == "hitlrun:lib" {
				return libModule(name)
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

// dumpBytes is the JSON text that a value is kept as, as bytes.
func (vm *VM) dumpBytes(call goja.FunctionCall) goja.Value {
	b, err := vm.values.Dump(call.Argument(0), false)
	vm.check(err)
	bytes, err := vm.rt.New(vm.rt.Get("Uint8Array"), vm.rt.ToValue(vm.rt.NewArrayBuffer(b.Data)))
	vm.check(err)
	return bytes
}

// loadBytes is the value that such text stands for; it takes a string, too.
func (vm *VM) loadBytes(call goja.FunctionCall) goja.Value {
	var data []byte
	switch x := call.Argument(0).Export().(type) {
	case string:
		data = []byte(x)
	case []byte:
		data = x
	case goja.ArrayBuffer:
		data = x.Bytes()
	}
	v, err := vm.values.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: data})
	vm.check(err)
	return v
}
