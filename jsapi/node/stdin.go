// This file has process.stdin. It is a small object until a script uses it: then lib/node/standard_input.ts makes it a
// stream of node:stream. It reads nothing before the script asks for something.

package node

import "github.com/dop251/goja"

// inputNames are what process.stdin has as a stream, beside what all streams have.
var inputNames = []string{
	"read", "push", "unshift", "pause", "resume", "isPaused", "setEncoding", "unpipe", "wrap", "iterator", "ref", "unref", "_read", "_readableState",
	"readable", "readableEnded", "readableFlowing", "readableLength", "readableHighWaterMark", "readableObjectMode", "readableEncoding", "readableAborted", "readableDidRead",
	"map", "filter", "forEach", "toArray", "some", "find", "every", "flatMap", "drop", "take", "reduce", "compose", "asIndexedPairs",
	"setRawMode",
}

// newStdin makes process.stdin.
func (process *Process) newStdin() *goja.Object {
	o := process.rt.NewObject()
	_ = o.Set("fd", 0)
	if process.terminal() != nil {
		_ = o.Set("isTTY", true)
		_ = o.Set("isRaw", false)
	}
	process.inputs.add(o, nil)
	return o
}
