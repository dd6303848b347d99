// This file has Array.prototype.shift and unshift for plain arrays. goja's own move the elements one by one, so that a
// queue of a script would take the square of its length.

package guard

import (
	"math"

	"github.com/dop251/goja"
)

// shortQueue is the number of elements up to which shift moves them. The array can then use its memory again.
const shortQueue = 32

func ofShift(g *Guard, shift function) function {
	slow := ofLongThis(g, shift)
	return func(call goja.FunctionCall) goja.Value {
		values, p := listOf(call.This)
		l := arrays()
		if len(values) == 0 || !*fieldAt[bool](p, l.writable) {
			return slow(call)
		}
		first, rest := values[0], len(values)-1
		switch {
		case rest < shortQueue:
			copy(values, values[1:])
			values[rest] = nil
			values = values[:rest]
		case rest == shortQueue:
			values = append(make([]goja.Value, 0, 2*shortQueue), values[1:]...) // frees the memory of a long queue
		default:
			values[0] = nil
			values = values[1:]
		}
		*fieldAt[[]goja.Value](p, l.values) = values
		*fieldAt[uint32](p, l.length) = uint32(rest)
		*fieldAt[int](p, l.objects) = rest
		return first
	}
}

func ofUnshift(g *Guard, unshift function) function {
	slow := ofLongThis(g, unshift)
	return func(call goja.FunctionCall) goja.Value {
		values, p := listOf(call.This)
		l, more := arrays(), call.Arguments
		size := len(values) + len(more)
		if len(values) < shortQueue || len(more) == 0 || size >= math.MaxInt32 || !*fieldAt[bool](p, l.writable) || !*fieldAt[bool](p, l.extensible) ||
			hasIndexes(call.This.(*goja.Object).Prototype()) {
			return slow(call)
		}
		if size <= cap(values) {
			values = values[:size]
			copy(values[len(more):], values)
		} else {
			room := size + size/2
			Need(g.rt, 16*room)
			values = append(make([]goja.Value, len(more), room), values...)
		}
		copy(values, more)
		*fieldAt[[]goja.Value](p, l.values) = values
		*fieldAt[uint32](p, l.length) = uint32(size)
		*fieldAt[int](p, l.objects) = size
		return g.rt.ToValue(size)
	}
}
