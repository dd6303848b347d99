// This file checks the lists of keys that the traps ownKeys of proxies return. goja calls a trap through the method table of
// its type of handlers, reads the list up to any length, and fails with an error of Go at a hole. So each handler gets a
// copy of the table with another method ownKeys. Nothing is changed if goja is not as expected.

package guard

import (
	"reflect"
	"strconv"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// keysTrap has the layout of goja's proxies, and the method table for their handlers.
type keysTrap struct {
	handler, runtime uintptr // offsets in a proxy, and in an object
	original         unsafe.Pointer
	table            []uintptr
	keys             func(self unsafe.Pointer, target *goja.Object) (*goja.Object, bool) // the method of goja
}

// theKeys is the result of trapOfKeys for checkedKeys.
var theKeys *keysTrap //nolint:gochecknoglobals // a method has no state

// trapOfKeys returns nil if goja is not as expected.
var trapOfKeys = sync.OnceValue(ifExpected(readKeysTrap))

func readKeysTrap() *keysTrap {
	v, err := goja.New().RunString("new Proxy({}, {})")
	if err != nil {
		return nil
	}
	f := selfField()
	impl := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(v.(*goja.Object)), f.Offset)).Elem().Elem().Elem()
	handler, ok := impl.Type().FieldByName("handler")
	rt, found := reflect.TypeFor[goja.Object]().FieldByName("runtime")
	if !ok || !found || handler.Type.Kind() != reflect.Interface || rt.Type != reflect.TypeFor[*goja.Runtime]() {
		return nil
	}
	t := &keysTrap{handler: handler.Offset, runtime: rt.Offset}
	t.original = *fieldAt[unsafe.Pointer](impl.Addr().UnsafePointer(), handler.Offset)
	const head = 3 // words before the methods
	for i := range handler.Type.NumMethod() {
		if m := handler.Type.Method(i); m.Name == "ownKeys" && m.Type == reflect.TypeFor[func(*goja.Object) (*goja.Object, bool)]() {
			t.table = append(t.table, unsafe.Slice((*uintptr)(t.original), head+handler.Type.NumMethod())...)
			entry := &[1]uintptr{t.table[head+i]} // a function value points to its address
			t.keys = *(*func(unsafe.Pointer, *goja.Object) (*goja.Object, bool))(unsafe.Pointer(&entry))
			t.table[head+i] = reflect.ValueOf(checkedKeys).Pointer()
			theKeys = t
			return t
		}
	}
	return nil
}

// guardKeys replaces the method table of the handler of a proxy.
func guardKeys(o *goja.Object) {
	t := trapOfKeys()
	if t == nil || implName(o) != "proxyObject" {
		return
	}
	f := selfField()
	impl := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem().UnsafePointer()
	if table := fieldAt[unsafe.Pointer](impl, t.handler); *table == t.original {
		*table = unsafe.Pointer(&t.table[0])
	}
}

// checkedKeys replaces the method ownKeys of goja's handlers.
func checkedKeys(self unsafe.Pointer, target *goja.Object) (*goja.Object, bool) {
	t := theKeys
	o, ok := t.keys(self, target)
	found, guarded := guards.Load(*fieldAt[*goja.Runtime](unsafe.Pointer(target), t.runtime))
	if !ok || !guarded || o == nil || len(elementsOf(o)) > 0 {
		return o, ok
	}
	g := found.(*Guard)
	n := 0.0
	if v := o.Get("length"); v != nil {
		n = toLength(v)
	}
	if n > maxKeys {
		g.refuse(rangeError, tooMany)
	}
	list := make([]any, int(n))
	for i := range list {
		list[i] = orUndefined(o.Get(strconv.Itoa(i)))
	}
	return g.rt.NewArray(list...), true
}
