// This file is the Go side of Atomics, which needs a function that waits.

package web

import (
	"time"

	"github.com/dop251/goja"
)

// atomicsNatives are the arguments of atomics.js: sleep(milliseconds) waits, for at most one second.
func atomicsNatives(*platform) map[string]native {
	return map[string]native{
		"sleep": func(call goja.FunctionCall) goja.Value {
			time.Sleep(min(time.Second, time.Duration(call.Argument(0).ToFloat()*float64(time.Millisecond))))
			return goja.Undefined()
		},
	}
}
