// Package web gives a goja VM the platform globals that goja lacks: timers, URL, text encoding, events and
// abort signals, fetch, structuredClone, base64, Buffer, crypto, performance, a small Intl, and missing
// parts of ECMAScript itself. It knows nothing of graphs.
//
// Install adds them to a VM. At that time it only makes Symbol.asyncIterator, a few methods of built-in
// classes, and one object between the global object and Object.prototype. This object makes a global when a
// script first names it, as a writable, configurable, non-enumerable property of the global object. So a
// global that a script does not name has no cost. A script can see one difference: until it is named, such a
// global is inherited, and not an own property of globalThis.
//
// Work on bytes and parsing is in Go. Classes are in js/*.js, one file per family, which is compiled once
// per process and run once per VM that uses it. A file is one function expression. It is called with the
// Go functions that it needs, and returns its exports.
//
// All functions run in the goroutine of the VM. Slow work runs in another goroutine that uses no goja value,
// and returns its result through Loop.Hold. Time, random bytes and the network come through Env, so that a
// host can fix, record or refuse them.
package web
