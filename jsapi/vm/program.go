// This file has Program: a script, bundled and compiled once, to run on any number of VMs.

package vm

import (
	"bytes"
	"fmt"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/go-sourcemap/sourcemap"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/lazy"
)

// Program is a bundled script, compiled. It does not change and is safe for concurrent use.
type Program struct {
	bundle *bundle.Result
	path   string
	prg    *goja.Program

	operators bool // see guard.Operators
}

// bundleName is the name of the joined script where no user file can be named.
const bundleName = "hitlrun:bundle"

// Compile compiles a bundle. path names the script, for process.argv and messages.
func Compile(path string, b *bundle.Result) (*Program, error) {
	type parsed struct {
		m   *sourcemap.Consumer
		err error
	}
	maps := make(chan parsed, 1) // the map is read while goja compiles
	go func() {
		data, err := asURLs(b.Map)
		var m *sourcemap.Consumer
		if err == nil {
			m, err = sourcemap.Parse("", data)
		}
		maps <- parsed{m, err}
	}()
	defaults := bytes.Contains(b.Code, []byte(bundle.DefaultMarker))
	var positions *file.File
	prg, err := lazy.Compile(lazy.Script{
		Name: bundleName, Code: b.Code, File: func(f *file.File) { positions = f },
		Tree: func(tree *ast.Program) {
			if defaults {
				restoreDefaults(tree)
			}
		},
		Program: guard.Concatenations,
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m := <-maps
	if m.err != nil {
		return nil, fmt.Errorf("%s: source map: %w", path, m.err)
	}
	positions.SetSourceMap(m.m)
	return &Program{bundle: b, path: path, prg: prg, operators: bundle.UsesOperators(b.Code)}, nil
}

// Outline is bundle.Options.Outline: it lets most functions of large scripts be compiled when they are called.
func Outline(code []byte) []byte { return lazy.Outline(code) }

// Path returns the name of the script.
func (p *Program) Path() string { return p.path }

// Bundle returns what the program was compiled from.
func (p *Program) Bundle() *bundle.Result { return p.bundle }

// RunProgram runs p and returns what it is: the function that its bundle ends with.
func (vm *VM) RunProgram(p *Program) (goja.Value, error) {
	if p.operators {
		if err := guard.Operators(vm.rt); err != nil {
			return nil, err
		}
	}
	return vm.rt.RunProgram(p.prg)
}

// start calls the script in vm with the object that its bundle gets, and done when its module code has ended.
func (p *Program) start(vm *VM, host *goja.Object, done func(error)) error {
	v, err := vm.RunProgram(p)
	if err != nil {
		return err
	}
	f, ok := goja.AssertFunction(v)
	if !ok {
		return fmt.Errorf("%s: the bundle is no function", p.path)
	}
	v, err = f(goja.Undefined(), host)
	if err != nil {
		return err
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return fmt.Errorf("%s: the bundle returned no promise", p.path)
	}
	then, ok := goja.AssertFunction(o.Get("then"))
	if !ok {
		return fmt.Errorf("%s: the bundle returned no promise", p.path)
	}
	_, err = then(o, vm.rt.ToValue(func(goja.FunctionCall) goja.Value {
		done(nil)
		return goja.Undefined()
	}), vm.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		done(vm.Thrown(call.Argument(0)))
		return goja.Undefined()
	}))
	return err
}
