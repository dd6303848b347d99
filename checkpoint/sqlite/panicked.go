// This file has what becomes of a panic inside of a transaction.

package sqlite

import (
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// PanicError is returned for a change that panicked, which is a bug of hitlrun or of the program. Nothing of the change is stored,
// and the store goes on.
type PanicError struct {
	Value any    // of the panic
	Stack []byte // where it was, as debug.Stack returns it

	place string
}

// Error returns the value of the panic with the file and the line that caused it.
func (e *PanicError) Error() string {
	return fmt.Sprintf("a change of the store panicked, which is a bug (%s): %v", e.place, e.Value)
}

// panicked returns the error for a panic. Call it in the deferred function that has recovered.
func panicked(value any) *PanicError {
	e := &PanicError{Value: value, Stack: debug.Stack(), place: "at an unknown line"}
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs[:])])
	for inPanic, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		ofGo := strings.HasPrefix(f.Function, "runtime.")
		if inPanic && !ofGo {
			e.place = fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
			break
		}
		inPanic = inPanic || f.Function == "runtime.gopanic"
	}
	return e
}
