// This file finds the graphs that a script exports for a Go program.

package langgraph

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// Exports gives a Go program the graphs that a script exports. It may only be used by one goroutine at
// a time.
type Exports struct {
	room
	module   *goja.Object          // the exports of the script; nil until its module code has begun
	made     map[string]goja.Value // the results of exported functions that make a graph, by name
	unsynced bool                  // see GraphCall.Unsynced
}

// Exported returns the graph, or the graph of the agent, that the script exports as name, and the name
// of the export. For an empty name it takes the export "graph", "default" or "agent", in this order, or
// else the only exported graph.
func (exports *Exports) Exported(ctx context.Context, name string) (g *Graph, found string, err error) {
	if exports.module == nil {
		return nil, "", fmt.Errorf("%s exports nothing: export the compiled graph as \"graph\" or default", exports.vm.Path())
	}
	if err := exports.makeExported(ctx, name); err != nil {
		return nil, "", err
	}
	if stopped := exports.vm.Enter(ctx, func() {
		if ex := exports.rt.Try(func() { g, found, err = exports.exported(name) }); ex != nil {
			err = exports.vm.ScriptError(ex)
		}
	}); stopped != nil {
		return nil, "", stopped
	}
	return g, found, err
}

// usualExports are the names that are tried for an empty name, in order.
var usualExports = []string{"graph", "default", "agent"}

func (exports *Exports) exported(name string) (*Graph, string, error) {
	if name != "" {
		v := exports.module.Get(name)
		if v == nil {
			return nil, "", fmt.Errorf("%s does not export %q; it exports %s", exports.vm.Path(), name, exports.exportNames())
		}
		g, err := exports.compiledGraph(name, v)
		return g, name, err
	}
	for _, name := range usualExports {
		if v := exports.module.Get(name); v != nil && !goja.IsUndefined(v) {
			if o, ok := v.(*goja.Object); ok && name == "default" && len(guard.Keys(o)) == 0 && !value.IsFunction(o) {
				continue // the default export of a script without exports
			}
			g, err := exports.compiledGraph(name, v)
			return g, name, err
		}
	}
	var only *Graph
	var onlyName string
	for _, name := range guard.Keys(exports.module) {
		if g, err := exports.compiledGraph(name, exports.module.Get(name)); err == nil {
			if only != nil {
				return nil, "", fmt.Errorf("%s exports several graphs: choose one with --graph (%s)", exports.vm.Path(), exports.exportNames())
			}
			only, onlyName = g, name
		}
	}
	if only == nil {
		return nil, "", fmt.Errorf("%s exports no compiled graph: export it as \"graph\" or default (it exports %s)", exports.vm.Path(), exports.exportNames())
	}
	return only, onlyName, nil
}

func (exports *Exports) exportNames() string {
	names := slices.DeleteFunc(guard.Keys(exports.module), func(name string) bool { return name == "default" })
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

// compiledGraph returns v as a graph, or the graph that v runs if v is an agent. v may be a fulfilled
// promise of one.
func (exports *Exports) compiledGraph(name string, v goja.Value) (*Graph, error) {
	if made := exports.made[name]; made != nil {
		v = made
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, fmt.Errorf("the export %q of %s is not a compiled graph", name, exports.vm.Path())
	}
	if p, ok := value.Sealed[*goja.Promise](o); ok && p.State() == goja.PromiseStateFulfilled {
		return exports.compiledGraph(name, p.Result())
	}
	if g := handleOfGraph(o); g != nil {
		return g, nil
	}
	if _, ok := goja.AssertFunction(o.Get("invoke")); ok {
		if inner, ok := o.Get("graph").(*goja.Object); ok {
			if g := handleOfGraph(inner); g != nil {
				agent := *g
				agent.agent = o
				return &agent, nil
			}
		}
	}
	if _, ok := goja.AssertFunction(o.Get("compile")); ok {
		return nil, fmt.Errorf("the export %q of %s is not compiled: export builder.compile()", name, exports.vm.Path())
	}
	return nil, fmt.Errorf("the export %q of %s is not a compiled graph", name, exports.vm.Path())
}

// handleOfGraph returns the graph of a CompiledStateGraph, or nil if o is not one.
func handleOfGraph(o *goja.Object) *Graph {
	handle, ok := o.Get("_handle").(*goja.Object)
	if !ok {
		return nil
	}
	g, _ := value.Sealed[*Graph](handle)
	return g
}

// HasSaver reports whether the script compiled the graph with a checkpointer of its own.
func (g *Graph) HasSaver() bool { return g.saver != nil }

// HasNode reports whether the graph has a node of that name.
func (g *Graph) HasNode(name string) bool { return g.graph.HasNode(name) }

// Subgraph returns the graph that g has as a node, or nil if the node is not a graph.
func (g *Graph) Subgraph(node string) *Graph { return g.subgraphs[node] }

// WhyNotResumable says why g cannot resume from a stored checkpoint; see runtime.Graph.
func (g *Graph) WhyNotResumable(t *checkpoint.Tuple, next []runtime.NextTask, name string) string {
	return g.graph.WhyNotResumable(t, next, name)
}

// FunctionName returns the name of the entrypoint that g is, or "" if g is not an entrypoint of the
// functional API.
func (g *Graph) FunctionName() string { return g.graph.FunctionName() }

// SharedNS reports whether all runs of g, as the node of another graph, store their checkpoints in one namespace.
func (g *Graph) SharedNS() bool { return g.inherit == "true" }

// CheckInput returns an error if g requires a JSON object as input, and input is another JSON value.
func (g *Graph) CheckInput(input json.RawMessage) error {
	if text := bytes.TrimSpace(input); len(text) > 0 && text[0] != '{' && !g.graph.AnyInput() {
		return fmt.Errorf("the input must be a JSON object with the channels of the state (%s)", strings.Join(g.graph.StateChannels(), ", "))
	}
	return nil
}

// Mermaid returns a diagram of g in the language of Mermaid. It shows the nodes of subgraphs down to
// levels levels; a negative number means all.
func (exports *Exports) Mermaid(ctx context.Context, g *Graph, levels int) (text string, err error) {
	if stopped := exports.vm.Enter(ctx, func() {
		if ex := exports.rt.Try(func() { text, err = exports.mermaid(g, levels) }); ex != nil {
			err = exports.vm.ScriptError(ex)
		}
	}); stopped != nil {
		return "", stopped
	}
	return text, err
}

func (exports *Exports) mermaid(g *Graph, levels int) (string, error) {
	getGraph, ok := goja.AssertFunction(g.object.Get("getGraph"))
	if !ok {
		return "", fmt.Errorf("the graph cannot be drawn")
	}
	options := exports.rt.NewObject()
	_ = options.Set("xray", levels)
	if levels < 0 {
		_ = options.Set("xray", true)
	}
	picture, err := getGraph(g.object, options)
	if err != nil {
		return "", exports.vm.ScriptError(err)
	}
	o := picture.ToObject(exports.rt)
	draw, _ := goja.AssertFunction(o.Get("drawMermaid"))
	v, err := draw(o)
	if err != nil {
		return "", exports.vm.ScriptError(err)
	}
	return v.String(), nil
}
