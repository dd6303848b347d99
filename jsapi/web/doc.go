// Package web gives a goja VM the globals a script expects of its platform and goja lacks: timers, URL, text encoding,
// events and abort signals, structuredClone, base64, Buffer, crypto, performance, a small Intl, and what is missing of
// ECMAScript itself. It knows nothing of graphs.
//
// Install puts them on a VM. Nothing but Symbol.asyncIterator, a few methods of built-in classes and one object are made
// then: the object sits between the global object and Object.prototype and makes a global when a script first names it,
// as a plain writable, configurable, non-enumerable property of the global object. A script that names none pays for none.
// One difference can be seen: until it is named, such a global is inherited and not an own property of globalThis.
//
// Work that takes bytes or parsing is in Go; classes are in js/*.js, one file per family, compiled once per process and
// run once per VM that touches them. A file is one function expression: it is called with the natives it needs and
// returns its exports.
//
// NodeHost is the Go side of the node: modules in jsapi/lib/node, described there by host.d.ts.
//
// Everything here runs on the VM's own goroutine. What takes time (files, standard input) is done on another goroutine
// that never sees a goja value and hands its result back through Loop.Hold. Time, randomness and files come in through Env
// and NodeEnv, so that a host can fix, record or refuse them.
package web
