// This file reads and changes the state of threads: getState, getStateHistory, updateState.

package jsapi

import (
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// target is the thread and the graph that a config names. A config with the
// namespace of a subgraph names that subgraph.
type target struct {
	g     *Graph
	saver checkpoint.Saver
	key   checkpoint.Key

	history bool   // its past is asked for
	missing string // a namespace that no subgraph has
}

var numberOnly = regexp.MustCompile(`^\d+$`)

// target reads a config.
func (vm *VM) target(g *Graph, config goja.Value) (target, error) {
	t := target{g: g}
	if err := g.refresh(); err != nil {
		return t, err
	}
	var configurable *goja.Object
	for _, c := range []goja.Value{g.config, config} {
		o, ok := c.(*goja.Object)
		if !ok || o == nil {
			continue
		}
		if inner, ok := o.Get("configurable").(*goja.Object); ok {
			set := func(field *string, name string) {
				if s := value.Text(inner.Get(name)); s != "" {
					*field = s
				}
			}
			set(&t.key.ThreadID, "thread_id")
			set(&t.key.NS, "checkpoint_ns")
			set(&t.key.ID, "checkpoint_id")
			configurable = vm.values.Merge(configurable, inner)
		}
	}
	t.saver = vm.saverFor(g.saver, configurable)
	if o, ok := config.(*goja.Object); ok {
		if d := drivenIn(o); d != nil {
			t.saver = d.Saver
		}
	}
	if task := vm.task(); task != nil && t.saver == nil {
		t.saver = task.Run().Options().Saver
	}
	if err := vm.look(t.saver); err != nil {
		return t, err
	}
	if t.saver == nil {
		return t, &runtime.Error{Name: "GraphValueError", Code: "MISSING_CHECKPOINTER", Message: "No checkpointer set"}
	}
	if t.key.NS != "" {
		t.g, t.missing = g.inner(t.key.NS)
	}
	return t, nil
}

// inner returns the graph that keeps its checkpoints in namespace ns. If there is
// none, it returns g and the name that is missing.
func (g *Graph) inner(ns string) (at *Graph, missing string) {
	at = g
	var names []string
	for _, part := range strings.Split(ns, "|") {
		if !numberOnly.MatchString(part) {
			name, _, _ := strings.Cut(part, ":")
			names = append(names, name)
		}
	}
	for _, name := range names {
		sub := at.subgraphs[name]
		if sub == nil {
			return g, strings.Join(names, "|")
		}
		at = sub
	}
	return at, ""
}

// getState is graph.getState(config, options).
func (vm *VM) getState(fc goja.FunctionCall) goja.Value {
	t, err := vm.target(vm.graphOf(fc.Argument(0)), fc.Argument(1))
	vm.check(err)
	if t.key.ThreadID == "" {
		return vm.snapshotObject(t, &runtime.StateSnapshot{Values: vm.rt.NewObject()}, fc.Argument(1))
	}
	o := runtime.StateOptions{ResumeIsWrite: !vm.legacy()}
	if options, ok := fc.Argument(2).(*goja.Object); ok {
		if v := options.Get("subgraphs"); v != nil && v.ToBoolean() {
			o.Subgraph = t.g.subgraphFinder()
		}
	}
	return vm.asking(t.saver, func() (goja.Value, error) {
		s, err := t.g.graph.State(vm.ctx, vm.hostFor(t.saver), t.saver, t.key, o)
		if err != nil {
			return nil, err
		}
		return vm.snapshotObject(t, s, fc.Argument(1)), nil
	})
}

// subgraphFinder returns the graph that a node of g, or of a graph inside of it, runs.
func (g *Graph) subgraphFinder() func(n *runtime.NodeSpec) *runtime.Graph {
	all := map[*runtime.NodeSpec]*runtime.Graph{}
	var add func(g *Graph)
	add = func(g *Graph) {
		for name, sub := range g.subgraphs {
			if spec := g.graph.NodeSpec(name); all[spec] == nil {
				all[spec] = sub.graph
				add(sub)
			}
		}
	}
	add(g)
	return func(n *runtime.NodeSpec) *runtime.Graph { return all[n] }
}

// getStateHistory is the host side of graph.getStateHistory: an object whose
// next() returns a snapshot, or undefined at the end.
func (vm *VM) getStateHistory(fc goja.FunctionCall) goja.Value {
	t, err := vm.target(vm.graphOf(fc.Argument(0)), fc.Argument(1))
	vm.check(err)
	t.history = true
	var lo checkpoint.ListOptions
	if o, ok := fc.Argument(2).(*goja.Object); ok {
		vm.check(vm.readListOptions(o, &lo))
	}
	return vm.asking(t.saver, func() (goja.Value, error) {
		var all []*runtime.StateSnapshot
		threads, err := historyThreads(vm.ctx, t)
		if lo.Limit < 0 {
			threads = nil
		}
		if err != nil {
			return nil, err
		}
		for _, key := range threads {
			for s, err := range t.g.graph.History(vm.ctx, vm.hostFor(t.saver), t.saver, key, lo, runtime.StateOptions{}) {
				if err != nil {
					return nil, err
				}
				all = append(all, s)
			}
		}
		out := vm.rt.NewObject()
		vm.native(out, "next", func(goja.FunctionCall) goja.Value {
			if len(all) == 0 {
				return goja.Undefined()
			}
			s := all[0]
			all = all[1:]
			return vm.snapshotObject(t, s, fc.Argument(1))
		})
		return out, nil
	})
}

// historyThreads returns the keys whose history is asked for: those of all threads
// if none is named.
func historyThreads(ctx context.Context, t target) ([]checkpoint.Key, error) {
	lister, ok := t.saver.(threadLister)
	if t.key.ThreadID != "" || !ok {
		return []checkpoint.Key{t.key}, nil
	}
	ids, err := lister.ThreadIDs(ctx)
	var all []checkpoint.Key
	for _, id := range ids {
		all = append(all, checkpoint.Key{ThreadID: id, NS: t.key.NS, ID: t.key.ID})
	}
	return all, err
}

func (vm *VM) readListOptions(o *goja.Object, lo *checkpoint.ListOptions) error {
	if v := o.Get("limit"); v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
		if lo.Limit = int(v.ToInteger()); lo.Limit <= 0 {
			lo.Limit = -1 // none
		}
	}
	if before, ok := o.Get("before").(*goja.Object); ok {
		if inner, ok := before.Get("configurable").(*goja.Object); ok {
			lo.Before = value.Text(inner.Get("checkpoint_id"))
		}
	}
	filter, ok := o.Get("filter").(*goja.Object)
	if !ok {
		return nil
	}
	lo.Filter = map[string]json.RawMessage{}
	for _, key := range filter.Keys() {
		b, err := vm.values.Dump(filter.Get(key), false)
		if err != nil {
			return err
		}
		lo.Filter[key] = b.Data
	}
	return nil
}

