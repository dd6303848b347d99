// This file is the Go side of long-term stores: of SqliteStore, which a script opens, and of the store that a Go program
// gives to a run.

package langgraph

import (
	"errors"
	"math"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/longterm"
)

// itemStores implements the long-term stores of a script.
type itemStores struct{ room }

// itemFunctions makes the object __hitlrun.items.
func (stores *itemStores) itemFunctions() goja.Value {
	o := stores.rt.NewObject()
	for name, f := range map[string]func(goja.FunctionCall) goja.Value{
		"open": stores.itemStore, "get": stores.itemGet, "find": stores.itemFind, "put": stores.itemPut,
		"namespaces": stores.itemNamespaces, "close": stores.itemClose,
	} {
		stores.vm.Hidden(o, name, f)
	}
	return o
}

// itemStore opens a store.
func (stores *itemStores) itemStore(call goja.FunctionCall) goja.Value {
	conn := value.Text(call.Argument(0))
	real := stores.api.savers.checkFile(conn)
	stores.vm.Leave() // others can see a new file
	folder, err := files.HoldFolder(real)
	stores.vm.Check(err)
	s, err := longterm.OpenIn(folder, real, stores.o.Now)
	stores.vm.Check(err)
	items := &itemFile{Store: s, release: files.Opened(real)}
	stores.vm.OnClose(items)
	stores.api.savers.checkSame(conn, real)
	return stores.values.Seal(&openStore{Items: items})
}

// itemFile is a store that a script has opened.
type itemFile struct {
	*longterm.Store
	release func() // see files.Opened
}

// Close closes the file.
func (f *itemFile) Close() error {
	defer f.release()
	return f.Store.Close()
}

// openStore is the handle that the classes of lib have. In a SqliteStore values have the form of checkpoints, which has Date,
// Map and others. In the store of a Go program they are plain JSON: others may have written them.
type openStore struct {
	longterm.Items
	plain bool
}

// programStore is the store that a Go program gives to a run.
type programStore struct {
	items longterm.Items
	made  *goja.Object // what nodes get; nil until one of them asks for it
}

// object returns the object that nodes get as config.store.
func (stores *itemStores) object(s *programStore) goja.Value {
	if s.made == nil {
		lib, err := stores.o.Library("langgraph/program_store.ts")
		stores.vm.Check(err)
		made, err := stores.rt.New(lib.Get("ProgramStore"), stores.values.Seal(&openStore{s.items, true}))
		stores.vm.Check(err)
		s.made = made
	}
	return s.made
}

func (stores *itemStores) itemsOf(v goja.Value) *openStore {
	if o, ok := v.(*goja.Object); ok {
		if s, ok := value.Sealed[*openStore](o); ok {
			return s
		}
	}
	stores.vm.Throw(errors.New("this is not a store of hitlrun"))
	return nil
}

// labels reads a namespace.
func (stores *itemStores) labels(v goja.Value) []string {
	list := stores.values.Strings(v)
	if list == nil {
		stores.vm.Throw(errors.New("a namespace is a list of strings"))
	}
	for _, label := range stores.values.Elements(v.ToObject(stores.rt)) {
		stores.values.Name("The label of a namespace", label)
	}
	return list
}

// load converts the stored value of an item.
func (stores *itemStores) load(s *openStore, data []byte) goja.Value {
	var v goja.Value
	var err error
	if s.plain {
		v, err = stores.values.Parse(data, false)
	} else {
		v, err = stores.values.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: data})
	}
	stores.vm.Check(err)
	return v
}

// dump converts the value of an item to what is stored.
func (stores *itemStores) dump(s *openStore, v goja.Value) []byte {
	if s.plain {
		text, err := stores.values.Stringify(v)
		if err == nil && text == "undefined" {
			err = errors.New("the value of an item has no JSON text")
		}
		stores.vm.Check(err)
		return []byte(text)
	}
	b, err := stores.values.Dump(v, false)
	stores.vm.Check(err)
	return b.Data
}

