// This file has the checks of functions that read all letters of many texts: to compare them, or to make numbers of them. One text
// of many million letters can be in a list thousands of times.

package guard

import (
	"reflect"

	"github.com/dop251/goja"
)

const (
	manyCompared = 1 << 26 // letters that goja compares or hashes in one call, which takes some 50 ms
	manySorted   = 1 << 22 // letters of texts that goja sorts in one call
	maxParsed    = 1 << 26 // letters of texts that one call makes numbers of
	maxDigitsAll = 1 << 22 // letters of texts that one call makes BigInts of
	maxWords     = 1 << 26 // words of BigInts of which one call takes the last 64 bits
)

// parsed bounds the letters of arguments that become numbers.
func parsed(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	n := 0.0
	for _, v := range args {
		n += letters(v)
	}
	if n > maxParsed {
		g.refuse(rangeError, tooLong)
	}
	return args
}

// parsedList is parsed for the elements of an array or array-like object that is argument 0. The values of another iterable become
// an array first.
func (g *Guard) parsedList(args []goja.Value, most float64) []goja.Value {
	o, ok := argument(args, 0).(*goja.Object)
	if !ok || o.ExportType() == reflect.TypeFor[goja.ArrayBuffer]() {
		return args
	}
	if _, proxy := asProxy(o); proxy {
		return args
	}
	if _, view := ViewOf(o); view {
		return args
	}
	if !isArray(o) && g.iterable(o) {
		var list []any
		ForOf(g.rt, o, func(v goja.Value) bool {
			if len(list) == maxLike {
				g.refuse(rangeError, tooMany)
			}
			list = append(list, v)
			return true
		})
		o = g.rt.NewArray(list...)
		args = with(args, 0, o)
	}
	if !hasPlainLength(o) || length(o) > maxArray {
		return args
	}
	letters, words, long := 0.0, 0, false
	for v := range g.elementsIn(o, int(length(o))) {
		if s, ok := v.(goja.String); ok {
			letters += float64(s.Length())
			long = long || s.Length() > manyDigits
		} else if n := integer(v); n != nil {
			words += len(n.Bits())
		}
	}
	if letters > most || words > maxWords {
		g.refuse(rangeError, tooLong)
	}
	if long && most == maxDigitsAll && isArray(o) {
		return g.parsedBigInts(args, o)
	}
	return args
}

// parsedBigInts returns args with an array in place of argument 0, the array o, in which long texts are BigInts.
func (g *Guard) parsedBigInts(args []goja.Value, o *goja.Object) []goja.Value {
	var list []any
	for v := range g.elementsIn(o, int(length(o))) {
		list = append(list, g.parsedBigInt(orUndefined(v)))
	}
	return with(args, 0, g.rt.NewArray(list...))
}

// iterable reports whether an object has a method Symbol.iterator.
func (g *Guard) iterable(o *goja.Object) bool {
	_, callable := goja.AssertFunction(o.GetSymbol(goja.SymIterator))
	return callable
}

// parsedListAt is parsed for the elements of argument 0, which is an array or array-like object, but not used as an iterable.
func parsedListAt(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if o, ok := argument(args, 0).(*goja.Object); ok && isArray(o) {
		return g.parsedList(args, maxParsed)
	}
	return args
}

// parsedLike is parsed for a function that takes any array-like object or iterable.
func parsedLike(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	return likeAt(0)(g, this, g.parsedList(args, maxParsed))
}

// sorted gives a function that sorts long texts or BigInts by itself, or values that it reads from another object than an array, a
// comparison that hears whether the Runtime was interrupted.
func sorted(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	args = elements(g, this, args)
	o, ok := this.(*goja.Object)
	if !ok || !goja.IsUndefined(argument(args, 0)) {
		return args
	}
	if values := elementsOf(o); values != nil && !hasIntegers(values) && g.lettersIn(o, len(values)) <= manySorted {
		return args
	}
	return with(args, 0, g.unnamed(func(call goja.FunctionCall) goja.Value {
		g.hear()
		return g.rt.ToValue(g.textOf(call.Argument(0)).CompareTo(g.textOf(call.Argument(1))))
	}))
}

// hashed gives new Set the iterator of a list with long texts, whose next hears whether the Runtime was interrupted.
func hashed(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	o, ok := argument(args, 0).(*goja.Object)
	if !ok || g.arrays == nil || !isArray(o) || o.GetSymbol(goja.SymIterator) != g.arrays.values || g.lettersIn(o, int(length(o))) <= manyCompared {
		return spells(g, this, args)
	}
	values, _ := goja.AssertFunction(g.arrays.values)
	iterator, err := values(o)
	if err != nil {
		panic(err)
	}
	return with(args, 0, iterator)
}

// searching returns f, which looks for a value in an array from an index on, such that it hears interrupts while it compares long
// texts or BigInts. last says that it looks backwards, from the end if there is no index, and found makes its result of an index.
func (g *Guard) searching(f function, last bool, found func(index int) any) function {
	return func(call goja.FunctionCall) goja.Value {
		o, isObject := call.This.(*goja.Object)
		wanted := argument(call.Arguments, 0)
		text, isText := wanted.(goja.String)
		if !isObject || !isText && integer(wanted) == nil {
			return f(call)
		}
		n := length(o)
		if n*letters(wanted) <= manyCompared {
			return f(call)
		}
		call.Arguments = numeric(call.Arguments, 1)
		from, step := int(place(argument(call.Arguments, 1), 0, n)), 1
		if last {
			from, step = int(n)-1, -1
			if len(call.Arguments) > 1 {
				if at := float64(call.Arguments[1].ToInteger()); at < 0 {
					from = int(n + at) // may be negative, then there is nothing to look at
				} else {
					from = int(min(at, n-1))
				}
			}
		}
		at := -1
		for i := from; 0 <= i && i < int(n); i += step {
			g.hear()
			v := g.element(o, i)
			if s, ok := v.(goja.String); ok != isText || ok && s.Length() != text.Length() || !ok && integer(v) == nil {
				continue
			}
			if v.StrictEquals(wanted) {
				at = i
				break
			}
		}
		return g.rt.ToValue(found(at))
	}
}

// ofSearch returns the wrapper of a function that searching changes.
func ofSearch(last bool, found func(index int) any) func(*Guard, function) function {
	return func(g *Guard, f function) function { return ofLongThis(g, g.searching(f, last, found)) }
}

func indexFound(index int) any { return index }
func isFound(index int) any    { return index >= 0 }
