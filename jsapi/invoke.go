// This file starts runs: graph.invoke and graph.stream.

package jsapi

import (
	"context"
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// modes are the stream modes by name.
var modes = map[string]runtime.Mode{
	"values": runtime.ModeValues, "updates": runtime.ModeUpdates, "custom": runtime.ModeCustom,
	"messages": runtime.ModeMessages, "tools": runtime.ModeTools, "debug": runtime.ModeDebug, "tasks": runtime.ModeTasks,
	"checkpoints": runtime.ModeCheckpoints,
}

// call is one invoke or stream of a graph.
type call struct {
	g       *Graph
	input   goja.Value
	options *goja.Object // may be nil
	o       runtime.Options
	frames  []goja.StackFrame
	run     *runtime.Run            // when it has started
	stop    context.CancelCauseFunc // of a stream, which can be cancelled; nil for other calls
	driven  *driven                 // for a Go program; nil for a call of the script
}

// invoke is graph.invoke(input, options).
func (vm *VM) invoke(fc goja.FunctionCall) goja.Value {
	promise, resolve, reject := vm.rt.NewPromise()
	c, err := vm.newCall(fc)
	if err != nil {
		vm.settle(reject(vm.jsError(err)))
		return vm.rt.ToValue(promise)
	}
	c.o.Done = func(res runtime.Result) {
		if res.Err != nil {
			vm.settle(reject(c.error(res.Err)))
			return
		}
		vm.settle(resolve(c.result(res)))
	}
	if err := c.start(); err != nil {
		vm.settle(reject(vm.jsError(err)))
	}
	return vm.rt.ToValue(promise)
}

// settle takes what settling a promise returned: an error that stops the VM.
func (vm *VM) settle(err error) {
	if err != nil {
		vm.fail(vm.scriptError(err))
	}
}

// error is what the script sees of err. An error without a stack of its own gets
// that of the call.
func (c *call) error(err error) goja.Value {
	vm := c.g.vm
	v := vm.jsError(err)
	var se *ScriptError
	if o, ok := v.(*goja.Object); ok && !errors.As(err, &se) {
		vm.setStack(o, c.frames)
	}
	return v
}

// result is what invoke returns: the state, with the questions of the run.
func (c *call) result(res runtime.Result) goja.Value {
	vm := c.g.vm
	values := vm.toJS(res.Values)
	if len(res.Interrupts) == 0 && !res.Interrupted || vm.legacy() {
		return values
	}
	list := make([]goja.Value, len(res.Interrupts))
	for i, in := range res.Interrupts {
		list[i] = vm.interruptObject(in)
	}
	out, ok := values.(*goja.Object)
	if !ok || out.ClassName() != "Object" {
		if !goja.IsUndefined(values) && !goja.IsNull(values) {
			return values
		}
		out = vm.rt.NewObject()
	}
	_ = out.Set("__interrupt__", vm.values.Array(list))
	return out
}

func (vm *VM) newCall(fc goja.FunctionCall) (c *call, err error) {
	c = &call{g: vm.graphOf(fc.Argument(0)), input: fc.Argument(1)}
	if err := c.g.refresh(); err != nil {
		return c, err
	}
	c.options, _ = fc.Argument(2).(*goja.Object)
	c.driven = drivenIn(c.options)
	c.frames = vm.rt.CaptureCallStack(10, nil)
	if ex := vm.rt.Try(func() { err = c.readOptions() }); ex != nil {
		err = vm.scriptError(ex)
	}
	return c, err
}

// option returns an option of the call, or of withConfig; nil for none.
func (c *call) option(name string) goja.Value {
	for _, o := range []*goja.Object{c.options, c.g.config} {
		if o == nil {
			continue
		}
		if v := o.Get(name); v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
			return v
		}
	}
	return nil
}

// known are the options that the engine reads; others are handed to the nodes.
var known = map[string]bool{
	"configurable": true, "metadata": true, "tags": true, "recursionLimit": true, "streamMode": true,
	"subgraphs": true, "interruptBefore": true, "interruptAfter": true, "outputKeys": true, "inputKeys": true,
	"durability": true, "checkpointDuring": true, "maxConcurrency": true, "debug": true, "writer": true,
	"interrupt": true, "encoding": true, "runName": true, "runId": true, "callbacks": true, "version": true,
	"signal": true, "timeout": true, "cache": true, "control": true, "executionInfo": true,
}

