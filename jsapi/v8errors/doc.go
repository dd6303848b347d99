// Package v8errors gives the errors that goja throws the messages of V8: "Cannot read properties of
// undefined (reading 'x')" in place of "Cannot read property 'x' of undefined", "order.total is not a
// function" in place of "Object has no member 'total'". Scripts test these messages, and tools that fail
// report them to models.
//
// goja has no hook for its errors. So Install replaces the constructors of TypeError and ReferenceError
// (hook.go): with unsafe it writes a function into each, and reads fields that goja does not export. It
// replaces a message of goja by that of V8 (message.go). The instruction that failed and its values come
// from goja's VM. The expression that a message names comes from the source of the script at the position
// of the instruction (expr.go). If something cannot be read, the message of goja stays.
//
// InstallStacks gives errors stacks in the form of V8. A stack is made when it is first read: each error
// gets a property of goja that computes its value once (stack_hook.go). If a field of goja is not as
// expected, the stacks of goja stay.
package v8errors
