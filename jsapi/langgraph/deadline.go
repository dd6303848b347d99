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

// duration reads a positive duration: a number of milliseconds, or a text such as "90s", "1h30m",
// "3d".
func duration(v goja.Value) (time.Duration, error) {
	d := time.Duration(v.ToFloat() * float64(time.Millisecond))
	if value.TypeOf(v) == "string" {
		s := v.String()
		var err error
		days, rest, found := strings.Cut(s, "d")
		if n, dayErr := strconv.ParseFloat(days, 64); found && dayErr == nil {
			d = time.Duration(n * 24 * float64(time.Hour))
			if rest != "" {
				var more time.Duration
				more, err = time.ParseDuration(rest)
				d += more
			}
		} else {
			d, err = time.ParseDuration(s)
		}
		if err != nil {
			return 0, fmt.Errorf("%q is no time: use milliseconds, or text such as \"90s\", \"15m\", \"72h\", \"3d\"", s)
		}
	} else if value.TypeOf(v) != "number" {
		return 0, fmt.Errorf("it is %s: use milliseconds, or text such as \"90s\", \"15m\", \"72h\", \"3d\"", value.TypeOf(v))
	}
	if d <= 0 {
		return 0, fmt.Errorf("%s is not greater than 0", v.String())
	}
	return d, nil
}
