// This file cancels streams, and calls methods of JavaScript objects.

package jsapi

import (
	"github.com/dop251/goja"
)

// cancel stops the run of a stream.
func (c *call) cancel(reason goja.Value) {
	if c.stop != nil {
		c.stop(c.g.vm.thrown(reason))
		c.cancelled()
	}
}

// callMethod calls a method of o that is known to be there.
func (vm *VM) callMethod(o *goja.Object, name string, args ...goja.Value) goja.Value {
	f, ok := goja.AssertFunction(o.Get(name))
	if !ok {
		return goja.Undefined()
	}
	v, err := f(o, args...)
	if err != nil {
		vm.check(vm.scriptError(err))
	}
	return v
}
