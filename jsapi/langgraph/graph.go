// This file has Graph: a compiled graph of a script.

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
	if !g.api.savers.isSaver(v) {
		return fmt.Errorf("the checkpointer is no checkpointer: %s", g.api.values.Show(v))
	}
	g.saver = v.(*goja.Object)
	return nil
}
