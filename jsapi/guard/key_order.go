// This file puts the names of properties in order before goja does. A script sees names that are indexes first, in the order of
// their numbers. goja inserts them one by one into the list of names when the list is needed, which takes the square of their
// number, and hears no interrupt.

package guard

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unsafe"

	"github.com/dop251/goja"
)

// fewNames is the number of new names up to which goja puts them in order.
const fewNames = 512

func enumerateLooked(self, vm unsafe.Pointer) {
	the.orderOperand(vm, 1)
	the.looked[4].self(self, vm)
}

func copySpreadLooked(self, vm unsafe.Pointer) {
	the.orderOperand(vm, 1)
	the.looked[5].self(self, vm)
}

func copyRestLooked(self, vm unsafe.Pointer) {
	the.orderOperand(vm, 1)
	the.looked[6].self(self, vm)
}

// orderOperand puts the names of an operand on the stack in order.
func (c *code) orderOperand(vm unsafe.Pointer, i int) {
	if o, ok := (*fieldAt[[]goja.Value](vm, c.stack))[*fieldAt[int](vm, c.depth)-i].(*goja.Object); ok {
		orderNames(o)
	}
}

// orderNames puts the names of the properties of an object in order, if many are new.
func orderNames(o *goja.Object) {
	s := self(o)
	if s.at == nil || s.names < 0 || s.ordered < 0 || s.indexes < 0 {
		return
	}
	names, ordered, indexes := field[[]string](s, s.names), field[int](s, s.ordered), field[int](s, s.indexes)
	if len(*names)-*ordered <= fewNames {
		return
	}
	type numbered struct {
		index uint32
		name  string
	}
	var first []numbered
	var rest []string
	for i, name := range *names {
		if i < *indexes {
			first = append(first, numbered{indexOf(name), name})
		} else if n := indexOf(name); i >= *ordered && n != math.MaxUint32 {
			first = append(first, numbered{n, name})
		} else {
			rest = append(rest, name)
		}
	}
	slices.SortFunc(first, func(a, b numbered) int { return cmp.Compare(a.index, b.index) })
	all := make([]string, 0, len(*names)+len(*names)/4) // a new list, since an iteration may read the old one
	for _, f := range first {
		all = append(all, f.name)
	}
	*names, *indexes, *ordered = append(all, rest...), len(first), len(*names)
}

// indexOf returns a name as an index of an array, and MaxUint32 if it is none.
func indexOf(name string) uint32 {
	if name == "" || len(name) > 10 || name[0] == '0' && len(name) > 1 || name[0] < '0' || name[0] > '9' {
		return math.MaxUint32
	}
	n, err := strconv.ParseUint(name, 10, 32)
	if err != nil {
		return math.MaxUint32
	}
	return uint32(n)
}

// isNames reports whether a field is goja's list of names.
func isNames(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String
}
