// This file reads what a script exports: its graphs, their nodes and channels.

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
	// Function reports that it is an entrypoint of the functional API.
	Function bool `json:"function,omitempty"`
	// Checkpointer reports that the script compiled the graph with its own checkpointer. A Store uses its own saver
	// instead.
	Checkpointer bool `json:"checkpointer,omitempty"`
}

// Graphs runs the module code of the script, and returns the graphs that it exports, in the order of their names; none
// is not an error. No node runs. If the module code throws, the error is an *Error; others are ErrLimit, a *WorkerError,
// an *ExitError and that of ctx, which stops the script.
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

// Check loads the script as a run would, and returns what is wrong with it: the error of its module code, or ErrNoGraph
// if it exports no compiled graph. If name is not "", the export of that name must be a compiled graph. No node runs.
// Other errors are as in Graphs.
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

// Schemas are the JSON schemas of what a graph takes and returns. TypeScript types do not exist at run time: for a
// state that a script describes with Annotation, the schema is an object whose properties are the channels, with any
// values.
type Schemas struct {
	State  json.RawMessage `json:"state"`
	Input  json.RawMessage `json:"input"`
	Output json.RawMessage `json:"output"`
	Config json.RawMessage `json:"config"`
}

// Schemas returns the schemas of a graph under the key "", and those of the graphs that are its nodes under their
// namespaces: "node", or "node|inner" for a graph inside of that one. name is the name of the export, as in
// Start.Graph. No node runs. If there is no such graph, the error is ErrNoGraph; others are as in Graphs.
func (s *Script) Schemas(ctx context.Context, name string) (map[string]Schemas, error) {
	var all map[string]Schemas
	err := s.onGraph(ctx, name, func(in instance) error {
		data, err := in.schemas(ctx)
		if err != nil {
			return err
		}
		return json.Unmarshal(data, &all)
	})
	return all, err
}

// Picture returns the nodes and edges of a graph in the form that LangGraph's clients draw. name, levels and errors are
// as in Mermaid.
func (s *Script) Picture(ctx context.Context, name string, levels int) (picture json.RawMessage, err error) {
	err = s.onGraph(ctx, name, func(in instance) (err error) {
		picture, err = in.picture(ctx, levels)
		return err
	})
	return picture, err
}

// onGraph calls f with an instance that has chosen the graph that the script exports as name.
func (s *Script) onGraph(ctx context.Context, name string, f func(in instance) error) error {
	in, err := s.lease(ctx)
	if err != nil {
		return err
	}
	defer s.release(in, true)
	if _, err := in.choose(ctx, name); err != nil {
		return err
	}
	return f(in)
}
