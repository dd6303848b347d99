// This file has interrupt(), and makes and reads the objects that describe questions.

package langgraph

import (
	"errors"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// interrupt implements interrupt(value, options). It returns the answer, or throws a GraphInterrupt if
// there is none yet.
func (api *API) interrupt(call goja.FunctionCall) goja.Value {
	t := api.task()
	if t == nil {
		api.vm.Throw(errors.New("Called interrupt() outside the context of a graph.")) //nolint:staticcheck // LangGraph's words
	}
	deadline, err := api.deadline(call.Argument(1))
	api.vm.Check(err)
	v, err := t.Interrupt(call.Argument(0), deadline)
	var gi *runtime.GraphInterrupt
	if errors.As(err, &gi) {
		asked, dumpErr := api.values.Dump(call.Argument(0), true)
		if dumpErr == nil {
			dumpErr = checkQuestion(asked)
		}
		if dumpErr != nil {
			api.vm.Throw(dumpErr)
		}
	}
	api.vm.Check(err)
	return v.(goja.Value)
}

// newGraphInterrupt makes the GraphInterrupt error that carries questions out of a node.
func (api *API) newGraphInterrupt(gi *runtime.GraphInterrupt) *goja.Object {
	list := make([]goja.Value, len(gi.Interrupts))
	for i, in := range gi.Interrupts {
		list[i] = api.interruptObject(in)
	}
	o := api.vm.Construct("GraphInterrupt", api.values.Array(list))
	_ = o.DefineDataPropertySymbol(api.symInner, api.values.Seal(&gi.Interrupts), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return o
}

// interruptObject makes the object for a question that scripts see: { id, value }, or the form of the
// 0.2 documentation.
func (api *API) interruptObject(in runtime.Interrupt) *goja.Object {
	o := api.rt.NewObject()
	if api.legacy() {
		_ = o.Set("value", api.toJS(in.Value))
		_ = o.Set("when", "during")
		if in.ID != "" {
			_ = o.Set("resumable", true)
			ns := api.rt.NewArray()
			for i, part := range strings.Split(in.NS, "|") {
				_ = ns.Set(strconv.Itoa(i), part)
			}
			_ = o.Set("ns", ns)
		}
		return o
	}
	if in.ID != "" {
		_ = o.Set("id", in.ID)
	}
	_ = o.Set("value", api.toJS(in.Value))
	return o
}

// interruptsOf returns the questions of a GraphInterrupt.
func (api *API) interruptsOf(o *goja.Object) []runtime.Interrupt {
	if inner, ok := o.GetSymbol(api.symInner).(*goja.Object); ok {
		if known, ok := value.Sealed[*[]runtime.Interrupt](inner); ok {
			return *known
		}
	}
	list, ok := o.Get("interrupts").(*goja.Object)
	if !ok {
		return nil
	}
	var all []runtime.Interrupt
	for _, v := range api.values.Elements(list) {
		in := runtime.Interrupt{Value: goja.Undefined()}
		if io, ok := v.(*goja.Object); ok {
			in.ID = api.interruptID(io)
			if value := io.Get("value"); value != nil {
				in.Value = value
			}
		}
		if t := api.task(); t != nil {
			in.NS, in.Node = t.NS(), t.Name()
		}
		all = append(all, in)
	}
	return all
}

// interruptID returns the id of a question that a script describes. It requests the memory for storing it, as JSON.
func (api *API) interruptID(o *goja.Object) string {
	id := api.values.Text(o.Get("id"))
	const letter = 6 // bytes of a letter that JSON escapes
	guard.Need(api.rt, letter*len(id))
	return id
}

// legacy reports whether the VM follows the 0.2 documentation.
func (api *API) legacy() bool { return api.o.Profile == "0.2" }
