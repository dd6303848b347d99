// This file reads and makes the objects Command and Send.

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// isNamed reports whether v is an object whose lg_name is name, which is "Command" or "Send".
func isNamed(v goja.Value, name string) (*goja.Object, bool) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, false
	}
	n, ok := o.Get("lg_name").(goja.String)
	return o, ok && value.Is(n, name)
}

// command reads a Command.
func (outputs *outputs) command(o *goja.Object) (*runtime.Command, error) {
	c := &runtime.Command{Value: o, Parent: value.Is(o.Get("graph"), "__parent__")}
	var err error
	if c.Goto, err = outputs.dests(o.Get("goto"), "Command.goto"); err != nil {
		return nil, err
	}
	if resume := o.Get("resume"); resume != nil && !goja.IsUndefined(resume) {
		c.HasResume = true
		c.Resume = resume
		c.ResumeByID = outputs.resumeByID(resume)
	}
	if value.Flag(o, "overdue") {
		c.HasResume, c.Overdue = true, true
	}
	c.Updates, err = outputs.commandUpdates(o.Get("update"))
	return c, err
}

// resumeByID returns resume as answers by interrupt id if it is an object whose keys are all
// interrupt ids. Otherwise it returns nil.
func (outputs *outputs) resumeByID(resume goja.Value) map[string]runtime.Value {
	o, ok := resume.(*goja.Object)
	if !ok || o.ClassName() != "Object" {
		return nil
	}
	keys := guard.Keys(o)
	if len(keys) == 0 {
		return nil
	}
	byID := map[string]runtime.Value{}
	for _, key := range keys {
		if !runtime.IsInterruptID(key) {
			return nil
		}
		byID[key] = o.Get(key)
	}
	return byID
}

// commandUpdates reads the update of a Command: an object, or a list of [channel, value] pairs. Any
// other value is an update of the root channel.
func (outputs *outputs) commandUpdates(v goja.Value) ([]runtime.Update, error) {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return nil, nil
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return []runtime.Update{{Channel: runtime.RootChannel, Value: v}}, nil
	}
	if o.ClassName() != "Array" {
		return outputs.entries(o), nil
	}
	var updates []runtime.Update
	for _, item := range outputs.values.Elements(o) {
		pair, ok := item.(*goja.Object)
		if !ok || pair.ClassName() != "Array" || pair.Get("length").ToInteger() != 2 {
			return []runtime.Update{{Channel: runtime.RootChannel, Value: v}}, nil
		}
		updates = append(updates, runtime.Update{Channel: outputs.values.Text(pair.Get("0")), Value: outputs.update(pair.Get("1"))})
	}
	return updates, nil
}

// entries returns the own properties of an object as updates.
func (outputs *outputs) entries(o *goja.Object) []runtime.Update {
	keys := guard.Keys(o)
	updates := make([]runtime.Update, len(keys))
	for i, key := range keys {
		updates[i] = runtime.Update{Channel: key, Value: outputs.update(o.Get(key))}
	}
	return updates
}

// update returns the value of an update. An Overwrite of the script becomes a runtime.Overwrite.
func (outputs *outputs) update(v goja.Value) runtime.Value {
	if inner, ok := (host{outputs.api}).Overwritten(v); ok {
		return runtime.Overwrite{Value: inner, Raw: v}
	}
	return v
}

// dests reads the destinations of a goto: a node name, a Send, or a list of them. what names the field
// in an error.
func (outputs *outputs) dests(v goja.Value, what string) ([]runtime.Dest, error) {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return nil, nil
	}
	if o, ok := v.(*goja.Object); ok && o.ClassName() == "Array" {
		var all []runtime.Dest
		for _, item := range outputs.values.Elements(o) {
			d, err := outputs.dest(item, what)
			if err != nil {
				return nil, err
			}
			all = append(all, d)
		}
		return all, nil
	}
	d, err := outputs.dest(v, what)
	return []runtime.Dest{d}, err
}

func (outputs *outputs) dest(v goja.Value, what string) (runtime.Dest, error) {
	if s, ok := outputs.send(v); ok {
		return runtime.Dest{Send: s}, nil
	}
	if _, ok := v.(goja.String); ok {
		return runtime.Dest{Node: outputs.values.Text(v)}, nil
	}
	return runtime.Dest{}, &runtime.Error{Name: "Error", Message: "In " + what + ", expected Send or string, got " + value.TypeOf(v)}
}

// send reads a Send.
func (outputs *outputs) send(v goja.Value) (*runtime.Send, bool) {
	o, ok := isNamed(v, "Send")
	if !ok {
		return nil, false
	}
	args := o.Get("args")
	if args == nil {
		args = goja.Undefined()
	}
	return &runtime.Send{Node: outputs.values.Text(o.Get("node")), Args: args, Timeout: timeoutPolicy(o.Get("timeout"))}, true
}

// newParentCommand makes the ParentCommand error that carries a command to the parent graph.
func (outputs *outputs) newParentCommand(pc *runtime.ParentCommand) *goja.Object {
	value, _ := pc.Command.Value.(goja.Value)
	if value == nil {
		value = outputs.rt.NewObject()
	}
	if o, ok := value.(*goja.Object); ok {
		_ = o.DefineDataPropertySymbol(outputs.api.symInner, outputs.values.Seal(pc.Command), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return outputs.vm.Construct("ParentCommand", value)
}
