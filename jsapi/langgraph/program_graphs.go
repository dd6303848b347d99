// This file lists the graphs that a script exports, and draws one as nodes and edges.

package langgraph

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
)

// GraphInfo is what is known of an exported graph.
type GraphInfo struct {
	Name                   string
	Nodes, Channels        []string
	Function, Checkpointer bool
}

// Graphs returns the compiled graphs that the script exports, by name.
func (api *API) Graphs(ctx context.Context) (list []GraphInfo, err error) {
	if api.exports == nil {
		return nil, nil
	}
	stopped := api.vm.Enter(ctx, func() {
		if ex := api.rt.Try(func() { list = api.graphs() }); ex != nil {
			err = api.vm.ScriptError(ex)
		}
	})
	if stopped != nil {
		return nil, stopped
	}
	return list, err
}

func (api *API) graphs() (list []GraphInfo) {
	names := api.exports.Keys()
	slices.Sort(names)
	for _, name := range names {
		v := api.exports.Get(name)
		if v == nil {
			continue
		}
		g, err := api.compiledGraph(name, v)
		if err != nil {
			continue // it is something else
		}
		info := GraphInfo{Name: strings.Clone(name), Nodes: g.graph.NodeNames(), Channels: g.graph.StateChannels(), Function: g.graph.Function(), Checkpointer: g.HasSaver()}
		list = append(list, info)
	}
	return list
}

// Picture returns the nodes and edges of g as JSON.
func (api *API) Picture(ctx context.Context, g *Graph, levels int) (data json.RawMessage, err error) {
	stopped := api.vm.Enter(ctx, func() {
		if ex := api.rt.Try(func() { data, err = api.picture(g, levels) }); ex != nil {
			err = api.vm.ScriptError(ex)
		}
	})
	if stopped != nil {
		return nil, stopped
	}
	return data, err
}

func (api *API) picture(g *Graph, levels int) (json.RawMessage, error) {
	getGraph, ok := goja.AssertFunction(g.object.Get("getGraph"))
	if !ok {
		return nil, fmt.Errorf("the graph cannot be drawn")
	}
	options := api.rt.NewObject()
	_ = options.Set("xray", levels)
	if levels < 0 {
		_ = options.Set("xray", true)
	}
	drawn, err := getGraph(g.object, options)
	if err != nil {
		return nil, api.vm.ScriptError(err)
	}
	o := drawn.ToObject(api.rt)
	toJSON, ok := goja.AssertFunction(o.Get("toJSON"))
	if !ok {
		return nil, fmt.Errorf("the graph cannot be drawn as JSON")
	}
	v, err := toJSON(o)
	if err != nil {
		return nil, api.vm.ScriptError(err)
	}
	b, err := api.values.Dump(v, false)
	return value.PlainJSON(b.Data), err
}
