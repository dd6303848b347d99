// This file reads values of a script: text, lists, properties.

package value

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
)

// Integer returns v as an integer, and 0 if v is nil or undefined.
func Integer(v goja.Value) int64 {
	if v == nil || goja.IsUndefined(v) {
		return 0
	}
	return v.ToInteger()
}

// Property returns a property, or undefined if o does not have it.
func Property(o *goja.Object, name string) goja.Value {
	if v := o.Get(name); v != nil {
		return v
	}
	return goja.Undefined()
}

// Flag reports whether the property name of o is truthy.
func Flag(o *goja.Object, name string) bool {
	v := o.Get(name)
	return v != nil && v.ToBoolean()
}

// TypeOf returns what the operator typeof returns. nil counts as undefined.
func TypeOf(v goja.Value) string {
	switch {
	case v == nil || goja.IsUndefined(v):
		return "undefined"
	case goja.IsNull(v):
		return "object"
	}
	switch x := v.(type) {
	case *goja.Object:
		if _, ok := goja.AssertFunction(x); ok {
			return "function"
		}
		return "object"
	case *goja.Symbol:
		return "symbol"
	case goja.String:
		return "string"
	}
	if isBigInt(v) {
		return "bigint"
	}
	if _, ok := guard.Export(v).(bool); ok {
		return "boolean"
	}
	return "number"
}

// Each calls f with each element of the iterable v that is an object. It does nothing if v is not an
// object.
func (realm *Realm) Each(v goja.Value, f func(o *goja.Object)) {
	list, ok := v.(*goja.Object)
	if !ok {
		return
	}
	for _, item := range realm.Elements(list) {
		if o, ok := item.(*goja.Object); ok {
			f(o)
		}
	}
}

// Strings returns the elements of an array as strings, or nil if v is not an array.
func (realm *Realm) Strings(v goja.Value) []string {
	list, ok := v.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return nil
	}
	all := []string{}
	for _, item := range realm.Elements(list) {
		all = append(all, realm.Text(item))
	}
	return all
}

// OwnLists reports whether concat and the iterator of arrays are still the built-in ones, so that Go
// code may join lists instead of them.
func (realm *Realm) OwnLists() bool {
	return realm.arrayProto.Get("concat") == realm.concat && realm.arrayProto.GetSymbol(goja.SymIterator) == realm.iterate
}

// PlainList returns the elements of an array that has no holes, no getters and no additional
// properties. ok is false for any other value.
func (realm *Realm) PlainList(v goja.Value) ([]goja.Value, bool) {
	o, ok := v.(*goja.Object)
	if !ok || o.Prototype() != realm.arrayProto {
		return nil, false
	}
	items, ok := realm.printer.PlainElements(o)
	if !ok {
		return nil, false
	}
	for _, item := range items {
		if item == nil {
			return nil, false
		}
	}
	return items, true
}

// listOf returns the elements of v if it is an array.
func listOf(realm *Realm, v goja.Value) ([]goja.Value, bool) {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" {
		return nil, false
	}
	if items, ok := realm.printer.Elements(o); ok {
		return items, true
	}
	return realm.Elements(o), true
}

// stringOf returns v if it is a string.
func stringOf(v goja.Value) (string, bool) {
	s, ok := v.(goja.String)
	if !ok {
		return "", false
	}
	return s.String(), true
}

// IsPlain reports whether the prototype of o is Object.prototype.
func (realm *Realm) IsPlain(o *goja.Object) bool { return o.Prototype() == realm.objectProto }

// Elements returns the values that an array or another iterable object iterates over.
func (realm *Realm) Elements(array *goja.Object) []goja.Value {
	var items []goja.Value
	guard.ForOf(realm.rt, array, func(v goja.Value) bool {
		items = append(items, v)
		return true
	})
	return items
}

// OwnText is Text for a string that outlives the script. It copies the string, since a string of
// goja may be a slice of the source and would retain the whole source in memory.
func (realm *Realm) OwnText(v goja.Value) string {
	s := realm.Text(v)
	guard.Need(realm.rt, len(s))
	return strings.Clone(s)
}

// Bytes is Text as bytes. It requests the memory for them.
func (realm *Realm) Bytes(v goja.Value) []byte {
	s := realm.Text(v)
	guard.Need(realm.rt, len(s))
	return []byte(s)
}

// Text is the function Text for an element of a list: one text may be in the list many times, and each becomes a copy. It requests
// the memory for it.
func (realm *Realm) Text(v goja.Value) string {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return ""
	}
	return guard.Text(realm.rt, v)
}

// Text returns v as a string, and "" if v is nil, undefined or null.
func Text(v goja.Value) string {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return ""
	}
	return v.String()
}

// Is reports whether the text of v, as Text returns it, is equal to text. It makes no copy of a text with another length.
func Is(v goja.Value, text string) bool {
	if s, ok := v.(goja.String); ok && s.Length() != len(text) {
		return false // as long as text is ASCII
	}
	return Text(v) == text
}

// Object returns the property name of o if it is an object, and a new empty object otherwise.
func (realm *Realm) Object(o *goja.Object, name string) *goja.Object {
	if inner, ok := o.Get(name).(*goja.Object); ok {
		return inner
	}
	return realm.rt.NewObject()
}

func isBigInt(v goja.Value) bool {
	t := v.ExportType()
	return t != nil && t.String() == "*big.Int"
}

// IsFunction reports whether o can be called. Its class name does not show it, since goja gives some
// functions the class name "Object".
func IsFunction(o *goja.Object) bool {
	_, ok := goja.AssertFunction(o)
	return ok
}

// isInteger reports whether v is the number n.
func isInteger(v goja.Value, n int64) bool {
	if v == nil {
		return false
	}
	x, ok := guard.Export(v).(int64)
	return ok && x == n
}

// Show prints a value for a message, as Node prints it. It never throws.
func (realm *Realm) Show(v goja.Value) string {
	s, err := realm.printer.Inspect(v, inspect.Options{})
	if err == nil {
		return s
	}
	if ex := realm.rt.Try(func() { s = v.String() }); ex != nil {
		return "a value that cannot be printed"
	}
	return s
}
