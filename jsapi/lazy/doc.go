// Package lazy compiles the functions of a large script at their first call. Most functions of packages
// are never called, while goja parses and compiles a whole script before it runs.
//
//	outline.go   finds the functions that can be compiled later, and the outer variables that they use;
//	             it runs once, when a script is bundled
//	text.go      writes this outline as a comment after the code, and makes the code without the bodies
//	             of those functions
//	program.go   compiles that code, and each of the functions at its first call
//	names.go     gives such a function access to its outer variables
//	layout.go    finds the fields and instructions of goja that this package needs
//
// # How a function is compiled later
//
// Such a function is called a waiting function. In the code that is compiled first, its body is replaced
// by a list of the outer variables that it uses:
//
//	function area(r) { return Math.PI * square(r, factor) }
//	function area(r) {[__hitlrun,square,factor]}
//
// So goja stores these variables where closures can read them, and the compiled list shows where that is.
// Most outer variables belong to the function that contains the whole code. Waiting functions share a list
// of these, which a function at the beginning of the code has, and name only others: a body without others
// is empty.
//
// The first instruction of the function is replaced by one that compiles the full text of the function
// and continues with the result. Later calls continue with the result directly. The function object is not
// replaced, so its name, length, prototype, text and identity are the usual ones. Places in the compiled
// code are changed to those in the whole code.
//
// The text of the function is compiled alone, so square and factor are undeclared names in it. Their
// instructions are replaced by ones that read the variables from where goja stores them. Positions are
// those in the whole code.
//
// A function is compiled with the script if it assigns an outer variable, names a private member, is the
// constructor of a class, or is called where it is defined. If goja, or Go, is not as expected, all
// functions are.
//
// # Concurrency
//
// The first VM that calls a function compiles it, and other VMs that call it meanwhile block until it is
// compiled. A Program is safe for concurrent use.
//
// # Unsafe
//
// goja exports no instructions. This package replaces some of them with unsafe, as guard does.
package lazy