// setCheckpointMap adds to a config where the graphs around its checkpoint stand.
func (vm *VM) setCheckpointMap(config *goja.Object, key checkpoint.Key, parents map[string]string) {
	if len(parents) == 0 {
		return
	}
	m := vm.parentsObject(parents)
	_ = m.Set(key.NS, key.ID)
	_ = config.Get("configurable").ToObject(vm.rt).Set("checkpoint_map", m)
}

// configObject makes the config that names a checkpoint.
func (vm *VM) configObject(key checkpoint.Key) *goja.Object { return vm.config(key, false) }

// config makes a config. idFirst puts the id in front of the namespace, as
// LangGraph does for a checkpoint that was not asked for by its id.
func (vm *VM) config(key checkpoint.Key, idFirst bool) *goja.Object {
	inner := vm.rt.NewObject()
	_ = inner.Set("thread_id", key.ThreadID)
	if idFirst {
		_ = inner.Set("checkpoint_id", key.ID)
		_ = inner.Set("checkpoint_ns", key.NS)
	} else {
		_ = inner.Set("checkpoint_ns", key.NS)
		_ = inner.Set("checkpoint_id", key.ID)
	}
	o := vm.rt.NewObject()
	_ = o.Set("configurable", inner)
	return o
}

// snapshotObject is a StateSnapshot as scripts see it. config is what was asked with.
func (vm *VM) snapshotObject(t target, s *runtime.StateSnapshot, config goja.Value) *goja.Object {
	o := vm.rt.NewObject()
	if s.LoadValues != nil {
		vm.lazyField(o, "values", s.LoadValues)
	} else {
		_ = o.Set("values", vm.toJS(s.Values))
	}
	next := vm.rt.NewArray()
	for i, name := range s.Next {
		_ = next.Set(strconv.Itoa(i), name)
	}
	_ = o.Set("next", next)
	tasks := make([]goja.Value, len(s.Tasks))
	for i := range s.Tasks {
		tasks[i] = vm.taskObject(t, &s.Tasks[i])
	}
	if s.Metadata == nil {
		_ = o.Set("config", config)
		_ = o.Set("tasks", vm.values.Array(tasks))
		return o
	}
	_ = o.Set("tasks", vm.values.Array(tasks))
	_ = o.Set("metadata", vm.metadataObject(s.Key, s.Metadata))
	_ = o.Set("config", vm.snapshotConfig(t, s, config))
	_ = o.Set("createdAt", runtime.ISOTime(s.CreatedAt))
	parent := goja.Undefined()
	if s.ParentID != "" {
		parent = vm.configObject(checkpoint.Key{ThreadID: s.Key.ThreadID, NS: s.Key.NS, ID: s.ParentID})
	}
	_ = o.Set("parentConfig", parent)
	return o
}

