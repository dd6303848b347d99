// This file compiles the StateGraph of a script to a runtime.Graph.

package langgraph

import (
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// compiler makes graphs from the specs that lib/langgraph/graph.ts builds.
type compiler struct{ room }

// compile is the Go side of StateGraph.compile(). It makes a graph from the spec that
// lib/langgraph/graph.ts builds, and returns it as an opaque object.
func (compiler *compiler) compile(call goja.FunctionCall) goja.Value {
	spec := call.Argument(0).ToObject(compiler.rt)
	g := &Graph{api: compiler.api, subgraphs: map[string]*Graph{}}
	s, err := compiler.readSpec(spec, g)
	compiler.vm.Check(err)
	compiler.vm.Check(g.setSaver(spec.Get("checkpointer")))
	g.graph, err = runtime.NewGraph(s)
	compiler.vm.Check(err)
	g.object, _ = call.Argument(1).(*goja.Object)
	g.parse = compiler.api.function(spec.Get("parseUpdate"))
	g.strict = value.Flag(spec, "strict")
	g.effects, err = effectsOption(spec.Get("effects"))
	compiler.vm.Check(err)
	g.cache, _ = spec.Get("cache").(*goja.Object)
	if store := spec.Get("store"); store != nil && !goja.IsUndefined(store) {
		g.store = store
	}
	return compiler.values.Seal(g)
}

// withConfig implements graph.withConfig(config). It returns the same graph with default options.
func (compiler *compiler) withConfig(call goja.FunctionCall) goja.Value {
	g := *compiler.api.graphOf(call.Argument(0))
	g.config, _ = call.Argument(1).(*goja.Object)
	g.object, _ = call.Argument(2).(*goja.Object)
	return compiler.values.Seal(&g)
}

func (compiler *compiler) readSpec(spec *goja.Object, g *Graph) (runtime.Spec, error) {
	s := runtime.Spec{
		Name:            value.Text(spec.Get("name")),
		Input:           compiler.values.Strings(spec.Get("input")),
		Output:          compiler.values.Strings(spec.Get("output")),
		InterruptBefore: compiler.names(spec.Get("interruptBefore")),
		InterruptAfter:  compiler.names(spec.Get("interruptAfter")),
		AsAdded:         compiler.api.legacy(),
		Need:            func(bytes int) { guard.Need(compiler.rt, bytes) },
	}
	s.Wired, s.SingleInput, s.SingleOutput = value.Flag(spec, "wired"), value.Flag(spec, "singleInput"), value.Flag(spec, "singleOutput")
	s.Shown, s.SingleShown = compiler.values.Strings(spec.Get("shown")), value.Flag(spec, "singleShown")
	if f, ok := spec.Get("function").(*goja.Object); ok {
		n := compiler.readNode(f, g)
		s.Function = &n
	}
	compiler.values.Each(spec.Get("channels"), func(o *goja.Object) { s.Channels = append(s.Channels, compiler.readChannel(o)) })
	compiler.values.Each(spec.Get("nodes"), func(o *goja.Object) { s.Nodes = append(s.Nodes, compiler.readNode(o, g)) })
	compiler.values.Each(spec.Get("edges"), func(o *goja.Object) {
		s.Edges = append(s.Edges, runtime.Edge{From: compiler.values.Text(o.Get("0")), To: compiler.values.Text(o.Get("1"))})
	})
	compiler.values.Each(spec.Get("joins"), func(o *goja.Object) {
		s.Joins = append(s.Joins, runtime.Join{From: compiler.sources(o.Get("0")), To: compiler.values.Text(o.Get("1"))})
	})
	compiler.values.Each(spec.Get("branches"), func(o *goja.Object) {
		b := runtime.BranchSpec{Source: compiler.values.Text(o.Get("source")), Func: compiler.api.function(o.Get("fn"))}
		if ends, ok := o.Get("ends").(*goja.Object); ok {
			b.Ends = []runtime.End{}
			compiler.values.Each(ends, func(e *goja.Object) {
				b.Ends = append(b.Ends, runtime.End{Label: compiler.values.Text(e.Get("0")), Node: compiler.values.Text(e.Get("1"))})
			})
		}
		s.Branches = append(s.Branches, b)
	})
	return s, nil
}

// sources reads the names of the nodes that an edge starts at, each once.
func (compiler *compiler) sources(v goja.Value) []string {
	names := compiler.values.Strings(v)
	known := make(map[string]bool, len(names))
	return slices.DeleteFunc(names, func(name string) bool {
		again := known[name]
		known[name] = true
		return again
	})
}

// ownName returns the name of a node or a channel. It copies the name; see OwnText.
func (compiler *compiler) ownName(what string, o *goja.Object) string {
	compiler.values.Name(what, o.Get("name"))
	return compiler.values.OwnText(o.Get("name"))
}

func (compiler *compiler) readNode(o *goja.Object, g *Graph) runtime.NodeSpec {
	n := runtime.NodeSpec{
		Name: compiler.ownName("The node", o),
		Func: compiler.api.function(o.Get("fn")),
		Read: compiler.values.Strings(o.Get("read")),
		Ends: compiler.values.Strings(o.Get("ends")),

		Triggers:   compiler.values.Strings(o.Get("triggers")),
		SingleRead: value.Flag(o, "singleRead"),
	}
	if sub, ok := o.Get("subgraph").(*goja.Object); ok {
		if inner, ok := value.Sealed[*Graph](sub); ok {
			g.subgraphs[n.Name] = inner
			n.Subgraph = true
		}
	}
	if p, ok := o.Get("retry").(*goja.Object); ok {
		n.Retry = compiler.retryPolicy(p)
	}
	effects, err := effectsOption(o.Get("effects"))
	compiler.vm.Check(err)
	n.Effects = effects
	n.Defer, n.Handler = value.Flag(o, "defer"), value.Flag(o, "handler")
	n.Cache = compiler.api.cachePolicy(o.Get("cache"))
	n.Timeout = timeoutPolicy(o.Get("timeout"))
	n.ErrorHandler = compiler.values.Text(o.Get("errorHandler"))
	if metadata, ok := o.Get("metadata").(*goja.Object); ok {
		n.Extra = metadata
	}
	return n
}

// effectsOption reads the option effects of a node or a graph. An unknown value is an error.
func effectsOption(v goja.Value) (runtime.Effects, error) {
	switch s := value.Text(v); s {
	case "":
		return runtime.EffectsUsual, nil
	case "once":
		return runtime.EffectsOnce, nil
	case "always":
		return runtime.EffectsAlways, nil
	default:
		return "", fmt.Errorf(`effects: unknown %q: use "once" or "always"`, runtime.Short(s))
	}
}

// names reads a list of node names, or "*".
func (compiler *compiler) names(v goja.Value) runtime.Names {
	list := compiler.values.Strings(v) // nil if v is not a list
	if list == nil && value.Is(v, "*") || len(list) == 1 && list[0] == "*" {
		return runtime.Names{All: true}
	}
	return runtime.Names{List: list}
}
