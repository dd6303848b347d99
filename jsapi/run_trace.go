// This file hands on what runs report of themselves.

package jsapi

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
		for i := range e.Writes {
			e.Writes[i].Value = value.PlainJSON(e.Writes[i].Value)
		}
		report(e)
	}
}
