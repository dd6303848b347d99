// This file corrects what an interrupt leaves in goja when code goes on after it.

package guard

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// Tries is the stack of the try blocks of a Runtime. An interrupt that leaves a generator or an async function does not remove
// their blocks, since goja expects that nothing runs after it.
type Tries struct {
	stack reflect.Value
	depth int
}

// TriesOf returns the stack as it is now.
func TriesOf(rt *goja.Runtime) Tries {
	field := reflect.ValueOf(rt).Elem().FieldByName("vm").Elem().FieldByName("tryStack")
	stack := reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
	return Tries{stack, stack.Len()}
}

// Reset removes the blocks that were added since TriesOf.
func (t Tries) Reset() {
	if t.stack.Len() > t.depth {
		t.stack.SetLen(t.depth)
	}
}
