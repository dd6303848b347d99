// This file reads the length of array-like objects for goja. A length can be a getter, an object that is converted to a
// number, or the result of a trap, and be another number each time it is read. So goja gets a view of such an object. The
// view converts the length once, when goja reads it, refuses one that is too large, and passes everything else on.

package guard

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// hasPlainLength reports whether goja reads the length of o as a primitive value, and calls no code of the script for it.
func hasPlainLength(o *goja.Object) bool {
	_, typed := ViewOf(o)
	for range maxProxies {
		if o == nil {
			return true
		}
		switch implName(o) {
		case "arrayObject", "sparseArrayObject", "stringObject":
			return true
		case "baseObject", "argumentsObject", "templatedObject", "funcObject", "nativeFuncObject", "mapObject", "setObject", "typedArrayObject":
		default:
			return false
		}
		s := self(o)
		if s.at == nil || s.values < 0 {
			return false
		}
		if v := (*field[map[string]goja.Value](s, s.values))["length"]; v != nil {
			return isPlain(v, typed)
		}
		if p := props(o); p != nil && (*p)["length"] != nil {
			return true // nothing has changed it yet
		}
		o = o.Prototype()
	}
	return false
}

// isPlain reports whether a property is a primitive value. native says that a getter of goja is plain too.
func isPlain(v goja.Value, native bool) bool {
	if v == nil {
		return true
	}
	if _, isObject := valueOf(v); isObject {
		return false
	}
	p := structOf(reflect.ValueOf(v))
	if p.at == nil || p.getter < 0 || p.setter < 0 {
		return true
	}
	get, set := *field[*goja.Object](p, p.getter), *field[*goja.Object](p, p.setter)
	return get == nil && set == nil || native && get != nil && implName(get) == "nativeFuncObject"
}

// implName returns the name of goja's type of an object.
func implName(o *goja.Object) string {
	f := selfField()
	impl := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem()
	if impl.Kind() != reflect.Pointer {
		return ""
	}
	return impl.Type().Elem().Name()
}

// view is what goja sees in place of an array-like object.
type view struct {
	g      *Guard
	of     *goja.Object
	length goja.Value // nil until it is read
	size   float64    // the bytes that goja allocates for an element; 0 means those of a list
	plain  bool       // the length of the object is plain, and size is exact
	// instead returns, if not nil, a value in place of a property, or nil for the property itself.
	instead func(key string) goja.Value
	alone   bool // for concat: the object is not spread, and the view is a list that contains it
}

// seen returns a view of an object whose length is not plain, and nil for other values.
func (g *Guard) seen(v goja.Value) *goja.Object {
	o, ok := v.(*goja.Object)
	if !ok || hasPlainLength(o) {
		return nil
	}
	return g.viewOf(o)
}

// longSlow is the number of elements above which an object that is not a plain array is read through a view: goja's own loops
// take up to a microsecond for each element, and do not end at an interrupt.
const longSlow = 1 << 16

// seenLong is seen, but also returns a view of an object with many elements that is not a plain array. perElement is the number
// of bytes that the function allocates for each element of it.
func (g *Guard) seenLong(v goja.Value, perElement float64) *goja.Object {
	o, ok := v.(*goja.Object)
	if !ok || elementsOf(o) != nil {
		return nil
	}
	if !hasPlainLength(o) {
		return g.viewOf(o)
	}
	if length(o) <= longSlow {
		return nil
	}
	return g.shown(&view{g: g, of: o, size: perElement, plain: true})
}

// viewOf returns a view of an object.
func (g *Guard) viewOf(o *goja.Object) *goja.Object {
	return g.shown(&view{g: g, of: o})
}

// shown returns the object that is the view.
func (g *Guard) shown(w *view) *goja.Object {
	o := w.of
	target := g.rt.NewObject() // not o, whose properties would restrict what the view can answer
	if IsArray(o) {
		target = g.rt.NewArray()
	}
	return g.rt.ToValue(g.rt.NewProxy(target, &goja.ProxyTrapConfig{
		Get:    func(_ *goja.Object, key string, _ goja.Value) goja.Value { return w.get(key) },
		GetSym: func(_ *goja.Object, key *goja.Symbol, _ goja.Value) goja.Value { return w.symbol(key) },
		Has:    func(_ *goja.Object, key string) bool { return w.has(key) },
		Set: func(_ *goja.Object, key string, v, _ goja.Value) bool {
			if err := o.Set(key, v); err != nil {
				panic(err)
			}
			return true
		},
		DeleteProperty: func(_ *goja.Object, key string) bool {
			if err := o.Delete(key); err != nil {
				panic(err)
			}
			return true
		},
		GetPrototypeOf: func(*goja.Object) *goja.Object { return o.Prototype() },
	})).(*goja.Object)
}

// IsArray reports whether o is an array, or a proxy of one that was not revoked.
func IsArray(o *goja.Object) bool {
	o = behind(o)
	return o != nil && isArray(o)
}

func (w *view) get(key string) goja.Value {
	w.g.hear()
	if w.instead != nil {
		if v := w.instead(key); v != nil {
			return v
		}
		return orUndefined(w.of.Get(key))
	}
	switch {
	case w.alone && key == "length":
		return w.g.rt.ToValue(1)
	case w.alone && key == "0":
		return w.of
	case key == "length":
		if w.length == nil {
			n := float64(0)
			if v := w.of.Get("length"); v != nil {
				n = toLength(v)
			}
			most := float64(maxLike)
			if w.plain && isArray(w.of) {
				most = maxArray
			}
			if n > most {
				w.g.refuse(rangeError, tooMany)
			}
			if w.plain {
				w.g.reserve(n * w.size)
			} else {
				w.g.reserve(n * max(w.size, 16))
			}
			w.length = w.g.rt.ToValue(int64(n))
		}
		return w.length
	}
	return w.of.Get(key) // nil, which goja treats as a hole, if there is no such property
}

