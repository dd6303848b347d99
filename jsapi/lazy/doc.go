// Package lazy compiles the functions of a large script when they are called first. Most of what packages bring is never
// called, and goja parses and compiles a script as a whole before it runs.
//
//	outline.go   which functions can wait, and which names of the code around them they use: found once, when a script is bundled
//	text.go      the outline as a comment behind the code, and the code without the bodies of those functions
//	program.go   compiles the rest, and has each function that waits compiled by its first call
//	names.go     what such a function means by the names of the code around it
//	layout.go    where goja keeps what this needs
//
// # How a function waits
//
// In the text that is compiled first, its body is a list of the names that it uses of the code around it:
//
//	function area(r) { return Math.PI * square(r, factor) }
//	function area(r) {[__hitlrun,square,factor]           }
//
// So goja has these variables where closures find them, and says where that is. The first instruction of the function is
// replaced by one that compiles the whole text of the function, goes on with that, and does so at once from the second call on.
// The function object stays what it is: its name, length, prototype, text and identity are those that it would have.
//
// The text of the function alone is compiled, in which square and factor are names that nothing declares. Their instructions are
// replaced by ones that read the variables where goja has them. Positions are those in the whole code.
//
// A function does not wait if it assigns a variable of the code around it, names a private member, is a constructor of a class,
// or is called at the place where it is made. Nothing waits where goja, or Go, is not as expected.
//
// # Concurrency
//
// A Program is compiled by the first of the VMs that calls a function; the others wait for that. It is safe for concurrent use.
//
// # Unsafe
//
// goja exports no instructions: this package replaces some, as guard does.
package lazy
