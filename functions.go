// This file makes functions of a Go program that scripts can call.

package hitlrun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/hitlrun/hitlrun/jsapi"
)

// Function is a function of a Go program that scripts can call by its name in ScriptOptions.Functions. Func and RawFunc
// make one; the zero value throws an error in the script that calls it.
//
// Each call runs on its own goroutine, so a Function must be safe for concurrent use. The context of the call ends with
// the run. An error is thrown in the script as an Error with the same text; if the script does not catch it, errors.As
// and errors.Is find it in the error of the run. A panic becomes an error, too.
type Function struct {
	call    jsapi.Function
	in, out reflect.Type // of Func; nil for a RawFunc
}

// Func makes a Function from a Go function with one argument and one result, which encoding/json decodes and encodes:
//
//	type Ticket struct {
//		Title    string `json:"title"`
//		Priority int    `json:"priority,omitempty"`
//	}
//	options.Functions = map[string]hitlrun.Function{
//		"createTicket": hitlrun.Func(func(ctx context.Context, t Ticket) (int, error) { … }),
//	}
//
// A script calls it with an object: await functions.createTicket({ title: "Login is broken" }). Without an argument f
// gets the zero value. An argument that cannot be decoded to an In throws an error in the script, and f is not called.
// Types returns the TypeScript declaration. An integer beyond 2^53 in the result throws an error where JavaScript would
// round it.
func Func[In, Out any](f func(ctx context.Context, in In) (Out, error)) Function {
	call := func(ctx context.Context, args []json.RawMessage) (any, error) {
		var in In
		switch len(args) {
		case 0:
		case 1:
			if err := decode(args[0], &in); err != nil {
				return nil, err
			}
		default:
			return nil, fmt.Errorf("the function takes one argument, but got %d", len(args))
		}
		return f(ctx, in)
	}
	return Function{call, reflect.TypeFor[In](), reflect.TypeFor[Out]()}
}

// decode reads an argument.
func decode(arg json.RawMessage, in any) error {
	err := json.NewDecoder(bytes.NewReader(arg)).Decode(in)
	var unfit *json.UnmarshalTypeError
	if errors.As(err, &unfit) {
		at := "the argument"
		if unfit.Field != "" {
			at = unfit.Field
		}
		return fmt.Errorf("%s is not %s but JSON of type %s", at, describeType(unfit.Type), unfit.Value)
	}
	if err != nil {
		return fmt.Errorf("the argument: %w", err)
	}
	return nil
}

// RawFunc makes a Function from a Go function that decodes its arguments itself: each argument is JSON text. The result
// must be a value that encoding/json can encode; nil becomes null. RawFunc(nil) is the zero Function.
func RawFunc(f func(ctx context.Context, args []json.RawMessage) (any, error)) Function {
	return Function{call: f}
}

// EffectKey returns the key of the effect that a Function is called for, given the context of the call. In a node with
// effects: "once" the key is the same when the node calls the Function again after a crash; in other nodes it is "".
// Pass it to services that accept idempotency keys.
func EffectKey(ctx context.Context) string { return jsapi.EffectKey(ctx) }

// Caller says which node of which thread calls a Function. Its fields are "" for a script that calls one outside of a
// node.
type Caller struct {
	ThreadID string
	RunID    string // see Run.ID
	NS       string // the namespace of the graph, "" for the outermost graph
	Node     string
	TaskID   string
}

// CallerOf returns who calls the Function that got this context; the zero Caller for any other context. The context of
// a Function also has the values of the context that was given to Start, Resume, Begin or BeginResume.
func CallerOf(ctx context.Context) Caller { return Caller(jsapi.CallerOf(ctx)) }

// functionsOf converts the functions to the type that a VM calls.
func functionsOf(functions map[string]Function) map[string]jsapi.Function {
	if functions == nil {
		return nil
	}
	all := make(map[string]jsapi.Function, len(functions))
	for name, f := range functions {
		all[name] = f.call
		if f.call == nil {
			all[name] = func(context.Context, []json.RawMessage) (any, error) {
				return nil, errors.New("the function was not made by hitlrun.Func")
			}
		}
	}
	return all
}

// JSON returns v as JSON, for Start.Input, Answer.Value and the other fields that take some: hitlrun.Answer{Value:
// hitlrun.JSON(true)}. It panics if encoding/json cannot write v: a channel, a function, NaN, an error of a
// MarshalJSON.
func JSON(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("hitlrun.JSON: %v", err))
	}
	return data
}

// State decodes the state of a thread, or the result of a function of the functional API, into a T with encoding/json.
// Channels without a field in T are ignored. An error names the value that does not fit its field. r must not be nil.
func State[T any](r *Result) (T, error) {
	var state T
	err := json.Unmarshal(r.Values, &state)
	if err != nil {
		err = fmt.Errorf("the state of thread %q: %w", r.ThreadID, err)
	}
	return state, err
}

// Question decodes what a node asks into a T with encoding/json. An error names the node, and the value that does not fit
// its field.
func Question[T any](in Interrupt) (T, error) {
	var question T
	err := json.Unmarshal(in.Value, &question)
	if err != nil {
		err = fmt.Errorf("the question of node %s: %w", in.Node, err)
	}
	return question, err
}
