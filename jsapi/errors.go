// This file carries errors between Go and scripts.

package jsapi

import (
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// ScriptError is what a script threw. On its way back into the script it is the
// same value again.
type ScriptError struct {
	vm    *VM
	value goja.Value
	stack []goja.StackFrame
}

// Error is one line: the position if it is known, the name and the message.
func (e *ScriptError) Error() string {
	name, message := e.Describe()
	text := message
	if name != "" {
		text = name + ": " + message
	}
	if p := e.Position(); p.File != "" {
		return p.String() + ": " + text
	}
	return text
}

// Describe implements runtime.Thrown.
func (e *ScriptError) Describe() (name, message string) {
	if o, ok := e.value.(*goja.Object); ok {
		read := e.vm.peek(func() { // a message may be a getter
			n, m := value.Text(o.Get("name")), value.Text(o.Get("message"))
			name, message = n, m
		})
		switch {
		case read && name+message != "":
			return name, message
		case !read && e.isError():
			return "Error", "its message cannot be read"
		}
	}
	shown := "what it threw cannot be printed"
	e.vm.peek(func() { shown = "Uncaught " + e.vm.values.Show(e.value) })
	return "", shown
}

// isError reports whether an Error was thrown.
func (e *ScriptError) isError() (is bool) {
	e.vm.peek(func() {
		o, ok := e.value.(*goja.Object)
		is = ok && o.ClassName() == "Error"
	})
	return is
}

// failedNode is the node that failed last, and with what.
type failedNode struct {
	thrown *goja.Object
	path   string // "outer > inner"
}

// nodeFailed remembers the node that failed. What a node of an inner graph threw comes through the nodes around it.
func (vm *VM) nodeFailed(t *runtime.Task, err error) {
	var e *ScriptError
	if !errors.As(err, &e) {
		return
	}
	thrown, ok := e.value.(*goja.Object)
	switch {
	case !ok:
		return
	case vm.failed.thrown == thrown:
		vm.failed.path = t.Name() + " > " + vm.failed.path
	default:
		vm.failed = failedNode{thrown, t.Name()}
	}
}

// Node returns the name of the node that threw, with those of the nodes around it, "outer > inner"; "" if none did, or
// another has failed since.
func (e *ScriptError) Node() string {
	if o, ok := e.value.(*goja.Object); ok && o == e.vm.failed.thrown {
		return e.vm.failed.path
	}
	return ""
}

// Value returns what was thrown.
func (e *ScriptError) Value() goja.Value { return e.value }

// Backtrace returns the whole story as Node prints it: the stack and what else
// is on the error.
func (e *ScriptError) Backtrace() string {
	text := ""
	var err error
	if !e.vm.peek(func() {
		text, err = e.vm.printer.Inspect(e.value, inspect.Options{})
		text = ownFrame.ReplaceAllString(text, "")
	}) || err != nil {
		name, message := e.Describe()
		if name == "" {
			return message
		}
		return name + ": " + message
	}
	if lines := strings.Split(text, "\n"); len(lines) > 2 {
		// The end of the module code is where it began.
		text = strings.Join(slices.CompactFunc(lines, func(a, b string) bool { return a == b && strings.HasPrefix(a, "    at ") }), "\n")
	}
	if !e.isError() {
		return "Uncaught " + text
	}
	return text
}

// ownFrame is a line of a stack that is about the bundle, and nothing of the user's.
var ownFrame = regexp.MustCompile(`(?m)^\s+at .*\(?hitlrun[:/][^\n]*\n?`)

// Position returns the place in the user's source that the error comes from; the
// zero Position if that is not known.
func (e *ScriptError) Position() (at Position) {
	e.vm.peek(func() {
		if frames := e.vm.userFrames(e); len(frames) > 0 {
			at = frames[0]
		}
	})
	return at
}

// Frame returns the lines of source around the position, "" if there are none.
func (e *ScriptError) Frame() string {
	return e.vm.program.frame(e.Position())
}

// thrown makes a Go error of a value that a script threw. What bubbles up
// through the engine becomes the engine's error.
func (vm *VM) thrown(v goja.Value) error {
	if v == nil {
		v = goja.Undefined()
	}
	if o, ok := v.(*goja.Object); ok {
		if err := vm.bubbleUp(o); err != nil {
			return err
		}
		if t := o.ExportType(); t != nil && t.Implements(reflect.TypeFor[error]()) {
			if inner, ok := o.Export().(error); ok {
				return inner
			}
		}
	}
	return &ScriptError{vm: vm, value: v}
}

// scriptError makes a Go error of what goja returned.
func (vm *VM) scriptError(err error) error {
	if cause := stoppedBy(err); cause != nil {
		vm.fail(cause)
		return cause
	}
	var ex *goja.Exception
	if !errors.As(err, &ex) {
		return err
	}
	wrapped := vm.thrown(ex.Value())
	var se *ScriptError
	if errors.As(wrapped, &se) {
		se.stack = ex.Stack()
	}
	return wrapped
}

// bubbleUp recognises control flow by its class; nil for any other object.
func (vm *VM) bubbleUp(o *goja.Object) error {
	switch {
	case vm.isA(o, "GraphInterrupt"):
		return &runtime.GraphInterrupt{Interrupts: vm.interruptsOf(o)}
	case vm.isA(o, "GraphDrained"):
		return &runtime.Drained{Reason: value.Text(o.Get("reason"))}
	case vm.isA(o, "ParentCommand"):
		c, ok := o.Get("command").(*goja.Object)
		if !ok {
			return nil
		}
		cmd, err := vm.command(c)
		if err != nil {
			return err
		}
		if inner, ok := c.GetSymbol(vm.symInner).(*goja.Object); ok {
			if known, ok := value.Sealed[*runtime.Command](inner); ok {
				cmd = known
			}
		}
		return &runtime.ParentCommand{Command: cmd}
	}
	return nil
}

// isA reports whether o is an instance of a class of lib.
func (vm *VM) isA(o *goja.Object, class string) bool {
	c := vm.classes[class]
	return c != nil && vm.rt.InstanceOf(o, c)
}

// jsError makes what a script sees of a Go error.
func (vm *VM) jsError(err error) goja.Value {
	var ae *runtime.AggregateError
	if errors.As(err, &ae) {
		list := make([]goja.Value, len(ae.Errors))
		for i, e := range ae.Errors {
			list[i] = vm.jsError(e)
		}
		return vm.construct1("AggregateError", vm.values.Array(list), vm.rt.ToValue(ae.Message))
	}
	var se *ScriptError
	if errors.As(err, &se) && se.vm == vm {
		return se.value
	}
	var gi *runtime.GraphInterrupt
	if errors.As(err, &gi) {
		return vm.newGraphInterrupt(gi)
	}
	var pc *runtime.ParentCommand
	if errors.As(err, &pc) {
		return vm.newParentCommand(pc)
	}
	var d *runtime.Drained
	if errors.As(err, &d) {
		return vm.construct1("GraphDrained", vm.rt.ToValue(d.Reason))
	}
	var te *runtime.NodeTimeoutError
	if errors.As(err, &te) {
		return vm.newTimeoutError(te)
	}
	var resolved *runtime.ResolvedError
	if errors.As(err, &resolved) {
		return vm.newResolvedError(resolved)
	}
	var answer *AnswerError
	if errors.As(err, &answer) {
		return vm.named(vm.construct1("InvalidAnswerError", vm.rt.ToValue(err.Error())), "InvalidAnswerError")
	}
	var re *runtime.Error
	if errors.As(err, &re) {
		return vm.newEngineError(re)
	}
	var pe *PermissionError
	if errors.As(err, &pe) {
		o := vm.construct1("Error", vm.rt.ToValue(pe.Error()))
		_ = o.Set("name", "PermissionDenied")
		_ = o.Set("code", "ERR_ACCESS_DENIED")
		return o
	}
	return vm.construct1("Error", vm.rt.ToValue(err.Error()))
}

// newTimeoutError makes a NodeTimeoutError.
func (vm *VM) newTimeoutError(te *runtime.NodeTimeoutError) *goja.Object {
	fields := vm.rt.NewObject()
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
	return vm.construct1("NodeTimeoutError", fields)
}

// newResolvedError makes an InterruptAlreadyResolved.
func (vm *VM) newResolvedError(e *runtime.ResolvedError) *goja.Object {
	o := vm.named(vm.construct1("InterruptAlreadyResolved", vm.rt.ToValue(e.Error())), "InterruptAlreadyResolved")
	_ = o.Set("threadId", e.ThreadID)
	_ = o.Set("interruptId", e.Interrupt)
	if e.By != "" {
		_ = o.Set("by", e.By)
	}
	if !e.At.IsZero() {
		_ = o.Set("at", vm.construct1("Date", vm.rt.ToValue(e.At.UnixMilli())))
	}
	return o
}

// newEngineError makes an instance of the class that the error names.
func (vm *VM) newEngineError(re *runtime.Error) *goja.Object {
	o := vm.construct1(re.Name, vm.rt.ToValue(re.Error()))
	if vm.classes[re.Name] != nil && re.Code != "" {
		_ = o.Set("lc_error_code", re.Code)
	}
	return vm.named(o, re.Name)
}

// named gives an error that stands for one of a class which the script did not load its name.
func (vm *VM) named(o *goja.Object, class string) *goja.Object {
	if vm.classes[class] == nil && class != "Error" {
		_ = o.Set("name", class)
	}
	return o
}

// construct1 makes an instance of a class of lib or of the platform, of Error
// if there is none of that name.
func (vm *VM) construct1(class string, args ...goja.Value) *goja.Object {
	var c goja.Value = vm.classes[class]
	if vm.classes[class] == nil {
		c = vm.rt.Get(class)
	}
	if c == nil || goja.IsUndefined(c) {
		c = vm.rt.Get("Error")
	}
	o, err := vm.rt.New(c, args...)
	if err != nil {
		return vm.rt.NewTypeError("%s: %v", class, err)
	}
	return o
}

// check throws err into the script, if it is one.
func (vm *VM) check(err error) {
	if err != nil {
		vm.throw(err)
	}
}

// thrower is the value.Thrower of a VM.
type thrower struct{ vm *VM }

// ScriptError implements value.Thrower.
func (t thrower) ScriptError(err error) error { return t.vm.scriptError(err) }

// Throw implements value.Thrower.
func (t thrower) Throw(err error) goja.Value { return t.vm.throw(err) }
