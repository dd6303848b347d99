// This file reads retry policies, and has LangGraph's default for the errors that are retried.

package langgraph

import (
	"fmt"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// finalStatus has the HTTP status codes after which a task is not retried.
var finalStatus = map[string]bool{
	"400": true, "401": true, "402": true, "403": true, "404": true, "405": true, "406": true, "407": true, "409": true,
}

// worthRetrying is the default for retryOn: it reports whether a task is retried after err.
func (compiler *compiler) worthRetrying(err error) (worth bool) {
	o, ok := compiler.vm.ErrorValue(err).(*goja.Object)
	if !ok {
		return true
	}
	get := func(path ...string) string {
		at := o
		for i, name := range path {
			v := at.Get(name)
			if i == len(path)-1 {
				return value.Text(v)
			}
			if at, ok = v.(*goja.Object); !ok {
				return ""
			}
		}
		return ""
	}
	if ex := compiler.rt.Try(func() {
		name, message := get("name"), get("message")
		status := get("response", "status")
		if status == "" {
			status = get("status")
		}
		worth = !strings.HasPrefix(message, "Cancel") && !strings.HasPrefix(message, "AbortError") &&
			name != "AbortError" && name != "GraphValueError" && get("code") != "ECONNABORTED" &&
			!finalStatus[status] && get("error", "code") != "insufficient_quota"
	}); ex != nil {
		return true
	}
	return worth
}

// retryPolicy reads a retry policy. Missing fields get LangGraph's defaults.
func (compiler *compiler) retryPolicy(o *goja.Object) *runtime.RetryPolicy {
	ms := func(name string) time.Duration {
		v := o.Get(name)
		if v == nil || goja.IsUndefined(v) {
			return 0
		}
		return time.Duration(v.ToFloat() * float64(time.Millisecond))
	}
	p := &runtime.RetryPolicy{InitialInterval: ms("initialInterval"), MaxInterval: ms("maxInterval"), Jitter: true}
	if v := o.Get("maxAttempts"); v != nil && !goja.IsUndefined(v) {
		p.MaxAttempts = int(v.ToInteger())
	}
	if v := o.Get("backoffFactor"); v != nil && !goja.IsUndefined(v) {
		p.BackoffFactor = v.ToFloat()
	}
	if v := o.Get("jitter"); v != nil && !goja.IsUndefined(v) {
		p.Jitter = v.ToBoolean()
	}
	p.RetryOn = compiler.worthRetrying
	if f := compiler.api.function(o.Get("retryOn")); f != nil {
		p.RetryOn = func(err error) bool {
			v, callErr := f.call(goja.Undefined(), compiler.vm.ErrorValue(err))
			return callErr == nil && v.ToBoolean()
		}
	}
	if v := o.Get("logWarning"); v == nil || goja.IsUndefined(v) || v.ToBoolean() {
		p.Retrying = func(node string, attempt int, wait time.Duration, err error) {
			compiler.o.Print(fmt.Sprintf("Retrying task %q after %.2fms (attempt %d) after %s",
				node, float64(wait)/float64(time.Millisecond), attempt, compiler.errorLine(err)))
		}
	}
	return p
}

// errorLine returns an error in the form that LangGraph uses in messages: "Error: Error: message".
func (compiler *compiler) errorLine(err error) string {
	o, ok := compiler.vm.ErrorValue(err).(*goja.Object)
	if !ok {
		return err.Error()
	}
	return value.Text(o.Get("name")) + ": " + o.String()
}
