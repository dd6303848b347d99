// This file corrects what an interrupt leaves in goja when code goes on after it.

package guard

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// Tries has the stacks of a Runtime that an interrupt may leave too long: of try blocks, iterations and references. An interrupt
// that leaves a generator or an async function does not remove their try blocks, since goja expects that nothing runs after it.
// Iterations that are left would be closed when the next error is thrown, by code that has no limit of time any more.
type Tries struct {
	stacks [3]reflect.Value
	depths [3]int
}

// TriesOf returns the stacks as they are now.
func TriesOf(rt *goja.Runtime) (t Tries) {
	vm := reflect.ValueOf(rt).Elem().FieldByName("vm").Elem()
	for i, name := range [...]string{"tryStack", "iterStack", "refStack"} {
		field := vm.FieldByName(name)
		t.stacks[i] = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
		t.depths[i] = t.stacks[i].Len()
	}
	return t
}

// Reset removes what was added since TriesOf. It closes no iterator: the code that began the iteration does not go on.
func (t Tries) Reset() {
	for i, stack := range t.stacks {
		if n := stack.Len(); n > t.depths[i] {
			stack.Slice(t.depths[i], n).Clear()
			stack.SetLen(t.depths[i])
		}
	}
}
