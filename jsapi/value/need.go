// This file asks for memory before values and texts of them are made.

package value

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// maxJSONDepth is how deep JSON.parse goes, as JSON.stringify does.
const maxJSONDepth = 10_000

// errTooDeep has the words of V8 for what overflows its stack.
var errTooDeep = errors.New("Maximum call stack size exceeded") //nolint:staticcheck,revive // as V8 says it

// What parts of values take, in bytes.
const (
	perElement = 36  // of a list that grows: the new one, and what numbers are in
	perBox     = 300 // an object or a list
	perLetter  = 10  // of a text that is not valid JSON, to say where

	needStep = 64
)

// need asks for the memory of a text while it grows.
type need struct{ next int }

// firstNeed is a text that is asked for.
const firstNeed = 1 << 20

// grown is called with the length so far.
func (n *need) grown(rt *goja.Runtime, length int) {
	if length < max(n.next, firstNeed) {
		return
	}
	n.next = length + length/4
	guard.Need(rt, 2*length) // its next place, and the copy in the end
}
