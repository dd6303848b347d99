// This file has the errors of scripts: what went wrong, and where.

package hitlrun

import (
	"errors"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// Position is a place in a source file: line and column start at 1.
type Position struct {
	File         string
	Line, Column int
}

// String returns "flow.ts:3:7".
func (p Position) String() string { return jsapi.Position(p).String() }

// Error is an error in a script: the script could not be bundled, or it threw.
type Error struct {
	// Message is the text of the error, without the position. It begins with the Name, if there is one.
	Message string
	// Name is the name of the class of what the script threw, "RangeError" for example; "" if the script threw another
	// value than an error, or could not be bundled.
	Name string
	// Position is where the error was thrown; its File is "" if that is unknown.
	Position Position
	// Frame has the lines around the position; "" if the source is not available.
	Frame string
	// Node is the name of the node that failed; in an inner graph with the names of the nodes around it, "outer >
	// inner". "" means that it is unknown.
	Node string
	// Stack is the full report as Node.js prints it: the stack, and the other properties of the error.
	Stack string

	err error
}

// Error returns one line: the position and the message.
func (e *Error) Error() string {
	if e.Position.File == "" {
		return e.Message
	}
	return e.Position.String() + ": " + e.Message
}

// Unwrap returns the error underneath.
func (e *Error) Unwrap() error { return e.err }

// As finds the *ScriptCrash underneath.
func (e *Error) As(target any) bool {
	found, ok := target.(**ScriptCrash)
	if ok {
		*found, ok = crashIn(e.err)
	}
	return ok
}

// ScriptCrash is the cause of an error, found by errors.As, if a script made the JavaScript engine panic. The run has
// ended, its VM is not used again, the thread can be resumed, and the program continues. Report has the details.
type ScriptCrash struct {
	Value    any      // the value that the engine panicked with
	Stack    []byte   // of Go
	Builtin  string   // the JavaScript function that failed, "String.prototype.at" for example; "" if unknown
	Node     string   // the node that ran, "" outside of a graph
	Script   string   // the path of the script
	Position Position // in the user's source; File is "" if unknown

	err error // nil if the crash is the only error
}

// Error returns one line without details of the engine; Report has them.
func (e *ScriptCrash) Error() string {
	if e.err != nil {
		return e.err.Error()
	}
	return e.engine().Error()
}

// Unwrap returns the error underneath.
func (e *ScriptCrash) Unwrap() error { return e.err }

// Report returns all details of the crash, for whoever searches for the bug: text of several lines.
func (e *ScriptCrash) Report() string { return e.engine().Report() }

// engine converts the crash to the type that the engine uses.
func (e *ScriptCrash) engine() *jsapi.ScriptCrash {
	return &jsapi.ScriptCrash{Value: e.Value, Stack: e.Stack, Builtin: e.Builtin, Node: e.Node, Script: e.Script, Position: jsapi.Position(e.Position)}
}

// crashIn returns the crash that err wraps.
func crashIn(err error) (*ScriptCrash, bool) {
	var c *jsapi.ScriptCrash
	if !errors.As(err, &c) {
		return nil, false
	}
	return &ScriptCrash{Value: c.Value, Stack: c.Stack, Builtin: c.Builtin, Node: c.Node, Script: c.Script, Position: Position(c.Position), err: err}, true
}

// namedErrors has errors of Go that are thrown into nodes, by their names in JavaScript.
var namedErrors = map[string]error{"NonDeterminismError": ErrNonDeterminism, "InterruptMismatchError": ErrMismatch}

// explain converts what a script threw to an *Error, and returns other errors as they are.
func explain(err error) error {
	if err == nil || explained(err) {
		return err
	}
	var exit *jsapi.ExitError
	if errors.As(err, &exit) {
		return &ExitError{exit.Code}
	}
	var refused *jsapi.InputError
	if errors.As(err, &refused) {
		return errorf(ErrInput, "%v", err)
	}
	var se *jsapi.ScriptError
	if errors.As(err, &se) {
		name, message := se.Describe()
		if name != "" {
			message = name + ": " + message
		}
		if several, ok := se.Unwrap().(*runtime.AggregateError); ok { //nolint:errorlint // what it threw itself
			for _, one := range several.Errors {
				message += "\n" + explain(one).Error()
			}
		}
		if known := namedErrors[name]; known != nil {
			err = errors.Join(known, err)
		}
		return &Error{Message: message, Name: name, Position: Position(se.Position()), Frame: se.Frame(), Node: se.Node(), Stack: se.Backtrace(), err: err}
	}
	if crash, ok := crashIn(err); ok {
		return crash
	}
	var unstorable *runtime.Unstorable
	if errors.As(err, &unstorable) {
		kind, size := ErrInput, new(value.SizeError)
		if errors.As(err, &size) || errors.As(err, new(*checkpoint.StateSizeError)) {
			kind = ErrBounds
		}
		return errorf(kind, "%v", unstorable)
	}
	var resolved *runtime.ResolvedError
	if errors.As(err, &resolved) {
		return &ResolvedError{ThreadID: resolved.ThreadID, Interrupt: resolved.Interrupt, By: resolved.By, At: resolved.At, TimedOut: resolved.TimedOut, err: err}
	}
	var unfit *jsapi.AnswerError
	if errors.As(err, &unfit) {
		return &AnswerError{Path: unfit.Path, Reason: unfit.Reason, err: err}
	}
	var undecided *jsapi.DecisionError
	if errors.As(err, &undecided) {
		return errorf(ErrAnswer, "the answer does not fit the question: %s. %s",
			strings.TrimSuffix(undecided.Reason, "."), undecided.Hint)
	}
	if errors.Is(err, &runtime.Error{Name: "InterruptNotFoundError"}) {
		return errorf(ErrNotWaiting, "%v", err)
	}
	for name, known := range namedErrors {
		if errors.Is(err, &runtime.Error{Name: name}) {
			return errorf(known, "%s: %v", name, err)
		}
	}
	var be *bundle.Error
	if errors.As(err, &be) && len(be.Messages) > 0 {
		return explainBundle(be, err)
	}
	return err
}

// explainBundle converts the first message about a script that could not be bundled. err wraps be.
func explainBundle(be *bundle.Error, err error) *Error {
	m := be.Messages[0]
	e := &Error{Message: m.Text, Frame: m.Frame(), Stack: be.Error(), err: err}
	if m.Line > 0 {
		e.Position = Position{File: m.File, Line: m.Line, Column: m.Column}
	} else if m.File != "" {
		e.Message = m.File + ": " + m.Text
	}
	for _, note := range m.Notes {
		e.Stack += "\n" + note
	}
	return e
}

// explained reports whether err wraps an *Error outside of what the script threw. Inside there may be another one: the
// error of a Function that ran a script itself.
func explained(err error) bool {
	for e := err; e != nil; e = errors.Unwrap(e) {
		switch e.(type) { //nolint:errorlint // it asks which of the two is further out
		case *Error, *ScriptCrash:
			return true
		case *jsapi.ScriptError:
			return false
		}
	}
	var known *Error
	return errors.As(err, &known)
}

// threw reports whether err is what a script threw. The error of a Function is thrown by the script too, and does not
// concern the thread.
func threw(err error) bool {
	var e *Error
	return errors.As(err, &e)
}

// ErrorName returns the name of the class of an error, as scripts see it: the one of what a script threw, or one of
// LangGraph, "GraphRecursionError" for example. It is "" for other errors.
func ErrorName(err error) string {
	var thrown *Error
	if errors.As(err, &thrown) {
		return thrown.Name
	}
	var far farEngineError
	if errors.As(err, &far) {
		return far.as.Name
	}
	return runtime.ErrorName(err)
}

// IsInvalidUpdate reports whether err is LangGraph's InvalidUpdateError: the graph does not accept this change of its
// state.
func IsInvalidUpdate(err error) bool { return errors.Is(err, runtime.ErrInvalidUpdate) }

// IsOutage reports whether err says that the call can succeed later, whatever it was: the store could not be used (another process
// has it locked, the disk is full or fails, its files were replaced), or ErrExhausted. Except after ErrSync, the thread has not
// changed.
func IsOutage(err error) bool { return checkpoint.IsOutage(err) }
