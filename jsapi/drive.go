// This file runs the graphs of a script for a Go program: the exported graph, on
// a saver that the program chose, with JSON in and results out.

package jsapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
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
	// Pin and PinChange are those of runtime.Options.
	Pin       *checkpoint.Pin
	PinChange string
	// Strict is runtime.Options.Strict.
	Strict bool
	// RecursionLimit is the number of supersteps the run may take; 0 is the usual one.
	RecursionLimit int
	Durability     runtime.Durability
	// OnUpdate, if not nil, is told what each node wrote, as {"node": {…}} in JSON,
	// after it was kept. ns is the namespace of the graph, empty for the outermost.
	OnUpdate func(ns []string, update json.RawMessage)
}

// Exported returns the compiled graph that the script exports as name. An empty
// name stands for "graph", then "default", then the only graph there is.
func (vm *VM) Exported(ctx context.Context, name string) (g *Graph, found string, err error) {
	if vm.exports == nil {
		return nil, "", fmt.Errorf("%s exports nothing: export the compiled graph as \"graph\" or default", vm.program.path)
	}
	if stopped := vm.enter(ctx, func() {
		if ex := vm.rt.Try(func() { g, found, err = vm.exported(name) }); ex != nil {
			err = vm.scriptError(ex)
		}
	}); stopped != nil {
		return nil, "", stopped
	}
	return g, found, err
}

func (vm *VM) exported(name string) (*Graph, string, error) {
	if name != "" {
		v := vm.exports.Get(name)
		if v == nil {
			return nil, "", fmt.Errorf("%s does not export %q; it exports %s", vm.program.path, name, vm.exportNames())
		}
		g, err := vm.compiledGraph(name, v)
		return g, name, err
	}
	for _, name := range []string{"graph", "default"} {
		if v := vm.exports.Get(name); v != nil && !goja.IsUndefined(v) {
			if o, ok := v.(*goja.Object); ok && name == "default" && len(o.Keys()) == 0 && !isFunction(o) {
				continue // of a script that exports nothing
			}
			g, err := vm.compiledGraph(name, v)
			return g, name, err
		}
	}
	var only *Graph
	var onlyName string
	for _, name := range vm.exports.Keys() {
		if g, err := vm.compiledGraph(name, vm.exports.Get(name)); err == nil {
			if only != nil {
				return nil, "", fmt.Errorf("%s exports several graphs: choose one with --graph (%s)", vm.program.path, vm.exportNames())
			}
			only, onlyName = g, name
		}
	}
	if only == nil {
		return nil, "", fmt.Errorf("%s exports no compiled graph: export it as \"graph\" or default (it exports %s)", vm.program.path, vm.exportNames())
	}
	return only, onlyName, nil
}

func (vm *VM) exportNames() string {
	names := slices.DeleteFunc(vm.exports.Keys(), func(name string) bool { return name == "default" })
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

func (vm *VM) compiledGraph(name string, v goja.Value) (*Graph, error) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, fmt.Errorf("the export %q of %s is no compiled graph", name, vm.program.path)
	}
	if handle, ok := o.Get("_handle").(*goja.Object); ok {
		if g, ok := exported[*Graph](handle); ok {
			return g, nil
		}
	}
	if _, ok := goja.AssertFunction(o.Get("compile")); ok {
		return nil, fmt.Errorf("the export %q of %s is not compiled: export builder.compile()", name, vm.program.path)
	}
	return nil, fmt.Errorf("the export %q of %s is no compiled graph", name, vm.program.path)
}

// HasSaver reports whether the script compiled the graph with a checkpointer of its own.
func (g *Graph) HasSaver() bool { return g.saver != nil }

// HasNode reports whether the graph has a node of that name.
func (g *Graph) HasNode(name string) bool { return g.graph.HasNode(name) }

// Subgraph returns the graph that is a node of g, nil if the node is none.
func (g *Graph) Subgraph(node string) *Graph { return g.subgraphs[node] }

// CannotGoOn says why g cannot go on from a stored checkpoint, see runtime.Graph.
func (g *Graph) CannotGoOn(t *checkpoint.Tuple, next []runtime.NextTask, name string) string {
	return g.graph.CannotGoOn(t, next, name)
}

// FunctionName returns the name of the function of the functional API that g is, else "".
func (g *Graph) FunctionName() string { return g.graph.FunctionName() }

// SharedNS reports whether all runs of g, as the node of another graph, store their checkpoints in one namespace.
func (g *Graph) SharedNS() bool { return g.inherit == "true" }

// CheckInput returns an error if no graph of g's kind can be started with this input.
func (g *Graph) CheckInput(input json.RawMessage) error {
	if text := bytes.TrimSpace(input); len(text) > 0 && text[0] != '{' && !g.graph.Root() && !g.graph.Function() {
		return fmt.Errorf("the input must be a JSON object with the channels of the state (%s)", strings.Join(g.graph.StateChannels(), ", "))
	}
	return nil
}

