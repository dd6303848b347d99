// This file runs a graph that a script exports for a Go program, on the saver of the program. It calls
// invoke of the exported object, so that an input, and an update with an answer, pass the same schemas,
// defaults and middleware as in a script.

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
	"github.com/hitlrun/hitlrun/longterm"
	"github.com/hitlrun/hitlrun/runtime"
)

// GraphCall says how to run a graph.
type GraphCall struct {
	Saver    checkpoint.Saver
	ThreadID string
	// Input is the input of the run as JSON. nil resumes the thread.
	Input json.RawMessage
	// Resume is an answer as JSON. ResumeByID has answers by interrupt id; if it is not nil, Resume is
	// ignored.
	Resume     json.RawMessage
	ResumeByID map[string]json.RawMessage
	// AnswerAgain says that Resume replaces the answer with which a task failed.
	AnswerAgain bool
	// Update changes the state together with the answer: a JSON object of channels and values, or a
	// list of pairs.
	Update json.RawMessage
	// TimedOut has the ids of questions whose deadlines are applied.
	TimedOut []string
	// By and From say who starts the run or answers, and from where. Script is the version of the
	// script. All three are for the audit log.
	By, From, Script string
	// Pin, PinChange and PinGrants are those of runtime.Options.
	Pin                  *checkpoint.Pin
	PinChange, PinGrants string
	// Strict is runtime.Options.Strict.
	Strict bool
	// RecursionLimit is the number of supersteps that the run may take; 0 means the limit of the graph
	// or the default.
	RecursionLimit int
	Durability     runtime.Durability
	// OnUpdate is called, if not nil, with the writes of each node as JSON, {"node": {…}}, after they
	// are synced. ns is the namespace of the graph, which is empty for the outermost graph.
	OnUpdate func(ns []string, update json.RawMessage)

	// Unsynced says that the caller syncs what the run stored. Output of the script still waits for a
	// sync.
	Unsynced bool
	// RunID is runtime.Options.RunID.
	RunID string
	// CheckpointID is the checkpoint to run from; "" means the newest.
	CheckpointID string
	// Goto says, as JSON, which nodes run next: the name of a node, {"node": …, "input": …}, or a list
	// of these.
	Goto json.RawMessage
	// Config has configurable, metadata, tags and context of the run, as a JSON object.
	Config json.RawMessage
	// LongTerm is what nodes get as config.store if their graph was compiled without a store; nil means
	// none.
	LongTerm longterm.Items
	// InterruptBefore and InterruptAfter are names of nodes; "*" means all nodes. Empty lists mean
	// those with which the graph was compiled.
	InterruptBefore, InterruptAfter []string
	// OnChunk is called, if not nil, with each chunk of the stream modes Modes, after the chunk is
	// committed. The caller must sync before it passes a chunk on to anyone outside. Subgraphs includes
	// the chunks of subgraphs.
	OnChunk   func(Chunk)
	Modes     []string
	Subgraphs bool
}

// InputError says why a graph refused an input or an update.
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

// driven is a run for a Go program. The options of invoke carry it in their configurable, under
// drivenKey.
type driven struct {
	GraphCall
	ctx     context.Context
	command *runtime.Command // the answer; nil for an input
	taken   bool             // a call of the script runs it, and no other one can
	begun   bool             // the run has started
	over    bool             // the program has its result
	done    func(runtime.Result)
}

const drivenKey = "__hitlrun_run"

// drivenIn returns the run for a Go program that options carry, or nil for a run of the script.
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

