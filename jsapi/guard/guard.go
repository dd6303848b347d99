// Package guard bounds the resources that built-in functions of goja use: the depth of calls, and the
// size of arguments and results. goja itself has no such bounds. Built-in functions that call each
// other without JavaScript in between overflow the stack of Go, which ends the process. A loop up to a
// length of 2**53 does not react to an interrupt. An array of 2**40 elements is allocated at once.
//
// Attach wraps each built-in function of a Runtime in a guard. This has no cost at the start of a VM:
// goja makes a built-in function from a template when it is first used, and this package changes the
// templates, which all Runtimes share, once (template.go). goja has no hook for this, and none for
// ending a match of a regular expression (regexp.go). So the package uses unsafe and writes to fields
// that goja does not export. It finds the fields by name and type (layout.go), and changes nothing if
// one of them is not as expected. The bounds of each function are in checks.go and the files
// checks_*.go.
//
// With the same means the package also makes iteration over arrays fast (iterate.go).
package guard

import (
	_ "embed"
	goruntime "runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// Options are the bounds of a Runtime.
type Options struct {
	// MaxDepth is the number of nested calls of built-in functions. A deeper call panics with a
	// *goja.StackOverflowError. 0, or more than 50,000, means 50,000.
	MaxDepth int
	// Stopped reports, if not nil, whether the Runtime was interrupted. Each guarded call checks it, so
	// that functions which call others in a loop stop.
	Stopped func() bool
	// Fits reports, if not nil, whether this much memory is available.
	Fits func(bytes float64) bool
	// Reserve is called, if not nil, before much memory is allocated. It panics if the memory is not
	// available. counted is the number of bytes that were counted since the last call: it includes
	// bytes, and what was allocated already.
	Reserve func(bytes, counted float64)
	// Text is called, if not nil, before a long text is concatenated from others; see Concatenations.
	// It panics if there is no memory for the text.
	Text func(bytes float64)
	// Lower compiles, if not nil, a text for eval, or the body of a function, that goja does not compile.
	Lower func(text string, function bool) (*goja.Program, error)
}

// Guard guards the built-in functions of one Runtime. Only the goroutine of the Runtime may use it,
// except for Stop.
type Guard struct {
	rt    *goja.Runtime
	o     Options
	depth int // the number of guarded functions that are running

	frames    []goja.StackFrame // the stack of the script at the innermost function that the last panic left
	lostDepth int               // the depth of the outermost function that this panic has left
	stack     []byte            // the stack of Go at the last runtime error
	owed      float64           // bytes that are allocated but not reserved yet

	instanceOf bool // whether instances has run

	joins []*goja.Object // the arrays that join is joining

	levels int // the objects that the calls of JSON.stringify and JSON.parse which are running have entered

	cover             *goja.Object // what scripts know as RegExp; nil if that is goja's
	has, exec, regExp goja.Value   // a function for the operator in, RegExp.prototype.exec, and RegExp
	get, put          goja.Value   // functions that read a property, and that put another value or none in its place
	keysOfObject      goja.Value   // Object.keys
	describe          goja.Value   // Object.getOwnPropertyDescriptors, in JavaScript

	generators generatorPrototypes
	running    map[unsafe.Pointer]bool // the generators whose methods are running

	engines engines
	arrays  *arrayIteration // nil if goja alone iterates over arrays
	texts   *textIteration  // the same for texts
}

// guards has the Guard of each Runtime.
var guards sync.Map //nolint:gochecknoglobals // the templates are those of all Runtimes, and refer only to them

// maxDepth is the number of nested calls of any built-in functions for which the stack of Go is large
// enough.
const maxDepth = 50_000

// Attach guards the functions of rt. It must be called before rt is used, and Detach after the last
// use. If this package does not support the version of goja, Attach returns nil, and nothing is guarded.
func Attach(rt *goja.Runtime, o Options) *Guard {
	if !patchTemplates() {
		return nil
	}
	g := &Guard{rt: rt, o: o}
	if g.o.MaxDepth <= 0 || g.o.MaxDepth > maxDepth {
		g.o.MaxDepth = maxDepth
	}
	guards.Store(rt, g)
	g.compilers()
	return g
}

//go:embed operators.js
var operatorsJS string

var operators = sync.OnceValue(func() *goja.Program {
	p := goja.MustCompile("hitlrun:operators", operatorsJS, true)
	Concatenations(p) // also for its **, see numbers.go
	return p
})

// Operators defines the functions that the bundler puts around some operators. It must be called before
// the script runs. A second call does nothing.
func Operators(rt *goja.Runtime) error {
	if rt.Get("__hitlrunPower") != nil {
		return nil
	}
	_, err := rt.RunProgram(operators())
	return err
}

// unnamed returns a program for built-in objects that are not reachable by a global name, such as the
// constructors of async functions and generators.
var unnamed = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("hitlrun:guard", `[(async () => {}).constructor, (function* () {}).constructor,
		(function* () {}).constructor.prototype.prototype, Object.getPrototypeOf([].values()), Object.getPrototypeOf("".matchAll(/a/g)), RegExp, [].values(),
		(o, key) => key in o, RegExp.prototype.exec, ""[Symbol.iterator](), (o, key) => o[key], Object.keys,
		(({ defineProperty, deleteProperty }) => (o, key, value) => value === undefined ? deleteProperty(o, key)
			: defineProperty(o, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true }))(Reflect),
		(({ ownKeys, getOwnPropertyDescriptor, defineProperty }) => (o) => {
			const all = {}, keys = ownKeys(o);
			for (let i = 0; i < keys.length; i++) {
				const value = getOwnPropertyDescriptor(o, keys[i]);
				if (value) defineProperty(all, keys[i], { __proto__: null, value, writable: true, enumerable: true, configurable: true });
			}
			return all;
		})(Reflect)]`, false)
})

