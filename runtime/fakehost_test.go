// This file has a Host of Go closures, for tests of the engine.

package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

type state = map[string]any

// nodeFunc is the function of a node: it returns a state, a *runtime.Command, or nil.
type nodeFunc func(t *runtime.Task, s state) (any, error)

// childFunc is the function of a child task, or one of a node that calls child tasks: it waits
// for them as a coroutine.
type childFunc func(c *coroutine) (any, error)

// branchFunc is the function of a conditional edge.
type branchFunc func(s state) []runtime.Dest

type reducer func(a, b any) any

// goHost runs Go closures. Values are what encoding/json makes.
type goHost struct {
	recalls    []bool // of each call of Recall, whether it got what the one before remembered
	recallSize int    // what Recall says that it remembers, in bytes
	jobs       []func()
	later      []timed
	warns      []string
}

type timed struct {
	at time.Duration
	f  func()
}

func (h *goHost) run() {
	for len(h.jobs) > 0 || len(h.later) > 0 {
		if len(h.jobs) == 0 {
			slices.SortStableFunc(h.later, func(a, b timed) int { return int(a.at - b.at) })
			f := h.later[0].f
			h.later = h.later[1:]
			f()
			continue
		}
		f := h.jobs[0]
		h.jobs = h.jobs[1:]
		f()
	}
}

func (h *goHost) Start(calls []*runtime.Call) {
	for _, c := range calls {
		switch f := c.Func.(type) {
		case branchFunc:
			c.Done(runtime.Output{Goto: f(c.Input.(state))}, nil)
		case childFunc:
			waits(f)(c.Task, func(v any, err error) {
				if c.Task.Child() {
					c.Done(runtime.Output{Value: v}, err)
				} else {
					h.returned(c, v, err)
				}
			})
		case nodeFunc:
			in, _ := c.Input.(state)
			v, err := f(c.Task, in)
			if p, ok := v.(pending); ok {
				p.start(func(v any, err error) { h.returned(c, v, err) })
				continue
			}
			h.returned(c, v, err)
		}
	}
}

// pending is a node's result that comes later.
type pending struct {
	start func(done func(any, error))
}

func (h *goHost) returned(c *runtime.Call, v any, err error) {
	if err != nil {
		c.Done(runtime.Output{}, err)
		return
	}
	out, err := h.Updates(c.Task.Run().Graph(), c.Task.Name(), v)
	c.Done(out, err)
}

func (h *goHost) Reduce(r any, current runtime.Value, updates []runtime.Value) (runtime.Value, error) {
	for _, u := range updates {
		current = r.(reducer)(current, u)
	}
	return current, nil
}

func (h *goHost) Hear() {}

func (h *goHost) Default(f any) (runtime.Value, error) { return f.(func() any)(), nil }

func (h *goHost) Updates(g *runtime.Graph, node string, v runtime.Value) (runtime.Output, error) {
	var out runtime.Output
	if g.Function() {
		out.Updates = []runtime.Update{{Channel: runtime.EndNode, Value: v}, {Channel: runtime.PreviousChannel, Value: v}}
		return out, nil
	}
	switch x := v.(type) {
	case nil:
		out.Null = true
	case state:
		for _, name := range slices.Sorted(maps.Keys(x)) {
			out.Updates = append(out.Updates, runtime.Update{Channel: name, Value: x[name]})
		}
	case *runtime.Command:
		if x.Parent {
			c := *x
			out.Parent = &c
			break
		}
		out.Updates, out.Goto = x.Updates, x.Goto
	default:
		return out, runtime.ErrInvalidReturn(node, fmt.Sprintf("%T", v))
	}
	return out, nil
}

func (h *goHost) Object(fields []runtime.Field) runtime.Value {
	s := state{}
	for _, f := range fields {
		s[f.Name] = f.Value
	}
	return s
}

func (h *goHost) Array(items []runtime.Value) runtime.Value {
	list := make([]any, len(items))
	for i := range items {
		list[i] = items[i]
	}
	return list
}

