// This file declares how the layers above a VM take part in what it does.

package vm

import "github.com/dop251/goja"

// Hooks are functions of the layers above. Each may be nil.
type Hooks struct {
	Errors Errors
	Events Events
	// Barrier is called before anything leaves the script, and before the loop waits. An error
	// stops the VM.
	Barrier func() error
	// HandOver is called in place of Barrier before the caller gets the result of a run. An error
	// stops the VM.
	HandOver func() error
	// Running returns the name of the node that runs in a scope, for the report of a crash; "" for
	// none.
	Running func(s *Scope) string
	// Host makes the object that the bundle of a script gets as its argument.
	Host func() *goja.Object
}

// Errors converts the errors of the layer above.
type Errors interface {
	// FromScript converts an object that the script threw to an error; nil if the layer does not
	// handle it.
	FromScript(o *goja.Object) error
	// ToScript converts an error to the value that the script sees; nil if the layer does not
	// handle it.
	ToScript(err error) goja.Value
}

// Events receives events that concern the whole program.
type Events interface {
	// Unhandled gets a promise that was rejected and that nobody handles.
	Unhandled(p *goja.Promise)
	// HandledLate gets a promise of Unhandled that is handled now.
	HandledLate(p *goja.Promise)
	// Failed gets the error that the module code of the script ended with.
	Failed(err error)
	// Ending is called when no work is left. It may start more work, which run executes.
	Ending(run func())
}
