// This file has the type Graph, a compiled graph of a script.

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
	given goja.Value   // the option checkpointer as the script set it
	saver *goja.Object // the checkpointer, or nil; see saverFor
	// inherit is the option checkpointer if it is a boolean. It says which saver the graph has as a
	// node of another graph: "" and "true" mean that of the outer graph if there is one, where "true"
	// lets all runs share one namespace; "false" means none.
	inherit   string
	subgraphs map[string]*Graph // by node
	object    *goja.Object      // the CompiledStateGraph
	agent     *goja.Object      // the exported object whose invoke runs the graph; nil if that is the graph itself
	config    *goja.Object      // the config of withConfig; may be nil
	cache     *goja.Object      // the option cache of compile; may be nil
	store     goja.Value        // the option store of compile, for config.store; may be nil
	strict    bool              // the option strict of compile; see runtime.Options.Strict
	effects   runtime.Effects   // the option effects of compile
	parse     *function         // parses an update that no node returned; nil if the schema checks nothing
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

// refresh reads the checkpointer again, since the script may have set another one after compile.
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
	if !g.api.savers.isSaver(v) {
		return fmt.Errorf("the option checkpointer is not a checkpointer: %s", g.api.values.Show(v))
	}
	g.saver = v.(*goja.Object)
	return nil
}
