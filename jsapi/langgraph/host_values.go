// This file implements the methods of runtime.Host that make, read and store values of the script.

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// Elements implements runtime.Host.
func (h host) Elements(v runtime.Value) ([]runtime.Value, bool) {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" {
		return nil, false
	}
	items := h.api.values.Elements(o)
	all := make([]runtime.Value, len(items))
	for i, item := range items {
		all[i] = item
	}
	return all, true
}

// Key implements runtime.Host. The key of an object or a symbol is its identity; that of any other
// value is its type and text.
func (h host) Key(v runtime.Value) any {
	js := h.api.toJS(v)
	switch x := js.(type) {
	case *goja.Object:
		return x
	case *goja.Symbol:
		return x
	}
	type key struct{ kind, text string }
	return key{value.TypeOf(js), guard.Text(h.api.rt, js)}
}

// Undefined implements runtime.Host.
func (h host) Undefined() runtime.Value { return goja.Undefined() }

// IsUndefined implements runtime.Host.
func (h host) IsUndefined(v runtime.Value) bool { return goja.IsUndefined(h.api.toJS(v)) }

// Nullish implements runtime.Host.
func (h host) Nullish(v runtime.Value) bool {
	js := h.api.toJS(v)
	return goja.IsUndefined(js) || goja.IsNull(js)
}

// Without implements runtime.Host.
func (h host) Without(v runtime.Value, fields []string) runtime.Value {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Object" {
		return v
	}
	copied := h.api.values.Merge(nil, o)
	for _, name := range fields {
		_ = copied.Delete(name)
	}
	return copied
}

// Overwritten implements runtime.Host. It recognises an Overwrite, and the plain object that an
// Overwrite is after a round trip through JSON.
func (h host) Overwritten(update runtime.Value) (runtime.Value, bool) {
	o, ok := update.(*goja.Object)
	if !ok || o.ClassName() != "Object" {
		return nil, false
	}
	inner := o.Get("__overwrite__")
	if inner == nil {
		if kind, ok := o.Get("type").(goja.String); !ok || !value.Is(kind, "__overwrite__") {
			return nil, false
		}
		if inner = o.Get("value"); inner == nil {
			return nil, false
		}
	}
	if goja.IsUndefined(inner) {
		return nil, true
	}
	return inner, true
}

// toJS converts a value of the engine to a value of the script.
func (api *API) toJS(v runtime.Value) goja.Value {
	switch x := v.(type) {
	case nil:
		return goja.Undefined()
	case goja.Value:
		return x
	case result:
		return x.value
	case runtime.Interrupt:
		return api.interruptObject(x)
	default:
		return api.rt.ToValue(x)
	}
}

// Estimates of the memory that an object and a list take, in bytes.
const (
	perField   = 100 // a property of an object
	perElement = 32  // an element of a list, and of the slice that it is made from
)

// need requests memory for a value that the engine makes. It does not return if the script was stopped: the engine makes
// values in loops whose length a script chooses.
func (h host) need(bytes int) {
	guard.Hear(h.api.rt)
	guard.Need(h.api.rt, bytes)
}

// Object implements runtime.Host.
func (h host) Object(fields []runtime.Field) runtime.Value {
	h.need(len(fields) * perField)
	o := h.api.rt.NewObject()
	for _, f := range fields {
		_ = value.SetField(o, f.Name, h.api.toJS(f.Value))
	}
	return o
}

// Array implements runtime.Host.
func (h host) Array(items []runtime.Value) runtime.Value {
	h.need(len(items) * perElement)
	list := make([]any, len(items))
	for i, v := range items {
		list[i] = h.api.toJS(v)
	}
	return h.api.rt.NewArray(list...)
}

// JSON implements runtime.Host.
func (h host) JSON(v runtime.Value) string {
	api := h.api
	stringify, ok := goja.AssertFunction(api.rt.Get("JSON").ToObject(api.rt).Get("stringify"))
	if !ok {
		return "…"
	}
	s, err := stringify(goja.Undefined(), api.toJS(v))
	if err != nil {
		return api.values.Show(api.toJS(v))
	}
	return guard.Text(api.rt, s)
}

// Updates implements runtime.Host.
func (h host) Updates(g *runtime.Graph, node string, v runtime.Value) (out runtime.Output, err error) {
	if ex := h.api.rt.Try(func() { out, err = h.api.outputs.output(g, node, h.api.toJS(v)) }); ex != nil {
		err = h.api.vm.ScriptError(ex)
	}
	return out, err
}

// Reduce implements runtime.Host.
func (h host) Reduce(reducer any, current runtime.Value, updates []runtime.Value) (runtime.Value, error) {
	f, v := reducer.(*function), h.api.toJS(current)
	if f.joins {
		if all := h.api.joined(v, updates); all != nil {
			return all, nil
		}
	}
	for _, u := range updates {
		var err error
		if v, err = f.call(goja.Undefined(), v, h.api.toJS(u)); err != nil {
			return nil, h.api.vm.ScriptError(err)
		}
		if v == nil || goja.IsUndefined(v) {
			return nil, nil
		}
	}
	return v, nil
}

// Default implements runtime.Host.
func (h host) Default(factory any) (runtime.Value, error) {
	v, err := factory.(*function).call(goja.Undefined())
	if err != nil {
		return nil, h.api.vm.ScriptError(err)
	}
	if v == nil || goja.IsUndefined(v) {
		return nil, nil
	}
	return v, nil
}

// Dump implements runtime.Host.
func (h host) Dump(v runtime.Value) (checkpoint.Blob, error) {
	if r, ok := v.(result); ok {
		return h.api.values.DumpPlain(r.value)
	}
	return h.api.values.Dump(h.api.toJS(v), false)
}

// Load implements runtime.Host.
func (h host) Load(b checkpoint.Blob) (runtime.Value, error) {
	v, err := h.api.values.Load(b)
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Recall implements runtime.Host.
func (h host) Recall(cached any, b checkpoint.Blob) (v runtime.Value, remembered any, err error) {
	js, remembered, err := h.api.values.Recall(cached, b)
	if err != nil {
		return nil, nil, err
	}
	return js, remembered, nil
}

// DumpSince implements runtime.Host.
func (h host) DumpSince(stored runtime.StoredValue, v runtime.Value) (b checkpoint.Blob, grew bool, err error) {
	before, _ := stored.Value.(goja.Value)
	return h.api.values.DumpSince(before, stored.Mark, h.api.toJS(v))
}

// Mark implements runtime.Host.
func (h host) Mark(v runtime.Value) uint64 {
	js, _ := v.(goja.Value)
	return h.api.values.Mark(js)
}
