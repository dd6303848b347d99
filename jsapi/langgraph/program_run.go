// This file runs the graph that a script exports for a Go program, on a saver that the program
// chose. The run goes through the invoke of the script's own object, so an input, and the update that comes with
// an answer, pass the same schemas, defaults and middleware as in a script.

package langgraph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/jsapi/vm"
	"github.com/hitlrun/hitlrun/runtime"
)

// GraphCall says how to run a graph.
type GraphCall struct {
	Saver    checkpoint.Saver
	ThreadID string
	// Input is the input of a run, JSON; nil to go on where the thread stands.
	Input json.RawMessage
	// Resume is an answer, JSON. ResumeByID has answers by interrupt id and is used instead if not nil.
	Resume     json.RawMessage
	ResumeByID map[string]json.RawMessage
	// AnswerAgain has Resume take the place of the answer that a task failed with.
	AnswerAgain bool
	// Update is what to change in the state together with the answer, a JSON object.
	Update json.RawMessage
	// TimedOut has the ids of questions whose deadlines are applied.
	TimedOut []string
	// By and From are who starts the run or answers and from where, Script the version
	// of the script; for the audit log.
	By, From, Script string
	// Pin, PinChange and PinGrants are those of runtime.Options.
	Pin                  *checkpoint.Pin
	PinChange, PinGrants string
	// Strict is runtime.Options.Strict.
	Strict bool
	// RecursionLimit is the number of supersteps the run may take; 0 is the usual one.
	RecursionLimit int
	Durability     runtime.Durability
	// OnUpdate, if not nil, is told what each node wrote, as {"node": {…}} in JSON,
	// after it was kept. ns is the namespace of the graph, empty for the outermost.
	OnUpdate func(ns []string, update json.RawMessage)

	// Unsynced leaves the sync of what the run stored to the caller. What the script lets out waits for it all the same.
	Unsynced bool
	// RunID is runtime.Options.RunID.
	RunID string
	// CheckpointID is the checkpoint to run from; "" is the newest.
	CheckpointID string
	// Goto says where to go on instead: the name of a node, {"node": …, "input": …}, or a list of these.
	Goto json.RawMessage
	// Config has configurable, metadata, tags and context of the run, a JSON object.
	Config json.RawMessage
	// InterruptBefore and InterruptAfter are names of nodes; "*" is all of them.
	InterruptBefore, InterruptAfter []string
	// OnChunk, if not nil, is told the chunks of these stream modes, each when it is committed: it has to
	// be synced before anybody outside is notified of it. Subgraphs includes the chunks of graphs inside of the graph.
	OnChunk   func(Chunk)
	Modes     []string
	Subgraphs bool
}

// InputError says why a graph refused what it was to be started with.
type InputError struct {
	What string // "input" or "update"
	Err  error
}

func (e *InputError) Error() string {
	message := e.Err.Error()
	if se := new(vm.ScriptError); errors.As(e.Err, &se) {
		if name, text := se.Describe(); name == "" || name == "Error" {
			message = text
		} else {
			message = name + ": " + text
		}
	}
	return "the graph refuses the " + e.What + ": " + message
}

func (e *InputError) Unwrap() error { return e.Err }

// driven is a run for a Go program. It travels in the configurable of the options that invoke gets, under drivenKey.
type driven struct {
	GraphCall
	ctx     context.Context
	command *runtime.Command // the answer; nil for an input
	begun   bool             // the run has started
	done    func(runtime.Result)
}

const drivenKey = "__hitlrun_run"

// drivenIn returns the run for a Go program that options are of; nil for a run of the script.
func drivenIn(options *goja.Object) *driven {
	if options == nil {
		return nil
	}
	configurable, ok := options.Get("configurable").(*goja.Object)
	if !ok {
		return nil
	}
	v, ok := configurable.Get(drivenKey).(*goja.Object)
	if !ok {
		return nil
	}
	d, _ := value.Sealed[*driven](v)
	return d
}

// Invoke runs g until it ends or waits for an answer, and returns the result.
// Values in it belong to the VM; what is kept is in the saver.
func (exports *Exports) Invoke(ctx context.Context, g *Graph, c GraphCall) (runtime.Result, error) {
	var res runtime.Result
	ended := false
	runCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	exports.unsynced = c.Unsynced
	err := exports.vm.Do(ctx, func() {
		d := &driven{GraphCall: c, ctx: runCtx, done: func(r runtime.Result) { res, ended = r, true }}
		if ex := exports.rt.Try(func() { exports.drive(g, d) }); ex != nil {
			d.refused(exports.vm.ScriptError(ex))
		}
	}, func() bool { return ended })
	if lost := exports.api.ledger.Err(); lost != nil {
		return res, lost
	}
	if err == nil {
		err = res.Err
	}
	return res, err
}

