// This file has Error, what went wrong in a script and where.

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

// Error is an error in a script: it could not be read, or it threw.
type Error struct {
	// Message is what happened, without the position.
	Message string
	// Position is where; it has no File if that is not known.
	Position Position
	// Frame shows the lines around the position, "" if they are not at hand.
	Frame string
	// Node is the name of the node that failed, with those of the nodes around it if it is one of an inner graph,
	// "outer > inner"; "" if that is not known.
	Node string
	// Stack is the whole story, as Node prints it: the stack, and what else the error says.
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

// ScriptCrash is returned, below what errors.As looks through, where a script made the engine panic. The run has ended, the VM
// is not used again, the thread can go on, and the program is not harmed. Report has the details.
type ScriptCrash struct {
	Value    any      // what the engine panicked with
	Stack    []byte   // of Go
	Builtin  string   // the function of JavaScript that failed, "String.prototype.at" for example; "" if it is not known
	Node     string   // the node that ran, "" outside of a graph
	Script   string   // the path of the script
	Position Position // in the user's source; no File if it is not known

	err error // nil if there is only the crash
}

// Error is one line. It shows nothing of the inside of the engine; Report has the rest.
func (e *ScriptCrash) Error() string {
	if e.err != nil {
		return e.err.Error()
	}
	return e.engine().Error()
}

// Unwrap returns the error underneath.
func (e *ScriptCrash) Unwrap() error { return e.err }

// Report is all that is known, for whoever looks for the bug: text of several lines.
func (e *ScriptCrash) Report() string { return e.engine().Report() }

// engine returns the crash as the engine reports it.
func (e *ScriptCrash) engine() *jsapi.ScriptCrash {
	return &jsapi.ScriptCrash{Value: e.Value, Stack: e.Stack, Builtin: e.Builtin, Node: e.Node, Script: e.Script, Position: jsapi.Position(e.Position)}
}

// crashIn returns the crash that is in err.
func crashIn(err error) (*ScriptCrash, bool) {
	var c *jsapi.ScriptCrash
	if !errors.As(err, &c) {
		return nil, false
	}
	return &ScriptCrash{Value: c.Value, Stack: c.Stack, Builtin: c.Builtin, Node: c.Node, Script: c.Script, Position: Position(c.Position), err: err}, true
}

// namedErrors are errors that the engine throws into a node, by their names there.
var namedErrors = map[string]error{"NonDeterminismError": ErrNonDeterminism, "InterruptMismatchError": ErrMismatch}

// explain makes an *Error of what came out of a script; other errors stay as they are.
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
		if known := namedErrors[name]; known != nil {
			err = errors.Join(known, err)
		}
		return &Error{Message: message, Position: Position(se.Position()), Frame: se.Frame(), Node: se.Node(), Stack: se.Backtrace(), err: err}
	}
	if crash, ok := crashIn(err); ok {
		return crash
	}
	var unstorable *runtime.Unstorable
	if errors.As(err, &unstorable) {
		kind, size := ErrInput, new(value.SizeError)
		if errors.As(err, &size) {
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
		return errorf(ErrAnswer, "the answer does not fit the question: %s. %s", strings.TrimSuffix(undecided.Reason, "."), undecided.Hint)
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
	return err
}

// explained reports whether an *Error is in err, above what a script threw: that may be the error of a Function, which may have run
// a script itself.
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

// threw reports whether err is what a script threw. If it was the error of a Function, that is about something else than the thread.
func threw(err error) bool {
	var e *Error
	return errors.As(err, &e)
}

// IsInvalidUpdate reports whether err says that the state of a graph cannot be changed so, in the words of LangGraph.
func IsInvalidUpdate(err error) bool { return errors.Is(err, runtime.ErrInvalidUpdate) }

// IsOutage reports whether err says that the store could not be read or written for reasons outside of it: it is locked, or the disk
// is full, say. The thread stands where it stood.
func IsOutage(err error) bool { return checkpoint.IsOutage(err) }
