// This file makes opaque objects: a script holds such an object in place of a Go value, and sees
// nothing of the value.

package value

import (
	"reflect"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// sealed wraps a Go value for a script. goja exposes the exported fields and methods of a Go value to
// scripts, and sealed has none.
type sealed struct{ value any }

// Seal makes an opaque object for v. Sealed returns v again.
func (realm *Realm) Seal(v any) goja.Value { return realm.rt.ToValue(&sealed{v}) }

// Sealed returns the Go value of an opaque object if it is a T. It does not export any other object,
// since goja would convert it with all its properties.
func Sealed[T any](o *goja.Object) (v T, ok bool) {
	switch o.ExportType() {
	case reflect.TypeFor[*sealed]():
		if s, isSealed := guard.Export(o).(*sealed); isSealed && s != nil {
			v, ok = s.value.(T)
		}
	case reflect.TypeFor[T]():
		v, ok = guard.Export(o).(T)
	}
	return v, ok
}
