// This file has what a Go program does with the graphs that a script exports.

package jsapi

import (
	"context"
	"encoding/json"

	"github.com/hitlrun/hitlrun/runtime"
)

// Exported returns the compiled graph, or the agent, that the script exports as name. An empty
// name stands for "graph", then "default", then "agent", then the only graph there is.
func (v *VM) Exported(ctx context.Context, name string) (g *Graph, found string, err error) {
	return v.graphs.Exported(ctx, name)
}

// Graphs returns the compiled graphs that the script exports, by name.
func (v *VM) Graphs(ctx context.Context) ([]GraphInfo, error) { return v.graphs.Graphs(ctx) }

// Invoke runs g until it ends or waits for an answer, and returns the result.
// Values in it belong to the VM; what is stored is in the saver.
func (v *VM) Invoke(ctx context.Context, g *Graph, c GraphCall) (runtime.Result, error) {
	return v.graphs.Invoke(ctx, g, c)
}

// UpdateState changes the state of a thread, and returns the id of the newest checkpoint.
func (v *VM) UpdateState(ctx context.Context, g *Graph, c UpdateCall) (string, error) {
	return v.graphs.UpdateState(ctx, g, c)
}

// Mermaid returns the picture of g in Mermaid's language.
func (v *VM) Mermaid(ctx context.Context, g *Graph, levels int) (string, error) {
	return v.graphs.Mermaid(ctx, g, levels)
}

// Picture returns the nodes and edges of g as JSON.
func (v *VM) Picture(ctx context.Context, g *Graph, levels int) (json.RawMessage, error) {
	return v.graphs.Picture(ctx, g, levels)
}
