// This file has the checkpointers that a script can make.

package jsapi

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// saverHandle is a saver in the hands of a script.
type saverHandle struct {
	saver  checkpoint.Saver
	memory bool                          // of a MemorySaver
	own    [len(saverMethods)]goja.Value // the methods of its class
	moved  bool                          // the script keeps the checkpoints itself from now on
}

// saverMethods are the methods by which the engine, or a subclass, reaches a checkpointer.
var saverMethods = [...]string{"getTuple", "list", "put", "putWrites", "getNextVersion"}

// newHandle makes the handle of a saver. proto has the methods of its class.
func (vm *VM) newHandle(s checkpoint.Saver, proto goja.Value) *saverHandle {
	h := &saverHandle{saver: s}
	if o, ok := proto.(*goja.Object); ok {
		for i, name := range saverMethods {
			h.own[i] = o.Get(name)
		}
	}
	return h
}

// memorySaver is the host side of new MemorySaver().
func (vm *VM) memorySaver(call goja.FunctionCall) goja.Value {
	var s checkpoint.Saver = &checkpoint.MemorySaver{}
	if vm.o.NewMemorySaver != nil {
		s = vm.o.NewMemorySaver()
	}
	h := vm.newHandle(s, call.Argument(0))
	h.memory = true
	return vm.values.Seal(h)
}

// sqliteSaver is the host side of SqliteSaver.fromConnString(conn).
func (vm *VM) sqliteSaver(call goja.FunctionCall) goja.Value {
	conn := value.Text(call.Argument(0))
	if vm.o.OpenSaver == nil {
		vm.throw(fmt.Errorf("there is no SQLite saver in this program"))
	}
	path, real := vm.checkFile(conn)
	vm.leave() // a new file can be seen
	s, err := vm.o.OpenSaver(path)
	vm.check(err)
	if c, ok := s.(io.Closer); ok {
		vm.closers = append(vm.closers, c)
	}
	vm.checkSame(conn, real)
	return vm.values.Seal(vm.newHandle(s, call.Argument(1)))
}

// checkFile throws if the script may not use a database file. It returns the path to open it by, and that path without links.
// They differ where SQLite would take link/.. for nothing: the file system, and the permissions, follow the link.
func (vm *VM) checkFile(path string) (open, real string) {
	if path == ":memory:" || path == "" {
		return path, path
	}
	vm.check(vm.o.Permissions.CheckRead(path))
	vm.check(vm.o.Permissions.CheckWrite(path))
	real, err := files.Real(path, true)
	vm.check(err)
	if plain, err := files.Real(filepath.Clean(path), true); err != nil || plain != real {
		return real, real
	}
	return path, real
}

// checkSame throws if a database that was opened is not any more what checkFile allowed: somebody has put a link in its place.
func (vm *VM) checkSame(path, real string) {
	if _, now := vm.checkFile(path); now != real {
		vm.throw(fmt.Errorf("%s was replaced while it was opened", path))
	}
}

// isSaver reports whether v can be used as a checkpointer.
func (vm *VM) isSaver(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok {
		return false
	}
	_, get := goja.AssertFunction(o.Get("getTuple"))
	_, put := goja.AssertFunction(o.Get("put"))
	return get && put
}

// handleOf returns the saver in Go behind a checkpointer; nil for none.
func handleOf(v goja.Value) *saverHandle {
	o, ok := v.(*goja.Object)
	if !ok || o == nil {
		return nil
	}
	inner, ok := o.Get("__saver").(*goja.Object)
	if !ok {
		return nil
	}
	h, _ := value.Sealed[*saverHandle](inner)
	return h
}

// handle is handleOf for a script that looks at the checkpointer.
func (vm *VM) handle(v goja.Value) *saverHandle {
	h := handleOf(v)
	if h != nil {
		vm.check(vm.look(h.saver))
	}
	return h
}

// saverFor returns what keeps the checkpoints of a run: the saver in Go behind a
// checkpointer as it is, else one that calls the methods of the checkpointer.
func (vm *VM) saverFor(o, configurable *goja.Object) checkpoint.Saver {
	if o == nil {
		return nil
	}
	h := handleOf(o)
	if h == nil || h.moved {
		return vm.newScriptSaver(o, configurable)
	}
	for i, name := range saverMethods {
		if own := h.own[i]; own == nil || !own.SameAs(o.Get(name)) {
			return vm.newScriptSaver(o, configurable)
		}
	}
	return h.saver
}

// hostFor returns the host of runs with this saver.
func (vm *VM) hostFor(s checkpoint.Saver) runtime.Host {
	if _, ok := s.(*scriptSaver); ok {
		return fiberHost{host{vm}}
	}
	return host{vm}
}

// asking calls f, which asks s. It returns a promise if that may take time.
func (vm *VM) asking(s checkpoint.Saver, f func() (goja.Value, error)) goja.Value {
	if _, ok := s.(*scriptSaver); ok {
		return vm.promised(f)
	}
	v, err := f()
	vm.check(err)
	return v
}

// settled waits for what was handed to a checkpointer.
func settled(s checkpoint.Saver) error {
	if script, ok := s.(*scriptSaver); ok {
		return script.settle()
	}
	return nil
}

// settleFirst has a run told as ended when its checkpointer has taken everything.
func (vm *VM) settleFirst(o *runtime.Options) {
	s, ok := o.Saver.(*scriptSaver)
	if !ok || o.Done == nil {
		return
	}
	done := o.Done
	o.Done = func(res runtime.Result) {
		if err := s.settle(); err != nil && (res.Err == nil || runtime.IsBubbleUp(res.Err)) {
			res = runtime.Result{Err: err}
		}
		done(res)
	}
}
