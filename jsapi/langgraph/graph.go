// This file compiles the StateGraph of a script to a runtime.Graph.

package langgraph

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// Graph is a compiled graph of a script.
type Graph struct {
	api   *API
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
func (api *API) compile(call goja.FunctionCall) goja.Value {
	spec := call.Argument(0).ToObject(api.rt)
	g := &Graph{api: api, subgraphs: map[string]*Graph{}}
	s, err := api.readSpec(spec, g)
	api.vm.Check(err)
	api.vm.Check(g.setSaver(spec.Get("checkpointer")))
	g.graph, err = runtime.NewGraph(s)
	api.vm.Check(err)
	g.object, _ = call.Argument(1).(*goja.Object)
	g.parse = api.function(spec.Get("parseUpdate"))
	g.strict = value.Flag(spec, "strict")
	g.effects, err = effectsOption(spec.Get("effects"))
	api.vm.Check(err)
	g.cache, _ = spec.Get("cache").(*goja.Object)
	if store := spec.Get("store"); store != nil && !goja.IsUndefined(store) {
		g.store = store
	}
	return api.values.Seal(g)
}

// withConfig is graph.withConfig(config): the same graph with options of its own.
func (api *API) withConfig(call goja.FunctionCall) goja.Value {
	g := *api.graphOf(call.Argument(0))
	g.config, _ = call.Argument(1).(*goja.Object)
	g.object, _ = call.Argument(2).(*goja.Object)
	return api.values.Seal(&g)
}

func (api *API) graphOf(v goja.Value) *Graph {
	if o, ok := v.(*goja.Object); ok {
		if g, ok := value.Sealed[*Graph](o); ok {
			return g
		}
	}
	api.vm.Throw(fmt.Errorf("not a compiled graph: %s", api.values.Show(v)))
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
	if !g.api.isSaver(v) {
		return fmt.Errorf("the checkpointer is no checkpointer: %s", g.api.values.Show(v))
	}
	g.saver = v.(*goja.Object)
	return nil
}

func (api *API) readSpec(spec *goja.Object, g *Graph) (runtime.Spec, error) {
	s := runtime.Spec{
		Name:            value.Text(spec.Get("name")),
		Input:           api.values.Strings(spec.Get("input")),
		Output:          api.values.Strings(spec.Get("output")),
		InterruptBefore: api.names(spec.Get("interruptBefore")),
		InterruptAfter:  api.names(spec.Get("interruptAfter")),
	}
	s.Wired, s.SingleInput, s.SingleOutput = value.Flag(spec, "wired"), value.Flag(spec, "singleInput"), value.Flag(spec, "singleOutput")
	if f, ok := spec.Get("function").(*goja.Object); ok {
		n := api.readNode(f, g)
		s.Function = &n
	}
	api.values.Each(spec.Get("channels"), func(o *goja.Object) { s.Channels = append(s.Channels, api.readChannel(o)) })
	api.values.Each(spec.Get("nodes"), func(o *goja.Object) { s.Nodes = append(s.Nodes, api.readNode(o, g)) })
	api.values.Each(spec.Get("edges"), func(o *goja.Object) {
		s.Edges = append(s.Edges, runtime.Edge{From: value.Text(o.Get("0")), To: value.Text(o.Get("1"))})
	})
	api.values.Each(spec.Get("joins"), func(o *goja.Object) {
		s.Joins = append(s.Joins, runtime.Join{From: api.values.Strings(o.Get("0")), To: value.Text(o.Get("1"))})
	})
	api.values.Each(spec.Get("branches"), func(o *goja.Object) {
		b := runtime.BranchSpec{Source: value.Text(o.Get("source")), Func: api.function(o.Get("fn"))}
		if ends, ok := o.Get("ends").(*goja.Object); ok {
			b.Ends = []runtime.End{}
			api.values.Each(ends, func(e *goja.Object) {
				b.Ends = append(b.Ends, runtime.End{Label: value.Text(e.Get("0")), Node: value.Text(e.Get("1"))})
			})
		}
		s.Branches = append(s.Branches, b)
	})
	return s, nil
}

func (api *API) readNode(o *goja.Object, g *Graph) runtime.NodeSpec {
	n := runtime.NodeSpec{
		Name: value.OwnText(o.Get("name")),
		Func: api.function(o.Get("fn")),
		Read: api.values.Strings(o.Get("read")),
		Ends: api.values.Strings(o.Get("ends")),

		Triggers:   api.values.Strings(o.Get("triggers")),
		SingleRead: value.Flag(o, "singleRead"),
	}
	if sub, ok := o.Get("subgraph").(*goja.Object); ok {
		if inner, ok := value.Sealed[*Graph](sub); ok {
			g.subgraphs[n.Name] = inner
			n.Subgraph = true
		}
	}
	if p, ok := o.Get("retry").(*goja.Object); ok {
		n.Retry = api.retryPolicy(p)
	}
	effects, err := effectsOption(o.Get("effects"))
	api.vm.Check(err)
	n.Effects = effects
	n.Defer, n.Handler = value.Flag(o, "defer"), value.Flag(o, "handler")
	n.Cache = api.cachePolicy(o.Get("cache"))
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

// function returns v as a function, nil if it is none.
func (api *API) function(v goja.Value) *function {
	call, ok := goja.AssertFunction(v)
	if !ok {
		return nil
	}
	return &function{call: call, value: v}
}

// names reads a list of node names, or "*".
func (api *API) names(v goja.Value) runtime.Names {
	if value.Text(v) == "*" {
		return runtime.Names{All: true}
	}
	return runtime.Names{List: api.values.Strings(v)}
}
