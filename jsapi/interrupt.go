// This file has interrupt() and the objects that stand for questions.

package jsapi

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// interrupt is interrupt(value, options): it returns the answer, or throws a GraphInterrupt.
func (vm *VM) interrupt(call goja.FunctionCall) goja.Value {
	t := vm.task()
	if t == nil {
		vm.throw(errors.New("Called interrupt() outside the context of a graph.")) //nolint:staticcheck // LangGraph's words
	}
	deadline, err := vm.deadline(call.Argument(1))
	vm.check(err)
	v, err := t.Interrupt(call.Argument(0), deadline)
	var gi *runtime.GraphInterrupt
	if errors.As(err, &gi) {
		asked, dumpErr := vm.values.Dump(call.Argument(0), true)
		if dumpErr == nil {
			dumpErr = checkQuestion(asked)
		}
		if dumpErr != nil {
			vm.throw(dumpErr)
		}
	}
	vm.check(err)
	return v.(goja.Value)
}

// deadline reads the options of interrupt(): { timeout, onTimeout }. Anything else is no options.
func (vm *VM) deadline(v goja.Value) (*runtime.Deadline, error) {
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
	d := &runtime.Deadline{At: vm.now().Add(wait), Fails: true}
	if answer := o.Get("onTimeout"); answer != nil && !goja.IsUndefined(answer) && value.Text(answer) != "error" {
		if _, err := vm.values.Dump(answer, true); err != nil {
			return nil, fmt.Errorf("interrupt: onTimeout: %w", err)
		}
		d.Answer, d.Fails = answer, false
	}
	return d, nil
}

// duration reads a time: a number of milliseconds, or text such as "90s", "1h30m", "3d".
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

// newGraphInterrupt makes the error that a question bubbles up as.
func (vm *VM) newGraphInterrupt(gi *runtime.GraphInterrupt) *goja.Object {
	list := make([]goja.Value, len(gi.Interrupts))
	for i, in := range gi.Interrupts {
		list[i] = vm.interruptObject(in)
	}
	o := vm.construct1("GraphInterrupt", vm.values.Array(list))
	_ = o.DefineDataPropertySymbol(vm.symInner, vm.values.Seal(&gi.Interrupts), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return o
}

// interruptObject is a question as scripts see it: { id, value }, or the shape
// that the 0.2 documentation has.
func (vm *VM) interruptObject(in runtime.Interrupt) *goja.Object {
	o := vm.rt.NewObject()
	if vm.legacy() {
		_ = o.Set("value", vm.toJS(in.Value))
		_ = o.Set("when", "during")
		if in.ID != "" {
			_ = o.Set("resumable", true)
			ns := vm.rt.NewArray()
			for i, part := range strings.Split(in.NS, "|") {
				_ = ns.Set(strconv.Itoa(i), part)
			}
			_ = o.Set("ns", ns)
		}
		return o
	}
	if in.ID != "" {
		_ = o.Set("id", in.ID)
	}
	_ = o.Set("value", vm.toJS(in.Value))
	return o
}

// interruptsOf returns the questions of a GraphInterrupt.
func (vm *VM) interruptsOf(o *goja.Object) []runtime.Interrupt {
	if inner, ok := o.GetSymbol(vm.symInner).(*goja.Object); ok {
		if known, ok := value.Sealed[*[]runtime.Interrupt](inner); ok {
			return *known
		}
	}
	list, ok := o.Get("interrupts").(*goja.Object)
	if !ok {
		return nil
	}
	var all []runtime.Interrupt
	for _, v := range vm.values.Elements(list) {
		in := runtime.Interrupt{Value: goja.Undefined()}
		if io, ok := v.(*goja.Object); ok {
			in.ID = value.Text(io.Get("id"))
			if value := io.Get("value"); value != nil {
				in.Value = value
			}
		}
		if t := vm.task(); t != nil {
			in.NS, in.Node = t.NS(), t.Name()
		}
		all = append(all, in)
	}
	return all
}

// legacy reports whether the VM follows the 0.2 documentation.
func (vm *VM) legacy() bool { return vm.o.Profile == "0.2" }
