// This file gives Go programs the types and functions of the packages below. The documentation of a
// type with its fields and methods is in the package that its line names: go doc ./jsapi/langgraph
// GraphCall.

package jsapi

import (
	"context"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/langgraph"
	"github.com/hitlrun/hitlrun/jsapi/node"
	"github.com/hitlrun/hitlrun/jsapi/review"
	"github.com/hitlrun/hitlrun/jsapi/vm"
)

// Version is the version of the program.
const Version = vm.Version

type (
	// Program is a compiled bundle. It is safe for concurrent use.
	Program = vm.Program
	// Limits bound the resources that a script may use.
	Limits = vm.Limits
	// Permissions say what a script may access; Grant is one permission.
	Permissions = vm.Permissions
	Grant       = vm.Grant
	// Position is a place in a source file.
	Position = vm.Position

	// ScriptError is the error that a script threw.
	ScriptError = vm.ScriptError
	// ScriptCrash is the error of a script that makes the JavaScript engine panic.
	ScriptCrash = vm.ScriptCrash
	// ExitError is the error of a script that calls process.exit.
	ExitError = vm.ExitError
	// LimitError says which limit stopped a script. Each LimitError is ErrLimit for errors.Is.
	LimitError = vm.LimitError
	// PermissionError says which permission a script lacks.
	PermissionError = vm.PermissionError

	// Graph is a compiled graph of a script. GraphInfo describes a graph that a script exports.
	Graph     = langgraph.Graph
	GraphInfo = langgraph.GraphInfo
	// GraphCall says how to run a graph. UpdateCall says how to change the state of a thread;
	// StateUpdate is one change.
	GraphCall   = langgraph.GraphCall
	UpdateCall  = langgraph.UpdateCall
	StateUpdate = langgraph.StateUpdate
	// Chunk is an element of the stream of a run.
	Chunk = langgraph.Chunk
	// Function is a function of the Go program that a script can call.
	Function = langgraph.Function
	// InputError says why a graph refused an input. AnswerError and DecisionError say why an answer
	// does not fit its question.
	InputError    = langgraph.InputError
	AnswerError   = langgraph.AnswerError
	DecisionError = review.Error
)

// ErrLimit matches each LimitError with errors.Is. ErrUnsettled is returned when a script waits for
// something that cannot happen any more.
var (
	ErrLimit     = vm.ErrLimit
	ErrUnsettled = vm.ErrUnsettled
	ErrListener  = vm.ErrListener
)

// AllowAll returns permissions that grant everything.
func AllowAll() Permissions { return vm.AllowAll() }

// RestoreTerminals makes the terminals that scripts have made raw again what they were.
func RestoreTerminals() { node.RestoreTerminals() }

// Compile compiles a bundle. path names the script in process.argv and in messages.
func Compile(path string, b *bundle.Result) (*Program, error) { return vm.Compile(path, b) }

// Ended returns nil while ctx is active. After its end it returns an error that matches both
// ctx.Err() and context.Cause(ctx) with errors.Is.
func Ended(ctx context.Context) error { return vm.Ended(ctx) }

// Caller identifies the node and the thread that call a Function. All fields are "" if the script
// calls it outside of a node.
type Caller struct{ ThreadID, RunID, NS, Node, TaskID string }

// CallerOf returns the caller of the Function that got this context, and the zero Caller for any
// other context.
func CallerOf(ctx context.Context) Caller { return Caller(langgraph.CallerOf(ctx)) }

// WithCaller returns a context in which CallerOf returns c.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return langgraph.WithCaller(ctx, langgraph.Caller(c))
}

// EffectKey returns the key of the effect for which a Function is called. The key is the same when
// a node with effects: "once" calls the Function again after a crash. In other nodes it is "".
func EffectKey(ctx context.Context) string { return langgraph.EffectKey(ctx) }

// WithEffectKey returns a context in which EffectKey returns key. It is for a Function that is
// called in another process than that of its script.
func WithEffectKey(ctx context.Context, key string) context.Context {
	return langgraph.WithEffectKey(ctx, key)
}
