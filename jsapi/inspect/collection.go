package inspect

// This file prints the entries of arrays, sets, maps and their iterators.

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

func moreItems(n int) string { return "... " + decimal(n) + " more item" + plural(n) }

func (j *job) emptyItems(n int) string {
	return j.style("<"+decimal(n)+" empty item"+plural(n)+">", "undefined")
}

// array prints the elements of an array of length n. A run of holes counts as one.
func (j *job) array(o *goja.Object, n, level int) []string {
	limit := min(max(j.maxArray, 0), n)
	output := make([]string, 0, min(limit, 128)+1)
	next := j.p.elements(o, n)
	index := 0
	for len(output) < limit {
		at, s, ok := next()
		if !ok {
			break
		}
		if at > index {
			output = j.add(output, j.emptyItems(at-index))
			index = at
			if len(output) == limit {
				break
			}
		}
		output = j.add(output, j.element(o, level, s))
		index++
	}
	if left := n - index; left > 0 {
		if len(output) == limit {
			return append(output, moreItems(left))
		}
		output = append(output, j.emptyItems(left))
	}
	return output
}

// elements walks over the elements an array has, in order.
func (p *Printer) elements(o *goja.Object, n int) func() (int, slot, bool) {
	i := -1
	if values, ok := p.peek.dense(o); ok {
		return func() (int, slot, bool) {
			for i++; i < len(values) && i < n; i++ {
				if values[i] != nil {
					return i, slot{value: values[i]}, true
				}
			}
			return 0, slot{}, false
		}
	}
	var names []goja.Value // the keys after the first hole of an array with holes
	holes := false
	return func() (int, slot, bool) {
		i++
		if !holes {
			if i >= n {
				return 0, slot{}, false
			}
			if s, ok := p.own(o, prop{name: decimal(i)}); ok {
				return i, s, true
			}
			holes = true
			names = p.list(p.static("Object.keys", o))
			names = names[min(i, len(names)):]
			i = 0
		}
		if i >= len(names) {
			return 0, slot{}, false
		}
		key := keyOf(names[i])
		if !isIndex(key.name) {
			return 0, slot{}, false
		}
		at, err := strconv.Atoi(key.name)
		s, ok := p.own(o, key)
		return at, s, ok && err == nil
	}
}

// isNumberAt reports whether element i is a number or a bigint.
func (p *Printer) isNumberAt(o *goja.Object, i int) bool {
	var v goja.Value
	if values, ok := p.peek.dense(o); ok {
		if i < len(values) {
			v = values[i]
		}
	} else if kindOf(o) == kindTypedArray {
		v = o.Get(decimal(i))
	} else {
		v = p.data(o, decimal(i))
	}
	return v != nil && (goja.IsNumber(v) || goja.IsBigInt(v))
}

// set prints the values of a Set. For a Set without a prototype it uses the built-in iterator.
func (j *job) set(o *goja.Object, null bool, level int) []string {
	var from goja.Value = o
	if null {
		from = j.p.method("Set.prototype.values", o)
	}
	return j.each(from, int(j.p.method("get Set.prototype.size", o).ToInteger()), func(v goja.Value) string {
		return j.value(v, level, false)
	})
}

// mapEntries prints the entries of a Map in the same way.
func (j *job) mapEntries(o *goja.Object, null bool, level int) []string {
	var from goja.Value = o
	if null {
		from = j.p.method("Map.prototype.entries", o)
	}
	return j.each(from, int(j.p.method("get Map.prototype.size", o).ToInteger()), func(v goja.Value) string {
		pair := v.ToObject(j.p.vm)
		key := j.value(orUndefined(pair.Get("0")), level, false)
		return key + " => " + j.value(orUndefined(pair.Get("1")), level, false)
	})
}

// each prints the first of n values.
func (j *job) each(from goja.Value, n int, text func(goja.Value) string) []string {
	limit := min(max(j.maxArray, 0), n)
	output := make([]string, 0, min(limit, 128)+1)
	j.indent += 2
	guard.ForOf(j.p.vm, from, func(v goja.Value) bool {
		if len(output) < limit {
			output = j.add(output, text(v))
		}
		return len(output) < limit
	})
	j.indent -= 2
	if n > limit {
		output = append(output, moreItems(n-limit))
	}
	return output
}

// iterator makes the shape of a Map or Set iterator, with the entries that are left.
func (j *job) iterator(o *goja.Object, of string, h heading) (shape, bool) {
	tag := of + " Iterator"
	if h.tag != "" && h.tag != tag {
		tag = h.tag + "] [" + tag
	}
	limit := max(j.maxArray, 0)
	values, n, pairs, ok := j.p.rest(o, limit)
	if pairs {
		tag = strings.TrimSuffix(tag, " Iterator") + " Entries"
	}
	s := shape{open: "[" + tag + "] {", close: "}", keys: j.p.keys(o, j.ShowHidden)}
	s.entries = func(level int) []string {
		switch {
		case !ok:
			return []string{j.style("<items unknown>", "special")}
		case pairs:
			return j.rest(n, func(i int) string {
				pair := []string{j.value(values[2*i], level, false), j.value(values[2*i+1], level, false)}
				return j.join(pair, shape{open: "[", close: "]", list: true}, level, nil)
			})
		}
		return j.rest(n, func(i int) string { return j.value(values[i], level, false) })
	}
	return s, true
}

func (j *job) rest(n int, text func(i int) string) []string {
	limit := min(max(j.maxArray, 0), n)
	output := make([]string, 0, min(limit, 128)+1)
	j.indent += 2
	for i := range limit {
		output = j.add(output, text(i))
	}
	j.indent -= 2
	if n > limit {
		output = append(output, moreItems(n-limit))
	}
	return output
}
