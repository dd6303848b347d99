// This file hands on what runs report of themselves.

package langgraph

import (
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// plainTrace returns report for events whose writes are as they are stored; nil for nil.
func plainTrace(report func(runtime.TraceEvent)) func(runtime.TraceEvent) {
	if report == nil {
		return nil
	}
	return func(e runtime.TraceEvent) {
		if stored := e.Writes; stored != nil {
			e.Writes = func() []runtime.TraceWrite {
				list := stored()
				for i := range list {
					list[i].Value = value.PlainJSON(list[i].Value)
				}
				return list
			}
		}
		report(e)
	}
}
