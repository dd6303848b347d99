// This file reads the state of threads: getState and getStateHistory.

package langgraph

import (
	"context"
	"errors"
	"iter"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// states reads and changes the states of threads.
type states struct {
	room
	histories int // the number of histories that are being read
}

// target is the thread and the graph that a config names. A config with the namespace of a subgraph
// names that subgraph.
type target struct {
	g     *Graph
	saver checkpoint.Saver
	key   checkpoint.Key

	history bool   // whether the request is getStateHistory
	missing string // the names in the namespace, joined by |, if no subgraph has it; else ""
}

// target reads a config, and flushes its saver.
func (states *states) target(g *Graph, config goja.Value) (target, error) {
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
				if s := states.values.Name(name, inner.Get(name)); s != "" {
					*field = s
				}
			}
			set(&t.key.ThreadID, "thread_id")
			set(&t.key.NS, "checkpoint_ns")
			set(&t.key.ID, "checkpoint_id")
			configurable = states.values.Merge(configurable, inner)
		}
	}
	t.saver = states.api.savers.saverFor(g.saver, configurable)
	if o, ok := config.(*goja.Object); ok {
		if d := drivenIn(o); d != nil {
			t.saver = d.Saver
		}
	}
	if task := states.api.task(); task != nil && t.saver == nil {
		t.saver = task.Run().Options().Saver
	}
	if err := states.api.savers.look(t.saver); err != nil {
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

// inner returns the subgraph of g that stores its checkpoints in namespace ns. If there is none, it
// returns g and the names of ns, joined by |.
func (g *Graph) inner(ns string) (at *Graph, missing string) {
	at = g
	for name := range subgraphNames(ns) {
		sub := at.subgraphs[name]
		if sub == nil {
			return g, namesIn(ns)
		}
		at = sub
	}
	return at, ""
}

// subgraphNames yields the names of the subgraphs that namespace ns goes through: NAME:ID|NAME:ID, with numbers between them.
func subgraphNames(ns string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for more := true; more; {
			var part string
			part, ns, more = strings.Cut(ns, "|")
			if part != "" && strings.Trim(part, "0123456789") == "" {
				continue
			}
			if name, _, _ := strings.Cut(part, ":"); !yield(name) {
				return
			}
		}
	}
}

// namesIn returns the names of subgraphNames for a message, joined by |.
func namesIn(ns string) string {
	var b strings.Builder
	between := ""
	for name := range subgraphNames(ns) {
		b.WriteString(between)
		b.WriteString(runtime.Short(name))
		between = "|"
		if text := b.String(); runtime.Short(text) != text {
			return runtime.Short(text)
		}
	}
	return b.String()
}

// getState implements graph.getState(config, options).
func (states *states) getState(fc goja.FunctionCall) goja.Value {
	t, err := states.target(states.api.graphOf(fc.Argument(0)), fc.Argument(1))
	states.vm.Check(err)
	if t.key.ThreadID == "" {
		return states.snapshotObject(t, &runtime.StateSnapshot{Values: states.rt.NewObject()}, fc.Argument(1))
	}
	o := runtime.StateOptions{ResumeIsWrite: !states.api.legacy()}
	if options, ok := fc.Argument(2).(*goja.Object); ok {
		if v := options.Get("subgraphs"); v != nil && v.ToBoolean() {
			o.Subgraph = t.g.subgraphFinder()
		}
	}
	return states.api.savers.asking(t.saver, func() (goja.Value, error) {
		s, err := t.g.graph.State(states.vm.Stopped(), states.api.savers.hostFor(t.saver), t.saver, t.key, o)
		if err != nil {
			return nil, err
		}
		return states.snapshotObject(t, s, fc.Argument(1)), nil
	})
}

// subgraphFinder returns a function that returns the subgraph of a node of g, or of a node in a
// subgraph of g.
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

// getStateHistory is the Go side of graph.getStateHistory. It returns an object, or a promise of one,
// whose next() returns the next snapshot, and undefined at the end.
func (states *states) getStateHistory(fc goja.FunctionCall) goja.Value {
	t, err := states.target(states.api.graphOf(fc.Argument(0)), fc.Argument(1))
	states.vm.Check(err)
	t.history = true
	var lo checkpoint.ListOptions
	if o, ok := fc.Argument(2).(*goja.Object); ok {
		states.vm.Check(states.api.records.readListOptions(o, &lo))
	}
	return states.api.savers.asking(t.saver, func() (goja.Value, error) {
		threads, err := historyThreads(states.vm.Stopped(), t)
		if lo.Limit < 0 {
			threads = nil
		}
		if err != nil {
			return nil, err
		}
		history := func(yield func(*runtime.StateSnapshot, error) bool) {
			for _, key := range threads {
				for s, err := range t.g.graph.History(states.vm.Stopped(), states.api.savers.hostFor(t.saver), t.saver, key, lo, runtime.StateOptions{}) {
					if !yield(s, err) || err != nil {
						return
					}
				}
			}
		}
		var next nextSnapshot
		end := func() {}
		if _, ok := t.saver.(*scriptSaver); ok || states.histories >= maxHistories { // the checkpointer is asked in this fiber
			if next, err = states.collected(history); err != nil {
				return nil, err
			}
		} else {
			next, end = states.pulled(history)
		}
		out := states.rt.NewObject()
		states.vm.Native(out, "next", func(goja.FunctionCall) goja.Value {
			s, err, ok := next()
			if err != nil || !ok {
				end()
			}
			states.vm.Check(err)
			if !ok {
				return goja.Undefined()
			}
			return states.snapshotObject(t, s, fc.Argument(1))
		})
		states.vm.Native(out, "end", func(goja.FunctionCall) goja.Value {
			end()
			return goja.Undefined()
		})
		return out, nil
	})
}

// nextSnapshot returns the next snapshot of a history. ok is false at the end.
type nextSnapshot = func() (s *runtime.StateSnapshot, err error, ok bool)

// maxHistories is how many histories a VM reads in parts at the same time: each has a stack.
const maxHistories = 100

// pulled returns what reads a history in parts, since it may be larger than the memory, until end is called or the VM ends.
func (states *states) pulled(history iter.Seq2[*runtime.StateSnapshot, error]) (next nextSnapshot, end func()) {
	pull, stop := iter.Pull2(history)
	var mu sync.Mutex // pull and stop exclude each other; reading a snapshot may run code of the script, which calls next or end
	forget := context.AfterFunc(states.vm.Context(), func() {
		mu.Lock()
		defer mu.Unlock()
		stop()
	})
	states.histories++
	open := true
	next = func() (*runtime.StateSnapshot, error, bool) {
		if !mu.TryLock() {
			return nil, errors.New("the history is being read"), true
		}
		defer mu.Unlock()
		return pull()
	}
	end = func() {
		if !open || !mu.TryLock() {
			return
		}
		defer mu.Unlock()
		open = false
		states.histories--
		forget()
		stop()
	}
	return next, end
}

// collected returns what passes a history on that is read at once.
func (states *states) collected(history iter.Seq2[*runtime.StateSnapshot, error]) (nextSnapshot, error) {
	var all []*runtime.StateSnapshot
	for s, err := range history {
		if err == nil {
			err = states.vm.Context().Err() // a limit stops the VM
		}
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return func() (s *runtime.StateSnapshot, err error, ok bool) {
		if len(all) == 0 {
			return nil, nil, false
		}
		s, all = all[0], all[1:]
		return s, nil, true
	}, nil
}

// historyThreads returns the keys whose history is requested. If the config names no thread, these are
// the keys of all threads of a saver that can list them.
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