func (stores *itemStores) itemObject(s *openStore, it *longterm.Item) goja.Value {
	value := stores.load(s, it.Value)
	date := func(t time.Time) *goja.Object { return stores.vm.Construct("Date", stores.rt.ToValue(t.UnixMilli())) }
	o := stores.rt.NewObject()
	_ = o.Set("value", value)
	_ = o.Set("key", it.Key)
	_ = o.Set("namespace", stores.values.StringArray(it.Namespace))
	_ = o.Set("createdAt", date(it.CreatedAt))
	_ = o.Set("updatedAt", date(it.UpdatedAt))
	return o
}

func (stores *itemStores) itemGet(call goja.FunctionCall) goja.Value {
	s := stores.itemsOf(call.Argument(0))
	it, err := s.Get(stores.vm.Stopped(), stores.labels(call.Argument(1)), stores.values.Name("The key of an item", call.Argument(2)), call.Argument(3).ToBoolean())
	stores.vm.Check(err)
	if it == nil {
		return goja.Null()
	}
	return stores.itemObject(s, it)
}

func (stores *itemStores) itemFind(call goja.FunctionCall) goja.Value {
	s := stores.itemsOf(call.Argument(0))
	prefix, offset, limit, renew := stores.labels(call.Argument(1)), int(call.Argument(2).ToInteger()), int(call.Argument(3).ToInteger()), call.Argument(4).ToBoolean()
	// Items can be large: they are read in parts, for each of which there must be memory.
	const first, most, large = 16, 4096, 1 << 20
	var all []goja.Value
	if limit < 0 {
		limit = math.MaxInt // all of them
	}
	for part := first; ; {
		want := min(part, limit-len(all))
		found, err := s.Find(stores.vm.Stopped(), prefix, offset+len(all), want, renew)
		stores.vm.Check(err)
		bytes := 0
		for i := range found {
			bytes += len(found[i].Value)
		}
		guard.Need(stores.rt, 4*bytes)
		for i := range found {
			all = append(all, stores.itemObject(s, &found[i]))
		}
		if len(found) < want || len(all) >= limit {
			return stores.values.Array(all)
		}
		if bytes < large {
			part = min(4*part, most)
		} else {
			part = first
		}
	}
}

// itemPut writes items. Each is an object with namespace, key, value, and ttl in minutes. The value null
// deletes the item.
func (stores *itemStores) itemPut(call goja.FunctionCall) goja.Value {
	s := stores.itemsOf(call.Argument(0))
	stores.vm.Leave() // the store is another file than the checkpoints
	var writes []longterm.Write
	stores.values.Each(call.Argument(1), func(o *goja.Object) {
		w := longterm.Write{Namespace: stores.labels(o.Get("namespace")), Key: stores.values.Name("The key of an item", o.Get("key"))}
		if v := o.Get("value"); !goja.IsNull(v) {
			w.Value = stores.dump(s, v)
		}
		if ttl := o.Get("ttl"); ttl != nil && value.TypeOf(ttl) == "number" {
			w.TTL = time.Duration(ttl.ToFloat() * float64(time.Minute))
		}
		writes = append(writes, w)
	})
	stores.vm.Check(s.Put(stores.vm.Stopped(), writes))
	return goja.Undefined()
}

func (stores *itemStores) itemNamespaces(call goja.FunctionCall) goja.Value {
	all, err := stores.itemsOf(call.Argument(0)).Namespaces(stores.vm.Stopped())
	stores.vm.Check(err)
	list := make([]goja.Value, len(all))
	for i, namespace := range all {
		list[i] = stores.values.StringArray(namespace)
	}
	return stores.values.Array(list)
}

func (stores *itemStores) itemClose(call goja.FunctionCall) goja.Value {
	s := stores.itemsOf(call.Argument(0))
	if s.plain {
		return goja.Undefined() // the Go program closes its own store
	}
	if s, ok := s.Items.(*itemFile); ok {
		stores.vm.Check(s.Close())
	}
	return goja.Undefined()
}