func (h *goHost) Overwritten(v runtime.Value) (runtime.Value, bool) {
	s, ok := v.(state)
	if !ok {
		return nil, false
	}
	inner, ok := s["__overwrite__"]
	return inner, ok
}

func (h *goHost) Elements(v runtime.Value) ([]runtime.Value, bool) {
	list, ok := v.([]any)
	items := make([]runtime.Value, len(list))
	for i := range list {
		items[i] = list[i]
	}
	return items, ok
}

func (h *goHost) Key(v runtime.Value) any { return h.JSON(v) }

func (h *goHost) IsUndefined(v runtime.Value) bool { return v == nil }

func (h *goHost) Undefined() runtime.Value { return state(nil) }

func (h *goHost) Nullish(v runtime.Value) bool { return v == nil }

func (h *goHost) Without(v runtime.Value, fields []string) runtime.Value {
	s, ok := v.(state)
	if !ok {
		return v
	}
	s = maps.Clone(s)
	for _, name := range fields {
		delete(s, name)
	}
	return s
}

func (h *goHost) CheckpointChunk(_ *runtime.Run, s *runtime.StateSnapshot, _ bool) runtime.Value {
	return s
}

func (h *goHost) TaskMetadata(*runtime.Task) runtime.Value { return nil }

func (h *goHost) JSON(v runtime.Value) string {
	data, _ := json.Marshal(v)
	return string(data)
}

func (h *goHost) Dump(v runtime.Value) (checkpoint.Blob, error) {
	data, err := json.Marshal(v)
	return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: data}, err
}

func (h *goHost) DumpSince(_ runtime.StoredValue, v runtime.Value) (checkpoint.Blob, bool, error) {
	b, err := h.Dump(v)
	return b, false, err
}

func (h *goHost) Mark(runtime.Value) uint64 { return 0 }

func (h *goHost) Load(b checkpoint.Blob) (v runtime.Value, err error) {
	err = json.Unmarshal(b.Data, &v)
	return v, err
}

func (h *goHost) Together(f func()) { f() }

func (h *goHost) Ticks(_ int, f func()) { f() }

func (h *goHost) Recall(cached any, b checkpoint.Blob) (v runtime.Value, remembered any, err error) {
	h.recalls = append(h.recalls, cached != nil)
	v, err = h.Load(b.Whole())
	return v, sized(h.recallSize), err
}

// sized is what Recall remembers: so many bytes.
type sized int

func (s sized) SizeBytes() int { return int(s) }

func (h *goHost) Defer(f func()) { h.jobs = append(h.jobs, f) }

func (h *goHost) After(d time.Duration, f func()) (cancel func()) {
	h.later = append(h.later, timed{d, f})
	return func() {}
}

func (h *goHost) Warn(message string) { h.warns = append(h.warns, message) }

// invoke runs g to its end.
func invoke(g *runtime.Graph, input runtime.Value, cmd *runtime.Command, o runtime.Options) runtime.Result {
	h := &goHost{}
	var res runtime.Result
	ended := false
	o.Done = func(r runtime.Result) { res, ended = r, true }
	g.Start(context.Background(), h, input, cmd, o)
	h.run()
	if !ended {
		return runtime.Result{Err: errors.New("the run did not end")}
	}
	return res
}

func resume(v any) *runtime.Command { return &runtime.Command{HasResume: true, Resume: v} }

func compile(t *testing.T, s runtime.Spec) *runtime.Graph {
	t.Helper()
	g, err := runtime.NewGraph(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func appendAll(a, b any) any {
	return append(slices.Clone(a.([]any)), b.([]any)...)
}

func emptyList() any { return []any{} }

// log is a channel that collects what nodes write.
func logChannel(name string) runtime.ChannelSpec {
	return runtime.ChannelSpec{Name: name, Kind: runtime.Reduce, Reducer: reducer(appendAll), Default: emptyList}
}

// says is a node that adds a word to the log.
func says(word string) nodeFunc {
	return func(*runtime.Task, state) (any, error) { return state{"log": []any{word}}, nil }
}

func asJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(data)
}
