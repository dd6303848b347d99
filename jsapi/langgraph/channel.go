// This file reads the channels of a graph from its spec.

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/runtime"
)

// channelKinds are the kinds of channels as lib/langgraph/channels.ts names them.
var channelKinds = map[string]runtime.Kind{
	"reduce": runtime.Reduce, "delta": runtime.Delta, "any": runtime.Any, "ephemeral": runtime.Ephemeral,
	"untracked": runtime.Untracked, "topic": runtime.Topic, "hosted": runtime.Hosted,
}

// readChannel reads the spec of a channel: a built-in kind, or a channel that the script defines.
func (compiler *compiler) readChannel(o *goja.Object) runtime.ChannelSpec {
	is := func(name string) bool {
		v := o.Get(name)
		return v != nil && v.ToBoolean()
	}
	c := runtime.ChannelSpec{Name: compiler.ownName("The channel", o), Kind: channelKinds[compiler.values.Text(o.Get("kind"))]}
	if v := o.Get("reducer"); v != nil && !goja.IsUndefined(v) {
		if c.Kind == runtime.Last {
			c.Kind = runtime.Reduce // a stored bundle from before specs named the kind of a channel
		}
		f := compiler.reducer(v)
		f.joins = c.Kind == runtime.Reduce && joins(f)
		c.Reducer = f
	}
	if f := compiler.api.function(o.Get("default")); f != nil {
		c.Default = f
	}
	c.Many = (c.Kind == runtime.Ephemeral || c.Kind == runtime.Untracked) && !is("guard")
	c.Unique, c.Accumulate = is("unique"), is("accumulate")
	if c.Kind == runtime.Hosted {
		declared := o.Get("channel").ToObject(compiler.rt)
		c.Hosted = func() (runtime.HostChannel, error) { return scriptChannel{compiler.api, declared}.FromCheckpoint(nil) }
	}
	return c
}

// reducer returns v as a reducer. If v is not a function, the reducer fails when it is called.
func (compiler *compiler) reducer(v goja.Value) *function {
	if f := compiler.api.function(v); f != nil {
		return f
	}
	return &function{value: v, call: func(goja.Value, ...goja.Value) (goja.Value, error) {
		return nil, &runtime.Error{Name: "TypeError", Message: "this.operator is not a function"}
	}}
}
