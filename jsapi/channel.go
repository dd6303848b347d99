// This file reads the channels of a state, and runs those that a script defines itself.

package jsapi

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// channelKinds are the kinds of channels as lib/langgraph/channels.ts names them.
var channelKinds = map[string]runtime.Kind{
	"reduce": runtime.Reduce, "delta": runtime.Delta, "any": runtime.Any, "ephemeral": runtime.Ephemeral,
	"untracked": runtime.Untracked, "topic": runtime.Topic, "hosted": runtime.Hosted,
}

// readChannel reads the spec of a channel: of a built-in kind, or an object of the script.
func (vm *VM) readChannel(o *goja.Object) runtime.ChannelSpec {
	is := func(name string) bool {
		v := o.Get(name)
		return v != nil && v.ToBoolean()
	}
	c := runtime.ChannelSpec{Name: value.OwnText(o.Get("name")), Kind: channelKinds[value.Text(o.Get("kind"))]}
	if v := o.Get("reducer"); v != nil && !goja.IsUndefined(v) {
		if c.Kind == runtime.Last {
			c.Kind = runtime.Reduce // a bundle that was stored before channels named their kind
		}
		f := vm.reducer(v)
		f.joins = c.Kind == runtime.Reduce && joins(f)
		c.Reducer = f
	}
	if f := vm.function(o.Get("default")); f != nil {
		c.Default = f
	}
	c.Many = (c.Kind == runtime.Ephemeral || c.Kind == runtime.Untracked) && !is("guard")
	c.Unique, c.Accumulate = is("unique"), is("accumulate")
	if c.Kind == runtime.Hosted {
		declared := o.Get("channel").ToObject(vm.rt)
		c.Hosted = func() (runtime.HostChannel, error) { return scriptChannel{vm, declared}.FromCheckpoint(nil) }
	}
	return c
}

// reducer returns a reducer; one that is no function fails when it is called.
func (vm *VM) reducer(v goja.Value) *function {
	if f := vm.function(v); f != nil {
		return f
	}
	return &function{value: v, call: func(goja.Value, ...goja.Value) (goja.Value, error) {
		return nil, &runtime.Error{Name: "TypeError", Message: "this.operator is not a function"}
	}}
}

// scriptChannel is a channel whose class a script defines.
type scriptChannel struct {
	vm     *VM
	object *goja.Object
}

// call calls a method of the channel.
func (c scriptChannel) call(method string, args ...goja.Value) (goja.Value, error) {
	f, ok := goja.AssertFunction(c.object.Get(method))
	if !ok {
		return nil, &runtime.Error{Name: "TypeError", Message: "the channel has no method " + method + "()"}
	}
	v, err := f(c.object, args...)
	if err != nil {
		return nil, c.vm.channelError(err)
	}
	return v, nil
}

// channelError returns what a channel threw; an InvalidUpdateError as the engine knows it.
func (vm *VM) channelError(err error) error {
	var ex *goja.Exception
	if errors.As(err, &ex) {
		if o, ok := ex.Value().(*goja.Object); ok {
			switch name := value.Text(o.Get("name")); name {
			case "InvalidUpdateError", "EmptyChannelError":
				return &runtime.Error{Name: name, Code: value.Text(o.Get("lc_error_code")), Message: value.Text(o.Get("message"))}
			}
		}
	}
	return vm.scriptError(err)
}

// value calls a method that throws an EmptyChannelError if there is no value.
func (c scriptChannel) value(method string) (runtime.Value, bool, error) {
	v, err := c.call(method)
	var e *runtime.Error
	if errors.As(err, &e) && e.Name == "EmptyChannelError" {
		return nil, false, nil
	}
	return v, err == nil, err
}

// FromCheckpoint implements runtime.HostChannel.
func (c scriptChannel) FromCheckpoint(v runtime.Value) (runtime.HostChannel, error) {
	made, err := c.call("fromCheckpoint", c.vm.toJS(v))
	if err != nil {
		return nil, err
	}
	o, ok := made.(*goja.Object)
	if !ok {
		return nil, &runtime.Error{Name: "TypeError", Message: "fromCheckpoint() of a channel returned no channel"}
	}
	return scriptChannel{c.vm, o}, nil
}

// Update implements runtime.HostChannel.
func (c scriptChannel) Update(values []runtime.Value) (bool, error) {
	v, err := c.call("update", host{c.vm}.Array(values).(goja.Value))
	return err == nil && v.ToBoolean(), err
}

// Get implements runtime.HostChannel.
func (c scriptChannel) Get() (runtime.Value, bool, error) { return c.value("get") }

// Checkpoint implements runtime.HostChannel.
func (c scriptChannel) Checkpoint() (runtime.Value, bool, error) {
	v, ok, err := c.value("checkpoint")
	if v, isJS := v.(goja.Value); isJS && goja.IsUndefined(v) {
		return nil, false, err
	}
	return v, ok, err
}

// pushMessage is the host side of pushMessage(): without a task that runs nobody hears of it.
func (vm *VM) pushMessage(fc goja.FunctionCall) goja.Value {
	if t := vm.task(); t != nil {
		t.PushMessage(value.Text(fc.Argument(1)), fc.Argument(0))
	}
	return goja.Undefined()
}

// Elements implements runtime.Host.
func (h host) Elements(v runtime.Value) ([]runtime.Value, bool) {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" {
		return nil, false
	}
	items := h.vm.values.Elements(o)
	all := make([]runtime.Value, len(items))
	for i, item := range items {
		all[i] = item
	}
	return all, true
}

// Key implements runtime.Host: objects by identity, other values by type and text.
func (h host) Key(v runtime.Value) any {
	js := h.vm.toJS(v)
	switch x := js.(type) {
	case *goja.Object:
		return x
	case *goja.Symbol:
		return x
	}
	type key struct{ kind, text string }
	return key{value.TypeOf(js), js.String()}
}

// Undefined implements runtime.Host.
func (h host) Undefined() runtime.Value { return goja.Undefined() }

// IsUndefined implements runtime.Host.
func (h host) IsUndefined(v runtime.Value) bool { return goja.IsUndefined(h.vm.toJS(v)) }

// Nullish implements runtime.Host.
func (h host) Nullish(v runtime.Value) bool {
	js := h.vm.toJS(v)
	return goja.IsUndefined(js) || goja.IsNull(js)
}

// Without implements runtime.Host.
func (h host) Without(v runtime.Value, fields []string) runtime.Value {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Object" {
		return v
	}
	copied := h.vm.values.Merge(nil, o)
	for _, name := range fields {
		_ = copied.Delete(name)
	}
	return copied
}
