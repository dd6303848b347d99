// This file converts the errors of the engine from and to script errors: control flow, and the classes
// of lib/langgraph/errors.ts.

package langgraph

import (
	"errors"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// FromScript implements vm.Errors. It recognises the errors of control flow by their class, and
// returns nil for any other error.
func (api *API) FromScript(o *goja.Object) error {
	switch {
	case api.vm.IsA(o, "GraphInterrupt"):
		return &runtime.GraphInterrupt{Interrupts: api.interruptsOf(o)}
	case api.vm.IsA(o, "GraphDrained"):
		return &runtime.Drained{Reason: value.Text(o.Get("reason"))}
	case api.vm.IsA(o, "ParentCommand"):
		c, ok := o.Get("command").(*goja.Object)
		if !ok {
			return nil
		}
		cmd, err := api.outputs.command(c)
		if err != nil {
			return err
		}
		if inner, ok := c.GetSymbol(api.symInner).(*goja.Object); ok {
			if known, ok := value.Sealed[*runtime.Command](inner); ok {
				cmd = known
			}
		}
		return &runtime.ParentCommand{Command: cmd}
	}
	return nil
}

// severalErrors returns what a script sees if several tasks failed, and other errors as they are.
func (api *API) severalErrors(err error) error {
	if several, ok := err.(*runtime.AggregateError); ok { //nolint:errorlint // not one that a task caught and wrapped
		return api.vm.Thrown(api.vm.ThrownByProgram(several))
	}
	return err
}

// ToScript implements vm.Errors.
func (api *API) ToScript(err error) goja.Value {
	var ae *runtime.AggregateError
	if errors.As(err, &ae) {
		list := make([]goja.Value, len(ae.Errors))
		for i, e := range ae.Errors {
			list[i] = api.vm.ErrorValue(e)
		}
		return api.vm.Construct("AggregateError", api.values.Array(list), api.rt.ToValue(ae.Message))
	}
	if api.vm.Threw(err) != nil {
		return nil
	}
	var gi *runtime.GraphInterrupt
	if errors.As(err, &gi) {
		return api.newGraphInterrupt(gi)
	}
	var pc *runtime.ParentCommand
	if errors.As(err, &pc) {
		return api.outputs.newParentCommand(pc)
	}
	var d *runtime.Drained
	if errors.As(err, &d) {
		return api.vm.Construct("GraphDrained", api.rt.ToValue(d.Reason))
	}
	var te *runtime.NodeTimeoutError
	if errors.As(err, &te) {
		return api.newTimeoutError(te)
	}
	var resolved *runtime.ResolvedError
	if errors.As(err, &resolved) {
		return api.newResolvedError(resolved)
	}
	var answer *AnswerError
	if errors.As(err, &answer) {
		return api.vm.Named(api.vm.Construct("InvalidAnswerError", api.rt.ToValue(err.Error())), "InvalidAnswerError")
	}
	var re *runtime.Error
	if errors.As(err, &re) {
		return api.newEngineError(re)
	}
	return nil
}

// newTimeoutError makes a NodeTimeoutError.
func (api *API) newTimeoutError(te *runtime.NodeTimeoutError) *goja.Object {
	fields := api.rt.NewObject()
	_ = fields.Set("node", te.Node)
	_ = fields.Set("elapsed", te.Elapsed.Milliseconds())
	_ = fields.Set("kind", "run")
	if te.Idle {
		_ = fields.Set("kind", "idle")
	}
	for name, d := range map[string]time.Duration{"runTimeout": te.Policy.Run, "idleTimeout": te.Policy.Idle} {
		if d > 0 {
			_ = fields.Set(name, float64(d)/float64(time.Millisecond))
		}
	}
	return api.vm.Construct("NodeTimeoutError", fields)
}

// newResolvedError makes an InterruptAlreadyResolved.
func (api *API) newResolvedError(e *runtime.ResolvedError) *goja.Object {
	o := api.vm.Named(api.vm.Construct("InterruptAlreadyResolved", api.rt.ToValue(e.Error())), "InterruptAlreadyResolved")
	_ = o.Set("threadId", e.ThreadID)
	_ = o.Set("interruptId", e.Interrupt)
	if e.By != "" {
		_ = o.Set("by", e.By)
	}
	if !e.At.IsZero() {
		_ = o.Set("at", api.vm.Construct("Date", api.rt.ToValue(e.At.UnixMilli())))
	}
	return o
}

// newEngineError makes an instance of the class that the error names.
func (api *API) newEngineError(re *runtime.Error) *goja.Object {
	o := api.vm.Construct(re.Name, api.rt.ToValue(re.Error()))
	if api.vm.HasClass(re.Name) && re.Code != "" {
		_ = o.Set("lc_error_code", re.Code)
	}
	return api.vm.Named(o, re.Name)
}
