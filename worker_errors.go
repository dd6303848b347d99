// This file sends errors between a host and its workers. errors.Is and errors.As find the same on both sides.

package hitlrun

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/runtime"
	"github.com/hitlrun/hitlrun/worker"
)

// plainErrors has the errors without data, by their names in messages.
var plainErrors = map[string]error{
	"NoThread": ErrNoThread, "NotWaiting": ErrNotWaiting, "Resolved": ErrResolved, "Answer": ErrAnswer, "Mismatch": ErrMismatch,
	"NonDeterminism": ErrNonDeterminism, "Choose": ErrChoose, "Waiting": ErrWaiting, "NoGraph": ErrNoGraph, "Input": ErrInput,
	"Bounds": ErrBounds, "Script": ErrScript, "Busy": ErrBusy, "Limit": ErrLimit, "Unsettled": ErrUnsettled, "Listener": ErrListener,
	"NotFound": checkpoint.ErrNotFound, "KeyWithoutThread": checkpoint.ErrNoThread, "Conflict": checkpoint.ErrConflict, "Sync": checkpoint.ErrSync, "Exhausted": checkpoint.ErrExhausted,
	"Locked": checkpoint.ErrLocked, "Unwritable": checkpoint.ErrUnwritable, "Replaced": checkpoint.ErrReplaced, "Key": sqlite.ErrKey, "Damaged": sqlite.ErrDamaged,
	"NotErased": sqlite.ErrNotErased, "Canceled": context.Canceled, "DeadlineExceeded": context.DeadlineExceeded, "EOF": io.EOF,
	"NotLoaded": errNotLoaded, "NotExist": fs.ErrNotExist, "Permission": fs.ErrPermission,
}

// Kinds of errors with data, and of errors that only have a text.
const (
	kindPlain    = ""
	kindError    = "Error"
	kindThread   = "threadError"
	kindExit     = "ExitError"
	kindAnswered = "ResolvedError"
	kindAnswer   = "AnswerError"
	kindLimit    = "LimitError"
	kindCrash    = "ScriptCrash"
	kindEngine   = "runtime.Error"
	kindGranted  = "PermissionError"
	kindFunction = "functionError"
	kindEnded    = "ended" // the context of the call, on the caller's side
)

// Bounds of an error in a message.
const (
	maxErrorText   = 1 << 20
	maxErrorDepth  = 16
	maxErrorCauses = 64
)

// messageOf converts an error to a message.
func messageOf(err error) *errorMessage { return messageOfBelow(err, 0) }

func messageOfBelow(err error, depth int) *errorMessage {
	text := err.Error()
	m := &errorMessage{Text: text[:min(len(text), maxErrorText)]}
	for name, plain := range plainErrors {
		if err == plain { //nolint:errorlint // what it wraps is a message of its own
			m.Kind = name
			return m
		}
	}
	m.fill(err)
	if is, ok := err.(interface{ Is(target error) bool }); ok && m.Kind == kindPlain {
		for name, plain := range plainErrors {
			if is.Is(plain) {
				m.Causes = append(m.Causes, errorMessage{Kind: name, Text: plain.Error()})
			}
		}
	}
	if depth == maxErrorDepth {
		return m
	}
	var causes []error
	switch e := err.(type) { //nolint:errorlint // it is about this very error
	case interface{ Unwrap() error }:
		causes = []error{e.Unwrap()}
	case interface{ Unwrap() []error }:
		causes = e.Unwrap()
	}
	for _, cause := range causes[:min(len(causes), maxErrorCauses)] {
		if cause != nil {
			m.Causes = append(m.Causes, *messageOfBelow(cause, depth+1))
		}
	}
	return m
}

// fill sets the kind of a message, and the data of the error.
func (m *errorMessage) fill(err error) {
	d := &m.Data
	switch e := err.(type) { //nolint:errorlint // what it wraps is a message of its own
	case *Error:
		m.Kind = kindError
		m.Text, d.Name, d.Position, d.Frame, d.Node, d.Stack = e.Message, e.Name, e.Position, e.Frame, e.Node, e.Stack
	case *threadError:
		m.Kind = kindThread
	case *ExitError:
		m.Kind, d.Exit = kindExit, e.Code
	case *jsapi.ExitError:
		m.Kind, d.Exit = kindExit, e.Code
	case *ResolvedError:
		m.Kind = kindAnswered
		d.ThreadID, d.Interrupt, d.By, d.At, d.TimedOut = e.ThreadID, e.Interrupt, e.By, e.At, e.TimedOut
	case *AnswerError:
		m.Kind, d.Name, d.Code = kindAnswer, e.Path, e.Reason
	case *jsapi.LimitError:
		m.Kind, d.Name, d.Flag = kindLimit, e.What, e.Flag
	case *jsapi.ScriptCrash:
		m.Kind = kindCrash
		d.Stack, d.Builtin, d.Node, d.Script, d.Position = e.Report(), e.Builtin, e.Node, e.Script, Position(e.Position)
	case *ScriptCrash:
		m.Kind = kindCrash
		d.Stack, d.Builtin, d.Node, d.Script, d.Position = e.Report(), e.Builtin, e.Node, e.Script, e.Position
	case *runtime.Error:
		m.Kind, d.Name, d.Code = kindEngine, e.Name, e.Code
	case *runtime.NodeTimeoutError:
		m.Kind, d.Name = kindEngine, runtime.ErrorName(e)
	case *jsapi.PermissionError:
		m.Kind, d.Name, d.Flag = kindGranted, e.What, e.Flag
	case *functionError:
		m.Kind, d.Ref = kindFunction, e.ref
	case *worker.CancelError:
		m.Kind = kindEnded
	}
}

