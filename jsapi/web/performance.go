// This file holds performance.

package web

import (
	"github.com/dop251/goja"
)

func performanceGlobal(p *platform, _ string) goja.Value {
	performance := p.instanceOf("Performance")
	proto := performance.Prototype()
	p.method(proto, "now", 0, func(goja.FunctionCall) goja.Value { return p.vm.ToValue(p.elapsed()) })
	origin := float64(p.start.UnixMicro()) / 1000
	p.getter(proto, "timeOrigin", func() goja.Value { return p.vm.ToValue(origin) })
	forward := func(family string, names ...string) {
		for _, name := range names {
			p.method(proto, name, 1, func(call goja.FunctionCall) goja.Value {
				f := p.callable(p.family(family).Get("methods").(*goja.Object).Get(name))
				v, err := f(call.This, call.Arguments...)
				must(err)
				return v
			})
		}
	}
	forward("performance",
		"mark", "measure", "clearMarks", "clearMeasures", "getEntries", "getEntriesByName", "getEntriesByType",
		"markResourceTiming", "setResourceTimingBufferSize", "clearResourceTimings",
	)
	forward("performance_observer", "timerify", "eventLoopUtilization")
	p.lazyMember(proto, "nodeTiming", func() goja.Value {
		v, err := p.callable(p.family("performance_observer").Get("timing"))(goja.Undefined())
		must(err)
		return v
	})
	p.method(proto, "toJSON", 0, func(goja.FunctionCall) goja.Value {
		o := p.vm.NewObject()
		own(p.vm, o, "timeOrigin", origin)
		return o
	})
	return performance
}

// elapsed returns the time since Install in milliseconds.
func (p *platform) elapsed() float64 {
	elapsed := func() Outcome {
		return Outcome{Value: p.vm.ToValue(float64(p.env.Clock().Sub(p.start).Nanoseconds()) / 1e6)}
	}
	if e := begin(p.env.Journal, EffectSpec{Kind: "performance.now"}); e != nil {
		return e.Do(elapsed).Value.ToFloat()
	}
	return elapsed().Value.ToFloat()
}
