// This file has the checkpointers that a script can make.

package langgraph

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

// savers are the checkpointers that a script makes and hands to its graphs.
type savers struct{ room }

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
func (savers *savers) newHandle(s checkpoint.Saver, proto goja.Value) *saverHandle {
	h := &saverHandle{saver: s}
	if o, ok := proto.(*goja.Object); ok {
		for i, name := range saverMethods {
			h.own[i] = o.Get(name)
		}
	}
	return h
}

// memorySaver is the host side of new MemorySaver().
func (savers *savers) memorySaver(call goja.FunctionCall) goja.Value {
	var s checkpoint.Saver = &checkpoint.MemorySaver{}
	if savers.o.NewMemorySaver != nil {
		s = savers.o.NewMemorySaver()
	}
	h := savers.newHandle(s, call.Argument(0))
	h.memory = true
	return savers.values.Seal(h)
}

// sqliteSaver is the host side of SqliteSaver.fromConnString(conn).
func (savers *savers) sqliteSaver(call goja.FunctionCall) goja.Value {
	conn := value.Text(call.Argument(0))
	if savers.o.OpenSaver == nil {
		savers.vm.Throw(fmt.Errorf("there is no SQLite saver in this program"))
	}
	path, real := savers.checkFile(conn)
	savers.vm.Leave() // a new file can be seen
	s, err := savers.o.OpenSaver(path)
	savers.vm.Check(err)
	if c, ok := s.(io.Closer); ok {
		savers.vm.OnClose(c)
	}
	savers.checkSame(conn, real)
	return savers.values.Seal(savers.newHandle(s, call.Argument(1)))
}

// checkFile throws if the script may not use a database file. It returns the path to open it by, and that path without links.
// They differ where SQLite would take link/.. for nothing: the file system, and the permissions, follow the link.
func (savers *savers) checkFile(path string) (open, real string) {
	if path == ":memory:" || path == "" {
		return path, path
	}
	savers.vm.Check(savers.o.Permissions.CheckRead(path))
	savers.vm.Check(savers.o.Permissions.CheckWrite(path))
	real, err := files.Real(path, true)
	savers.vm.Check(err)
	if plain, err := files.Real(filepath.Clean(path), true); err != nil || plain != real {
		return real, real
	}
	return path, real
}

// checkSame throws if a database that was opened is not any more what checkFile allowed: somebody has put a link in its place.
func (savers *savers) checkSame(path, real string) {
	if _, now := savers.checkFile(path); now != real {
		savers.vm.Throw(fmt.Errorf("%s was replaced while it was opened", path))
	}
}

// isSaver reports whether v can be used as a checkpointer.
func (savers *savers) isSaver(v goja.Value) bool {
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

// look is called before something in the script looks at a saver, or changes what it has.
func (savers *savers) look(s checkpoint.Saver) error {
	savers.api.ledger.Note(s)
	return savers.api.ledger.Flush()
}

// handle is handleOf for a script that looks at the checkpointer.
func (savers *savers) handle(v goja.Value) *saverHandle {
	h := handleOf(v)
	if h != nil {
		savers.vm.Check(savers.look(h.saver))
	}
	return h
}

// saverFor returns what keeps the checkpoints of a run: the saver in Go behind a
// checkpointer as it is, else one that calls the methods of the checkpointer.
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

// asking calls f, which asks s. It returns a promise if that may take time.
func (savers *savers) asking(s checkpoint.Saver, f func() (goja.Value, error)) goja.Value {
	if _, ok := s.(*scriptSaver); ok {
		return savers.vm.Promised(f)
	}
	v, err := f()
	savers.vm.Check(err)
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
