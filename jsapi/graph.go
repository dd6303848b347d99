// This file compiles the StateGraph of a script to a runtime.Graph.

package jsapi

import (
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// Graph is a compiled graph of a script.
type Graph struct {
	vm    *VM
	graph *runtime.Graph
	given goja.Value   // what the script has for a checkpointer
	saver *goja.Object // the checkpointer, nil for none; see saverFor
	// inherit is how the graph comes to its saver in a node of another graph:
	// "", the outer one's if it has one; "true", that in a namespace of its own; "false", none.
	inherit   string
	subgraphs map[string]*Graph // by node
	object    *goja.Object      // the CompiledStateGraph
	agent     *goja.Object      // what the script exports instead, whose invoke runs it; nil for none
	config    *goja.Object      // of withConfig, may be nil
	cache     *goja.Object      // of compile; may be nil
	store     goja.Value        // of compile, for config.store; may be nil
	strict    bool              // of compile, see runtime.Options.Strict
	effects   runtime.Effects   // of compile
	parse     *function         // parses an update that no node returned; nil if the schema checks nothing
}

// compile is the end of StateGraph.compile(): spec, as lib/langgraph/graph.ts
// builds it, becomes a graph.
func (vm *VM) compile(call goja.FunctionCall) goja.Value {
	spec := call.Argument(0).ToObject(vm.rt)
	g := &Graph{vm: vm, subgraphs: map[string]*Graph{}}
	s, err := vm.readSpec(spec, g)
	vm.check(err)
	vm.check(g.setSaver(spec.Get("checkpointer")))
	g.graph, err = runtime.NewGraph(s)
	vm.check(err)
	g.object, _ = call.Argument(1).(*goja.Object)
	g.parse = vm.function(spec.Get("parseUpdate"))
	g.strict = value.Flag(spec, "strict")
	g.effects, err = effectsOption(spec.Get("effects"))
	vm.check(err)
	g.cache, _ = spec.Get("cache").(*goja.Object)
	if store := spec.Get("store"); store != nil && !goja.IsUndefined(store) {
		g.store = store
	}
	return vm.values.Seal(g)
}

// withConfig is graph.withConfig(config): the same graph with options of its own.
func (vm *VM) withConfig(call goja.FunctionCall) goja.Value {
	g := *vm.graphOf(call.Argument(0))
	g.config, _ = call.Argument(1).(*goja.Object)
	g.object, _ = call.Argument(2).(*goja.Object)
	return vm.values.Seal(&g)
}

func (vm *VM) graphOf(v goja.Value) *Graph {
	if o, ok := v.(*goja.Object); ok {
		if g, ok := value.Sealed[*Graph](o); ok {
			return g
		}
	}
	vm.throw(fmt.Errorf("not a compiled graph: %s", vm.values.Show(v)))
	return nil
}

// refresh takes notice of a checkpointer that the script gave the graph since it was compiled.
func (g *Graph) refresh() error {
	if g.object == nil {
		return nil
	}
	v := g.object.Get("checkpointer")
	if v == nil || g.given == nil || v.SameAs(g.given) {
		return nil
	}
	return g.setSaver(v)
}

func (g *Graph) setSaver(v goja.Value) error {
	g.given, g.saver, g.inherit = v, nil, ""
	switch {
	case v == nil || goja.IsUndefined(v) || goja.IsNull(v):
		return nil
	case value.TypeOf(v) == "boolean":
		g.inherit = v.String()
		return nil
	}
	if !g.vm.isSaver(v) {
		return fmt.Errorf("the checkpointer is no checkpointer: %s", g.vm.values.Show(v))
	}
	g.saver = v.(*goja.Object)
	return nil
}

func (vm *VM) readSpec(spec *goja.Object, g *Graph) (runtime.Spec, error) {
	s := runtime.Spec{
		Name:            value.Text(spec.Get("name")),
		Input:           vm.values.Strings(spec.Get("input")),
		Output:          vm.values.Strings(spec.Get("output")),
		InterruptBefore: vm.names(spec.Get("interruptBefore")),
		InterruptAfter:  vm.names(spec.Get("interruptAfter")),
	}
	s.Wired, s.SingleInput, s.SingleOutput = value.Flag(spec, "wired"), value.Flag(spec, "singleInput"), value.Flag(spec, "singleOutput")
	if f, ok := spec.Get("function").(*goja.Object); ok {
		n := vm.readNode(f, g)
		s.Function = &n
	}
	vm.values.Each(spec.Get("channels"), func(o *goja.Object) { s.Channels = append(s.Channels, vm.readChannel(o)) })
	vm.values.Each(spec.Get("nodes"), func(o *goja.Object) { s.Nodes = append(s.Nodes, vm.readNode(o, g)) })
	vm.values.Each(spec.Get("edges"), func(o *goja.Object) {
		s.Edges = append(s.Edges, runtime.Edge{From: value.Text(o.Get("0")), To: value.Text(o.Get("1"))})
	})
	vm.values.Each(spec.Get("joins"), func(o *goja.Object) {
		s.Joins = append(s.Joins, runtime.Join{From: vm.values.Strings(o.Get("0")), To: value.Text(o.Get("1"))})
	})
	vm.values.Each(spec.Get("branches"), func(o *goja.Object) {
		b := runtime.BranchSpec{Source: value.Text(o.Get("source")), Func: vm.function(o.Get("fn"))}
		if ends, ok := o.Get("ends").(*goja.Object); ok {
			b.Ends = []runtime.End{}
			vm.values.Each(ends, func(e *goja.Object) {
				b.Ends = append(b.Ends, runtime.End{Label: value.Text(e.Get("0")), Node: value.Text(e.Get("1"))})
			})
		}
		s.Branches = append(s.Branches, b)
	})
	return s, nil
}

func (vm *VM) readNode(o *goja.Object, g *Graph) runtime.NodeSpec {
	n := runtime.NodeSpec{
		Name: value.OwnText(o.Get("name")),
		Func: vm.function(o.Get("fn")),
		Read: vm.values.Strings(o.Get("read")),
		Ends: vm.values.Strings(o.Get("ends")),

		Triggers:   vm.values.Strings(o.Get("triggers")),
		SingleRead: value.Flag(o, "singleRead"),
	}
	if sub, ok := o.Get("subgraph").(*goja.Object); ok {
		if inner, ok := value.Sealed[*Graph](sub); ok {
			g.subgraphs[n.Name] = inner
			n.Subgraph = true
		}
	}
	if p, ok := o.Get("retry").(*goja.Object); ok {
		n.Retry = vm.retryPolicy(p)
	}
	effects, err := effectsOption(o.Get("effects"))
	vm.check(err)
	n.Effects = effects
	n.Defer, n.Handler = value.Flag(o, "defer"), value.Flag(o, "handler")
	n.Cache = vm.cachePolicy(o.Get("cache"))
	n.Timeout = timeoutPolicy(o.Get("timeout"))
	n.ErrorHandler = value.Text(o.Get("errorHandler"))
	if metadata, ok := o.Get("metadata").(*goja.Object); ok {
		n.Extra = metadata
	}
	return n
}

// effectsOption reads the option effects of a node or a graph.
func effectsOption(v goja.Value) (runtime.Effects, error) {
	switch s := value.Text(v); s {
	case "":
		return runtime.EffectsUsual, nil
	case "once":
		return runtime.EffectsOnce, nil
	case "always":
		return runtime.EffectsAlways, nil
	default:
		return "", fmt.Errorf(`effects: unknown %q: use "once" or "always"`, s)
	}
}

// retryPolicy reads a retry policy. What it leaves out has LangGraph's defaults.
func (vm *VM) retryPolicy(o *goja.Object) *runtime.RetryPolicy {
	ms := func(name string) time.Duration {
		v := o.Get(name)
		if v == nil || goja.IsUndefined(v) {
			return 0
		}
		return time.Duration(v.ToFloat() * float64(time.Millisecond))
	}
	p := &runtime.RetryPolicy{InitialInterval: ms("initialInterval"), MaxInterval: ms("maxInterval"), Jitter: true}
	if v := o.Get("maxAttempts"); v != nil && !goja.IsUndefined(v) {
		p.MaxAttempts = int(v.ToInteger())
	}
	if v := o.Get("backoffFactor"); v != nil && !goja.IsUndefined(v) {
		p.BackoffFactor = v.ToFloat()
	}
	if v := o.Get("jitter"); v != nil && !goja.IsUndefined(v) {
		p.Jitter = v.ToBoolean()
	}
	p.RetryOn = vm.worthRetrying
	if f := vm.function(o.Get("retryOn")); f != nil {
		p.RetryOn = func(err error) bool {
			v, callErr := f.call(goja.Undefined(), vm.jsError(err))
			return callErr == nil && v.ToBoolean()
		}
	}
	if v := o.Get("logWarning"); v == nil || goja.IsUndefined(v) || v.ToBoolean() {
		p.Retrying = func(node string, attempt int, wait time.Duration, err error) {
			vm.console.print(vm.console.out, fmt.Sprintf("Retrying task %q after %.2fms (attempt %d) after %s",
				node, float64(wait)/float64(time.Millisecond), attempt, vm.errorLine(err)))
		}
	}
	return p
}

// errorLine is how LangGraph names an error in a message: "Error: Error: what happened".
func (vm *VM) errorLine(err error) string {
	o, ok := vm.jsError(err).(*goja.Object)
	if !ok {
		return err.Error()
	}
	return value.Text(o.Get("name")) + ": " + o.String()
}

// function returns v as a function, nil if it is none.
func (vm *VM) function(v goja.Value) *function {
	call, ok := goja.AssertFunction(v)
	if !ok {
		return nil
	}
	return &function{call: call, value: v}
}

// names reads a list of node names, or "*".
func (vm *VM) names(v goja.Value) runtime.Names {
	if value.Text(v) == "*" {
		return runtime.Names{All: true}
	}
	return runtime.Names{List: vm.values.Strings(v)}
}
