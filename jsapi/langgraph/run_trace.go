// This file passes the trace events of runs to the Go program.

package langgraph

import (
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// plainTrace returns a function that converts the writes of an event from their stored form to plain
// JSON, and then calls report. It returns nil if report is nil.
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

// traceEffect returns a function that reports an effect of the running task, to be called when the
// effect has ended. It returns nil if there is no trace.
func (effects *Effects) traceEffect(what string) func(began time.Time, status int, err error) {
	report, t := effects.api.ledger.Trace, effects.api.task()
	if report == nil {
		return nil
	}
	if t != nil {
		return t.TraceEffect(what)
	}
	return func(began time.Time, status int, err error) {
		report(runtime.TraceEvent{Kind: runtime.TraceEffect, At: began, Took: time.Since(began), Ended: true, What: what, Status: status, Err: err, Context: effects.vm.Context()})
	}
}

// Requests returns the function for web.Env.Requests, or nil if there is no trace. It reports URLs
// without query and fragment.
func (effects *Effects) Requests() func(method, url string) func(began time.Time, status int, err error) {
	if effects.api.ledger.Trace == nil {
		return nil
	}
	return func(method, url string) func(began time.Time, status int, err error) {
		url, _, _ = strings.Cut(url, "#")
		url, _, _ = strings.Cut(url, "?")
		return effects.traceEffect(method + " " + url)
	}
}
