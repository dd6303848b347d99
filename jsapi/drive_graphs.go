// This file lists the graphs that a script exports, and draws one as nodes and edges.

package jsapi

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
func (vm *VM) Graphs(ctx context.Context) (list []GraphInfo, err error) {
	if vm.exports == nil {
		return nil, nil
	}
	stopped := vm.enter(ctx, func() {
		if ex := vm.rt.Try(func() { list = vm.graphs() }); ex != nil {
			err = vm.scriptError(ex)
		}
	})
	if stopped != nil {
		return nil, stopped
	}
	return list, err
}

func (vm *VM) graphs() (list []GraphInfo) {
	names := vm.exports.Keys()
	slices.Sort(names)
	for _, name := range names {
		v := vm.exports.Get(name)
		if v == nil {
			continue
		}
		g, err := vm.compiledGraph(name, v)
		if err != nil {
			continue // it is something else
		}
		info := GraphInfo{Name: strings.Clone(name), Nodes: g.graph.NodeNames(), Channels: g.graph.StateChannels(), Function: g.graph.Function(), Checkpointer: g.HasSaver()}
		list = append(list, info)
	}
	return list
}

// Picture returns the nodes and edges of g as JSON.
func (vm *VM) Picture(ctx context.Context, g *Graph, levels int) (data json.RawMessage, err error) {
	stopped := vm.enter(ctx, func() {
		if ex := vm.rt.Try(func() { data, err = vm.picture(g, levels) }); ex != nil {
			err = vm.scriptError(ex)
		}
	})
	if stopped != nil {
		return nil, stopped
	}
	return data, err
}

func (vm *VM) picture(g *Graph, levels int) (json.RawMessage, error) {
	getGraph, ok := goja.AssertFunction(g.object.Get("getGraph"))
	if !ok {
		return nil, fmt.Errorf("the graph cannot be drawn")
	}
	options := vm.rt.NewObject()
	_ = options.Set("xray", levels)
	if levels < 0 {
		_ = options.Set("xray", true)
	}
	drawn, err := getGraph(g.object, options)
	if err != nil {
		return nil, vm.scriptError(err)
	}
	o := drawn.ToObject(vm.rt)
	toJSON, ok := goja.AssertFunction(o.Get("toJSON"))
	if !ok {
		return nil, fmt.Errorf("the graph cannot be drawn as JSON")
	}
	v, err := toJSON(o)
	if err != nil {
		return nil, vm.scriptError(err)
	}
	b, err := vm.values.Dump(v, false)
	return value.PlainJSON(b.Data), err
}
