// This file converts errors between Go and scripts.

package vm

import (
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// ScriptError is a value that a script threw. If Go throws it back into the script, the script gets
// the same value.
type ScriptError struct {
	vm    *VM
	value goja.Value
	stack []goja.StackFrame
	cause error // the error of a Function of the Go program; nil for other errors
}

// Unwrap returns the error of the Function that was thrown, nil for other errors.
func (e *ScriptError) Unwrap() error { return e.cause }

// Error returns one line: the position if it is known, the name and the message.
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
		read := e.vm.peek(func() { // the message may be a getter
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

// isError reports whether the thrown value is an Error.
func (e *ScriptError) isError() (is bool) {
	e.vm.peek(func() {
		o, ok := e.value.(*goja.Object)
		is = ok && o.ClassName() == "Error"
	})
	return is
}

// failedNode records the node that failed last, and the error.
type failedNode struct {
	thrown *goja.Object
	path   string // "outer > inner"
}

// FailedIn records the name of the node that failed with err. If the error passed through an inner
// node before, name is prepended to the path.
func (vm *VM) FailedIn(name string, err error) {
	var e *ScriptError
	if !errors.As(err, &e) {
		return
	}
	thrown, ok := e.value.(*goja.Object)
	switch {
	case !ok:
		return
	case vm.failed.thrown == thrown:
		vm.failed.path = name + " > " + vm.failed.path
	default:
		vm.failed = failedNode{thrown, name}
	}
}

// Node returns the name of the node that threw, behind the names of the nodes around it: "outer >
// inner". It returns "" if no node threw, or if another error has been recorded since.
func (e *ScriptError) Node() string {
	if o, ok := e.value.(*goja.Object); ok && o == e.vm.failed.thrown {
		return e.vm.failed.path
	}
	return ""
}

// Value returns the thrown value.
func (e *ScriptError) Value() goja.Value { return e.value }

// Backtrace returns the text that Node prints for the error: the stack and the other properties of
// the error.
func (e *ScriptError) Backtrace() string {
	text := ""
	var err error
	if !e.vm.peek(func() {
		text, err = e.vm.printer.Inspect(e.value, inspect.Options{})
		if len(text) > longReport {
			text = withoutFrames(text)
		} else {
			text = ownFrame().ReplaceAllString(text, "")
		}
	}) || err != nil {
		name, message := e.Describe()
		if name == "" {
			return message
		}
		return name + ": " + message
	}
	if len(text) <= longReport {
		if lines := strings.Split(text, "\n"); len(lines) > 2 {
			// The end of the module code is where it began.
			text = strings.Join(slices.CompactFunc(lines, func(a, b string) bool { return a == b && strings.HasPrefix(a, "    at ") }), "\n")
		}
	}
	if !e.isError() {
		return "Uncaught " + text
	}
	return text
}

// longReport is how many bytes of a Backtrace are searched by a regular expression and split into lines, which takes several
// times their memory. A script may set a stack as large as its memory.
const longReport = 1 << 20

// withoutFrames does for a long text what Backtrace does for others: it omits the frames of the bundle, and those that are
// equal to the frame before.
func withoutFrames(text string) string {
	var b strings.Builder
	before := ""
	for len(text) > 0 {
		n := strings.IndexByte(text, '\n') + 1
		if n == 0 {
			n = len(text)
		}
		line := text[:n]
		text = text[n:]
		if frame := strings.HasPrefix(line, "    at "); frame && (line == before || ownFrame().MatchString(line)) {
			continue
		}
		b.WriteString(line)
		before = line
	}
	return b.String()
}

// ownFrame matches a line of a stack that belongs to the bundle, not to the user's code.
var ownFrame = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\s+at .*\(?hitlrun[:/][^\n]*\n?`) })

// Position returns the place in the user's source where the error was made; the zero Position if it
// is unknown.
func (e *ScriptError) Position() (at Position) {
	e.vm.peek(func() {
		if frames := e.userFrames(); len(frames) > 0 {
			at = frames[0]
		}
	})
	return at
}

// Frame returns the lines of source around Position, "" if there are none.
func (e *ScriptError) Frame() string {
	return e.vm.program.frame(e.Position())
}

// Thrown converts a value that a script threw to a Go error. A bubble-up of the graph engine
// becomes the engine's error again. A value that throws when it is looked at, such as a proxy, is
// like one of which nothing is known.
func (vm *VM) Thrown(v goja.Value) error {
	if v == nil {
		v = goja.Undefined()
	}
	var err error
	if ex := vm.rt.Try(func() { err = vm.thrown(v) }); ex != nil {
		return &ScriptError{vm: vm, value: v}
	}
	return err
}

func (vm *VM) thrown(v goja.Value) error {
	if o, ok := v.(*goja.Object); ok {
		if vm.hooks.Errors != nil {
			if err := vm.hooks.Errors.FromScript(o); err != nil {
				return err
			}
		}
		if t := o.ExportType(); t != nil && t.Implements(reflect.TypeFor[error]()) {
			if inner, ok := guard.Export(o).(error); ok {
				return inner
			}
		}
	}
	return &ScriptError{vm: vm, value: v, cause: causeOf(v, vm.symGoError)}
}

// goError is an error of the Go program that was thrown into the script.
type goError struct{ err error }

// ThrownByProgram is ErrorValue for an error of a Function of the Go program. If the script throws
// the value again, the ScriptError unwraps to err.
func (vm *VM) ThrownByProgram(err error) goja.Value {
	v := vm.ErrorValue(err)
	if o, ok := v.(*goja.Object); ok && o.ClassName() == "Error" && o.GetSymbol(vm.symGoError) == nil {
		_ = o.DefineDataPropertySymbol(vm.symGoError, vm.values.Seal(&goError{err}), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
	return v
}

// causeOf returns the error of the Go program that ThrownByProgram attached to v, or nil.
func causeOf(v goja.Value, symbol *goja.Symbol) error {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Error" {
		return nil
	}
	if inner, ok := o.GetSymbol(symbol).(*goja.Object); ok {
		if cause, ok := value.Sealed[*goError](inner); ok {
			return cause.err
		}
	}
	return nil
}

// ScriptError converts an error of goja to a Go error. If the VM was stopped, it returns the error
// that stopped it.
func (vm *VM) ScriptError(err error) error {
	if cause := stoppedBy(err); cause != nil {
		vm.Fail(cause)
		return cause
	}
	var ex *goja.Exception
	if !errors.As(err, &ex) {
		return err
	}
	wrapped := vm.Thrown(ex.Value())
	var se *ScriptError
	if errors.As(wrapped, &se) {
		se.stack = ex.Stack()
	}
	return wrapped
}

// ErrorValue converts a Go error to the value that a script sees.
func (vm *VM) ErrorValue(err error) goja.Value {
	if ex, ok := err.(*goja.Exception); ok { //nolint:errorlint // errors.As would run traps of the thrown value
		return ex.Value()
	}
	if vm.hooks.Errors != nil {
		if v := vm.hooks.Errors.ToScript(err); v != nil {
			return v
		}
	}
	if v := vm.Threw(err); v != nil {
		return v
	}
	var pe *PermissionError
	if errors.As(err, &pe) {
		o := vm.Construct("Error", vm.rt.ToValue(pe.Error()))
		_ = o.Set("name", "PermissionDenied")
		_ = o.Set("code", "ERR_ACCESS_DENIED")
		return o
	}
	return vm.Construct("Error", vm.rt.ToValue(err.Error()))
}

// Threw returns the value that the script threw if err is a ScriptError of this VM, and nil for
// other errors.
func (vm *VM) Threw(err error) goja.Value {
	var se *ScriptError
	if errors.As(err, &se) && se.vm == vm {
		return se.value
	}
	return nil
}

// Check throws err into the script if err is not nil.
func (vm *VM) Check(err error) {
	if err != nil {
		vm.Throw(err)
	}
}

// thrower implements value.Thrower for a VM.
type thrower struct{ vm *VM }

// ScriptError implements value.Thrower.
func (t thrower) ScriptError(err error) error { return t.vm.ScriptError(err) }

// Throw implements value.Thrower.
func (t thrower) Throw(err error) goja.Value { return t.vm.Throw(err) }
