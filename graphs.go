// This file says what a script exports: its graphs, their nodes and channels.

package hitlrun

import (
	"context"
	"encoding/json"
)

// Graph is a compiled graph that a script exports.
type Graph struct {
	Name     string   `json:"name"`     // of the export
	Nodes    []string `json:"nodes"`    // in the order of their adding
	Channels []string `json:"channels"` // of the state
	// Function says that it is one of the functional API.
	Function bool `json:"function,omitempty"`
	// Checkpointer says that the script compiled it with a checkpointer of its own. The store is used all the same.
	Checkpointer bool `json:"checkpointer,omitempty"`
}

// Graphs runs the module code of the script, and returns the graphs that it exports, in the order of their names.
// No node runs.
func (s *Script) Graphs(ctx context.Context) ([]Graph, error) {
	in, err := s.lease(ctx)
	if err != nil {
		return nil, err
	}
	defer s.release(in, true)
	found, err := in.graphs(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]Graph, len(found))
	for i, g := range found {
		list[i] = Graph(g)
	}
	return list, nil
}

// Check loads the script as a run would, and returns what is wrong with it: an error of the module code, or ErrNoGraph if it
// exports no compiled graph. With a name, that of an export, it has to be a compiled graph. No node runs.
func (s *Script) Check(ctx context.Context, name string) error {
	in, err := s.lease(ctx)
	if err != nil {
		return err
	}
	defer s.release(in, true)
	if name == "" {
		if graphs, err := in.graphs(ctx); err != nil || len(graphs) > 0 {
			return err
		}
	}
	_, err = in.choose(ctx, name)
	return err
}

// Schemas are the JSON schemas of what a graph takes and returns. A state that a script describes in TypeScript alone, with Annotation, is an
// object whose properties are the channels, and may have any values: types do not exist when it runs.
type Schemas struct {
	State  json.RawMessage `json:"state"`
	Input  json.RawMessage `json:"input"`
	Output json.RawMessage `json:"output"`
	Config json.RawMessage `json:"config"`
}

// Schemas returns the schemas of a graph, by "", and of the graphs that are nodes of it, by namespace: "node", or "node|inner" for one inside
// of that. name is that of Mermaid. No node runs.
func (s *Script) Schemas(ctx context.Context, name string) (map[string]Schemas, error) {
	in, err := s.lease(ctx)
	if err != nil {
		return nil, err
	}
	defer s.release(in, true)
	if _, err := in.choose(ctx, name); err != nil {
		return nil, err
	}
	data, err := in.schemas(ctx)
	if err != nil {
		return nil, err
	}
	var all map[string]Schemas
	return all, json.Unmarshal(data, &all)
}

// Picture returns a graph as nodes and edges, as LangGraph's clients draw it. name and levels are those of Mermaid.
func (s *Script) Picture(ctx context.Context, name string, levels int) (json.RawMessage, error) {
	in, err := s.lease(ctx)
	if err != nil {
		return nil, err
	}
	defer s.release(in, true)
	if _, err := in.choose(ctx, name); err != nil {
		return nil, err
	}
	return in.picture(ctx, levels)
}
