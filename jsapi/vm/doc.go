// Package vm runs one script in one goja.Runtime. It is the only code that enters the runtime.
//
// A Program is a compiled bundle, and any number of VMs can share it (program.go). A VM has an
// event loop (loop.go). All outside code enters through VM.Enter, most of it by VM.Do, which also runs
// the loop. Enter watches the context and the limits (enter.go, watchdog.go, heap.go), and turns a
// panic of the engine into an error (crash.go). A fiber is Go code that waits for a promise (fiber.go). A Scope identifies what the
// running code belongs to, across await and timers (scope.go). errors.go converts errors between Go
// and the script. Permissions say what a script may access (permission.go).
//
// The methods of a VM come from several embedded types, each with its own fields and file: natives
// (native.go), library (class.go), scopes (scope.go), fibers (fiber.go), rejections (promise.go),
// usage (usage.go), loop (loop.go). The methods that enter the VM, throw into it, convert what it
// threw, and stop it call each other and share the same five fields, so they belong to VM itself.
//
// The layers above take part through Hooks. They convert their own errors, receive unhandled
// rejections, are called at the end of the script, and commit stored data before anything leaves
// the script (barrier.go).
//
// The package uses goja, the bundle that it runs, the packages of jsapi that have no code for
// graphs and modules of Node (value, web, guard, lazy, inspect, v8errors, files), and safetext. It has no code for graphs, checkpoints,
// or the modules that a script imports.
//
// # Concurrency
//
// A goja.Runtime is single-threaded, and so is a VM. All code that uses its values runs on its
// loop, on the goroutine that called Enter, Do, Load or Run. Other goroutines only post functions
// (web.Loop). A value of one VM must not reach another VM.
package vm
