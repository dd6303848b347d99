// This file is the Go side of SqliteStore: items in a file that a script may use.

package jsapi

import (
	"errors"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/items"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// itemFunctions makes the object __hitlrun.items.
func (vm *VM) itemFunctions() goja.Value {
	o := vm.rt.NewObject()
	for name, f := range map[string]func(goja.FunctionCall) goja.Value{
		"open": vm.itemStore, "get": vm.itemGet, "find": vm.itemFind, "put": vm.itemPut,
		"namespaces": vm.itemNamespaces, "close": vm.itemClose,
	} {
		vm.hidden(o, name, f)
	}
	return o
}

// itemStore opens a store.
func (vm *VM) itemStore(call goja.FunctionCall) goja.Value {
	conn := value.Text(call.Argument(0))
	path, real := vm.checkFile(conn)
	vm.leave() // a new file can be seen
	s, err := items.Open(path, vm.o.Now)
	vm.check(err)
	vm.closers = append(vm.closers, s)
	vm.checkSame(conn, real)
	return vm.values.Seal(s)
}

func (vm *VM) itemsOf(v goja.Value) *items.Store {
	if o, ok := v.(*goja.Object); ok {
		if s, ok := value.Sealed[*items.Store](o); ok {
			return s
		}
	}
	vm.throw(errors.New("this is no SqliteStore"))
	return nil
}

// labels reads a namespace.
func (vm *VM) labels(v goja.Value) []string {
	list := vm.values.Strings(v)
	if list == nil {
		vm.throw(errors.New("a namespace is a list of strings"))
	}
	return list
}

func (vm *VM) itemObject(it *items.Item) goja.Value {
	value, err := vm.values.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: it.Value})
	vm.check(err)
	date := func(t time.Time) *goja.Object { return vm.construct1("Date", vm.rt.ToValue(t.UnixMilli())) }
	o := vm.rt.NewObject()
	_ = o.Set("value", value)
	_ = o.Set("key", it.Key)
	_ = o.Set("namespace", vm.values.StringArray(it.Namespace))
	_ = o.Set("createdAt", date(it.CreatedAt))
	_ = o.Set("updatedAt", date(it.UpdatedAt))
	return o
}

func (vm *VM) itemGet(call goja.FunctionCall) goja.Value {
	it, err := vm.itemsOf(call.Argument(0)).Get(vm.ctx, vm.labels(call.Argument(1)), value.Text(call.Argument(2)), call.Argument(3).ToBoolean())
	vm.check(err)
	if it == nil {
		return goja.Null()
	}
	return vm.itemObject(it)
}

func (vm *VM) itemFind(call goja.FunctionCall) goja.Value {
	found, err := vm.itemsOf(call.Argument(0)).Find(vm.ctx, vm.labels(call.Argument(1)),
		int(call.Argument(2).ToInteger()), int(call.Argument(3).ToInteger()), call.Argument(4).ToBoolean())
	vm.check(err)
	all := make([]goja.Value, len(found))
	for i := range found {
		all[i] = vm.itemObject(&found[i])
	}
	return vm.values.Array(all)
}

// itemPut makes writes: objects with namespace, key, value, and ttl in minutes.
func (vm *VM) itemPut(call goja.FunctionCall) goja.Value {
	s := vm.itemsOf(call.Argument(0))
	vm.leave() // it is another file
	var writes []items.Write
	vm.values.Each(call.Argument(1), func(o *goja.Object) {
		w := items.Write{Namespace: vm.labels(o.Get("namespace")), Key: value.Text(o.Get("key"))}
		if v := o.Get("value"); !goja.IsNull(v) {
			b, err := vm.values.Dump(v, false)
			vm.check(err)
			w.Value = b.Data
		}
		if ttl := o.Get("ttl"); ttl != nil && value.TypeOf(ttl) == "number" {
			w.TTL = time.Duration(ttl.ToFloat() * float64(time.Minute))
		}
		writes = append(writes, w)
	})
	vm.check(s.Put(vm.ctx, writes))
	return goja.Undefined()
}

func (vm *VM) itemNamespaces(call goja.FunctionCall) goja.Value {
	all, err := vm.itemsOf(call.Argument(0)).Namespaces(vm.ctx)
	vm.check(err)
	list := make([]goja.Value, len(all))
	for i, namespace := range all {
		list[i] = vm.values.StringArray(namespace)
	}
	return vm.values.Array(list)
}

func (vm *VM) itemClose(call goja.FunctionCall) goja.Value {
	vm.check(vm.itemsOf(call.Argument(0)).Close())
	return goja.Undefined()
}