// Invoke runs g until it ends or waits for an answer, and returns the result. The values in the result
// belong to the VM; stored state is in c.Saver.
func (exports *Exports) Invoke(ctx context.Context, g *Graph, c GraphCall) (runtime.Result, error) {
	var res runtime.Result
	ended := false
	runCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	exports.unsynced = c.Unsynced
	err := exports.vm.Do(ctx, func() {
		d := &driven{GraphCall: c, ctx: runCtx}
		d.done = func(r runtime.Result) {
			if !d.over {
				res, ended, d.over = r, true, true
			}
		}
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

// drive calls invoke of the graph, or of the agent that has the graph.
func (exports *Exports) drive(g *Graph, d *driven) {
	input, err := exports.driveInput(d)
	if err != nil {
		d.done(runtime.Result{Err: err})
		return
	}
	options, err := exports.driveOptions(d, input)
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

// refused ends a run that has not begun because of err. It does nothing if the run has begun.
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

// errTaken is thrown to a script that runs the run of the program a second time. The program gets the result of the first one.
var errTaken = errors.New("invoke was called with these options before: call it once for each run")

// take sets the options of the Go program on a call of its run.
func (d *driven) take(c *call) {
	exports, o := c.g.api.programs, &c.o
	o.ThreadID, o.CheckpointID, o.CheckpointMap, o.FromInner = d.ThreadID, d.CheckpointID, nil, false
	o.Thread, o.AnswerAgain = true, d.AnswerAgain
	o.Pin, o.PinChange, o.PinGrants = d.Pin, d.PinChange, d.PinGrants
	o.By, o.From, o.Script = d.By, d.From, d.GraphCall.Script
	o.Strict = o.Strict || d.Strict
	o.Done = func(r runtime.Result) {
		r.Err = c.g.api.severalErrors(r.Err)
		d.done(r)
	}
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

// answer returns the command of the run, with the updates that the schema of the graph has parsed.
func (d *driven) answer(parsed *runtime.Command) *runtime.Command {
	if d.command != nil && parsed != nil {
		d.command.Updates, d.command.Goto = parsed.Updates, parsed.Goto
	}
	return d.command
}

func (exports *Exports) reportUpdate(c GraphCall, chunk runtime.Chunk) {
	b, err := exports.values.Dump(exports.api.toJS(chunk.Payload), false)
	if err == nil && exports.vm.Barrier() {
		exports.vm.CallBack(func() { c.OnUpdate(chunk.NS, value.PlainJSON(b.Data)) })
	}
}

// driveInput makes the first argument of invoke from JSON: an input, a Command, or null to resume.
func (exports *Exports) driveInput(d *driven) (goja.Value, error) {
	if d.Resume != nil || d.ResumeByID != nil || d.TimedOut != nil || d.Goto != nil || d.Update != nil && d.Input == nil {
		return exports.driveCommand(d)
	}
	if d.Input == nil {
		return goja.Null(), nil
	}
	v, err := exports.values.Parse(d.Input, false)
	if err != nil {
		return nil, fmt.Errorf("the input is not valid JSON: %w", err)
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
				return nil, fmt.Errorf("the answer is not valid JSON: %w", err)
			}
		}
	} else if d.Resume != nil {
		if cmd.Resume, err = exports.values.Parse(d.Resume, false); err != nil {
			return nil, fmt.Errorf("the answer is not valid JSON: %w", err)
		}
	}
	return exports.commandObject(d.Update, d.Goto)
}

// commandObject makes a Command from the JSON of its update, nil for none, and of where to go.
func (exports *Exports) commandObject(values, to json.RawMessage) (goja.Value, error) {
	o := exports.rt.NewObject() // not new Command(), since old stored bundles may lack the class
	_ = o.Set("lg_name", "Command")
	dests, err := exports.driveGoto(to)
	if err != nil {
		return nil, err
	}
	_ = o.Set("goto", dests)
	if values == nil {
		return o, nil
	}
	update, err := exports.values.Parse(values, false)
	if err != nil {
		return nil, fmt.Errorf("the update is not valid JSON: %w", err)
	}
	if u, ok := update.(*goja.Object); !ok || u.ClassName() != "Object" && u.ClassName() != "Array" {
		return nil, fmt.Errorf("the update must be a JSON object with channels and their values")
	}
	_ = o.Set("update", update)
	return o, nil
}

// handedOver is called before the program gets the result of a run. It writes what the run stored, and
// syncs it unless GraphCall.Unsynced is set.
func (exports *Exports) handedOver() error {
	if exports.unsynced {
		return exports.api.ledger.Flush()
	}
	return exports.api.ledger.Barrier()
}
