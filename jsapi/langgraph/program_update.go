// This file changes the state of a thread for a Go program, as updateState does for a script.

package langgraph

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// UpdateCall says how to change the state of a thread.
type UpdateCall struct {
	Saver checkpoint.Saver
	Key   checkpoint.Key // the id "" means the newest checkpoint
	// Steps are supersteps of updates. Each makes a checkpoint.
	Steps    [][]StateUpdate
	By, From string // who changes the state and from where, for the audit log
	RunID    string // the id of the run that the thread gets
	Pin      *checkpoint.Pin
}

// StateUpdate is an update that is applied as if a node had written it.
type StateUpdate struct {
	Values json.RawMessage // nil or null means no values
	AsNode string          // the name of the node; "" lets the engine choose it
	// Goto, if not nil, makes a Command of the update: a node name or {"node", "input"}, or a list of them.
	Goto json.RawMessage
}

// UpdateState changes the state of a thread, and returns the id of the newest checkpoint.
func (exports *Exports) UpdateState(ctx context.Context, g *Graph, c UpdateCall) (string, error) {
	if c.Key.NS != "" {
		inner, missing := g.inner(c.Key.NS)
		if missing != "" {
			return "", &InputError{"update", fmt.Errorf("it has no subgraph %q", missing)}
		}
		g = inner
	}
	var id string
	var failed error
	ended := false
	end := func(err error) { failed, ended = err, true }
	err := exports.vm.Do(ctx, func() {
		steps, all, err := exports.driveSteps(c)
		if err != nil {
			end(&InputError{"update", err})
			return
		}
		h := host{exports.api}
		exports.api.states.parseAll(h, g, all, func(err error) {
			if err != nil {
				end(err)
				return
			}
			o := runtime.Options{Ledger: &exports.api.ledger, IDs: &exports.api.ids, Now: exports.o.Now, Old: exports.api.legacy(), MaxState: exports.vm.Limits().StateBytes, Thread: c.Key.NS == "", By: c.By, From: c.From, RunID: c.RunID, Pin: c.Pin}
			g.graph.UpdateState(exports.vm.Context(), h, c.Saver, c.Key, steps, o, func(u runtime.Updated, err error) {
				id = u.Key.ID
				end(err)
			})
		})
	}, func() bool { return ended })
	if lost := exports.api.ledger.Err(); lost != nil {
		return "", lost
	}
	if err == nil {
		err = failed
	}
	return id, err
}

// driveSteps makes the updates of c from JSON. all has those updates that the schema of the graph must
// parse.
func (exports *Exports) driveSteps(c UpdateCall) (steps [][]runtime.StateUpdate, all []*runtime.StateUpdate, err error) {
	for _, given := range c.Steps {
		step := make([]runtime.StateUpdate, len(given))
		for i, u := range given {
			step[i].AsNode, step[i].HasNode = u.AsNode, u.AsNode != ""
			if string(u.Values) == "null" {
				u.Values = nil
			}
			if u.Values == nil && u.Goto == nil {
				continue
			}
			if step[i].Values, err = exports.driveValues(u); err != nil {
				return nil, nil, err
			}
			if u.AsNode != "__copy__" && u.AsNode != "__input__" {
				all = append(all, &step[i])
			}
		}
		steps = append(steps, step)
	}
	return steps, all, nil
}

// driveValues makes what a node returned from JSON.
func (exports *Exports) driveValues(u StateUpdate) (goja.Value, error) {
	if u.Goto != nil {
		return exports.commandObject(u.Values, u.Goto)
	}
	v, err := exports.values.Parse(u.Values, false)
	if err != nil {
		return nil, fmt.Errorf("the values are not valid JSON: %w", err)
	}
	return v, nil
}
