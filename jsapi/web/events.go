// This file holds the Go side of EventTarget and AbortSignal.

package web

import (
	"time"

	"github.com/dop251/goja"
)

// eventNatives are the arguments of events.js: now() → milliseconds, uncaught(error), which
// reports an error at the end of the current job.
func eventNatives(p *platform) map[string]native {
	return map[string]native{
		"now": func(goja.FunctionCall) goja.Value { return p.vm.ToValue(p.elapsed()) },
		"uncaught": func(call goja.FunctionCall) goja.Value {
			if ex := p.vm.Try(func() { panic(call.Argument(0)) }); ex != nil {
				p.env.Loop.Tick(func() { p.env.Uncaught(ex) })
			}
			return goja.Undefined()
		},
	}
}

// abortNatives are the arguments of abort.js: after(milliseconds, f) calls f later. The timer does not keep
// the program alive.
func abortNatives(p *platform) map[string]native {
	return map[string]native{
		"after": func(call goja.FunctionCall) goja.Value {
			f, _ := goja.AssertFunction(call.Argument(1))
			ms := min(max(call.Argument(0).ToInteger(), 1), maxDelay)
			p.env.Loop.After(time.Duration(ms)*time.Millisecond, func() { p.callback(f, goja.Undefined()) }).Ref(false)
			return goja.Undefined()
		},
	}
}
