// This file has Error.captureStackTrace, and makes the arguments of Error.prepareStackTrace.

package web

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/v8errors"
)

func (p *platform) patchError(class *goja.Object) {
	hidden(class, "stackTraceLimit", p.vm.ToValue(10))
	stacks := v8errors.InstallStacks(p.vm)
	if stacks != nil {
		stacks.Prepare = func(o *goja.Object, calls []v8errors.Call) (goja.Value, bool) { return p.prepared(class, o, calls) }
	}
	p.method(class, "captureStackTrace", 2, func(call goja.FunctionCall) goja.Value {
		target, ok := call.Argument(0).(*goja.Object)
		if !ok {
			panic(p.vm.NewTypeError("Invalid argument"))
		}
		limit := 0
		if v := class.Get("stackTraceLimit"); v != nil {
			limit = int(v.ToInteger())
		}
		calls := stacks.Calls(p.frames(call.Argument(1)), limit)
		stack, ok := p.prepared(class, target, calls)
		if !ok {
			stack = p.vm.ToValue(v8errors.Head(target) + v8errors.Text(calls))
		}
		hidden(target, "stack", stack)
		return goja.Undefined()
	})
}

// prepared returns the result of Error.prepareStackTrace for calls, and false if there is no such function.
func (p *platform) prepared(class, o *goja.Object, calls []v8errors.Call) (goja.Value, bool) {
	prepare, ok := goja.AssertFunction(class.Get("prepareStackTrace"))
	if !ok {
		return nil, false
	}
	stack, err := prepare(class, o, p.callSites(calls))
	must(err)
	return stack, true
}

// frames returns the frames outside of the running native function. It leaves out the call of above and all
// calls inside it.
func (p *platform) frames(above goja.Value) []goja.StackFrame {
	frames := p.vm.CaptureCallStack(0, nil)[1:]
	if f, ok := above.(*goja.Object); ok {
		frames = frames[callsUpTo(frames, f):]
	}
	return frames
}

// callSites makes the list of call sites for Error.prepareStackTrace.
func (p *platform) callSites(calls []v8errors.Call) goja.Value {
	list := make([]any, len(calls))
	for i, c := range calls {
		o := p.vm.NewObject()
		if c.Func != "" {
			own(p.vm, o, "name", c.Func)
		}
		if c.File != "" {
			own(p.vm, o, "file", c.File)
		}
		own(p.vm, o, "line", c.Line)
		own(p.vm, o, "column", c.Column)
		own(p.vm, o, "text", c.String())
		list[i] = o
	}
	sites, _ := goja.AssertFunction(p.family("callsite").Get("callSites"))
	v, err := sites(goja.Undefined(), p.vm.NewArray(list...))
	must(err)
	return v
}

func isAnonymous(f goja.StackFrame) bool { return f.FuncName() == "" || f.FuncName() == "<anonymous>" }

// callsUpTo returns the number of innermost frames up to and including the call of f, or 0 if f is not among
// them. In goja the frames of class constructors have no name. There may be one for f and for each class
// that f extends.
func callsUpTo(frames []goja.StackFrame, f *goja.Object) int {
	if _, ok := goja.AssertFunction(f); !ok {
		return 0
	}
	name := ""
	if s, ok := f.Get("name").(goja.String); ok {
		name = s.String()
	}
	for i := range frames {
		if name != "" && frames[i].FuncName() == name {
			return i + 1
		}
	}
	n := 0
	for f != nil && strings.HasPrefix(f.String(), "class") && n < len(frames) && isAnonymous(frames[n]) {
		n++
		f = f.Prototype()
	}
	return n
}
