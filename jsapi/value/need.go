// This file requests memory from the limit of the VM before values and their texts are made.

package value

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// maxJSONDepth is the number of nested levels that JSON.parse accepts. JSON.stringify has the same
// limit.
const maxJSONDepth = 10_000

// errTooDeep has the message that V8 has for an overflow of its stack.
var errTooDeep = errors.New("Maximum call stack size exceeded") //nolint:staticcheck,revive // as V8 says it

// Estimates of the memory that parts of values take, in bytes.
const (
	perElement = 36  // an element of a list whose storage grows: its new place, and a box for a number
	perBox     = 300 // an object or a list
	perField   = 250 // a field of an object: its name in a map and in a list, its value, its place until it is set
	perLetter  = 10  // a byte of a text that is not valid JSON, to find the position of the error

	needStep = 64
)

// need requests memory for a text while it grows. next is the length at which it requests again.
type need struct{ next int }

// firstNeed is the length in bytes of the shortest text for which memory is requested.
const firstNeed = 1 << 20

// grown is called with the length of the text so far.
func (n *need) grown(rt *goja.Runtime, length int) {
	if length < max(n.next, firstNeed) {
		return
	}
	n.next = length + length/4
	guard.Need(rt, 2*length) // the next buffer, and the copy at the end
}