// toLength converts a value to a length, as goja does. It may call code of the script.
func toLength(v goja.Value) float64 {
	n := float64(v.ToInteger())
	return max(0, min(n, 1<<53-1))
}

func (w *view) has(key string) bool {
	w.g.hear()
	if w.alone {
		return key == "0"
	}
	return w.g.hasProperty(w.of, key)
}

// hasProperty is the operator in.
func (g *Guard) hasProperty(o *goja.Object, key string) bool {
	has, _ := goja.AssertFunction(g.has)
	v, err := has(goja.Undefined(), o, g.rt.ToValue(key))
	if err != nil {
		panic(err)
	}
	return v.ToBoolean()
}

// symbol reads a property that is named by a symbol. A method that begins an iteration is called for the object, and not for
// the view.
func (w *view) symbol(key *goja.Symbol) goja.Value {
	v := orUndefined(w.of.GetSymbol(key))
	switch key {
	case goja.SymIterator:
		if begin, ok := goja.AssertFunction(v); ok {
			return w.g.unnamed(func(call goja.FunctionCall) goja.Value {
				iterator, err := begin(w.of, call.Arguments...)
				if err != nil {
					panic(err)
				}
				return iterator
			})
		}
	case goja.SymIsConcatSpreadable:
		if goja.IsUndefined(v) && !IsArray(w.of) || !goja.IsUndefined(v) && !v.ToBoolean() {
			w.alone = true
		}
		return w.g.rt.ToValue(true)
	}
	return v
}

func orUndefined(v goja.Value) goja.Value {
	if v == nil {
		return goja.Undefined()
	}
	return v
}

// boxed returns a text as the object in which goja reads its letters as elements, and any other value as it is.
func (g *Guard) boxed(v goja.Value) goja.Value {
	if _, ok := v.(goja.String); ok {
		return v.ToObject(g.rt)
	}
	return v
}

// ofThis returns f for a view of this, if the length of this is not plain. The result of f is not the view.
func ofThis(g *Guard, f function) function { return g.seenBy(f, g.seen) }

// ofLongThis is ofThis, also for long objects that are not plain arrays.
func ofLongThis(g *Guard, f function) function {
	return g.seenBy(f, func(v goja.Value) *goja.Object { return g.seenLong(v, 0) })
}

// ofCopiedThis is ofLongThis for a function that makes a list of the elements.
func ofCopiedThis(g *Guard, f function) function {
	return g.seenBy(f, func(v goja.Value) *goja.Object { return g.seenLong(v, perCopied) })
}

// seenBy returns f for the view of this that seen returns, if any.
func (g *Guard) seenBy(f function, seen func(goja.Value) *goja.Object) function {
	return func(call goja.FunctionCall) goja.Value {
		call.This = g.boxed(call.This)
		w := seen(call.This)
		if w == nil {
			return f(call)
		}
		of := call.This
		call.This = w
		v := f(call)
		if o, ok := v.(*goja.Object); ok && o == w {
			return of
		}
		return v
	}
}

// ofThisCalls is ofThis for a function with a callback, which does not get the view either.
func ofThisCalls(g *Guard, f function) function {
	return func(call goja.FunctionCall) goja.Value {
		call.This = g.boxed(call.This)
		w := g.seenLong(call.This, 0)
		callback, ok := goja.AssertFunction(argument(call.Arguments, 0))
		if w == nil || !ok {
			return ofLongThis(g, f)(call)
		}
		of := call.This
		call.This = w
		call.Arguments = with(call.Arguments, 0, g.unnamed(func(inner goja.FunctionCall) goja.Value {
			last := len(inner.Arguments) - 1
			v, err := callback(inner.This, with(inner.Arguments, last, of)...)
			if err != nil {
				panic(err)
			}
			return v
		}))
		return f(call)
	}
}

// ofFlat is Array.prototype.flat. Its argument is converted after the length is read.
func ofFlat(g *Guard, flat function) function {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if _, isObject := argument(call.Arguments, 0).(*goja.Object); !ok || !isObject {
			return ofThis(g, flat)(call)
		}
		if !isArray(o) {
			w := &view{g: g, of: o}
			w.get("length")
			call.This = g.shown(w)
		}
		call.Arguments = numeric(call.Arguments, 0)
		return flat(call)
	}
}

// ofJoin is Array.prototype.join. Its argument is converted after the length is read.
func ofJoin(g *Guard, join function) function {
	return func(call goja.FunctionCall) goja.Value {
		call.This = g.boxed(call.This)
		o, ok := call.This.(*goja.Object)
		if _, isObject := argument(call.Arguments, 0).(*goja.Object); !ok || !isObject {
			return ofThis(g, join)(call)
		}
		w := &view{g: g, of: o}
		n := w.get("length").ToFloat()
		call.Arguments = g.text(call.Arguments, 0)
		letters := n * max(letters(call.Arguments[0]), 1)
		if isArray(o) && letters <= maxString {
			letters += g.lettersIn(o, int(n))
		}
		if letters > maxString {
			g.refuse(rangeError, tooLong)
		}
		g.reserve(letters)
		call.This = g.shown(w)
		return join(call)
	}
}

// with returns a copy of args with another value at i.
func with(args []goja.Value, i int, v goja.Value) []goja.Value {
	args = append([]goja.Value(nil), args...)
	for len(args) <= i {
		args = append(args, goja.Undefined())
	}
	args[i] = v
	return args
}
