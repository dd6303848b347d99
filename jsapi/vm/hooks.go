// This file says what a VM asks of the layers that stand on it.

package vm

import "github.com/dop251/goja"

// Hooks are how the layers above take part in what a VM does. Each may be nil.
type Hooks struct {
	Errors Errors
	Events Events
	// Barrier is called before anything leaves the script, and before the loop waits. An error stops the VM.
	Barrier func() error
	// HandOver is called in place of Barrier before the caller gets what a run led to.
	HandOver func() error
	// Running names what runs in a scope, for the report of a crash; "" for nothing.
	Running func(s *Scope) string
	// Host makes the object that the bundle of a script gets.
	Host func() *goja.Object
}

// Errors converts the errors that the layer above knows.
type Errors interface {
	// FromScript makes an error of an object that the script threw; nil for one like any other.
	FromScript(o *goja.Object) error
	// ToScript makes what the script sees of an error; nil for one like any other.
	ToScript(err error) goja.Value
}

// Events takes notice of what happens to the program as a whole.
type Events interface {
	// Unhandled takes a promise that was rejected and that nobody handles.
	Unhandled(p *goja.Promise)
	// Ending is called when nothing is left to do. It may start more, which run runs.
	Ending(run func())
}