// compilers guards the functions that compile source text. goja recognises eval by its identity, and for
// a direct call it compiles the text without calling the function. So compilers replaces eval by another
// function. Then all calls of eval are indirect, which means that the text only sees global variables.
func (g *Guard) compilers() {
	if list, err := g.rt.RunProgram(unnamed()); err == nil {
		if iterator, ok := list.ToObject(g.rt).Get("6").(*goja.Object); ok {
			g.arrays = newArrayIteration(list.ToObject(g.rt), iterator)
		}
		if iterator, ok := list.ToObject(g.rt).Get("9").(*goja.Object); ok {
			g.members(iterator.Prototype(), "Iterator.prototype")
			g.texts = newTextIteration(g.rt, iterator)
		}
		g.regExp, g.has, g.exec = list.ToObject(g.rt).Get("5"), list.ToObject(g.rt).Get("7"), list.ToObject(g.rt).Get("8")
		g.get, g.keysOfObject = list.ToObject(g.rt).Get("10"), list.ToObject(g.rt).Get("11")
		g.put, g.describe = list.ToObject(g.rt).Get("12"), list.ToObject(g.rt).Get("13")
		for i, name := range []string{"async function", "function*", "Generator.prototype", "Iterator.prototype", "Iterator.prototype"} {
			o, ok := list.ToObject(g.rt).Get(strconv.Itoa(i)).(*goja.Object)
			if ok && i < 2 {
				g.function("", name, o)
			} else if ok {
				g.members(o, name)
			}
		}
	}
	if o, ok := g.rt.Get("eval").(*goja.Object); ok {
		s := self(o)
		indirect := *field[function](s, s.f)
		eval := g.rt.ToValue(indirect).ToObject(g.rt)
		for _, name := range []string{"name", "length"} {
			_ = eval.DefineDataProperty(name, o.Get(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
		_ = g.rt.GlobalObject().DefineDataProperty("eval", eval, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

// Detach releases the Runtime. g may be nil.
func (g *Guard) Detach() {
	if g != nil {
		guards.Delete(g.rt)
	}
}

// Lost returns the stack of the script at the place where the last panic left a built-in function,
// innermost frame first. g may be nil.
func (g *Guard) Lost() []goja.StackFrame {
	if g == nil {
		return nil
	}
	return g.frames
}

// Stack returns the stack of Go at the last runtime error, or nil if it is not known. g may be nil.
func (g *Guard) Stack() []byte {
	if g == nil {
		return nil
	}
	return g.stack
}

// Settle is called between two jobs. It clears what Lost and Stack return. g may be nil.
func (g *Guard) Settle() {
	if g != nil {
		g.frames, g.lostDepth, g.depth, g.levels, g.stack, g.joins = g.frames[:0], 0, 0, 0, nil, nil
	}
}

type (
	function    = func(goja.FunctionCall) goja.Value
	constructor = func(args []goja.Value, newTarget *goja.Object) *goja.Object
	// check panics if a call would use too much. It returns the arguments that the function gets.
	check func(g *Guard, this goja.Value, args []goja.Value) []goja.Value
)

// call returns f with a guard around it.
func (g *Guard) call(f function, c check) function {
	return func(call goja.FunctionCall) (v goja.Value) {
		call.Arguments = present(call.Arguments)
		g.enter()
		if g.depth%unwindEvery == 0 {
			g.unwound(func() { v = f(g.checked(c, call)) })
			return v
		}
		ended := false
		defer func() {
			g.depth--
			if !ended {
				g.left()
			}
		}()
		v = f(g.checked(c, call))
		ended = true
		if s, ok := v.(goja.String); ok {
			g.took(s.Length())
		}
		return v
	}
}

// construct is call for a constructor.
func (g *Guard) construct(f constructor, c check) constructor {
	return func(args []goja.Value, newTarget *goja.Object) (o *goja.Object) {
		args = present(args)
		g.enter()
		if g.depth%unwindEvery == 0 {
			g.unwound(func() { o = f(g.checked(c, goja.FunctionCall{Arguments: args}).Arguments, newTarget) })
			return o
		}
		ended := false
		defer func() {
			g.depth--
			if !ended {
				g.left()
			}
		}()
		o = f(g.checked(c, goja.FunctionCall{Arguments: args}).Arguments, newTarget)
		ended = true
		return o
	}
}

// checked returns the call with the arguments that the check returns. c may be nil.
func (g *Guard) checked(c check, call goja.FunctionCall) goja.FunctionCall {
	if c != nil {
		call.Arguments = c(g, call.This, call.Arguments)
	}
	return call
}

// unwindEvery is the number of nested calls after which a panic is recovered and raised again.
const unwindEvery = 16

// unwound calls f, recovers a panic in it, and panics again with the same value. goja recovers and
// repeats each panic at each level, and the cost for Go grows with each repetition. Without unwound, an
// overflow of thousands of levels would take seconds.
func (g *Guard) unwound(f func()) {
	ended := false
	var p any
	func() {
		defer func() {
			g.depth--
			if !ended {
				g.left()
				if p = recover(); g.stack == nil && isFault(p) {
					g.stack = debug.Stack()
				}
			}
		}()
		f()
		ended = true
	}()
	if !ended {
		panic(p)
	}
}

// isFault reports whether a panic is a runtime error of Go.
func isFault(p any) bool {
	_, ok := p.(goruntime.Error)
	return ok
}

// present returns the arguments with undefined in place of nil. goja passes holes of arrays as nil,
// which functions in Go do not expect.
func present(args []goja.Value) []goja.Value {
	for i, v := range args {
		if v == nil {
			args = append([]goja.Value(nil), args...) // they may be the elements of an array
			for ; i < len(args); i++ {
				if args[i] == nil {
					args[i] = goja.Undefined()
				}
			}
			break
		}
	}
	return args
}

func (g *Guard) enter() {
	g.depth++
	if g.depth > g.o.MaxDepth {
		g.depth--
		panic(&goja.StackOverflowError{})
	}
	if g.o.Stopped != nil && g.o.Stopped() {
		g.depth--
		g.interrupted()
		g.depth++
	}
}

// nothing is an empty program. Running it fails if the Runtime was interrupted.
var nothing = sync.OnceValue(func() *goja.Program { return goja.MustCompile("hitlrun:guard", "", false) })

// interrupted panics with the error of goja for an interrupt, if the Runtime was interrupted.
func (g *Guard) interrupted() {
	if _, err := g.rt.RunProgram(nothing()); err != nil {
		panic(err)
	}
}

// left records the stack of the script when a panic leaves a function. While the same panic leaves the
// outer functions, it retains the stack of the innermost one, which is the most exact.
func (g *Guard) left() {
	if g.depth != g.lostDepth-1 || len(g.frames) == 0 {
		g.frames = g.rt.CaptureCallStack(8, g.frames[:0])
	}
	g.lostDepth = g.depth
}

// refuse throws an error of the named JavaScript class.
func (g *Guard) refuse(class, message string) {
	o, err := g.rt.New(g.rt.Get(class), g.rt.ToValue(message))
	if err != nil {
		panic(g.rt.NewTypeError(message))
	}
	panic(o)
}
