// This file has the checks of functions that read or make arrays.

package guard

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// list refuses an array or array-like object with too many elements, and reserves memory for a long
// array.
func (g *Guard) list(v goja.Value) {
	n := length(v)
	if n <= maxLike {
		return
	}
	if o, ok := v.(*goja.Object); n > maxArray || ok && !isArray(o) {
		g.refuse(rangeError, tooMany)
	}
	g.reserve(16 * n)
}

// isArray reports whether o is an array and not a proxy of one.
func isArray(o *goja.Object) bool {
	_, proxy := asProxy(o)
	return !proxy && o.ClassName() == "Array"
}

func elements(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.list(this)
	return args
}

// showElements reserves memory for the text of each element that toLocaleString makes.
func showElements(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.list(this)
	n := 64 * length(this)
	if o, ok := this.(*goja.Object); ok && isArray(o) {
		n += g.lettersIn(o, int(length(this)))
	}
	if n > maxString*64 {
		g.refuse(rangeError, tooLong)
	}
	g.reserve(n)
	return args
}

func likeAt(i int) check {
	return func(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
		if w := g.seenLong(argument(args, i), perCopied); w != nil {
			return with(args, i, w)
		}
		if t, ok := argument(args, i).(goja.String); ok {
			return g.spelled(args, i, t, true)
		}
		g.list(argument(args, i))
		return args
	}
}

// listAt bounds the number of elements of argument i, which is a list of arguments. A list whose length is not plain becomes
// an array.
func listAt(i int) check {
	return func(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
		o, ok := argument(args, i).(*goja.Object)
		if !ok {
			return args
		}
		if hasPlainLength(o) {
			if length(o) > maxArgs {
				g.refuse(rangeError, tooDeep)
			}
			return args
		}
		n := 0.0
		if v := o.Get("length"); v != nil {
			n = toLength(v)
		}
		if n > maxArgs {
			g.refuse(rangeError, tooDeep)
		}
		list := make([]any, int(n))
		for k := range list {
			list[k] = orUndefined(o.Get(strconv.Itoa(k)))
		}
		return with(args, i, g.rt.NewArray(list...))
	}
}

func concatArrays(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.list(this)
	for i, v := range args {
		if w := g.seenLong(v, perCopied); w != nil {
			args = with(args, i, w)
			continue
		}
		if o, ok := v.(*goja.Object); ok && length(o) > maxLike {
			if spread := o.GetSymbol(goja.SymIsConcatSpreadable); isArray(o) || spread != nil && spread.ToBoolean() {
				g.list(o)
			}
		}
	}
	return args
}

func join(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.list(this)
	args = g.text(args, 0)
	separator := 1.0
	if v := argument(args, 0); !goja.IsUndefined(v) {
		separator = max(letters(v), 1)
	}
	n := length(this) * separator
	if o, ok := this.(*goja.Object); ok && isArray(o) && n <= maxString {
		n += g.lettersIn(o, int(length(this)))
	}
	if n > maxString {
		g.refuse(rangeError, tooLong)
	}
	g.reserve(n)
	return args
}

// joinNumbers bounds the text of the elements of a typed array.
func joinNumbers(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	separator := 1.0
	if v := argument(args, 0); !goja.IsUndefined(v) {
		separator = letters(v)
	}
	g.numbers(this, maxLike, separator)
	return args
}

// showNumbers is joinNumbers for toLocaleString, which takes about ten times longer for each element.
func showNumbers(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.numbers(this, maxLike/8, 1)
	return args
}

// numbers refuses a typed array with more than most elements, and reserves memory for their text. goja makes a string for each
// element, and copies the text while it grows.
func (g *Guard) numbers(v goja.Value, most, separator float64) {
	o, _ := v.(*goja.Object)
	view, ok := ViewOf(o)
	if !ok {
		return
	}
	digits := 20.0
	if view.ElementSize <= 4 && !strings.HasPrefix(kindOfView(o), "float") {
		digits = 1 + 2.5*float64(view.ElementSize)
	}
	n := float64(view.Length)
	if n > most {
		g.refuse(rangeError, tooMany)
	}
	if n*(digits+separator) > maxString {
		g.refuse(rangeError, tooLong)
	}
	g.reserve(4 * n * (digits + separator))
}

// lettersIn returns the number of letters of the values in an array with n elements, except for objects. It looks at each element: a
// long text can be in any of them.
func (g *Guard) lettersIn(o *goja.Object, n int) (sum float64) {
	for v := range g.elementsIn(o, n) {
		if s, ok := v.(goja.String); ok {
			sum += float64(s.Length())
		} else {
			sum += letters(v)
		}
	}
	return sum
}

// flat bounds what Array.prototype.flat visits, and its levels: it recurses on the stack of Go.
func flat(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.list(this)
	levels := 1.0
	if v := argument(args, 0); !goja.IsUndefined(v) {
		levels = max(0, min(number(v), maxFlat))
	}
	if o, ok := this.(*goja.Object); ok && IsArray(o) {
		f := flattening{g: g, of: map[level]float64{}, bottom: levels > 100}
		n := f.count(o, int(levels))
		if f.deep {
			g.refuse(rangeError, tooDeep)
		}
		if n > maxArray {
			g.refuse(rangeError, tooMany)
		}
	}
	if len(args) == 0 || levels <= 100 {
		return args
	}
	return append([]goja.Value{g.rt.ToValue(levels)}, args[1:]...)
}
