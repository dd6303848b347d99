// This file reads the values that nodes and conditional edges return.

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// outputs reads the values that the functions of a graph return, and Commands.
type outputs struct{ room }

// maxNested is how many lists of updates and Commands may be inside of each other.
const maxNested = 1000

// output reads the value that a node returned.
func (outputs *outputs) output(g *runtime.Graph, node string, v goja.Value) (runtime.Output, error) {
	return outputs.nestedOutput(g, node, v, 0)
}

// nestedOutput is output for a value in this many lists. A list can contain itself.
func (outputs *outputs) nestedOutput(g *runtime.Graph, node string, v goja.Value, depth int) (runtime.Output, error) {
	if depth > maxNested {
		return runtime.Output{}, &runtime.Error{Name: "RangeError", Message: "Maximum call stack size exceeded"}
	}
	if g.Function() {
		return functionOutput(v), nil
	}
	out := runtime.Output{Value: v}
	o, ok := v.(*goja.Object)
	if g.Wired() && node != runtime.StartNode {
		if c, ok := isNamed(v, "Command"); ok {
			return out, outputs.addCommand(g, &out, c)
		}
		out.Null = true // it has written with __pregel_send
		return out, nil
	}
	if !ok {
		return outputs.primitiveOutput(g, node, v)
	}
	class := o.ClassName()
	if class == "Array" {
		return outputs.listOutput(g, node, o, depth)
	}
	if value.IsFunction(o) {
		return out, runtime.ErrInvalidReturn(node, "function")
	}
	if c, ok := isNamed(o, "Command"); ok {
		return out, outputs.addCommand(g, &out, c)
	}
	if s, ok := outputs.send(o); ok {
		out.Goto = []runtime.Dest{{Send: s}}
		return out, nil
	}
	if g.Root() {
		out.Updates = []runtime.Update{{Channel: runtime.RootChannel, Value: outputs.update(v)}}
		return out, nil
	}
	out.Updates = outputs.entries(o)
	return out, nil
}

func (outputs *outputs) primitiveOutput(g *runtime.Graph, node string, v goja.Value) (runtime.Output, error) {
	out := runtime.Output{Value: v}
	nullish := v == nil || goja.IsUndefined(v) || goja.IsNull(v)
	switch {
	case g.Root() && !nullish:
		out.Updates = []runtime.Update{{Channel: runtime.RootChannel, Value: v}}
	case nullish || !v.ToBoolean():
		out.Null = true
	default:
		return out, runtime.ErrInvalidReturn(node, value.TypeOf(v))
	}
	return out, nil
}

// listOutput reads a list that a node returned. Unless the state is a single root channel, the list
// must have at least one Command.
func (outputs *outputs) listOutput(g *runtime.Graph, node string, list *goja.Object, depth int) (runtime.Output, error) {
	out := runtime.Output{Value: list}
	items := outputs.values.Elements(list)
	commands := 0
	for _, item := range items {
		if _, ok := isNamed(item, "Command"); ok {
			commands++
		}
	}
	if commands == 0 {
		if g.Root() {
			out.Updates = []runtime.Update{{Channel: runtime.RootChannel, Value: list}}
			return out, nil
		}
		return out, runtime.ErrInvalidReturn(node, "array")
	}
	out.Alone = len(items) - commands
	for _, item := range items {
		if c, ok := isNamed(item, "Command"); ok {
			if err := outputs.addCommand(g, &out, c); err != nil {
				return out, err
			}
			continue
		}
		more, err := outputs.nestedOutput(g, node, item, depth+1)
		if err != nil {
			return out, err
		}
		out.Updates = append(out.Updates, more.Updates...)
	}
	return out, nil
}

// addCommand adds the updates and destinations of a Command to out.
func (outputs *outputs) addCommand(_ *runtime.Graph, out *runtime.Output, o *goja.Object) error {
	c, err := outputs.command(o)
	if err != nil {
		return err
	}
	if c.Parent {
		if out.Parent == nil { // the first of a list counts
			out.Parent = c
		}
		return nil
	}
	out.Updates = append(out.Updates, c.Updates...)
	out.Goto = append(out.Goto, c.Goto...)
	return nil
}

// route reads the value that the function of a conditional edge returned: a node name or label, a Send,
// or a list of them.
func (outputs *outputs) route(v goja.Value) runtime.Output {
	out := runtime.Output{Value: v}
	items := []goja.Value{v}
	if o, ok := v.(*goja.Object); ok && o.ClassName() == "Array" {
		items = outputs.values.Elements(o)
	}
	for _, item := range items {
		if s, ok := outputs.send(item); ok {
			out.Goto = append(out.Goto, runtime.Dest{Send: s})
			continue
		}
		if item == nil {
			item = goja.Undefined()
		}
		label := outputs.values.Text(item)
		if goja.IsUndefined(item) || goja.IsNull(item) {
			label = item.String()
		}
		out.Goto = append(out.Goto, runtime.Dest{Node: label, Falsy: !item.ToBoolean()})
	}
	return out
}
