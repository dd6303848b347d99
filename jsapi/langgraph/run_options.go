// This file reads the options of invoke and stream.

package langgraph

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// option returns an option of the call, or else of withConfig. It returns nil if neither has it.
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

// engineOptions are the options that the engine reads. All others are passed to the nodes in their config.
var engineOptions = map[string]bool{
	"configurable": true, "metadata": true, "tags": true, "recursionLimit": true, "streamMode": true,
	"subgraphs": true, "interruptBefore": true, "interruptAfter": true, "outputKeys": true, "inputKeys": true,
	"durability": true, "checkpointDuring": true, "maxConcurrency": true, "debug": true, "writer": true,
	"interrupt": true, "encoding": true, "runName": true, "runId": true, "callbacks": true, "version": true,
	"signal": true, "timeout": true, "cache": true, "control": true, "executionInfo": true,
}

func (c *call) readOptions() error {
	api := c.g.api
	rc := c.mergedConfig()
	o := &c.o
	o.Config = rc
	o.Parent = api.task()
	o.Now = api.o.Now
	o.IDs = &api.ids
	o.Recent = &api.recent
	o.Old = api.legacy()
	o.MaxState = api.vm.Limits().StateBytes
	o.Strict = api.o.Strict || c.g.strict
	if o.Effects = c.g.effects; o.Effects == runtime.EffectsUsual && o.Parent == nil {
		o.Effects = api.o.Effects
	}
	o.CheckAnswer = api.checkAnswer
	o.By, o.From, o.Script = api.o.By, api.o.From, api.vm.Path()
	o.RecursionLimit = rc.limit
	c.readControl(rc)
	if cache, ok := c.option("cache").(*goja.Object); ok {
		o.Cache = scriptCache{api, cache}
	} else if c.g.cache != nil {
		o.Cache = scriptCache{api, c.g.cache}
	}
	c.readStepTimeout()
	if rc.configurable != nil {
		o.ThreadID = api.values.Name("thread_id", rc.configurable.Get("thread_id"))
		if user := value.Text(rc.configurable.Get("user_id")); user != "" {
			o.By = user
		}
		if o.Parent == nil {
			o.CheckpointID = value.Text(rc.configurable.Get("checkpoint_id"))
			c.readCheckpointMap(rc.configurable)
		} else if c.options != nil {
			if own, ok := c.options.Get("configurable").(*goja.Object); ok && api.explicit(c.options) {
				o.CheckpointID = value.Text(own.Get("checkpoint_id"))
			}
		}
	}
	if v := c.option("maxConcurrency"); v != nil {
		o.MaxConcurrency = int(v.ToInteger())
	}
	if v := c.option("interruptBefore"); v != nil {
		names := api.compiler.names(v)
		o.InterruptBefore = &names
	}
	if v := c.option("interruptAfter"); v != nil {
		names := api.compiler.names(v)
		o.InterruptAfter = &names
	}
	if v := c.option("outputKeys"); v != nil {
		o.Output = api.values.Strings(v)
		if o.Output == nil {
			o.Output, o.Single = []string{v.String()}, true
		}
	}
	return c.readSaver()
}

// readCheckpointMap reads a config that names a checkpoint of a subgraph. The run starts from the
// checkpoint that the outermost graph had then.
func (c *call) readCheckpointMap(configurable *goja.Object) {
	if value.Text(configurable.Get("checkpoint_ns")) == "" {
		return
	}
	o := &c.o
	o.FromInner, o.CheckpointID = o.CheckpointID != "", ""
	if m, ok := configurable.Get("checkpoint_map").(*goja.Object); ok {
		o.CheckpointMap = map[string]string{}
		for _, ns := range guard.Keys(m) {
			o.CheckpointMap[ns] = c.g.api.values.Text(m.Get(ns))
		}
		o.CheckpointID = o.CheckpointMap[""]
	}
}

// explicit reports whether the script made the options itself. It returns false if options is the
// config object of a task.
func (api *API) explicit(options *goja.Object) bool {
	_, passed := value.Sealed[*taskConfig](options)
	return !passed
}

func (c *call) readSaver() error {
	o, api := &c.o, c.g.api
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
		return fmt.Errorf(`unknown durability %q: use "sync", "async" or "exit"`, runtime.Short(durability))
	}
	o.Saver = api.savers.saverFor(c.g.saver, c.o.Config.(*runConfig).configurable)
	o.Ledger, o.Failed = &api.ledger, api.nodeFailed
	o.Turns = &api.turns
	if c.driven != nil {
		o.Saver, o.Durability = c.driven.Saver, c.driven.Durability
		return nil
	}
	if p := o.Parent; p != nil {
		if durability == "" {
			o.Durability = p.Run().Options().Durability
		}
		outer := p.Run().Options().Saver
		for out := p.Run().Options().Parent; outer == nil && out != nil && c.g.inherit == "true"; out = out.Run().Options().Parent {
			outer = out.Run().Options().Saver // the graph around it does not remember, and this one does
		}
		if outer != nil && (o.Saver == nil || hasThread(outer, o.ThreadID)) {
			o.Saver = outer
		}
		o.SharedNS = c.g.inherit == "true"
	} else if c.g.inherit == "true" {
		return &runtime.Error{Name: "Error", Message: "checkpointer: true cannot be used for root graphs."}
	}
	if c.g.inherit == "false" {
		o.Saver = nil
	}
	_, o.WriteAll = o.Saver.(*scriptSaver)
	o.Suspends = o.WriteAll
	o.JournalInMemory = o.WriteAll // a checkpointer of the script commits asynchronously, and effects do not wait for it
	return nil
}

