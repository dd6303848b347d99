// This file implements checkpoint.Saver on a checkpointer that is written in JavaScript. It calls the
// methods as LangGraph.js does. The run continues while put and putWrites are pending. Their promises
// are awaited when a commit must be synced, which is after each superstep if durability is "sync", and
// at the end of the run.

package langgraph

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// scriptSaver is a checkpointer of the script for the time of one run, or of one read of a thread's
// state. Its methods must be called in fibers, since they await promises.
type scriptSaver struct {
	api          *API
	object       *goja.Object
	configurable *goja.Object           // the configurable of the caller; may be nil
	lines        map[string]*scriptLine // by namespace
	pending      []goja.Value           // promises that are not awaited yet
	lastPut      *goja.Object           // the promise of the last put, or nil
}

// scriptLine caches the checkpoints of a namespace that a run may continue from.
type scriptLine struct {
	states map[string]*scriptState // by checkpoint id
	names  versionNames
}

// scriptState is the state at a checkpoint, by channel.
type scriptState struct {
	values   map[string]checkpoint.Value // complete values, not only the growth of a list
	versions map[string]int64
}

func newScriptState() *scriptState {
	return &scriptState{map[string]checkpoint.Value{}, map[string]int64{}}
}

func (api *API) newScriptSaver(object, configurable *goja.Object) *scriptSaver {
	return &scriptSaver{api: api, object: object, configurable: configurable, lines: map[string]*scriptLine{}}
}

func (s *scriptSaver) line(ns string) *scriptLine {
	l := s.lines[ns]
	if l == nil {
		l = &scriptLine{states: map[string]*scriptState{}}
		l.names.names = map[int64]goja.Value{}
		if next := s.ownVersions(); next != nil {
			l.names.next = next
		}
		s.lines[ns] = l
	}
	return l
}

// ownVersions returns the checkpointer's getNextVersion, or nil if its versions are 1, 2, … as those of
// the engine.
func (s *scriptSaver) ownVersions() func(goja.Value) (goja.Value, error) {
	f, ok := goja.AssertFunction(s.object.Get("getNextVersion"))
	if !ok {
		return nil
	}
	first, err := f(s.object, goja.Undefined())
	if err == nil && value.TypeOf(first) == "number" && first.ToInteger() == 1 {
		if second, err := f(s.object, first); err == nil && value.TypeOf(second) == "number" && second.ToInteger() == 2 {
			return nil
		}
	}
	return func(current goja.Value) (goja.Value, error) {
		v, err := f(s.object, current)
		if err != nil {
			return nil, s.api.vm.ScriptError(err)
		}
		return v, nil
	}
}

// call calls a method of the checkpointer.
func (s *scriptSaver) call(method string, args ...goja.Value) (goja.Value, error) {
	f, ok := goja.AssertFunction(s.object.Get(method))
	if !ok {
		return nil, fmt.Errorf("this.checkpointer.%s is not a function", method)
	}
	v, err := f(s.object, args...)
	if err != nil {
		return nil, s.api.vm.ScriptError(err)
	}
	return v, nil
}

// config makes the config that names key. It also has the configurable of the caller. write puts
// checkpoint_ns first, as LangGraph.js does in calls that write or list.
func (s *scriptSaver) config(key checkpoint.Key, write bool) *goja.Object {
	inner := s.api.rt.NewObject()
	if write {
		_ = inner.Set("checkpoint_ns", key.NS)
	}
	value.CopyFields(inner, s.configurable)
	_ = inner.Set("thread_id", key.ThreadID)
	if key.NS != value.Text(inner.Get("checkpoint_ns")) { // the caller may name a subgraph, but the run begins with the outermost graph
		_ = inner.Set("checkpoint_ns", key.NS)
	}
	_ = inner.Delete("checkpoint_id")
	if key.ID != "" {
		_ = inner.Set("checkpoint_id", key.ID)
	}
	o := s.api.rt.NewObject()
	_ = o.Set("configurable", inner)
	return o
}

// cache stores the state of a checkpoint that a run may continue from.
func (s *scriptSaver) cache(t *checkpoint.Tuple) {
	state := newScriptState()
	for _, v := range t.Checkpoint.Values {
		state.values[v.Channel] = v
	}
	for _, v := range t.Checkpoint.Versions {
		state.versions[v.Channel] = v.N
	}
	s.line(t.Key.NS).states[t.Checkpoint.ID] = state
}

