// Package guard bounds what the built-in functions of goja may nest, take and make. goja would try anything: a function that
// calls itself without JavaScript in between overflows the stack of Go, which no program survives; a loop up to a length of 2**53
// hears no interrupt; an array of 2**40 elements is asked of the operating system.
//
// Attach puts a guard in front of each built-in function of a Runtime. It costs a VM nothing at its start: goja makes a
// built-in function from a template when it is first used, and the templates, which all Runtimes share, are
// changed once (template.go). goja has no hook for either, nor for a match that is to end (regexp.go): this is why the package
// uses unsafe, and writes to fields that goja does not export. It looks them up by name and type (layout.go), and changes
// nothing where one is not as expected. What may be asked of which function is in checks.go and beside it.
//
// The package also makes one built-in thing fast, because it has the means for it: iteration over arrays (iterate.go).
package guard

import (
	_ "embed"
	goruntime "runtime"
	"runtime/debug"
	"strconv"
	"sync"

	"github.com/dop251/goja"
)

// Options are the bounds of a Runtime.
type Options struct {
	// MaxDepth is how many built-in functions may be called by each other. Beyond that is a *goja.StackOverflowError.
	MaxDepth int
	// Stopped, if not nil, reports whether the Runtime was interrupted. Functions that call others in a loop notice it that way.
	Stopped func() bool
	// Fits, if not nil, reports whether there is so much memory.
	Fits func(bytes float64) bool
	// Reserve, if not nil, is called before much memory is allocated at once. It panics if there is not so much.
	Reserve func(bytes float64)
	// Text, if not nil, is called before a long text is made of others (Concatenations). It panics if there is no memory for it.
	Text func(bytes float64)
}

// Guard is in front of the functions of one Runtime. It is used by the goroutine of that.
type Guard struct {
	rt    *goja.Runtime
	o     Options
	depth int

	frames    []goja.StackFrame // where the last panic left a built-in function
	lostDepth int
	stack     []byte // of Go, of a fault that was passed on
	owed      float64

	instanceOf bool // instances has run

	engines engines
	arrays  *arrayIteration // nil if iteration over them is goja's alone
}

// guards has the Guard of each Runtime.
var guards sync.Map //nolint:gochecknoglobals // the templates are those of all Runtimes, and know only them

// maxDepth is how many built-in functions the stack of Go has room for, whatever they are.
const maxDepth = 50_000

// Attach puts guards in front of the functions of rt, which nobody has used yet. Detach has to be called.
// It returns nil if this version of goja is not the one that the package knows: then there are no guards.
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

var operators = sync.OnceValue(func() *goja.Program { return goja.MustCompile("hitlrun:operators", operatorsJS, true) })

// Operators gives a Runtime the functions that the bundler puts around operators, once. It is called before the script is.
func Operators(rt *goja.Runtime) error {
	if rt.Get("__hitlrunPower") != nil {
		return nil
	}
	_, err := rt.RunProgram(operators())
	return err
}

// unnamed returns a program for the functions that compile text and have no name.
var unnamed = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("hitlrun:guard", `[(async () => {}).constructor, (function* () {}).constructor,
		(function* () {}).constructor.prototype.prototype, Object.getPrototypeOf([].values()), Object.getPrototypeOf("".matchAll(/a/g)), RegExp, [].values()]`, false)
})

// compilers puts guards in front of what compiles text. goja knows eval by its identity, and compiles what a direct call of it gets
// without calling it. So eval becomes another function: all calls of it are indirect ones, which see global variables only.
func (g *Guard) compilers() {
	if list, err := g.rt.RunProgram(unnamed()); err == nil {
		if iterator, ok := list.ToObject(g.rt).Get("6").(*goja.Object); ok {
			g.arrays = newArrayIteration(list.ToObject(g.rt), iterator)
		}
		for i, name := range []string{"Function", "Function", "Generator.prototype", "Iterator.prototype", "Iterator.prototype"} {
			o, ok := list.ToObject(g.rt).Get(strconv.Itoa(i)).(*goja.Object)
			if ok && name == "Function" {
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

// Detach forgets the Runtime.
func (g *Guard) Detach() {
	if g != nil {
		guards.Delete(g.rt)
	}
}

// Lost returns the frames of the script from which the last panic left a built-in function, innermost first.
func (g *Guard) Lost() []goja.StackFrame {
	if g == nil {
		return nil
	}
	return g.frames
}

// Stack returns the stack of Go at the last fault of it, nil if that is not known.
func (g *Guard) Stack() []byte {
	if g == nil {
		return nil
	}
	return g.stack
}

// Settle is called between two jobs: what was lost before is of no interest any more.
func (g *Guard) Settle() {
	if g != nil {
		g.frames, g.lostDepth, g.depth, g.stack = g.frames[:0], 0, 0, nil
	}
}

type (
	function    = func(goja.FunctionCall) goja.Value
	constructor = func(args []goja.Value, newTarget *goja.Object) *goja.Object
	// check panics if a call asks for too much. It may return other arguments.
	check func(g *Guard, this goja.Value, args []goja.Value) []goja.Value
)

// call returns f with a guard in front of it.
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

// checked returns the call with the arguments that the check gives it.
func (g *Guard) checked(c check, call goja.FunctionCall) goja.FunctionCall {
	if c != nil {
		call.Arguments = c(g, call.This, call.Arguments)
	}
	return call
}

// unwindEvery is how many functions deep a panic may go before it begins anew.
const unwindEvery = 16

// unwound calls f. A panic within it begins anew from here: goja recovers each panic at each level and panics again, and what Go has to look
// through grows with each of them, so that an overflow of thousands of levels would take seconds.
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

// isFault reports whether a panic comes from Go itself.
func isFault(p any) bool {
	_, ok := p.(goruntime.Error)
	return ok
}

// present returns the arguments with undefined in place of nil: goja passes holes of arrays as nil, which
// a function in Go does not expect.
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

// nothing is a program that hears an interrupt.
var nothing = sync.OnceValue(func() *goja.Program { return goja.MustCompile("hitlrun:guard", "", false) })

// interrupted panics as goja does where it hears an interrupt, if there is one.
func (g *Guard) interrupted() {
	if _, err := g.rt.RunProgram(nothing()); err != nil {
		panic(err)
	}
}

// left notes where a panic left a function. What comes from further inside is more exact.
func (g *Guard) left() {
	if g.depth != g.lostDepth-1 || len(g.frames) == 0 {
		g.frames = g.rt.CaptureCallStack(8, g.frames[:0])
	}
	g.lostDepth = g.depth
}

// refuse throws an error of a class of JavaScript.
func (g *Guard) refuse(class, message string) {
	o, err := g.rt.New(g.rt.Get(class), g.rt.ToValue(message))
	if err != nil {
		panic(g.rt.NewTypeError(message))
	}
	panic(o)
}
