// This file defines what for await statements call, which the bundler lowers.

package guard

import (
	_ "embed"
	"sync"

	"github.com/dop251/goja"
)

// LoopIterator is the name of the function that makes the iterator of a for await statement. The one that checks its results is
// defined with it.
const LoopIterator = "__hitlrunEach"

//go:embed async_loops.js
var asyncLoopsJS string

var asyncLoops = sync.OnceValue(func() *goja.Program { return goja.MustCompile(GeneratorsName, asyncLoopsJS, true) })

// DefineAsyncLoops defines LoopIterator. It must be called before a script runs that uses it. A second call does nothing.
func DefineAsyncLoops(rt *goja.Runtime) error {
	if rt.Get(LoopIterator) != nil {
		return nil
	}
	_, err := rt.RunProgram(asyncLoops())
	return err
}