// Get implements checkpoint.Saver.
func (s *scriptSaver) Get(_ context.Context, key checkpoint.Key) (*checkpoint.Tuple, error) {
	v, err := s.call("getTuple", s.config(key, false))
	if err != nil {
		return nil, err
	}
	if v, err = s.api.vm.Await(v); err != nil {
		return nil, err
	}
	t, err := s.read(v, key)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, checkpoint.ErrNotFound
	}
	s.cache(t)
	return t, nil
}

func (s *scriptSaver) read(v goja.Value, key checkpoint.Key) (t *checkpoint.Tuple, err error) {
	if ex := s.api.rt.Try(func() { t, err = s.api.records.readTuple(v, key, &s.line(key.NS).names) }); ex != nil {
		return nil, s.api.vm.ScriptError(ex)
	}
	return t, err
}

// List implements checkpoint.Saver.
func (s *scriptSaver) List(_ context.Context, key checkpoint.Key, o checkpoint.ListOptions) iter.Seq2[*checkpoint.Tuple, error] {
	return func(yield func(*checkpoint.Tuple, error) bool) {
		config := s.config(key, true)
		all, err := s.call("list", config, s.listOptions(key, o))
		if err != nil {
			yield(nil, err)
			return
		}
		it, err := s.api.iterator(all)
		if err != nil {
			yield(nil, err)
			return
		}
		for n := 0; o.Limit == 0 || n < o.Limit; n++ {
			v, more, err := it.step()
			if err != nil || !more {
				if err != nil {
					yield(nil, err)
				}
				return
			}
			t, err := s.read(v, key)
			if err == nil && t == nil {
				err = errors.New("a checkpointer listed something that is not a checkpoint tuple")
			}
			if err == nil {
				s.cache(t)
			}
			if !yield(t, err) || err != nil {
				it.end()
				return
			}
		}
		it.end()
	}
}

func (s *scriptSaver) listOptions(key checkpoint.Key, o checkpoint.ListOptions) goja.Value {
	api := s.api
	options := api.rt.NewObject()
	if o.Limit > 0 {
		_ = options.Set("limit", o.Limit)
	}
	if o.Before != "" {
		_ = options.Set("before", api.records.configObject(checkpoint.Key{ThreadID: key.ThreadID, NS: key.NS, ID: o.Before}))
	}
	if o.Filter != nil {
		filter := api.rt.NewObject()
		for _, name := range slices.Sorted(maps.Keys(o.Filter)) {
			if v, err := api.values.Parse(o.Filter[name], true); err == nil {
				_ = filter.Set(name, v)
			}
		}
		_ = options.Set("filter", filter)
	}
	if len(guard.Keys(options)) == 0 {
		return goja.Undefined()
	}
	return options
}

// Commit implements checkpoint.Saver.
func (s *scriptSaver) Commit(_ context.Context, b checkpoint.Batch) error {
	if b.Key.ThreadID == "" {
		return checkpoint.ErrNoThread
	}
	for _, w := range b.Writes {
		if err := s.putWrites(b.Key, w); err != nil {
			return err
		}
	}
	if b.Checkpoint != nil {
		if err := s.put(b.Key, b.Checkpoint); err != nil {
			return err
		}
	}
	if b.Sync {
		return s.settle()
	}
	return nil
}

func (s *scriptSaver) putWrites(key checkpoint.Key, w checkpoint.TaskWrites) error {
	var list []goja.Value
	for _, p := range w.Writes {
		if answers, err := s.putAnswers(key, p); answers || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		v, ok, err := s.api.records.writeValue(p)
		if err != nil {
			return err
		}
		if ok {
			list = append(list, s.api.rt.NewArray(p.Channel, v))
		}
	}
	if list == nil {
		return nil
	}
	return s.putList(key, list, w.TaskID)
}

func (s *scriptSaver) putList(key checkpoint.Key, list []goja.Value, task string) error {
	p, err := s.call("putWrites", s.config(key, true), s.api.values.Array(list), s.api.rt.ToValue(task))
	if err != nil {
		return err
	}
	s.watch(p)
	return nil
}

