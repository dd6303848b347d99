// This file names what a Go program needs of the packages below.

package jsapi

import (
	"context"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/langgraph"
	"github.com/hitlrun/hitlrun/jsapi/vm"
)

// Version is the version of the program.
const Version = vm.Version

type (
	// Program is a bundled script, compiled.
	Program = vm.Program
	// Limits bound what a script may use.
	Limits = vm.Limits
	// Permissions are what a script is granted; Grant is one of them.
	Permissions = vm.Permissions
	Grant       = vm.Grant
	// Position is a place in a source file.
	Position = vm.Position

	// ScriptError is what a script threw.
	ScriptError = vm.ScriptError
	// ScriptCrash is returned where a script made the engine itself fail.
	ScriptCrash = vm.ScriptCrash
	// ExitError is how a script ends that calls process.exit.
	ExitError = vm.ExitError
	// LimitError says which limit stopped a script; each is ErrLimit.
	LimitError = vm.LimitError
	// PermissionError says what a script was not granted.
	PermissionError = vm.PermissionError

	// Graph is a compiled graph of a script; GraphInfo is what is known of an exported one.
	Graph     = langgraph.Graph
	GraphInfo = langgraph.GraphInfo
	// GraphCall says how to run a graph, UpdateCall how to change the state of a thread.
	GraphCall   = langgraph.GraphCall
	UpdateCall  = langgraph.UpdateCall
	StateUpdate = langgraph.StateUpdate
	// Chunk is an element of the stream of a run.
	Chunk = langgraph.Chunk
	// Function is a function of the Go program that a script can call.
	Function = langgraph.Function
	// InputError says why a graph refused an input; AnswerError and DecisionError why an answer does not fit.
	InputError    = langgraph.InputError
	AnswerError   = langgraph.AnswerError
	DecisionError = langgraph.DecisionError
)

// ErrLimit is what each LimitError is, for errors.Is; ErrUnsettled is returned when a script waits for something that cannot
// happen any more.
var (
	ErrLimit     = vm.ErrLimit
	ErrUnsettled = vm.ErrUnsettled
)

// AllowAll grants everything.
func AllowAll() Permissions { return vm.AllowAll() }

// Compile compiles a bundle. path names the script, for process.argv and messages.
func Compile(path string, b *bundle.Result) (*Program, error) { return vm.Compile(path, b) }

// Ended returns nil while ctx has not ended; then an error that is ctx.Err() and context.Cause(ctx) for errors.Is.
func Ended(ctx context.Context) error { return vm.Ended(ctx) }

// Caller is who calls a Function.
type Caller = langgraph.Caller

// CallerOf returns who calls the Function that has been given this context.
func CallerOf(ctx context.Context) Caller { return langgraph.CallerOf(ctx) }

// WithCaller is WithEffectKey for CallerOf.
func WithCaller(ctx context.Context, c Caller) context.Context { return langgraph.WithCaller(ctx, c) }

// EffectKey returns the key of the effect that a Function is called for: the same when a node with
// effects: "once" calls it again because nobody knows whether it was done; "" in other nodes.
func EffectKey(ctx context.Context) string { return langgraph.EffectKey(ctx) }

// WithEffectKey returns a context for a Function that is called in another process than its script runs in: EffectKey has key of it.
func WithEffectKey(ctx context.Context, key string) context.Context {
	return langgraph.WithEffectKey(ctx, key)
}
