// Package inspect prints goja values as Node 20 does: util.inspect, util.format, and so console.log. The
// output is the same byte for byte. If Options.Colors is set, it has the colours of Node on a terminal.
//
// A Printer belongs to one goja.Runtime. Inspect turns a value into text, Format formats the arguments of
// console.log, Stack returns an error's stack in Node's form, and Util returns the same functions for
// JavaScript:
//
//	p := inspect.New(vm)
//	s, err := p.Format(inspect.Options{}, args...) // console.log(...args), without the newline
//
// One value goes through these steps, each in its own file:
//
//	value.go     primitives, proxies, the nodejs.util.inspect.custom hook, circular references
//	raw.go       one object: its braces, entries and keys; the limit on the depth
//	kind.go      the kind of the object, independent of its prototype
//	proto.go     the class name before the braces
//	collection.go buffer.go function.go errors.go  the entries and headings of the kinds
//	property.go  key: value, getters, quoted keys
//	layout.go    one line, columns, or one entry per line
//
// The other files are: format.go with the placeholders of console.log, stack.go with the stacks,
// exports.go with the JavaScript functions, and peek.go and plain.go with the direct access to goja's
// structures. peek.go reads fields that goja does not export with unsafe. plain.go also writes to new
// objects in this way.
//
// The package runs code of the script only where Node does: the custom hook, toString where Node calls it,
// class and tag names that are getters, and getters if Options.Getters requests them. What such code throws
// is returned as an error. A native function throws it again by a panic with that error. For a proxy the
// target is printed, and its traps never run.
//
// Differences from Node: lone surrogates in text without quotes become U+FFFD, as they do on a stream; an
// object whose prototype was removed prints as [Object: null prototype], while V8 remembers its class;
// ShowHidden does not list the entries of weak collections; frames of a stack name functions as goja does,
// without the object on which they were called.
//
// A Printer may only be used in the goroutine of its Runtime.
package inspect
