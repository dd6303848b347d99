// This file prevents views of detached buffers from reaching memory that does not belong to them. For goja a detached buffer
// begins at the address 0, and some of its functions read or write an element of a view after a callback of the script
// could have detached the buffer: at the offset of the view, which the script chooses.

package guard

import (
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
)

// Export returns what v.Export returns, but nil for a view of a detached buffer: for that goja would return memory of the
// process, at the offset of the view. It also returns nil for an object, an array, a Map or a Set: goja would export what is in
// them, call getters, and overflow the stack if they are deep or contain themselves. Nothing else of this program calls the
// method Export.
func Export(v goja.Value) any {
	if o, ok := v.(*goja.Object); ok {
		if Detached(o) {
			return nil
		}
		switch o.ExportType() {
		case reflect.TypeFor[map[string]any](), reflect.TypeFor[[]any](), reflect.TypeFor[[][2]any]():
			return nil
		}
	}
	return v.Export()
}

// Detach detaches a buffer. Its memory stays what its views refer to, so that goja reads and writes nothing else through
// them. It panics if goja has another layout than expected, which a test would have shown.
func Detach(b goja.ArrayBuffer) {
	if b.Detached() {
		return
	}
	memory := b.Bytes()
	field := reflect.ValueOf(b).FieldByName("buf").Elem().FieldByName("data")
	data := (*[]byte)(field.Addr().UnsafePointer())
	if unsafe.SliceData(*data) != unsafe.SliceData(memory) || len(*data) != len(memory) {
		panic("goja has another layout than expected")
	}
	b.Detach()
	*data = memory[:0]
}

// View has the place of a typed array in its buffer, in elements.
type View struct {
	Length, Offset int
	ElementSize    int // in bytes
}

// ViewOf returns the place of a typed array in its buffer: the zero value if the buffer is detached. ok is false for
// other objects, and for nil. It runs no code of the script.
func ViewOf(o *goja.Object) (v View, ok bool) {
	view, detached := viewOf(o)
	if !view.IsValid() {
		return v, false
	}
	if !detached {
		v = View{int(view.FieldByName("length").Int()), int(view.FieldByName("offset").Int()), int(view.FieldByName("elemSize").Int())}
	}
	return v, true
}

// Detached reports whether o is a typed array whose buffer was detached. It runs no code of the script.
func Detached(o *goja.Object) bool {
	_, detached := viewOf(o)
	return detached
}

// viewOf returns goja's structure of a typed array; no value for other objects, and for nil.
func viewOf(o *goja.Object) (view reflect.Value, detached bool) {
	if o == nil {
		return view, false
	}
	if t := o.ExportType(); t == nil || t.Kind() != reflect.Slice || t.Elem().Kind() == reflect.Interface {
		return view, false
	}
	self := reflect.ValueOf(o).Elem().FieldByName("self")
	for self.Kind() == reflect.Interface || self.Kind() == reflect.Pointer {
		self = self.Elem()
	}
	if self.Kind() != reflect.Struct {
		return view, false
	}
	buffer := self.FieldByName("viewedArrayBuf")
	if !buffer.IsValid() || buffer.IsNil() {
		return view, false
	}
	return self, buffer.Elem().FieldByName("detached").Bool()
}

// kindOfView returns the name of goja's type of the elements of a typed array, such as "bigInt64Array".
func kindOfView(o *goja.Object) string {
	self, _ := viewOf(o)
	elements := self.FieldByName("typedArray")
	if !elements.IsValid() || elements.IsNil() {
		return ""
	}
	return elements.Elem().Type().Elem().Name()
}

func holdsBigInts(kind string) bool { return strings.HasPrefix(kind, "big") }

// hasPlainName reports whether goja reads the name of the constructor of a typed array without code of the script.
func hasPlainName(o *goja.Object) bool {
	impl, _ := viewOf(o)
	of := impl.FieldByName("defaultCtor")
	if !of.IsValid() || of.Kind() != reflect.Pointer || of.IsNil() {
		return false
	}
	class := (*goja.Object)(of.UnsafePointer())
	s := self(class)
	return s.at != nil && s.values >= 0 && isPlain((*field[map[string]goja.Value](s, s.values))["name"], false)
}

// elementsOfView returns the elements of a typed array as an array.
func (g *Guard) elementsOfView(o *goja.Object, n int) *goja.Object {
	if n > longList {
		g.reserve(perCopied * float64(n))
	}
	list := make([]any, n)
	for i := range list {
		if i%longList == 0 {
			g.hear()
		}
		list[i] = o.Get(strconv.Itoa(i))
	}
	return g.rt.NewArray(list...)
}
