// This file bounds what JSON.stringify and flat do with values that contain the same array many times: 40 arrays can stand for
// 2**40 values. Both visit each occurrence, call nothing of the script, and do not react to an interrupt.

package guard

import (
	"math"
	"strconv"

	"github.com/dop251/goja"
)

// maxScanned is how many elements are looked at to find out how many a function would visit.
const maxScanned = 1 << 26

// occurrences counts the values in a value, each as often as it occurs, without calling code of the script.
type occurrences struct {
	of    map[*goja.Object]float64
	depth int
	deep  bool // there are more than maxJSON levels
}

// count returns the number of values in v, with v itself. A value in itself counts once: goja reports the circle.
func (c *occurrences) count(v goja.Value) float64 {
	o, ok := v.(*goja.Object)
	if !ok {
		return 1
	}
	if n, ok := c.of[o]; ok {
		return n
	}
	if c.depth++; c.depth > maxJSON {
		c.deep = true
	}
	defer func() { c.depth-- }()
	n := 1.0
	c.of[o] = n
	if !c.deep {
		eachInside(o, int(length(o)), func(v goja.Value) bool {
			n += c.count(v)
			return true
		})
	}
	c.of[o] = n
	return n
}

// eachInside calls f with the elements of an array, at most most, or with the values of a plain object, until f returns false.
func eachInside(o *goja.Object, most int, f func(goja.Value) bool) {
	if isArray(o) {
		for v := range elementsIn(o, most) {
			if !f(v) {
				return
			}
		}
		return
	}
	s := self(o)
	if s.at == nil || s.values < 0 || saysItself(o) {
		return
	}
	for _, v := range *field[map[string]goja.Value](s, s.values) {
		if inner, ok := valueOf(v); ok && !f(inner) {
			return
		}
	}
}

// element returns the element at an index of an array or an array-like object. It is nil if there is none.
func (g *Guard) element(o *goja.Object, i int) goja.Value {
	if values := elementsOf(o); i < len(values) {
		return values[i]
	}
	return o.Get(strconv.Itoa(i))
}

// elementsIn returns the elements of an array, at most most.
func elementsIn(o *goja.Object, most int) func(yield func(goja.Value) bool) {
	return func(yield func(goja.Value) bool) {
		if values := elementsOf(o); values != nil {
			for _, v := range values[:min(most, len(values))] {
				if !yield(v) {
					return
				}
			}
			return
		}
		for i := range min(most, int(length(o))) {
			if !yield(o.Get(strconv.Itoa(i))) {
				return
			}
		}
	}
}

// flattening counts the elements that flat visits.
type flattening struct {
	of      map[level]float64
	scanned int
	bottom  bool // find out deep, too
	deep    bool // arrays are nested deeper than the levels that flat is to flatten
}

// level is an array, and how many levels below it are flattened.
type level struct {
	o    *goja.Object
	left int
}

func (f *flattening) count(o *goja.Object, left int) float64 {
	if left == 0 && !f.bottom {
		return length(o)
	}
	at := level{o, left}
	if n, ok := f.of[at]; ok {
		return n
	}
	n := 0.0
	for v := range elementsIn(o, math.MaxInt) {
		if f.scanned++; f.scanned > maxScanned {
			return math.Inf(1)
		}
		n++
		if inner, ok := v.(*goja.Object); ok && isArray(inner) {
			if left == 0 {
				f.deep = true
			} else {
				n += f.count(inner, left-1)
			}
		}
	}
	f.of[at] = n
	return n
}
