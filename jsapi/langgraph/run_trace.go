// This file hands on what runs report of themselves.

package langgraph

import (
	"strings"
	"time"

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

// traceEffect returns what reports an effect of the running task when it has ended; nil if nobody is told.
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

// Requests returns web.Env.Requests; nil if nobody is told.
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
