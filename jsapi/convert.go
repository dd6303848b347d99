// This file converts between values of the engine and of the script.

package jsapi

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// toJS makes a value of the script of what the engine hands out.
func (vm *VM) toJS(v runtime.Value) goja.Value {
	switch x := v.(type) {
	case nil:
		return goja.Undefined()
	case goja.Value:
		return x
	case runtime.Interrupt:
		return vm.interruptObject(x)
	default:
		return vm.rt.ToValue(x)
	}
}

// Object implements runtime.Host.
func (h host) Object(fields []runtime.Field) runtime.Value {
	o := h.vm.rt.NewObject()
	for _, f := range fields {
		_ = value.SetField(o, f.Name, h.vm.toJS(f.Value))
	}
	return o
}

// Array implements runtime.Host.
func (h host) Array(items []runtime.Value) runtime.Value {
	list := make([]any, len(items))
	for i, v := range items {
		list[i] = h.vm.toJS(v)
	}
	return h.vm.rt.NewArray(list...)
}

// JSON implements runtime.Host.
func (h host) JSON(v runtime.Value) string {
	vm := h.vm
	stringify, ok := goja.AssertFunction(vm.rt.Get("JSON").ToObject(vm.rt).Get("stringify"))
	if !ok {
		return "…"
	}
	s, err := stringify(goja.Undefined(), vm.toJS(v))
	if err != nil {
		return vm.values.Show(vm.toJS(v))
	}
	return s.String()
}

// Updates implements runtime.Host.
func (h host) Updates(g *runtime.Graph, node string, v runtime.Value) (out runtime.Output, err error) {
	if ex := h.vm.rt.Try(func() { out, err = h.vm.output(g, node, h.vm.toJS(v)) }); ex != nil {
		err = h.vm.scriptError(ex)
	}
	return out, err
}

// output reads what a node returned.
func (vm *VM) output(g *runtime.Graph, node string, v goja.Value) (runtime.Output, error) {
	if g.Function() {
		return functionOutput(v), nil
	}
	out := runtime.Output{Value: v}
	o, ok := v.(*goja.Object)
	if g.Wired() && node != runtime.StartNode {
		if c, ok := isNamed(v, "Command"); ok {
			return out, vm.addCommand(g, &out, c)
		}
		out.Null = true // it has written with __pregel_send
		return out, nil
	}
	if !ok {
		return vm.primitiveOutput(g, node, v)
	}
	class := o.ClassName()
	if class == "Array" {
		return vm.listOutput(g, node, o)
	}
	if value.IsFunction(o) {
		return out, runtime.ErrInvalidReturn(node, "function")
	}
	if c, ok := isNamed(o, "Command"); ok {
		return out, vm.addCommand(g, &out, c)
	}
	if s, ok := vm.send(o); ok {
		out.Goto = []runtime.Dest{{Send: s}}
		return out, nil
	}
	if g.Root() {
		out.Updates = []runtime.Update{{Channel: runtime.RootChannel, Value: vm.update(v)}}
		return out, nil
	}
	out.Updates = vm.entries(o)
	return out, nil
}

func (vm *VM) primitiveOutput(g *runtime.Graph, node string, v goja.Value) (runtime.Output, error) {
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

// listOutput reads a list with at least one Command in it.
func (vm *VM) listOutput(g *runtime.Graph, node string, list *goja.Object) (runtime.Output, error) {
	out := runtime.Output{Value: list}
	items := vm.values.Elements(list)
	commands := false
	for _, item := range items {
		_, ok := isNamed(item, "Command")
		commands = commands || ok
	}
	if !commands {
		if g.Root() {
			out.Updates = []runtime.Update{{Channel: runtime.RootChannel, Value: list}}
			return out, nil
		}
		return out, runtime.ErrInvalidReturn(node, "array")
	}
	for _, item := range items {
		if c, ok := isNamed(item, "Command"); ok {
			if err := vm.addCommand(g, &out, c); err != nil {
				return out, err
			}
			continue
		}
		more, err := vm.output(g, node, item)
		if err != nil {
			return out, err
		}
		out.Updates = append(out.Updates, more.Updates...)
	}
	return out, nil
}

// addCommand adds what a command says to out.
func (vm *VM) addCommand(_ *runtime.Graph, out *runtime.Output, o *goja.Object) error {
	c, err := vm.command(o)
	if err != nil {
		return err
	}
	if c.Parent {
		out.Parent = c
		return nil
	}
	out.Updates = append(out.Updates, c.Updates...)
	out.Goto = append(out.Goto, c.Goto...)
	return nil
}

// route reads what the function of a conditional edge returned.
func (vm *VM) route(v goja.Value) runtime.Output {
	out := runtime.Output{Value: v}
	items := []goja.Value{v}
	if o, ok := v.(*goja.Object); ok && o.ClassName() == "Array" {
		items = vm.values.Elements(o)
	}
	for _, item := range items {
		if s, ok := vm.send(item); ok {
			out.Goto = append(out.Goto, runtime.Dest{Send: s})
			continue
		}
		label := ""
		if item != nil && (item.ToBoolean() || value.TypeOf(item) == "boolean" || value.TypeOf(item) == "number") {
			label = item.String()
		}
		out.Goto = append(out.Goto, runtime.Dest{Node: label})
	}
	return out
}