func (c *call) readOptions() error {
	vm := c.g.vm
	rc := c.mergedConfig()
	o := &c.o
	o.Config = rc
	o.Parent = vm.task()
	o.Now = vm.o.Now
	o.IDs = &vm.ids
	o.Recent = &vm.recent
	o.KeepWrites = vm.legacy()
	o.Strict = vm.o.Strict || c.g.strict
	if o.Effects = c.g.effects; o.Effects == runtime.EffectsUsual && o.Parent == nil {
		o.Effects = vm.o.Effects
	}
	o.CheckAnswer = vm.checkAnswer
	o.By, o.From, o.Script = vm.o.By, vm.o.From, vm.program.path
	o.RecursionLimit = rc.limit
	c.readControl(rc)
	if cache, ok := c.option("cache").(*goja.Object); ok {
		o.Cache = scriptCache{vm, cache}
	} else if c.g.cache != nil {
		o.Cache = scriptCache{vm, c.g.cache}
	}
	c.readStepTimeout()
	if rc.configurable != nil {
		o.ThreadID = value.Text(rc.configurable.Get("thread_id"))
		if user := value.Text(rc.configurable.Get("user_id")); user != "" {
			o.By = user
		}
		if o.Parent == nil {
			o.CheckpointID = value.Text(rc.configurable.Get("checkpoint_id"))
			c.readCheckpointMap(rc.configurable)
		} else if c.options != nil {
			if own, ok := c.options.Get("configurable").(*goja.Object); ok && vm.explicit(c.options) {
				o.CheckpointID = value.Text(own.Get("checkpoint_id"))
			}
		}
	}
	if v := c.option("maxConcurrency"); v != nil {
		o.MaxConcurrency = int(v.ToInteger())
	}
	if v := c.option("interruptBefore"); v != nil {
		names := vm.names(v)
		o.InterruptBefore = &names
	}
	if v := c.option("interruptAfter"); v != nil {
		names := vm.names(v)
		o.InterruptAfter = &names
	}
	if v := c.option("outputKeys"); v != nil {
		o.Output = vm.values.Strings(v)
		if o.Output == nil {
			o.Output, o.Single = []string{v.String()}, true
		}
	}
	return c.readSaver()
}

// readCheckpointMap reads a config that names a checkpoint of an inner graph: the
// run starts from where the graph around it stood.
func (c *call) readCheckpointMap(configurable *goja.Object) {
	if value.Text(configurable.Get("checkpoint_ns")) == "" {
		return
	}
	o := &c.o
	o.FromInner, o.CheckpointID = o.CheckpointID != "", ""
	if m, ok := configurable.Get("checkpoint_map").(*goja.Object); ok {
		o.CheckpointMap = map[string]string{}
		for _, ns := range m.Keys() {
			o.CheckpointMap[ns] = value.Text(m.Get(ns))
		}
		o.CheckpointID = o.CheckpointMap[""]
	}
}

// explicit reports whether options are of the script's own making, and not the
// config object of a task passed on.
func (vm *VM) explicit(options *goja.Object) bool {
	_, passed := value.Sealed[*taskConfig](options)
	return !passed
}

func (c *call) readSaver() error {
	o, vm := &c.o, c.g.vm
	durability := value.Text(c.option("durability"))
	if v := c.option("checkpointDuring"); v != nil {
		if durability != "" {
			return fmt.Errorf("Cannot use both `durability` and `checkpointDuring` at the same time.") //nolint:staticcheck // LangGraph's words
		}
		if !v.ToBoolean() {
			durability = "exit"
		}
	}
	switch durability {
	case "", "boundary":
	case "sync":
		o.Durability = runtime.Sync
	case "async":
		o.Durability = runtime.Async
	case "exit":
		o.Durability = runtime.Exit
	default:
		return fmt.Errorf(`unknown durability %q: use "sync", "async" or "exit"`, durability)
	}
	o.Saver = vm.saverFor(c.g.saver, c.o.Config.(*runConfig).configurable)
	o.Ledger, o.Failed = &vm.ledger, vm.nodeFailed
	if c.driven != nil {
		o.Saver, o.Durability = c.driven.Saver, c.driven.Durability
		return nil
	}
	if p := o.Parent; p != nil {
		if durability == "" {
			o.Durability = p.Run().Options().Durability
		}
		if outer := p.Run().Options().Saver; outer != nil && (o.Saver == nil || hasThread(outer, o.ThreadID)) {
			o.Saver = outer
		}
		o.SharedNS = c.g.inherit == "true"
	} else if c.g.inherit == "true" {
		return &runtime.Error{Name: "Error", Message: "checkpointer: true cannot be used for root graphs."}
	}
	if c.g.inherit == "false" {
		o.Saver = nil
	}
	_, o.JournalInMemory = o.Saver.(*scriptSaver) // its commits take time, and effects do not wait
	return nil
}

