// This file has what Atomics needs of Go: a wait.

package web

import (
	"time"

	"github.com/dop251/goja"
)

// atomicsNatives are what atomics.js is called with: sleep(milliseconds), at most a second.
func atomicsNatives(*platform) map[string]native {
	return map[string]native{
		"sleep": func(call goja.FunctionCall) goja.Value {
			time.Sleep(min(time.Second, time.Duration(call.Argument(0).ToFloat()*float64(time.Millisecond))))
			return goja.Undefined()
		},
	}
}
