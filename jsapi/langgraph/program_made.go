// This file makes graphs by calling functions (config) => graph that a script exports, as
// `langgraph dev` does.

package langgraph

import (
	"context"
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/jsapi/vm"
)

// makeExported calls the export name if it is a function that makes a graph. For an empty name it uses
// the usual exports. From then on the result, or the value of the promise that it returned, replaces
// the export.
func (exports *Exports) makeExported(ctx context.Context, name string) (err error) {
	var made goja.Value
	var export string
	if stopped := exports.vm.Enter(ctx, func() {
		if ex := exports.rt.Try(func() { export, made = exports.callFactory(name) }); ex != nil {
			err = exports.vm.ScriptError(ex)
		}
	}); stopped != nil || err != nil || made == nil {
		return firstError(stopped, err)
	}
	if p, ok := promiseOf(made); ok {
		exports.vm.Handled(p)
		err := exports.vm.Do(ctx, func() {}, func() bool { return p.State() != goja.PromiseStatePending })
		switch {
		case errors.Is(err, vm.ErrUnsettled):
			return fmt.Errorf("the function %q that is to make the graph waits for a promise that nothing can settle", export)
		case err != nil:
			return err
		}
		if made = p.Result(); p.State() == goja.PromiseStateRejected {
			return exports.vm.Thrown(made)
		}
	}
	if exports.made == nil {
		exports.made = map[string]goja.Value{}
	}
	exports.made[export] = made
	return nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func promiseOf(v goja.Value) (*goja.Promise, bool) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, false
	}
	return value.Sealed[*goja.Promise](o)
}

// callFactory calls the function that makes the graph, and returns the name of the export and its
// result. The result is nil if the export is not such a function, or was called before.
func (exports *Exports) callFactory(name string) (string, goja.Value) {
	names := []string{name}
	if name == "" {
		names = usualExports
	}
	for _, name := range names {
		o, ok := exports.module.Get(name).(*goja.Object)
		if !ok {
			continue
		}
		f, ok := goja.AssertFunction(o)
		if !ok || exports.made[name] != nil || handleOfGraph(o) != nil {
			return name, nil
		}
		config := exports.rt.NewObject()
		_ = config.Set("configurable", exports.rt.NewObject())
		v, err := f(goja.Undefined(), config)
		if err != nil {
			panic(err) // for Try
		}
		return name, v
	}
	return name, nil
}
