// This file is the Go side of SqliteStore: items in a file that a script may use.

package langgraph

import (
	"errors"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/items"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// itemFunctions makes the object __hitlrun.items.
func (api *API) itemFunctions() goja.Value {
	o := api.rt.NewObject()
	for name, f := range map[string]func(goja.FunctionCall) goja.Value{
		"open": api.itemStore, "get": api.itemGet, "find": api.itemFind, "put": api.itemPut,
		"namespaces": api.itemNamespaces, "close": api.itemClose,
	} {
		api.vm.Hidden(o, name, f)
	}
	return o
}

// itemStore opens a store.
func (api *API) itemStore(call goja.FunctionCall) goja.Value {
	conn := value.Text(call.Argument(0))
	path, real := api.checkFile(conn)
	api.vm.Leave() // a new file can be seen
	s, err := items.Open(path, api.o.Now)
	api.vm.Check(err)
	api.vm.OnClose(s)
	api.checkSame(conn, real)
	return api.values.Seal(s)
}

func (api *API) itemsOf(v goja.Value) *items.Store {
	if o, ok := v.(*goja.Object); ok {
		if s, ok := value.Sealed[*items.Store](o); ok {
			return s
		}
	}
	api.vm.Throw(errors.New("this is no SqliteStore"))
	return nil
}

// labels reads a namespace.
func (api *API) labels(v goja.Value) []string {
	list := api.values.Strings(v)
	if list == nil {
		api.vm.Throw(errors.New("a namespace is a list of strings"))
	}
	return list
}

func (api *API) itemObject(it *items.Item) goja.Value {
	value, err := api.values.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: it.Value})
	api.vm.Check(err)
	date := func(t time.Time) *goja.Object { return api.vm.Construct("Date", api.rt.ToValue(t.UnixMilli())) }
	o := api.rt.NewObject()
	_ = o.Set("value", value)
	_ = o.Set("key", it.Key)
	_ = o.Set("namespace", api.values.StringArray(it.Namespace))
	_ = o.Set("createdAt", date(it.CreatedAt))
	_ = o.Set("updatedAt", date(it.UpdatedAt))
	return o
}

func (api *API) itemGet(call goja.FunctionCall) goja.Value {
	it, err := api.itemsOf(call.Argument(0)).Get(api.vm.Context(), api.labels(call.Argument(1)), value.Text(call.Argument(2)), call.Argument(3).ToBoolean())
	api.vm.Check(err)
	if it == nil {
		return goja.Null()
	}
	return api.itemObject(it)
}

func (api *API) itemFind(call goja.FunctionCall) goja.Value {
	found, err := api.itemsOf(call.Argument(0)).Find(api.vm.Context(), api.labels(call.Argument(1)),
		int(call.Argument(2).ToInteger()), int(call.Argument(3).ToInteger()), call.Argument(4).ToBoolean())
	api.vm.Check(err)
	all := make([]goja.Value, len(found))
	for i := range found {
		all[i] = api.itemObject(&found[i])
	}
	return api.values.Array(all)
}

// itemPut makes writes: objects with namespace, key, value, and ttl in minutes.
func (api *API) itemPut(call goja.FunctionCall) goja.Value {
	s := api.itemsOf(call.Argument(0))
	api.vm.Leave() // it is another file
	var writes []items.Write
	api.values.Each(call.Argument(1), func(o *goja.Object) {
		w := items.Write{Namespace: api.labels(o.Get("namespace")), Key: value.Text(o.Get("key"))}
		if v := o.Get("value"); !goja.IsNull(v) {
			b, err := api.values.Dump(v, false)
			api.vm.Check(err)
			w.Value = b.Data
		}
		if ttl := o.Get("ttl"); ttl != nil && value.TypeOf(ttl) == "number" {
			w.TTL = time.Duration(ttl.ToFloat() * float64(time.Minute))
		}
		writes = append(writes, w)
	})
	api.vm.Check(s.Put(api.vm.Context(), writes))
	return goja.Undefined()
}

func (api *API) itemNamespaces(call goja.FunctionCall) goja.Value {
	all, err := api.itemsOf(call.Argument(0)).Namespaces(api.vm.Context())
	api.vm.Check(err)
	list := make([]goja.Value, len(all))
	for i, namespace := range all {
		list[i] = api.values.StringArray(namespace)
	}
	return api.values.Array(list)
}

func (api *API) itemClose(call goja.FunctionCall) goja.Value {
	api.vm.Check(api.itemsOf(call.Argument(0)).Close())
	return goja.Undefined()
}