// drive calls invoke of the graph, or of the agent that it belongs to.
func (exports *Exports) drive(g *Graph, d *driven) {
	input, err := exports.driveInput(d)
	if err != nil {
		d.done(runtime.Result{Err: err})
		return
	}
	options, err := exports.driveOptions(d)
	if err != nil {
		d.done(runtime.Result{Err: err})
		return
	}
	of := g.object
	if g.agent != nil {
		of = g.agent
	}
	exports.vm.WhenSettled(exports.vm.CallMethod(of, "invoke", input, options), func(goja.Value) {
		if !d.begun {
			d.done(runtime.Result{Err: errors.New("invoke of the exported object did not run its graph")})
		}
	}, d.refused)
}

// refused ends a run that was not begun.
func (d *driven) refused(err error) {
	if d.begun {
		return
	}
	switch {
	case d.Input != nil:
		err = &InputError{"input", err}
	case d.Update != nil:
		err = &InputError{"update", err}
	}
	d.done(runtime.Result{Err: err})
}

// take gives a call that belongs to the run what the program chose.
func (d *driven) take(c *call) {
	exports, o := c.g.api.programs, &c.o
	o.ThreadID, o.CheckpointID, o.CheckpointMap, o.FromInner = d.ThreadID, d.CheckpointID, nil, false
	o.Thread, o.AnswerAgain = true, d.AnswerAgain
	o.Pin, o.PinChange, o.PinGrants = d.Pin, d.PinChange, d.PinGrants
	o.By, o.From, o.Script = d.By, d.From, d.GraphCall.Script
	o.Strict = o.Strict || d.Strict
	o.Done = d.done
	o.RunID = d.RunID
	if b := breakpoints(d.InterruptBefore); b != nil {
		o.InterruptBefore = b
	}
	if b := breakpoints(d.InterruptAfter); b != nil {
		o.InterruptAfter = b
	}
	o.Modes, o.Subgraphs, o.Emit = 0, false, nil
	exports.listen(c, d.GraphCall)
}

// answer returns the command of the run, with the update as the schema of the graph gave it.
func (d *driven) answer(parsed *runtime.Command) *runtime.Command {
	if d.command != nil && parsed != nil {
		d.command.Updates, d.command.Goto = parsed.Updates, parsed.Goto
	}
	return d.command
}

func (exports *Exports) tellUpdate(c GraphCall, chunk runtime.Chunk) {
	b, err := exports.values.Dump(exports.api.toJS(chunk.Payload), false)
	if err == nil && exports.vm.Barrier() {
		exports.vm.CallBack(func() { c.OnUpdate(chunk.NS, value.PlainJSON(b.Data)) })
	}
}

// driveInput makes of JSON what invoke gets: an input, a Command, or null to go on.
func (exports *Exports) driveInput(d *driven) (goja.Value, error) {
	if d.Resume != nil || d.ResumeByID != nil || d.TimedOut != nil || d.Goto != nil || d.Update != nil && d.Input == nil {
		return exports.driveCommand(d)
	}
	if d.Input == nil {
		return goja.Null(), nil
	}
	v, err := exports.values.Parse(d.Input, false)
	if err != nil {
		return nil, fmt.Errorf("the input is no JSON: %w", err)
	}
	return v, nil
}

// driveCommand reads the answer, and returns the Command that invoke gets.
func (exports *Exports) driveCommand(d *driven) (goja.Value, error) {
	cmd := &runtime.Command{HasResume: d.Resume != nil || d.ResumeByID != nil || d.TimedOut != nil, TimedOut: d.TimedOut}
	d.command = cmd
	var err error
	if d.ResumeByID != nil || d.TimedOut != nil {
		cmd.ResumeByID = map[string]runtime.Value{}
		for id, data := range d.ResumeByID {
			if cmd.ResumeByID[id], err = exports.values.Parse(data, false); err != nil {
				return nil, fmt.Errorf("the answer is no JSON: %w", err)
			}
		}
	} else if d.Resume != nil {
		if cmd.Resume, err = exports.values.Parse(d.Resume, false); err != nil {
			return nil, fmt.Errorf("the answer is no JSON: %w", err)
		}
	}
	o := exports.rt.NewObject() // scripts that were stored long ago have no class for it
	_ = o.Set("lg_name", "Command")
	to, err := exports.driveGoto(d.Goto)
	if err != nil {
		return nil, err
	}
	_ = o.Set("goto", to)
	if d.Update == nil {
		return o, nil
	}
	update, err := exports.values.Parse(d.Update, false)
	if err != nil {
		return nil, fmt.Errorf("the update is no JSON: %w", err)
	}
	if u, ok := update.(*goja.Object); !ok || u.ClassName() != "Object" && u.ClassName() != "Array" {
		return nil, fmt.Errorf("the update must be a JSON object with channels and their values")
	}
	_ = o.Set("update", update)
	return o, nil
}

// handedOver is called before the program gets what a run led to. See GraphCall.Unsynced.
func (exports *Exports) handedOver() error {
	if exports.unsynced {
		return exports.api.ledger.Flush()
	}
	return exports.api.ledger.Barrier()
}
