// This file gives properties to objects that are made of JSON text.

package value

import (
	"slices"

	"github.com/dop251/goja"
)

// filler gives properties to a fresh object, in the order of the text. goja puts names that are indices
// before the others one by one, so of many properties the indices are set first, in their order.
type filler struct {
	realm *Realm
	o     *goja.Object
	n     int
	late  []lateField // those after the first filledAtOnce
	any   bool        // of late, whether one is an index
}

type lateField struct {
	key   string
	units []uint16 // the name, if it has a lone surrogate
	index int64    // -1 for none
	v     goja.Value
}

// filledAtOnce is how many properties are set as they come.
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

// end sets what is left.
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

// indexOf returns the index that a name is, -1 for none.
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

// setUnits sets a property whose name has a lone surrogate, which goja's API in Go has no way to say.
func (realm *Realm) setUnits(o *goja.Object, units []uint16, v goja.Value) error {
	_, err := realm.builtin("Reflect", "set")(goja.Undefined(), o, goja.StringFromUTF16(units), v)
	return err
}

// eachUnits calls f with each property of an object of which a name has a lone surrogate.
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

// builtin returns a function of an object of JavaScript's own. It throws if the script has taken it away.
func (realm *Realm) builtin(object, name string) goja.Callable {
	f, ok := goja.AssertFunction(realm.rt.Get(object).ToObject(realm.rt).Get(name))
	if !ok {
		panic(realm.rt.NewTypeError("%s.%s is not a function", object, name))
	}
	return f
}
