// This file has instance: a script whose module code has run, ready for one run after another.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
)

// instance runs a script: in a VM of this process, or in one of a worker. Its methods are called one at a time. The
// errors that they return have gone through explain.
type instance interface {
	// choose finds the graph that the script exports as name, for the methods below, and returns the name of the export.
	choose(ctx context.Context, name string) (found string, err error)
	functionName() string
	// checkInput returns an error if no run of the graph can start with this input.
	checkInput(input json.RawMessage) error
	// whyNot says why the graph, the export of that name, cannot resume a thread; "" if it can.
	whyNot(ctx context.Context, saver threadSaver, t *sqlite.Thread, name string) (string, error)
	// invoke runs the graph on a thread.
	invoke(ctx context.Context, call jsapi.GraphCall) error
	mermaid(ctx context.Context, levels int) (string, error)
	// schemas returns the JSON schemas of the graph and of those inside of it, by namespace, as a JSON object.
	schemas(ctx context.Context) (json.RawMessage, error)
	// picture returns the nodes and edges of the graph as JSON.
	picture(ctx context.Context, levels int) (json.RawMessage, error)
	// graphs returns the graphs that the script exports.
	graphs(ctx context.Context) ([]jsapi.GraphInfo, error)
	// updateState changes the state of a thread, and returns the id of the new checkpoint.
	updateState(ctx context.Context, call jsapi.UpdateCall) (string, error)
	// sound reports whether the instance can be used for another run.
	sound() bool
}

// vmInstance is an instance in this process.
type vmInstance struct {
	vm *jsapi.VM
	g  *jsapi.Graph
}

func (in *vmInstance) choose(ctx context.Context, name string) (string, error) {
	g, found, err := in.vm.Exported(ctx, name)
	var se *jsapi.ScriptError
	switch {
	case errors.As(err, &se):
		return "", explain(err)
	case err != nil && (ctx.Err() != nil || !in.vm.Sound()): // it was stopped
		return "", err
	case err != nil:
		return "", errorf(ErrNoGraph, "%v", err)
	}
	in.g = g
	return found, nil
}

func (in *vmInstance) functionName() string { return in.g.FunctionName() }

func (in *vmInstance) checkInput(input json.RawMessage) error {
	if err := in.g.CheckInput(input); err != nil {
		return errorf(ErrInput, "%v", err)
	}
	return nil
}

func (in *vmInstance) whyNot(ctx context.Context, saver threadSaver, t *sqlite.Thread, name string) (string, error) {
	return whyNot(ctx, saver, t, in.g, name)
}

func (in *vmInstance) invoke(ctx context.Context, call jsapi.GraphCall) error {
	_, err := in.vm.Invoke(ctx, in.g, call)
	return explain(err) // read it before others get the VM
}

func (in *vmInstance) mermaid(ctx context.Context, levels int) (string, error) {
	text, err := in.vm.Mermaid(ctx, in.g, levels)
	return text, explain(err)
}

func (in *vmInstance) picture(ctx context.Context, levels int) (json.RawMessage, error) {
	data, err := in.vm.Picture(ctx, in.g, levels)
	return data, explain(err)
}

func (in *vmInstance) schemas(ctx context.Context) (json.RawMessage, error) {
	data, err := in.vm.Schemas(ctx, in.g)
	return data, explain(err)
}

func (in *vmInstance) graphs(ctx context.Context) ([]jsapi.GraphInfo, error) {
	list, err := in.vm.Graphs(ctx)
	return list, explain(err)
}

func (in *vmInstance) updateState(ctx context.Context, call jsapi.UpdateCall) (string, error) {
	id, err := in.vm.UpdateState(ctx, in.g, call)
	return id, explain(err)
}

func (in *vmInstance) sound() bool { return in.vm.Sound() }
