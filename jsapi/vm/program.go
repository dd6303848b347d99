// This file has the type Program: a bundled script that is compiled once, and runs on any number of
// VMs.

package vm

import (
	"bytes"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/go-sourcemap/sourcemap"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/lazy"
	"github.com/hitlrun/hitlrun/jsapi/patterns"
)

// Program is a compiled bundle. It is immutable and safe for concurrent use.
type Program struct {
	bundle *bundle.Result
	path   string
	prg    *goja.Program

	operators  bool // see guard.Operators
	generators bool // see guard.DefineAsyncGenerators
	loops      bool // see guard.DefineAsyncLoops
}

// bundleName is the name of the bundle, for code that does not belong to a user file.
const bundleName = "hitlrun:bundle"

// Compile compiles a bundle. path names the script in process.argv and in messages. If goja panics, the error is a *ScriptCrash.
func Compile(path string, b *bundle.Result) (p *Program, err error) {
	defer func() {
		if value := recover(); value != nil {
			p, err = nil, &ScriptCrash{Value: value, Stack: debug.Stack(), Script: path}
		}
	}()
	type parsed struct {
		m   *sourcemap.Consumer
		err error
	}
	maps, source := make(chan parsed, 1), b.Map // the source map is parsed while goja compiles
	go func() {
		m, err := readMap(source)
		maps <- parsed{m, err}
	}()
	defaults := bytes.Contains(b.Code, []byte(bundle.DefaultMarker))
	generators := bytes.Contains(b.Code, []byte(guard.GeneratorMaker))
	tests := bytes.IndexByte(b.Code, '#') >= 0 && privateTest().Match(b.Code)
	repeats := patterns.MayRepeat(b.Code)
	var repeated atomic.Int64
	var positions *file.File
	prg, err := lazy.Compile(lazy.Script{
		Name: bundleName, Code: b.Code, File: func(f *file.File) { positions = f },
		Tree: func(tree *ast.Program) {
			if defaults {
				restoreDefaults(tree)
			}
			if tests {
				fixPrivateTests(tree)
			}
			if repeats {
				guard.LimitPatterns(tree, &repeated)
			}
		},
		Program: func(p *goja.Program) {
			guard.Concatenations(p)
			if generators {
				guard.MarkAsyncGenerators(p)
			}
		},
	})
	if err != nil && repeated.Load() > 2*patterns.MaxSize {
		err = errors.New("SyntaxError: the regular expressions have too many repetitions")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m := <-maps
	if m.err != nil {
		return nil, fmt.Errorf("%s: source map: %w", path, m.err)
	}
	positions.SetSourceMap(m.m)
	return &Program{bundle: b, path: path, prg: prg, operators: bundle.UsesOperators(b.Code), generators: generators, loops: bytes.Contains(b.Code, []byte(guard.LoopIterator))}, nil
}

// Outline is bundle.Options.Outline: with it, most functions of a large script are compiled at
// their first call.
func Outline(code []byte) []byte { return lazy.Outline(code) }

// Path returns the name of the script.
func (p *Program) Path() string { return p.path }

// Bundle returns the bundle that the program was compiled from.
func (p *Program) Bundle() *bundle.Result { return p.bundle }

// RunProgram evaluates p and returns its value: the function that its bundle ends with.
func (vm *VM) RunProgram(p *Program) (goja.Value, error) {
	if p.operators {
		if err := guard.Operators(vm.rt); err != nil {
			return nil, err
		}
	}
	if p.generators {
		if err := guard.DefineAsyncGenerators(vm.rt); err != nil {
			return nil, err
		}
	}
	if p.loops {
		if err := guard.DefineAsyncLoops(vm.rt); err != nil {
			return nil, err
		}
	}
	return vm.rt.RunProgram(p.prg)
}

// start calls the script with the object that its bundle gets. It calls done when the module code
// has ended, with its error.
func (p *Program) start(vm *VM, host *goja.Object, done func(error)) error {
	v, err := vm.RunProgram(p)
	if err != nil {
		return err
	}
	f, ok := goja.AssertFunction(v)
	if !ok {
		return fmt.Errorf("%s: the bundle is not a function", p.path)
	}
	v, err = f(goja.Undefined(), host)
	if err != nil {
		return err
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return fmt.Errorf("%s: the bundle did not return a promise", p.path)
	}
	then, ok := goja.AssertFunction(o.Get("then"))
	if !ok {
		return fmt.Errorf("%s: the bundle did not return a promise", p.path)
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
