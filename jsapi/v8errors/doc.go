// Package v8errors gives the errors that goja throws the texts that V8 has: "Cannot read properties of undefined
// (reading 'x')" in place of "Cannot read property 'x' of undefined", "order.total is not a function" in place of
// "Object has no member 'total'". Scripts test these texts, and models are told them by tools that fail.
//
// goja has no hook for its errors, so Install puts one in front of the constructors of TypeError and ReferenceError
// (hook.go): with unsafe it writes one function into each, and reads fields that goja does not export. A text that goja itself makes is replaced by V8's (message.go): which instruction failed, with which
// values, is read from goja's VM; what the code calls the value is read from the source of the script at the place of
// the instruction (expr.go). What cannot be read leaves goja's text as it is.
//
// InstallStacks has errors make their stacks as V8 does, when they are read first: each error gets a property of goja's
// that asks for its value once (stack_hook.go). Where a field of goja is not where it was, goja's stacks stay.
package v8errors
