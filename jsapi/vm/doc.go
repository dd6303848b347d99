// Package vm runs one script in one goja.Runtime, and is the only code that enters it.
//
// A Program is a bundled script, compiled once and shared by any number of VMs (program.go). A VM has an event loop
// (loop.go): whatever comes from outside enters through VM.Do, which looks after the context and the limits (enter.go,
// watchdog.go, heap.go) and lets no panic of the engine through (crash.go). Code in Go that waits for a promise is a
// fiber (fiber.go). A Scope says to what the running code belongs, across await and timers (scope.go). Errors cross
// between Go and the script in errors.go. What a script may touch is a Permissions (permission.go).
//
// A VM is one object to who uses it. What changes by itself in it is a type with its own fields and file: natives (native.go),
// library (class.go), scopes (scope.go), fibers (fiber.go), rejections (promise.go), usage (usage.go), loop (loop.go). The rest stays on
// VM: to enter it, to throw into it, to make an error of what it threw and to stop it use one another and the same five
// fields, and types around them would only call each other back.
//
// The layers above take part through Hooks: they convert errors of their own, hear of unhandled rejections and of the
// end, and say when what was stored is safe enough for the script to let something out (barrier.go).
//
// The package may touch goja, the values of package value, the bundle it runs. Graphs, checkpoints and the modules
// that a script imports never enter.
//
// # Concurrency
//
// A goja.Runtime is single-threaded, and so is a VM: all that touches its values runs on its loop, on the goroutine
// that called Do, Load or Run. Other goroutines only post functions (web.Loop). No value of one VM reaches another.
package vm