// hasThread reports whether a saver has a thread. One that belongs to the program has that of the run alone: for
// others a graph has a checkpointer of its own.
func hasThread(s checkpoint.Saver, threadID string) bool {
	confined, ok := s.(checkpoint.Confined)
	return !ok || confined.Reaches(threadID)
}

// mergedConfig puts together what the running task, withConfig and the call say.
func (c *call) mergedConfig() *runConfig {
	vm := c.g.vm
	rc := &runConfig{limit: runtime.DefaultRecursionLimit}
	seen := map[string]int{}
	other := func(name string, v runtime.Value) {
		if i, ok := seen[name]; ok {
			rc.others[i].Value = v
			return
		}
		seen[name] = len(rc.others)
		rc.others = append(rc.others, runtime.Field{Name: name, Value: v})
	}
	if t := vm.task(); t != nil {
		if outer, ok := t.Run().Options().Config.(*runConfig); ok {
			rc.limit, rc.tags, rc.writer, rc.control = outer.limit, outer.tags, outer.writer, outer.control
			rc.configurable, rc.metadata = vm.values.Merge(nil, outer.configurable), vm.values.Merge(nil, outer.metadata)
			for _, f := range outer.others {
				other(f.Name, f.Value)
			}
		}
	}
	if _, given := seen["store"]; c.g.store != nil && !given {
		other("store", c.g.store)
	}
	if c.options != nil && vm.explicit(c.options) {
		if _, ok := c.options.Get("tags").(*goja.Object); ok {
			rc.tags = nil // the call's own take the place of the task's
		}
		if v, ok := c.options.Get("writer").(*goja.Object); ok && value.IsFunction(v) {
			rc.writer = v
		}
	}
	if vm.scope != nil {
		rc.stores = vm.scope.stores
	}
	rc.name = value.Text(c.option("runName"))
	for _, o := range []*goja.Object{c.g.config, c.options} {
		if o == nil {
			continue
		}
		if inner, ok := o.Get("configurable").(*goja.Object); ok {
			rc.configurable = vm.values.Merge(rc.configurable, inner)
		}
		if inner, ok := o.Get("metadata").(*goja.Object); ok {
			rc.metadata = vm.values.Merge(rc.metadata, inner)
		}
		if list, ok := o.Get("tags").(*goja.Object); ok && vm.explicit(o) {
			rc.tags = append(rc.tags[:len(rc.tags):len(rc.tags)], vm.values.Elements(list)...)
		}
		if v := o.Get("recursionLimit"); v != nil && !goja.IsUndefined(v) {
			rc.limit = int(v.ToInteger())
			if rc.limit < 1 {
				rc.limit = -1
			}
		}
		if c.driven != nil && rc.configurable != nil {
			_ = rc.configurable.Delete(drivenKey)
		}
		for _, key := range o.Keys() {
			if v := o.Get(key); !known[key] && v != nil && !goja.IsUndefined(v) {
				other(key, v)
			}
		}
	}
	return rc
}

// start starts the run.
func (c *call) start() error {
	vm := c.g.vm
	if c.driven != nil {
		c.driven.take(c)
	}
	ctx, err := c.context()
	if err != nil {
		return err
	}
	var command *runtime.Command
	var input runtime.Value
	if o, ok := isNamed(c.input, "Command"); ok {
		if command, err = vm.command(o); err != nil {
			return err
		}
	} else if c.input != nil && !goja.IsUndefined(c.input) && !goja.IsNull(c.input) {
		input = c.input
	}
	if c.driven != nil {
		command = c.driven.answer(command)
	}
	if err := vm.ledger.Flush(); err != nil {
		return err
	}
	run := func() {
		if c.driven != nil {
			c.driven.begun = true
		}
		vm.settleFirst(&c.o)
		c.run = c.g.graph.Start(ctx, vm.hostFor(c.o.Saver), input, command, c.o)
	}
	if callbacks := c.callbacks(); callbacks != nil || c.o.Modes&(runtime.ModeMessages|runtime.ModeTools) != 0 {
		return c.trace(callbacks, run)
	}
	run()
	return nil
}
