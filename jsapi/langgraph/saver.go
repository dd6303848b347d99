// This file makes the checkpointers that a script can construct, and finds the saver of a run.

package langgraph

import (
	"fmt"
	"io"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// savers makes the checkpointers of a script and implements their methods.
type savers struct{ room }

// saverHandle is a saver that a script holds as an opaque object.
type saverHandle struct {
	saver  checkpoint.Saver
	memory bool                          // whether it is a MemorySaver
	own    [len(saverMethods)]goja.Value // the methods of its class
	moved  bool                          // whether the script has taken over the checkpoints; see moveSaver
}

// saverMethods are the methods of a checkpointer that the engine would call. A subclass may override
// them.
var saverMethods = [...]string{"getTuple", "list", "put", "putWrites", "getNextVersion"}

// newHandle makes the handle of a saver. proto has the methods of its class.
func (savers *savers) newHandle(s checkpoint.Saver, proto goja.Value) *saverHandle {
	h := &saverHandle{saver: s}
	if o, ok := proto.(*goja.Object); ok {
		for i, name := range saverMethods {
			h.own[i] = o.Get(name)
		}
	}
	return h
}

// memorySaver is the Go side of new MemorySaver().
func (savers *savers) memorySaver(call goja.FunctionCall) goja.Value {
	var s checkpoint.Saver = &checkpoint.MemorySaver{}
	if savers.o.NewMemorySaver != nil {
		s = savers.o.NewMemorySaver()
	}
	h := savers.newHandle(s, call.Argument(0))
	h.memory = true
	return savers.values.Seal(h)
}

// sqliteSaver is the Go side of SqliteSaver.fromConnString(conn).
func (savers *savers) sqliteSaver(call goja.FunctionCall) goja.Value {
	conn := value.Text(call.Argument(0))
	if savers.o.OpenSaver == nil {
		savers.vm.Throw(fmt.Errorf("there is no SQLite saver in this program"))
	}
	real := savers.checkFile(conn)
	savers.vm.Leave() // others can see a new file
	s, err := savers.o.OpenSaver(real)
	savers.vm.Check(err)
	if c, ok := s.(io.Closer); ok {
		savers.vm.OnClose(c)
	}
	savers.checkSame(conn, real)
	return savers.values.Seal(savers.newHandle(s, call.Argument(1)))
}

// checkFile throws if the script may not read and write a database file. It returns the path without links, by which the
// file is to be opened in its folder, see files.Hold.
func (savers *savers) checkFile(path string) (real string) {
	if path == ":memory:" || path == "" {
		return path
	}
	savers.vm.Check(savers.o.Permissions.CheckRead(path))
	savers.vm.Check(savers.o.Permissions.CheckWrite(path))
	real, err := files.Real(path, true)
	savers.vm.Check(err)
	// The path may have been another one when it was checked.
	savers.vm.Check(savers.o.Permissions.CheckRead(real))
	savers.vm.Check(savers.o.Permissions.CheckWrite(real))
	savers.vm.Check(files.CheckDatabaseName(real))
	return real
}

// checkSame throws if path no longer leads to the file real that checkFile allowed, because someone has
// replaced it by a link while it was opened.
func (savers *savers) checkSame(path, real string) {
	if savers.checkFile(path) != real {
		savers.vm.Throw(fmt.Errorf("%s was replaced while it was opened", path))
	}
}

// isSaver reports whether v can be used as a checkpointer: it has the methods getTuple and put.
func (savers *savers) isSaver(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok {
		return false
	}
	_, get := goja.AssertFunction(o.Get("getTuple"))
	_, put := goja.AssertFunction(o.Get("put"))
	return get && put
}

// handleOf returns the Go saver of a checkpointer, or nil if it has none.
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

// look is called before the script reads a saver or changes its contents. It writes what is still
// deferred.
func (savers *savers) look(s checkpoint.Saver) error {
	savers.api.ledger.Note(s)
	return savers.api.ledger.Flush()
}

// handle is handleOf for a script that reads the checkpointer or changes its contents.
func (savers *savers) handle(v goja.Value) *saverHandle {
	h := handleOf(v)
	if h != nil {
		savers.vm.Check(savers.look(h.saver))
	}
	return h
}

// saverFor returns the saver of a run for the checkpointer o. If o is a checkpointer of Go, and the
// script has not overridden its methods, that is its Go saver. Otherwise it is a saver that calls the
// methods of o. It is nil if o is nil.
func (savers *savers) saverFor(o, configurable *goja.Object) checkpoint.Saver {
	if o == nil {
		return nil
	}
	h := handleOf(o)
	if h == nil || h.moved {
		return savers.api.newScriptSaver(o, configurable)
	}
	for i, name := range saverMethods {
		if own := h.own[i]; own == nil || !own.SameAs(o.Get(name)) {
			return savers.api.newScriptSaver(o, configurable)
		}
	}
	return h.saver
}

// hostFor returns the host of runs with this saver.
func (savers *savers) hostFor(s checkpoint.Saver) runtime.Host {
	if _, ok := s.(*scriptSaver); ok {
		return fiberHost{host{savers.api}}
	}
	return host{savers.api}
}

// asking calls f, which reads from s, and returns its result. If s is a checkpointer of the script, it
// runs f in a fiber and returns a promise.
func (savers *savers) asking(s checkpoint.Saver, f func() (goja.Value, error)) goja.Value {
	if _, ok := s.(*scriptSaver); ok {
		return savers.vm.Promised(f)
	}
	v, err := f()
	savers.vm.Check(err)
	return v
}

// settled waits until a checkpointer of the script has stored everything. It does nothing for any other
// saver.
func settled(s checkpoint.Saver) error {
	if script, ok := s.(*scriptSaver); ok {
		return script.settle()
	}
	return nil
}

// settleFirst postpones the end of a run until its checkpointer has stored everything. If that fails,
// the run ends with the error.
func (savers *savers) settleFirst(o *runtime.Options) {
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
