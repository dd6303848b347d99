// This file reads the options of interrupt(): the time limit for an answer, and the answer that the
// question gets after it.

package langgraph

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// deadline reads the options { timeout, onTimeout } of interrupt(). It returns nil if v has no
// timeout.
func (api *API) deadline(v goja.Value) (*runtime.Deadline, error) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, nil
	}
	timeout := o.Get("timeout")
	if timeout == nil || goja.IsUndefined(timeout) || goja.IsNull(timeout) {
		return nil, nil
	}
	wait, err := duration(timeout)
	if err != nil {
		return nil, fmt.Errorf("interrupt: timeout: %w", err)
	}
	d := &runtime.Deadline{At: api.vm.Now().Add(wait), Fails: true}
	if answer := o.Get("onTimeout"); answer != nil && !goja.IsUndefined(answer) && value.Text(answer) != "error" {
		if _, err := api.values.Dump(answer, true); err != nil {
			return nil, fmt.Errorf("interrupt: onTimeout: %w", err)
		}
		d.Answer, d.Fails = answer, false
	}
	return d, nil
}

// longestTime is how many letters a text may have that is read as a time.
const longestTime = 200

// maxWait is the longest time that an answer may take.
const maxWait = 100 * 365 * 24 * time.Hour

// duration reads a positive duration: a number of milliseconds, or a text such as "90s", "1h30m",
// "3d".
func duration(v goja.Value) (time.Duration, error) {
	const use = `use milliseconds, or text such as "90s", "15m", "72h", "3d"`
	var wait float64 // in nanoseconds, which may be more than a Duration holds
	switch value.TypeOf(v) {
	case "number":
		wait = v.ToFloat() * float64(time.Millisecond)
	case "string":
		if s, ok := v.(goja.String); ok && s.Length() > longestTime {
			return 0, fmt.Errorf("%q is no time: %s", s.Substring(0, longestTime).String()+"…", use)
		}
		days, rest, found := strings.Cut(v.String(), "d")
		n, err := strconv.ParseFloat(days, 64)
		if found = found && err == nil; found {
			wait = n * 24 * float64(time.Hour)
		} else {
			rest = v.String()
		}
		if rest != "" || !found {
			more, err := time.ParseDuration(rest)
			if err != nil {
				return 0, fmt.Errorf("%q is not a time: %s", v.String(), use)
			}
			wait += float64(more)
		}
	default:
		return 0, fmt.Errorf("it is %s: %s", value.TypeOf(v), use)
	}
	switch {
	case wait > float64(maxWait):
		return 0, fmt.Errorf("%s is more than 100 years: %s", v.String(), use)
	case !(time.Duration(wait) > 0):
		return 0, fmt.Errorf("%s is not greater than 0", v.String())
	}
	return time.Duration(wait), nil
}
