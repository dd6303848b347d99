// This file hands a script objects that stand for values of Go, and shows nothing of them.

package value

import (
	"reflect"

	"github.com/dop251/goja"
)

// sealed is what a script holds of a value of Go. goja shows scripts the fields and methods of the values of Go that they hold; this one has none.
type sealed struct{ value any }

// Seal makes an object that stands for v. See Sealed.
func (realm *Realm) Seal(v any) goja.Value { return realm.rt.ToValue(&sealed{v}) }

// Sealed returns the Go value behind an object, if it is a T. An object of
// another kind is not looked into: goja would turn it inside out.
func Sealed[T any](o *goja.Object) (v T, ok bool) {
	switch o.ExportType() {
	case reflect.TypeFor[*sealed]():
		if s, isSealed := o.Export().(*sealed); isSealed && s != nil {
			v, ok = s.value.(T)
		}
	case reflect.TypeFor[T]():
		v, ok = o.Export().(T)
	}
	return v, ok
}