// snapshotConfig is the config of a snapshot: what was asked with, if that names the checkpoint.
func (vm *VM) snapshotConfig(t target, s *runtime.StateSnapshot, asked goja.Value) *goja.Object {
	h := handleOf(t.g.saver)
	at := vm.config(s.Key, t.key.ID == "" && !t.history && (h == nil || h.memory))
	if o, ok := asked.(*goja.Object); ok && !t.history && s.Key == t.key && vm.keyOf(o).ID == s.Key.ID {
		if len(s.Metadata.Parents) == 0 {
			return o
		}
		at = vm.values.Merge(nil, o)
		_ = at.Set("configurable", vm.values.Merge(nil, vm.values.Object(o, "configurable")))
	}
	vm.setCheckpointMap(at, s.Key, s.Metadata.Parents)
	return at
}

func (vm *VM) parentsObject(parents map[string]string) *goja.Object {
	o := vm.rt.NewObject()
	for _, ns := range slices.Sorted(maps.Keys(parents)) {
		_ = o.Set(ns, parents[ns])
	}
	return o
}

func (vm *VM) metadataObject(key checkpoint.Key, m *checkpoint.Metadata) *goja.Object {
	o := vm.rt.NewObject()
	_ = o.Set("source", m.Source)
	extra := func(name string) {
		if v, err := vm.values.Parse(m.Extra[name], true); err == nil {
			_ = o.Set(name, v)
		}
	}
	if vm.legacy() && m.Extra["writes"] != nil {
		extra("writes")
	}
	_ = o.Set("step", m.Step)
	_ = o.Set("parents", vm.parentsObject(m.Parents))
	for _, name := range slices.Sorted(maps.Keys(m.Extra)) {
		if !strings.HasPrefix(name, "__") && name != "writes" {
			extra(name)
		}
	}
	if !vm.legacy() {
		_ = o.Set("thread_id", key.ThreadID)
	}
	return o
}

func (vm *VM) taskObject(t target, ts *runtime.TaskState) *goja.Object {
	o := vm.rt.NewObject()
	_ = o.Set("id", ts.ID)
	_ = o.Set("name", ts.Name)
	if ts.Push {
		_ = o.Set("path", vm.taskPath([]any{"__pregel_push", ts.Index}))
	} else {
		_ = o.Set("path", vm.taskPath([]any{"__pregel_pull", ts.Name}))
	}
	if ts.Error != nil {
		e := vm.rt.NewObject()
		_ = e.Set("message", ts.Error.Message)
		_ = e.Set("name", ts.Error.Name)
		_ = o.Set("error", e)
	}
	list := make([]goja.Value, len(ts.Interrupts))
	for i, in := range ts.Interrupts {
		list[i] = vm.interruptObject(in)
	}
	_ = o.Set("interrupts", vm.values.Array(list))
	vm.setTaskState(o, t, ts)
	if !vm.legacy() {
		_ = o.Set("result", vm.toJS(ts.Result))
	}
	return o
}

func (vm *VM) setTaskState(o *goja.Object, t target, ts *runtime.TaskState) {
	switch {
	case ts.Error != nil:
	case ts.State != nil:
		_ = o.Set("state", vm.snapshotObject(t, ts.State, vm.configObject(ts.State.Key)))
	case ts.NS != "":
		inner := vm.rt.NewObject()
		_ = inner.Set("thread_id", t.key.ThreadID)
		_ = inner.Set("checkpoint_ns", ts.NS)
		c := vm.rt.NewObject()
		_ = c.Set("configurable", inner)
		_ = o.Set("state", c)
	case vm.legacy():
		_ = o.Set("state", goja.Undefined())
	}
}

// lazyField defines a property that becomes what load returns when it is first
// read. It looks like any other.
func (vm *VM) lazyField(o *goja.Object, name string, load func() (runtime.Value, error)) {
	become := func(v goja.Value) goja.Value {
		_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return v
	}
	get := vm.rt.ToValue(func(goja.FunctionCall) goja.Value {
		v, err := load()
		vm.check(err)
		return become(vm.toJS(v))
	}).(*goja.Object)
	set := vm.rt.ToValue(func(call goja.FunctionCall) goja.Value { return become(call.Argument(0)) })
	vm.printer.Lazy(get)
	_ = o.DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_TRUE)
}
