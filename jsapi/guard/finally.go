// This file keeps an error of a finally block from the catch block beside it. In goja, if the try block has ended without an
// error, the catch block still catches what the finally block throws, a question of interrupt() too, and the finally block runs
// again after it.

package guard

import "unsafe"

// finishLooked replaces the instruction that begins a finally block after its try block.
func finishLooked(self, vm unsafe.Pointer) {
	c := the
	blocks := *fieldAt[[]byte](vm, c.blocks) // only its address and length are used
	*fieldAt[int32](unsafe.Pointer(unsafe.SliceData(blocks)), uintptr(len(blocks)-1)*c.block+c.catches) = -1
	c.looked[finishes-makesNew].self(self, vm)
}
