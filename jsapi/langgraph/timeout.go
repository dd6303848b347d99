// This file reads the timeouts of nodes and tasks.

package langgraph

import (
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

func milliseconds(v goja.Value) time.Duration {
	return time.Duration(v.ToFloat() * float64(time.Millisecond))
}

// timeoutPolicy reads a timeout in the form that lib/langgraph/node_options.ts passes it, in
// milliseconds. It returns nil if v is not an object.
func timeoutPolicy(v goja.Value) *runtime.TimeoutPolicy {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	ms := func(name string) time.Duration {
		if v := o.Get(name); v != nil && !goja.IsUndefined(v) {
			return milliseconds(v)
		}
		return 0
	}
	return &runtime.TimeoutPolicy{Run: ms("runTimeout"), Idle: ms("idleTimeout"), HeartbeatOnly: value.Is(o.Get("refreshOn"), "heartbeat")}
}