// Invoke runs g until it ends or waits for an answer, and returns the result.
// Values in it belong to the VM; what is kept is in the saver.
func (vm *VM) Invoke(ctx context.Context, g *Graph, c GraphCall) (runtime.Result, error) {
	var res runtime.Result
	ended := false
	runCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	err := vm.Do(ctx, func() {
		o := runtime.Options{
			Saver: c.Saver, ThreadID: c.ThreadID, RecursionLimit: c.RecursionLimit, Durability: c.Durability,
			Ledger: &vm.ledger, Thread: true, AnswerAgain: c.AnswerAgain, Now: vm.o.Now, IDs: &vm.ids, Recent: &vm.recent, KeepWrites: vm.legacy(),
			Pin: c.Pin, PinChange: c.PinChange,
			By: c.By, From: c.From, Script: c.Script, Strict: c.Strict || vm.o.Strict || g.strict, Effects: g.effects, CheckAnswer: vm.checkAnswer,
			Done: func(r runtime.Result) { res, ended = r, true },
		}
		if o.Effects == runtime.EffectsUsual {
			o.Effects = vm.o.Effects
		}
		configurable := vm.rt.NewObject()
		_ = configurable.Set("thread_id", c.ThreadID)
		limit := c.RecursionLimit
		if limit == 0 {
			limit = runtime.DefaultRecursionLimit
		}
		o.Config = &runConfig{configurable: configurable, limit: limit}
		if c.OnUpdate != nil {
			o.Modes, o.Subgraphs = runtime.ModeUpdates, true
			o.Emit = func(chunk runtime.Chunk) { vm.tellUpdate(c, chunk) }
		}
		input, command, err := vm.driveInput(g, c)
		if err != nil {
			res, ended = runtime.Result{Err: err}, true
			return
		}
		g.graph.Start(runCtx, host{vm}, input, command, o)
	}, func() bool { return ended })
	if lost := vm.ledger.Err(); lost != nil {
		return res, lost
	}
	if err == nil {
		err = res.Err
	}
	return res, err
}

func (vm *VM) tellUpdate(c GraphCall, chunk runtime.Chunk) {
	b, err := vm.dump(vm.toJS(chunk.Payload), false)
	if err == nil && vm.barrier() {
		vm.callBack(func() { c.OnUpdate(chunk.NS, PlainJSON(b.Data)) })
	}
}

// driveInput makes the input of a run, or its Command, of JSON.
func (vm *VM) driveInput(g *Graph, c GraphCall) (runtime.Value, *runtime.Command, error) {
	if c.Resume != nil || c.ResumeByID != nil || c.TimedOut != nil {
		cmd, err := vm.driveCommand(c)
		return nil, cmd, err
	}
	if c.Input == nil {
		return nil, nil, nil
	}
	v, err := vm.parseJSON(c.Input, false)
	if err != nil {
		return nil, nil, fmt.Errorf("the input is no JSON: %w", err)
	}
	if parse, ok := goja.AssertFunction(g.object.Get("_input")); ok {
		if v, err = parse(g.object, v); err != nil {
			return nil, nil, fmt.Errorf("the input does not fit the schema of the graph: %w", vm.scriptError(err))
		}
	}
	return v, nil, nil
}

func (vm *VM) driveCommand(c GraphCall) (*runtime.Command, error) {
	cmd := &runtime.Command{HasResume: true, TimedOut: c.TimedOut}
	var err error
	if c.ResumeByID != nil || c.TimedOut != nil {
		cmd.ResumeByID = map[string]runtime.Value{}
		for id, data := range c.ResumeByID {
			if cmd.ResumeByID[id], err = vm.parseJSON(data, false); err != nil {
				return nil, fmt.Errorf("the answer is no JSON: %w", err)
			}
		}
	} else if cmd.Resume, err = vm.parseJSON(c.Resume, false); err != nil {
		return nil, fmt.Errorf("the answer is no JSON: %w", err)
	}
	if c.Update == nil {
		return cmd, nil
	}
	update, err := vm.parseJSON(c.Update, false)
	if err != nil {
		return nil, fmt.Errorf("the update is no JSON: %w", err)
	}
	o, ok := update.(*goja.Object)
	if !ok || o.ClassName() != "Object" {
		return nil, fmt.Errorf("the update must be a JSON object with channels and their values")
	}
	cmd.Updates = vm.entries(o)
	return cmd, nil
}

// Mermaid returns the picture of g in Mermaid's language.
func (vm *VM) Mermaid(ctx context.Context, g *Graph, levels int) (text string, err error) {
	if stopped := vm.enter(ctx, func() {
		if ex := vm.rt.Try(func() { text, err = vm.mermaid(g, levels) }); ex != nil {
			err = vm.scriptError(ex)
		}
	}); stopped != nil {
		return "", stopped
	}
	return text, err
}

func (vm *VM) mermaid(g *Graph, levels int) (string, error) {
	getGraph, ok := goja.AssertFunction(g.object.Get("getGraph"))
	if !ok {
		return "", fmt.Errorf("the graph cannot be drawn")
	}
	options := vm.rt.NewObject()
	_ = options.Set("xray", levels)
	if levels < 0 {
		_ = options.Set("xray", true)
	}
	picture, err := getGraph(g.object, options)
	if err != nil {
		return "", vm.scriptError(err)
	}
	o := picture.ToObject(vm.rt)
	draw, _ := goja.AssertFunction(o.Get("drawMermaid"))
	v, err := draw(o)
	if err != nil {
		return "", vm.scriptError(err)
	}
	return v.String(), nil
}
