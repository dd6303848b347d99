// Package vm runs one script in one goja.Runtime, and is the only code that enters it.
//
// A Program is a bundled script, compiled once and shared by any number of VMs (program.go). A VM has an event loop
// (loop.go): whatever comes from outside enters through VM.Do, which looks after the context and the limits (enter.go,
// watchdog.go, heap.go) and lets no panic of the engine through (crash.go). Code in Go that waits for a promise is a
// fiber (fiber.go). A Scope says to what the running code belongs, across await and timers (scope.go). Errors cross
// between Go and the script in errors.go. What a script may touch is a Permissions (permission.go).
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
