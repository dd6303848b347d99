// This file sets the properties of objects that are made from JSON text.

package value

import (
	"slices"

	"github.com/dop251/goja"
)

// filler sets the properties of a new object. goja sorts names that are array indices before
// the other names, and moves them one by one. So if there are many properties, those that are
// indices are set first, in ascending order.
type filler struct {
	realm *Realm
	o     *goja.Object
	n     int
	late  []lateField // the properties after the first filledAtOnce
	any   bool        // whether a name in late is an index
}

type lateField struct {
	key   string
	units []uint16 // the name as UTF-16 units, if it has a lone surrogate; else nil
	index int64    // the array index that the name is; -1 if it is not one
	v     goja.Value
}

// filledAtOnce is the number of properties that are set immediately, in the order of the text.
const filledAtOnce = 256

func (f *filler) set(key string, units []uint16, v goja.Value) error {
	field := lateField{key, units, -1, v}
	if f.n++; f.n <= filledAtOnce {
		return f.setNow(field)
	}
	field.index = indexOf(key)
	f.any = f.any || field.index >= 0
	f.late = append(f.late, field)
	return nil
}

func (f *filler) setNow(field lateField) error {
	if field.units != nil {
		return f.realm.setUnits(f.o, field.units, field.v)
	}
	return SetField(f.o, field.key, field.v)
}

// end sets the properties that set has postponed.
func (f *filler) end() error {
	if f.any {
		slices.SortStableFunc(f.late, func(a, b lateField) int {
			switch {
			case a.index < 0 || b.index < 0:
				return int(min(b.index, 0) - min(a.index, 0))
			case a.index < b.index:
				return -1
			case a.index > b.index:
				return 1
			}
			return 0
		})
	}
	for _, field := range f.late {
		if err := f.setNow(field); err != nil {
			return err
		}
	}
	return nil
}

// indexOf returns the array index that a name is, or -1 if it is not one.
func indexOf(name string) int64 {
	if len(name) == 0 || len(name) > 10 || name[0] == '0' && len(name) > 1 {
		return -1
	}
	n := int64(0)
	for i := range len(name) {
		if name[i] < '0' || name[i] > '9' {
			return -1
		}
		n = n*10 + int64(name[i]-'0')
	}
	if n > 1<<32-2 {
		return -1
	}
	return n
}

// setUnits sets a property whose name has a lone surrogate. It calls Reflect.set, since goja's Go
// API takes names as Go strings only.
func (realm *Realm) setUnits(o *goja.Object, units []uint16, v goja.Value) error {
	_, err := realm.builtin("Reflect", "set")(goja.Undefined(), o, goja.StringFromUTF16(units), v)
	return err
}

// eachUnits calls f with each property of an object. It is for objects in which a name has a lone
// surrogate.
func (realm *Realm) eachUnits(o *goja.Object, f func(name goja.Value, v goja.Value) error) error {
	keys, err := realm.builtin("Object", "keys")(goja.Undefined(), o)
	if err != nil {
		return realm.errors.ScriptError(err)
	}
	get := realm.builtin("Reflect", "get")
	for _, name := range realm.Elements(keys.ToObject(realm.rt)) {
		v, err := get(goja.Undefined(), o, name)
		if err != nil {
			return realm.errors.ScriptError(err)
		}
		if err := f(name, v); err != nil {
			return err
		}
	}
	return nil
}

// builtin returns a function of a built-in object. It throws if the script has deleted or replaced
// the function.
func (realm *Realm) builtin(object, name string) goja.Callable {
	f, ok := goja.AssertFunction(realm.rt.Get(object).ToObject(realm.rt).Get(name))
	if !ok {
		panic(realm.rt.NewTypeError("%s.%s is not a function", object, name))
	}
	return f
}