// err converts a message to an error. ended is the error of the call's context if that has ended, otherwise nil.
func (m *errorMessage) err(ended error) error { return m.errBelow(ended, 0) }

func (m *errorMessage) errBelow(ended error, depth int) error {
	if plain := plainErrors[m.Kind]; plain != nil {
		return plain
	}
	var causes []error
	if depth < maxErrorDepth {
		for i := range m.Causes[:min(len(m.Causes), maxErrorCauses)] {
			causes = append(causes, m.Causes[i].errBelow(ended, depth+1))
		}
	}
	below := errors.Join(causes...)
	if len(causes) == 1 {
		below = causes[0]
	}
	d := &m.Data
	switch m.Kind {
	case kindError:
		return &Error{Message: m.Text, Name: d.Name, Position: d.Position, Frame: d.Frame, Node: d.Node, Stack: d.Stack, err: below}
	case kindThread:
		return &threadError{err: below, message: m.Text}
	case kindExit:
		return &ExitError{d.Exit}
	case kindAnswered:
		return &ResolvedError{ThreadID: d.ThreadID, Interrupt: d.Interrupt, By: d.By, At: d.At, TimedOut: d.TimedOut, err: farError{m.Text, below}}
	case kindAnswer:
		return &AnswerError{Path: d.Name, Reason: d.Code, err: farError{m.Text, below}}
	case kindLimit:
		return &jsapi.LimitError{What: d.Name, Flag: d.Flag}
	case kindCrash:
		return &ScriptCrash{Value: "in a worker", Stack: []byte(d.Stack), Builtin: d.Builtin, Node: d.Node, Script: d.Script, Position: d.Position, err: farError{m.Text, nil}}
	case kindEngine:
		return farEngineError{farError{m.Text, below}, &runtime.Error{Name: d.Name, Code: d.Code}}
	case kindGranted:
		return &jsapi.PermissionError{What: d.Name, Flag: d.Flag}
	case kindFunction:
		return &functionError{farError: farError{m.Text, below}, ref: d.Ref}
	case kindEnded:
		if ended != nil {
			return ended
		}
	}
	return farError{m.Text, below}
}

// farError is an error from another process.
type farError struct {
	text  string
	below error
}

func (e farError) Error() string { return e.text }
func (e farError) Unwrap() error { return e.below }

// farEngineError is an error of the engine from another process. Errors of the engine are compared by their names.
type farEngineError struct {
	farError
	as *runtime.Error
}

func (e farEngineError) Is(target error) bool { return e.as.Is(target) }

// functionError is the error of a Function on its way to the worker and back to the host, which replaces it with the
// original error.
type functionError struct {
	farError
	ref uint64
	was error // on the host: the original error; nil if it was dropped
}

func (e *functionError) Unwrap() []error {
	if e.was != nil {
		return []error{e.was}
	}
	return []error{e.below}
}

// maxFailures is how many errors of Functions a host remembers for each worker. Of older ones only the text comes back.
const maxFailures = 1000

// remember stores the error of a Function, and returns the one that the worker gets.
func (p *proc) remember(err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastRef++
	p.failures = append(p.failures, failure{p.lastRef, err})
	if len(p.failures) > maxFailures {
		p.failures = append(p.failures[:0:0], p.failures[len(p.failures)-maxFailures/2:]...)
	}
	return &functionError{farError: farError{err.Error(), err}, ref: p.lastRef}
}

// recall restores the errors of Functions in an error that a worker returned.
func (p *proc) recall(err error) {
	switch e := err.(type) { //nolint:errorlint // it looks at each
	case *functionError:
		p.mu.Lock()
		defer p.mu.Unlock()
		if i, ok := slices.BinarySearchFunc(p.failures, e.ref, func(f failure, ref uint64) int { return cmp.Compare(f.ref, ref) }); ok {
			e.was = p.failures[i].err
		}
	case interface{ Unwrap() error }:
		p.recall(e.Unwrap())
	case interface{ Unwrap() []error }:
		for _, below := range e.Unwrap() {
			p.recall(below)
		}
	}
}
