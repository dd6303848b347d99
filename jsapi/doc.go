// Package jsapi is what a script can import and call, inside goja: the small front of the rooms below it.
//
// A Program is a bundled script, compiled once (Bundle, Compile). A VM runs it, with all that a script finds around it:
//
//	jsapi/vm         one goja.Runtime and its event loop, the only code that enters it; knows no graph
//	jsapi/value      values of a script to bytes and back
//	jsapi/langgraph  what a script imports as @langchain/langgraph; runs graphs on package runtime
//	jsapi/node       console, process, and what the node: modules need of Go
//	jsapi/web        the platform of the web: timers, URL, fetch, streams, Intl
//	jsapi/inspect    how Node prints a value
//	jsapi/bundle     TypeScript and modules to one script
//	jsapi/lib        the part of all this that is nicer in TypeScript
//
// This package puts them together (vm.go), says what import specifiers mean (module.go, absent.go), and loads the parts of
// jsapi/lib that few scripts use when they are first used (library.go). Go programs find the types of the rooms under the
// names in types.go. Nothing else belongs here.
//
// # Concurrency
//
// A VM is used by one goroutine at a time, see jsapi/vm. Programs are shared by any number of VMs.
package jsapi
