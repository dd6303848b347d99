// This file makes values of a script: lists and objects.

package value

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// CopyFields copies the own enumerable properties of from to to. from may be nil.
func CopyFields(to, from *goja.Object) {
	if from == nil {
		return
	}
	for _, key := range guard.Keys(from) {
		_ = SetField(to, key, from.Get(key))
	}
}

// SetField gives an object a property of its own, as an object literal does: "__proto__" becomes an ordinary property, and
// what a script has added to Object.prototype has no effect.
func SetField(o *goja.Object, key string, v goja.Value) error {
	return o.DefineDataProperty(key, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// Merge returns a new object with the properties of a and of b. b wins where both have a name, and
// each may be nil.
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

// arrayFrom returns an array of the values that o iterates over, like Array.from.
func (realm *Realm) arrayFrom(o *goja.Object) *goja.Object {
	items := []any{}
	guard.ForOf(realm.rt, o, func(v goja.Value) bool {
		items = append(items, v)
		return true
	})
	return realm.rt.NewArray(items...)
}

// Array makes an array of a copy of items.
func (realm *Realm) Array(items []goja.Value) *goja.Object {
	return realm.printer.NewArray(slices.Clone(items))
}
