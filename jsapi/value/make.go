// This file makes values of a script: lists and objects.

package value

import (
	"slices"

	"github.com/dop251/goja"
)

// CopyFields copies the own properties of from, which may be nil.
func CopyFields(to, from *goja.Object) {
	if from == nil {
		return
	}
	for _, key := range from.Keys() {
		_ = SetField(to, key, from.Get(key))
	}
}

// SetField sets a property of a fresh object; "__proto__" is a name like any other.
func SetField(o *goja.Object, key string, v goja.Value) error {
	if key == "__proto__" {
		return o.DefineDataProperty(key, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	return o.Set(key, v)
}

// Merge returns a copy of a with the properties of b.
func (realm *Realm) Merge(a, b *goja.Object) *goja.Object {
	o := realm.rt.NewObject()
	CopyFields(o, a)
	CopyFields(o, b)
	return o
}

// StringArray makes an array of strings.
func (realm *Realm) StringArray(list []string) *goja.Object {
	all := make([]any, len(list))
	for i, s := range list {
		all[i] = s
	}
	return realm.rt.NewArray(all...)
}

// arrayFrom is Array.from.
func (realm *Realm) arrayFrom(o *goja.Object) *goja.Object {
	items := []any{}
	realm.rt.ForOf(o, func(v goja.Value) bool {
		items = append(items, v)
		return true
	})
	return realm.rt.NewArray(items...)
}

// Array makes an array of values.
func (realm *Realm) Array(items []goja.Value) *goja.Object {
	return realm.printer.NewArray(slices.Clone(items))
}
