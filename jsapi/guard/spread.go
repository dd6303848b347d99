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
	g       *Guard
	of      map[*goja.Object]float64
	names   map[string]bool // the fields that count; nil means all
	depth   int
	scanned int
}

// count returns the number of values in v, with v itself. A value in itself counts once: it is a circle, which is refused. So
// does what is deeper than maxJSON levels, or is found after maxScanned values.
func (c *occurrences) count(v goja.Value) float64 {
	o, ok := v.(*goja.Object)
	if !ok {
		return 1
	}
	if n, ok := c.of[o]; ok {
		return n
	}
	c.depth++
	defer func() { c.depth-- }()
	n := 1.0
	c.of[o] = n
	if c.depth <= maxJSON {
		c.eachInside(o, func(v goja.Value) bool {
			if c.scanned++; c.scanned > maxScanned {
				return false
			}
			n += c.count(v)
			return true
		})
	}
	c.of[o] = n
	return n
}

// eachInside calls f with the elements of an array, or with the values of a plain object, until f returns false.
func (c *occurrences) eachInside(o *goja.Object, f func(goja.Value) bool) {
	if isArray(o) {
		for v := range c.g.elementsIn(o, math.MaxInt) {
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
	for name, v := range *field[map[string]goja.Value](s, s.values) {
		if inner, ok := valueOf(v); ok && (c.names == nil || c.names[name]) && !f(inner) {
			return
		}
	}
}

// saysItself reports whether an object has a method toJSON. Then its contents do not matter.
func saysItself(o *goja.Object) bool {
	for range maxProxies {
		if o == nil {
			break
		}
		s := self(o)
		if s.at == nil || s.values < 0 {
			break
		}
		if f, ok := valueOf((*field[map[string]goja.Value](s, s.values))["toJSON"]); ok {
			_, callable := goja.AssertFunction(f)
			return callable
		}
		o = o.Prototype()
	}
	return false
}

// element returns the element at an index of an array or an array-like object. It is nil if there is none.
func (g *Guard) element(o *goja.Object, i int) goja.Value {
	if values := elementsOf(o); i < len(values) {
		return values[i]
	}
	return o.Get(strconv.Itoa(i))
}

// flattening counts the elements that flat visits.
type flattening struct {
	g       *Guard
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
	f.g.reserve(perLevel)
	o = behind(o)
	if o == nil {
		return 0
	}
	n := length(o)
	for v := range f.g.elementsIn(o, math.MaxInt) {
		if f.scanned++; f.scanned > maxScanned {
			return math.Inf(1)
		}
		if inner, ok := v.(*goja.Object); ok && IsArray(inner) {
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