// hasThread reports whether saver s may be used for a thread. A saver of the Go program may be confined
// to the thread of the run; for other threads, a graph uses its own checkpointer.
func hasThread(s checkpoint.Saver, threadID string) bool {
	confined, ok := s.(checkpoint.Confined)
	return !ok || confined.Reaches(threadID)
}

// isTaskConfig reports whether o is the config that the running task got.
func (api *API) isTaskConfig(o *goja.Object) bool {
	s := api.taskScope()
	return s != nil && s.config != nil && s.config.object == o
}

// mergedConfig merges the config of the running task, of withConfig and of the call.
func (c *call) mergedConfig() *runConfig {
	api := c.g.api
	rc := &runConfig{limit: runtime.DefaultRecursionLimit}
	others := fieldList{index: map[string]int{}}
	var metadata *goja.Object // of the task, unless the call has its own
	if t := api.task(); t != nil {
		if outer, ok := t.Run().Options().Config.(*runConfig); ok {
			rc.limit, rc.tags, rc.writer, rc.control = outer.limit, outer.tags, outer.writer, outer.control
			rc.configurable, metadata = api.values.Merge(nil, outer.configurable), outer.metadata
			for _, f := range outer.others.fields {
				others.set(f.Name, f.Value)
			}
		}
	}
	inherited := c.chooseStore(&others)
	if own := objectField(c.options, "metadata"); own != nil {
		metadata = own
	}
	if bound := objectField(c.g.config, "metadata"); bound != nil || metadata != nil {
		rc.metadata = api.values.Merge(bound, metadata)
	}
	c.mergeTags(rc)
	if s := api.vm.Scope(); s != nil {
		rc.stores = s.Stores
	}
	rc.name = value.Text(c.option("runName"))
	for _, o := range []*goja.Object{c.g.config, c.options} {
		if o == nil {
			continue
		}
		if inner, ok := o.Get("configurable").(*goja.Object); ok {
			rc.configurable = api.values.Merge(rc.configurable, inner)
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
		for _, key := range guard.Keys(o) {
			if key == "store" && inherited != nil && (api.isTaskConfig(o) || inherited.made != nil && o.Get(key) == inherited.made) {
				continue
			}
			if v := o.Get(key); !engineOptions[key] && v != nil && !goja.IsUndefined(v) {
				others.set(key, v)
			}
		}
	}
	rc.others = others
	return rc
}

// fieldList is a list of fields in the order in which they were first set.
type fieldList struct {
	fields []runtime.Field
	index  map[string]int // by name
}

func (l *fieldList) set(name string, v runtime.Value) {
	if i, ok := l.index[name]; ok {
		l.fields[i].Value = v
		return
	}
	l.index[name] = len(l.fields)
	l.fields = append(l.fields, runtime.Field{Name: name, Value: v})
}

// chooseStore sets the long-term store: that of the task, that which the graph was compiled with, or that of the Go
// program. A graph that was compiled with a store has that one instead of the Go program's. It returns the store of the
// Go program if the task has it.
func (c *call) chooseStore(others *fieldList) (inherited *programStore) {
	i, given := others.index["store"]
	if given {
		inherited, _ = others.fields[i].Value.(*programStore)
		given = inherited == nil || c.g.store == nil
	}
	if d := drivenIn(c.options); !given && c.g.store != nil {
		others.set("store", c.g.store)
	} else if !given && d != nil && d.LongTerm != nil {
		others.set("store", &programStore{items: d.LongTerm})
	}
	return inherited
}

// mergeTags sets the tags, and the writer of the call. The tags of the call replace those of the task, and those of
// withConfig come before both.
func (c *call) mergeTags(rc *runConfig) {
	api := c.g.api
	if c.options != nil && api.explicit(c.options) {
		if list := objectField(c.options, "tags"); list != nil {
			rc.tags = api.values.Elements(list)
		}
		if v, ok := c.options.Get("writer").(*goja.Object); ok && value.IsFunction(v) {
			rc.writer = v
		}
	}
	if list := objectField(c.g.config, "tags"); list != nil {
		rc.tags = append(api.values.Elements(list), rc.tags...)
	}
}

// objectField returns the field name of o if it is an object, else nil. o may be nil.
func objectField(o *goja.Object, name string) *goja.Object {
	if o == nil {
		return nil
	}
	inner, _ := o.Get(name).(*goja.Object)
	return inner
}

// control has the RunControl of a run and of the runs inside it. object is nil until a node reads
// config.control.
type control struct{ object *goja.Object }

// readControl sets the RunControl of a run: the one that the call gives, that of the outer run, or a
// new one.
func (c *call) readControl(rc *runConfig) {
	if given, ok := c.option("control").(*goja.Object); ok && c.options != nil && c.api().explicit(c.options) {
		rc.control = &control{given}
	}
	if rc.control == nil {
		rc.control = &control{}
	}
	box := rc.control
	c.o.Drain = func() (string, bool) {
		if box.object == nil {
			return "", false
		}
		requested := box.object.Get("drainRequested")
		if requested == nil || !requested.ToBoolean() {
			return "", false
		}
		return value.Text(box.object.Get("drainReason")), true
	}
}