// putAnswers stores answers by interrupt id as LangGraph.js does: each is a write of a task whose id is
// the interrupt id. It reports whether w has such answers.
func (s *scriptSaver) putAnswers(key checkpoint.Key, w checkpoint.PendingWrite) (bool, error) {
	if w.Channel != checkpoint.ChannelResume || w.TaskID != checkpoint.NullTaskID {
		return false, nil
	}
	byID, err := runtime.AnswersByID(w.Value)
	if err != nil || byID == nil {
		return false, err
	}
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		v, err := s.api.values.Load(byID[id])
		if err != nil {
			return true, err
		}
		write := s.api.rt.NewArray(checkpoint.ChannelResume, s.api.rt.NewArray(v))
		if err := s.putList(key, []goja.Value{write}, id); err != nil {
			return true, err
		}
	}
	return true, nil
}

// put calls the checkpointer's put with a checkpoint. If an earlier put is pending, the call is made
// when that is fulfilled.
func (s *scriptSaver) put(key checkpoint.Key, cp *checkpoint.Checkpoint) error {
	api := s.api
	key.ID = cp.ParentID
	l := s.line(key.NS)
	parent := l.states[cp.ParentID]
	if parent == nil {
		parent = newScriptState()
	}
	state, all := parent.next(cp)
	l.states = map[string]*scriptState{cp.ID: state}
	fresh := api.rt.NewObject()
	for _, v := range cp.Versions {
		if parent.versions[v.Channel] == v.N {
			continue
		}
		name, err := l.names.of(api.records, v.N)
		if err != nil {
			return err
		}
		_ = value.SetField(fresh, v.Channel, name)
	}
	if _, ok := state.values[checkpoint.ChannelTasks]; !ok {
		all = append(all, checkpoint.Value{Channel: checkpoint.ChannelTasks, Blob: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte("[]")}})
	}
	object, err := api.records.checkpointObject(cp, all, &l.names)
	if err != nil {
		return err
	}
	args := []goja.Value{s.config(key, true), object, api.records.metadataOf(&cp.Metadata), fresh}
	if s.lastPut == nil {
		v, err := s.call("put", args...)
		if err != nil {
			return err
		}
		s.lastPut = s.watch(v)
		return nil
	}
	then, _ := goja.AssertFunction(s.lastPut.Get("then"))
	v, err := then(s.lastPut, api.rt.ToValue(func(goja.FunctionCall) goja.Value {
		v, err := s.call("put", args...)
		api.vm.Check(err)
		return v
	}))
	if err != nil {
		return api.vm.ScriptError(err)
	}
	s.lastPut = s.watch(v)
	return nil
}

// next returns the state at cp, whose parent has the state s, and all its values in the order of
// cp.Versions.
func (s *scriptState) next(cp *checkpoint.Checkpoint) (*scriptState, []checkpoint.Value) {
	brought := map[string]checkpoint.Value{}
	for _, v := range cp.Values {
		brought[v.Channel] = v
	}
	state := newScriptState()
	var all []checkpoint.Value
	for _, v := range cp.Versions {
		state.versions[v.Channel] = v.N
		old, had := s.values[v.Channel]
		now, ok := brought[v.Channel]
		switch {
		case ok && now.Blob.Base != 0:
			now.Blob = checkpoint.Blob{Type: now.Blob.Type, Data: checkpoint.JoinArrays(old.Blob.Data, now.Blob.Data)}
		case !ok && had && old.Version == v.N:
			now, ok = old, true
		}
		if ok && !now.Blob.IsZero() {
			state.values[v.Channel] = now
			all = append(all, now)
		}
	}
	return state, all
}

// watch adds a promise to those that settle awaits, and returns it. It returns nil if v is not a
// promise.
func (s *scriptSaver) watch(v goja.Value) *goja.Object {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	then, ok := goja.AssertFunction(o.Get("then"))
	if !ok {
		return nil
	}
	ignore := s.api.rt.ToValue(func(goja.FunctionCall) goja.Value { return goja.Undefined() })
	_, _ = then(o, ignore, ignore) // settle reports a rejection
	s.pending = append(s.pending, o)
	return o
}

// settle awaits all pending calls of put and putWrites, and returns the first error.
func (s *scriptSaver) settle() error {
	for len(s.pending) > 0 {
		p := s.pending[0]
		s.pending = s.pending[1:]
		if _, err := s.api.vm.Await(p); err != nil {
			s.pending = nil
			return err
		}
	}
	return nil
}

// DeleteThread implements checkpoint.Saver.
func (s *scriptSaver) DeleteThread(_ context.Context, threadID string) error {
	v, err := s.call("deleteThread", s.api.rt.ToValue(threadID))
	if err == nil {
		_, err = s.api.vm.Await(v)
	}
	return err
}
