// This file has Error.captureStackTrace, and Error.prepareStackTrace for what it is called with.

package web

import (
	"strings"

	"github.com/dop251/goja"
)

func (p *platform) patchError(class *goja.Object) {
	hidden(class, "stackTraceLimit", p.vm.ToValue(10))
	p.method(class, "captureStackTrace", 2, func(call goja.FunctionCall) goja.Value {
		target, ok := call.Argument(0).(*goja.Object)
		if !ok {
			panic(p.vm.NewTypeError("Invalid argument"))
		}
		limit := 0
		if v := class.Get("stackTraceLimit"); v != nil {
			limit = int(v.ToInteger())
		}
		frames := p.frames(call.Argument(1), limit)
		if prepare, ok := goja.AssertFunction(class.Get("prepareStackTrace")); ok {
			stack, err := prepare(class, target, p.callSites(frames))
			must(err)
			hidden(target, "stack", stack)
		} else {
			hidden(target, "stack", p.vm.ToValue(stackHead(target)+stackText(frames)))
		}
		return goja.Undefined()
	})
}

// stackHead is the first line of a stack, as Error.prototype.toString makes it.
func stackHead(o *goja.Object) string {
	part := func(key, missing string) string {
		if v := o.Get(key); v != nil && !goja.IsUndefined(v) {
			return v.String()
		}
		return missing
	}
	name, message := part("name", "Error"), part("message", "")
	if name == "" || message == "" {
		return name + message
	}
	return name + ": " + message
}

// frames returns up to limit calls around the running native, without the call of above and what it called.
func (p *platform) frames(above goja.Value, limit int) []goja.StackFrame {
	frames := p.vm.CaptureCallStack(0, nil)[1:]
	if f, ok := above.(*goja.Object); ok {
		frames = frames[callsUpTo(frames, f):]
	}
	return frames[:max(0, min(limit, len(frames)))]
}

// stackText returns the lines of a stack behind its first.
func stackText(frames []goja.StackFrame) string {
	var b strings.Builder
	for _, f := range frames {
		b.WriteString("\n    at " + frameText(f))
	}
	return b.String()
}

func frameText(f goja.StackFrame) string {
	at := f.Position().String()
	if isAnonymous(f) {
		return at
	}
	return f.FuncName() + " (" + at + ")"
}

// callSites makes of frames what Error.prepareStackTrace gets.
func (p *platform) callSites(frames []goja.StackFrame) goja.Value {
	list := make([]any, len(frames))
	for i, f := range frames {
		at := f.Position()
		o := p.vm.NewObject()
		if !isAnonymous(f) {
			must(o.Set("name", f.FuncName()))
		}
		must(o.Set("file", at.Filename))
		must(o.Set("line", at.Line))
		must(o.Set("column", at.Column))
		must(o.Set("text", frameText(f)))
		list[i] = o
	}
	sites, _ := goja.AssertFunction(p.family("callsite").Get("callSites"))
	v, err := sites(goja.Undefined(), p.vm.NewArray(list...))
	must(err)
	return v
}

func isAnonymous(f goja.StackFrame) bool { return f.FuncName() == "" || f.FuncName() == "<anonymous>" }

// callsUpTo returns how many of the innermost frames are the call of f and what f called, 0 if f is not among them.
// goja's frames have no name for the constructors of classes: there may be one for f and each class that f extends.
func callsUpTo(frames []goja.StackFrame, f *goja.Object) int {
	name := f.Get("name").String()
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
