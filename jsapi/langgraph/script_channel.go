// This file implements runtime.HostChannel for channels that a script defines.

package langgraph

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// scriptChannel is a channel with a class of the script.
type scriptChannel struct {
	api    *API
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
		return nil, c.api.channelError(err)
	}
	return v, nil
}

// channelError converts an error that a channel threw. An InvalidUpdateError or EmptyChannelError of the
// script becomes a *runtime.Error.
func (api *API) channelError(err error) error {
	var ex *goja.Exception
	if errors.As(err, &ex) {
		if o, ok := ex.Value().(*goja.Object); ok {
			switch name := value.Text(o.Get("name")); name {
			case "InvalidUpdateError", "EmptyChannelError":
				return &runtime.Error{Name: name, Code: value.Text(o.Get("lc_error_code")), Message: value.Text(o.Get("message"))}
			}
		}
	}
	return api.vm.ScriptError(err)
}

// value calls a method that returns a value, and returns false if the method throws an
// EmptyChannelError.
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
	made, err := c.call("fromCheckpoint", c.api.toJS(v))
	if err != nil {
		return nil, err
	}
	o, ok := made.(*goja.Object)
	if !ok {
		return nil, &runtime.Error{Name: "TypeError", Message: "fromCheckpoint() of a channel returned no channel"}
	}
	return scriptChannel{c.api, o}, nil
}

// Update implements runtime.HostChannel.
func (c scriptChannel) Update(values []runtime.Value) (bool, error) {
	v, err := c.call("update", host{c.api}.Array(values).(goja.Value))
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
