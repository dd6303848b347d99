// Package jsapi runs scripts on goja, and provides what a script can import and call. It is a small
// front of the packages below it.
//
// Bundle makes one script out of a file and its imports, and Compile compiles it to a Program. A VM
// runs a Program, and gives it the globals and modules that scripts use:
//
//	jsapi/vm         one goja.Runtime and its event loop; the only code that enters the runtime
//	jsapi/value      converts values of a script to bytes and back
//	jsapi/langgraph  the Go side of @langchain/langgraph; runs graphs on package runtime
//	jsapi/node       console, process, and the Go side of the node: modules
//	jsapi/web        the web platform: timers, URL, fetch, streams, Intl
//	jsapi/inspect    prints a value as Node prints it
//	jsapi/v8errors   gives errors of goja the messages of V8
//	jsapi/guard      bounds what built-in functions of goja use
//	jsapi/lazy       compiles functions of large scripts at their first call
//	jsapi/schema     checks JSON values against JSON schemas
//	jsapi/review     checks answers to the questions of agents
//	jsapi/files      decides which files a script may use, and opens them
//	jsapi/bundle     bundles TypeScript and modules into one script
//	jsapi/picture    draws graphs as SVG or PNG; only the root package uses it
//	jsapi/lib        the part of all this that is written in TypeScript
//	jsapi/jsapitest  runs scripts in tests
//
// This package connects these packages (vm.go), resolves import specifiers (module.go, absent.go),
// and loads rarely used parts of jsapi/lib at their first use (library.go). types.go gives Go
// programs the types of the packages below. Nothing else belongs here.
//
// # Concurrency
//
// A VM may be used by one goroutine at a time; see jsapi/vm. Any number of VMs can share a Program.
package jsapi
