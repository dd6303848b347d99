// This file lists the graphs that a script exports, and returns the nodes, edges and schemas of a
// graph.

package langgraph

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// GraphInfo describes an exported graph.
type GraphInfo struct {
	Name                   string   // the name of the export
	Nodes, Channels        []string // their names
	Function, Checkpointer bool     // whether it is an entrypoint; whether the script gave it a checkpointer
}

// Graphs returns the compiled graphs that the script exports, sorted by name.
func (exports *Exports) Graphs(ctx context.Context) (list []GraphInfo, err error) {
	if exports.module == nil {
		return nil, nil
	}
	stopped := exports.vm.Enter(ctx, func() {
		if ex := exports.rt.Try(func() { list = exports.graphs() }); ex != nil {
			err = exports.vm.ScriptError(ex)
		}
	})
	if stopped != nil {
		return nil, stopped
	}
	return list, err
}

func (exports *Exports) graphs() (list []GraphInfo) {
	names := guard.Keys(exports.module)
	slices.Sort(names)
	for _, name := range names {
		v := exports.module.Get(name)
		if v == nil {
			continue
		}
		g, err := exports.compiledGraph(name, v)
		if err != nil {
			continue // it is something else
		}
		info := GraphInfo{Name: strings.Clone(name), Nodes: g.graph.NodeNames(), Channels: g.graph.StateChannels(), Function: g.graph.Function(), Checkpointer: g.HasSaver()}
		list = append(list, info)
	}
	return list
}

// Picture returns the nodes and edges of g as JSON. It shows the nodes of subgraphs down to levels
// levels; a negative number means all.
func (exports *Exports) Picture(ctx context.Context, g *Graph, levels int) (json.RawMessage, error) {
	return exports.ask(ctx, func() (json.RawMessage, error) { return exports.picture(g, levels) })
}

// Schemas returns the JSON schemas of g and its subgraphs as a JSON object. The key is "" for g and the
// namespace for a subgraph. Each value has the schemas of state, input, output and config.
func (exports *Exports) Schemas(ctx context.Context, g *Graph) (json.RawMessage, error) {
	return exports.ask(ctx, func() (json.RawMessage, error) { return exports.schemas(g) })
}

// ask enters the VM, calls do, which may call the script, and returns its result.
func (exports *Exports) ask(ctx context.Context, do func() (json.RawMessage, error)) (data json.RawMessage, err error) {
	stopped := exports.vm.Enter(ctx, func() {
		if ex := exports.rt.Try(func() { data, err = do() }); ex != nil {
			err = exports.vm.ScriptError(ex)
		}
	})
	if stopped != nil {
		return nil, stopped
	}
	return data, err
}

func (exports *Exports) schemas(g *Graph) (json.RawMessage, error) {
	schemas, ok := goja.AssertFunction(g.object.Get("_schemas"))
	if !ok {
		return nil, fmt.Errorf("the graph has no schemas")
	}
	v, err := schemas(g.object)
	if err != nil {
		return nil, exports.vm.ScriptError(err)
	}
	b, err := exports.values.Dump(v, false)
	return value.PlainJSON(b.Data), err
}

func (exports *Exports) picture(g *Graph, levels int) (json.RawMessage, error) {
	getGraph, ok := goja.AssertFunction(g.object.Get("getGraph"))
	if !ok {
		return nil, fmt.Errorf("the graph cannot be drawn")
	}
	options := exports.rt.NewObject()
	_ = options.Set("xray", levels)
	if levels < 0 {
		_ = options.Set("xray", true)
	}
	drawn, err := getGraph(g.object, options)
	if err != nil {
		return nil, exports.vm.ScriptError(err)
	}
	o := drawn.ToObject(exports.rt)
	toJSON, ok := goja.AssertFunction(o.Get("toJSON"))
	if !ok {
		return nil, fmt.Errorf("the graph cannot be drawn as JSON")
	}
	v, err := toJSON(o)
	if err != nil {
		return nil, exports.vm.ScriptError(err)
	}
	b, err := exports.values.Dump(v, false)
	return value.PlainJSON(b.Data), err
}
