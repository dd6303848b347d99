// Package inspect prints goja values the way Node 20 does: util.inspect, util.format and so console.log,
// byte for byte on a stream that is not a terminal, with Node's colours when Options.Colors is set.
//
// A Printer belongs to one goja.Runtime. Inspect turns a value into text, Format does what console.log does with its
// arguments, Stack gives an error's stack in Node's form, and Util is the JavaScript side of the same thing:
//
//	p := inspect.New(vm)
//	s, err := p.Format(inspect.Options{}, args...) // console.log(...args), without the newline
//
// One value goes through these steps, each in its own file:
//
//	value.go     primitives, proxies, the nodejs.util.inspect.custom hook, circular references
//	raw.go       one object: which braces, which entries, which keys; how deep to go
//	kind.go      what kind of object it is, whatever its prototype says
//	proto.go     the class name in front of the braces
//	collection.go buffer.go function.go errors.go  the entries and headings of the kinds
//	property.go  key: value, getters, quoted keys
//	layout.go    one line, columns, or one entry per line
//
// Beside them, format.go has the placeholders of console.log, stack.go the stacks, exports.go the JavaScript functions and
// peek.go the short cuts through goja's own structures: it uses unsafe to read fields that goja does not export, and writes none.
//
// Nothing here runs code of the script except where Node does: the custom hook, toString where Node calls it, class
// and tag names given by getters, and getters when Options.Getters asks for them. What such code throws comes back as
// an error; a native function panics with that error to throw it on. Proxies are looked through, their traps never run.
//
// What differs from Node: half surrogates in text that is not quoted become U+FFFD, as they do on a stream; an object
// whose prototype was taken away prints as [Object: null prototype] where V8 remembers its class; ShowHidden does not
// list the entries of weak collections; frames of a stack name functions as goja does, without the object they were
// called on.
//
// A Printer is as single-threaded as its Runtime: call it only where the Runtime may be used.
package inspect
