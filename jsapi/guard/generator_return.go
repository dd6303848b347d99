// This file closes generators that have try blocks. goja runs the finally blocks of a generator that is closed, by return() or by
// leaving a loop, in a loop that takes an error which a block has caught for the end of the block, and an error that leaves a
// block for one that leaves the generator. The state of the engine is then wrong, and it fails. This file has the same loop
// without these mistakes, for the calls of next(), return() and throw() while a generator closes.

package guard

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// The functions of goja that enter and leave a generator. gen points to its generator, vm to its vm.

//go:linkname enterNext github.com/dop251/goja.(*generator).enterNext
func enterNext(gen unsafe.Pointer)

//go:linkname enterNextFinallyFrame github.com/dop251/goja.(*generator).enterNextFinallyFrame
func enterNextFinallyFrame(gen unsafe.Pointer) bool

//go:linkname runTryInner github.com/dop251/goja.(*vm).runTryInner
func runTryInner(vm unsafe.Pointer) *goja.Exception

//go:linkname handleThrow github.com/dop251/goja.(*vm).handleThrow
func handleThrow(vm unsafe.Pointer, thrown any) *goja.Exception

//go:linkname popTryFrame github.com/dop251/goja.(*vm).popTryFrame
func popTryFrame(vm unsafe.Pointer)

//go:linkname restoreStacks github.com/dop251/goja.(*vm).restoreStacks
func restoreStacks(vm unsafe.Pointer, iterations, references uint32) *goja.Exception

//go:linkname suspend github.com/dop251/goja.(*vm).suspend
func suspend(vm, context unsafe.Pointer, tries, iterations, references uint32)

//go:linkname generatorStep github.com/dop251/goja.(*generatorObject).step
func generatorStep(object unsafe.Pointer, result goja.Value, kind resultKind, ex *goja.Exception) goja.Value

// resultKind is goja's resultType: what a generator stopped at.
type resultKind = uint8

const resultNormal resultKind = 0 // its end

// generatorState is goja's type of that name.
type generatorState = uint8

const (
	suspendedStart generatorState = iota + 1
	executing
	suspendedYield
	suspendedYieldResult // at a yield whose value is used
	completed
)

// generatorFields has the offsets of the fields of goja that this file reads and changes.
type generatorFields struct {
	table                  unsafe.Pointer // the method table of generators
	gen, delegated, state  uintptr        // in a generatorObject
	iterator, nextMethod   uintptr        // in what delegated points to
	context, vm, returning uintptr        // in a generator
	depths                 [3]uintptr     // of try blocks, iterations and references, in a generator
	suspended              reflect.Type   // execCtx
	tries                  uintptr        // in an execCtx
	tryFrame               reflect.Type
	catchPos               uintptr      // in a tryFrame
	machine                reflect.Type // vm
	program, pc, base, top uintptr      // in a vm; base and top are indexes in its stack
	stack, blocks, calls   uintptr
	call                   reflect.Type // an element of calls
	marker                 reflect.Type // what is on the stack after a yield
	kind                   uintptr      // in a marker
}

var generators = sync.OnceValue(ifExpected(func() *generatorFields {
	of := func(t reflect.Type, name string) (uintptr, reflect.Type) {
		f, ok := t.FieldByName(name)
		if !ok {
			panic("goja has no field " + name)
		}
		return uintptr(offset(t, f)), f.Type
	}
	f := &generatorFields{}
	rt := goja.New()
	v, err := rt.RunString("(function* () {})()")
	if err != nil {
		panic(err)
	}
	impl := reflect.NewAt(selfField().Type, unsafe.Add(unsafe.Pointer(v.(*goja.Object)), selfField().Offset)).Elem().Elem() //nolint:forcetypeassert // a panic says that goja is another
	f.table = fieldAt[[2]unsafe.Pointer](unsafe.Pointer(v.(*goja.Object)), selfField().Offset)[0]                           //nolint:forcetypeassert // as above
	object := impl.Type().Elem()
	var gen, tries, calls reflect.Type
	f.gen, gen = of(object, "gen")
	var record reflect.Type
	f.delegated, record = of(object, "delegated")
	f.iterator, _ = of(record.Elem(), "iterator")
	f.nextMethod, _ = of(record.Elem(), "next")
	f.state, _ = of(object, "state")
	f.context, f.suspended = of(gen, "ctx")
	var vm reflect.Type
	f.vm, vm = of(gen, "vm")
	f.machine = vm.Elem()
	f.returning, _ = of(gen, "returning")
	for i, name := range [...]string{"tryStackLen", "iterStackLen", "refStackLen"} {
		f.depths[i], _ = of(gen, name)
	}
	f.tries, tries = of(f.suspended, "tryStack")
	f.tryFrame = tries.Elem()
	f.catchPos, _ = of(f.tryFrame, "catchPos")
	f.program, _ = of(f.machine, "prg")
	f.pc, _ = of(f.machine, "pc")
	f.base, _ = of(f.machine, "sb")
	f.top, _ = of(f.machine, "sp")
	f.stack, _ = of(f.machine, "stack")
	f.blocks, _ = of(f.machine, "tryStack")
	f.calls, calls = of(f.machine, "callStack")
	f.call = calls.Elem()
	for i := range f.call.NumField() {
		of(f.machine, f.call.Field(i).Name)
	}
	f.marker = markerType()
	f.kind, _ = of(f.marker, "resultType")
	return f
}))

// markerType returns the type of goja's instructions for yield.
func markerType() (t reflect.Type) {
	p, err := goja.Compile("", "(function* () { yield 1; })", true)
	if err != nil {
		panic(err)
	}
	c := theCode()
	var look func(p *goja.Program)
	look = func(p *goja.Program) {
		list := *fieldAt[[][2]unsafe.Pointer](unsafe.Pointer(p), c.list)
		for i := range list {
			v := reflect.NewAt(c.instruction, unsafe.Pointer(&list[i])).Elem().Elem()
			if v.Kind() == reflect.Pointer && v.Type().Elem().Name() == "yieldMarker" {
				t = v.Type().Elem()
			}
			c.nested(v, look)
		}
	}
	look(p)
	return t
}

// generator is a generator of the script.
type generator struct {
	*generatorFields
	object, gen, vm unsafe.Pointer
}

// ofGenerator wraps the method next, return or throw of generators.
func ofGenerator(how string) func(*Guard, function) function {
	return func(g *Guard, method function) function {
		return func(call goja.FunctionCall) goja.Value {
			c, ok := generatorOf(call.This)
			if !ok {
				return method(call)
			}
			state := *fieldAt[generatorState](c.object, c.state)
			if g.running[c.object] || state == executing {
				panic(g.rt.NewTypeError("Generator is already running"))
			}
			if g.running == nil {
				g.running = map[unsafe.Pointer]bool{}
			}
			g.running[c.object] = true // goja does not know it while yield* calls its iterator
			defer delete(g.running, c.object)
			switch {
			case state != suspendedYield && state != suspendedYieldResult:
				return method(call)
			case *fieldAt[unsafe.Pointer](c.object, c.delegated) != nil:
				return c.passOn(g, how, call.Argument(0))
			case how == "return" && c.hasTries(), how != "return" && *c.returned() != nil:
				return c.proceed(how, call.Argument(0))
			}
			return method(call)
		}
	}
}

// proceed continues the generator from the yield where it waits.
func (c generator) proceed(how string, v goja.Value) goja.Value {
	switch how {
	case "return":
		return c.close(v)
	case "throw":
		return c.throw(v)
	}
	return c.next(v)
}

// passOn calls a method of the iterator for which the generator waits in yield*. If that has ended, the generator continues.
func (c generator) passOn(g *Guard, how string, v goja.Value) (result goja.Value) {
	delegated := fieldAt[unsafe.Pointer](c.object, c.delegated)
	iterator := *fieldAt[*goja.Object](*delegated, c.iterator)
	ended := false
	ex := g.rt.Try(func() {
		method := *fieldAt[function](*delegated, c.nextMethod)
		if how != "next" {
			own := orUndefined(iterator.Get(how))
			if goja.IsUndefined(own) || goja.IsNull(own) {
				if how == "throw" {
					closeIterator(g.rt, iterator)
					panic(g.rt.NewTypeError("The iterator does not provide a 'throw' method."))
				}
				result, ended = v, true
				return
			}
			f, ok := goja.AssertFunction(own)
			if !ok {
				panic(g.rt.NewTypeError(own.String() + " is not a function"))
			}
			method = func(call goja.FunctionCall) goja.Value { return called(f, call.This, call.Arguments...) }
		}
		answer := method(goja.FunctionCall{This: iterator, Arguments: []goja.Value{v}})
		o, ok := answer.(*goja.Object)
		if !ok {
			panic(g.rt.NewTypeError("Iterator result " + orUndefined(answer).String() + " is not an object"))
		}
		if result = o; orUndefined(o.Get("done")).ToBoolean() {
			result, ended = orUndefined(o.Get("value")), true
		}
	})
	switch {
	case ex != nil:
		*delegated = nil
		return c.throw(ex)
	case !ended:
		return result
	case how == "throw": // the iterator has caught it
		how = "next"
	}
	*delegated = nil
	return c.proceed(how, result)
}

// generatorOf returns a generator. ok is false for other values.
func generatorOf(v goja.Value) (c generator, ok bool) {
	f := generators()
	o, isObject := v.(*goja.Object)
	if f == nil || !isObject {
		return c, false
	}
	self := fieldAt[[2]unsafe.Pointer](unsafe.Pointer(o), selfField().Offset)
	if self[0] != f.table {
		return c, false
	}
	c = generator{f, self[1], unsafe.Add(self[1], f.gen), nil}
	c.vm = *fieldAt[unsafe.Pointer](c.gen, f.vm)
	return c, true
}

// returned is what the generator returns when its finally blocks have ended; nil if it does not close.
func (c generator) returned() *goja.Value { return fieldAt[goja.Value](c.gen, c.returning) }

// hasTries reports whether the generator is suspended in a try block.
func (c generator) hasTries() bool {
	return reflect.NewAt(reflect.SliceOf(c.tryFrame), unsafe.Add(c.gen, c.context+c.tries)).Elem().Len() > 0
}

// nextFinally makes the next finally block, from the inside to the outside, the place where the generator continues. more is false
// if there is none. ex is an error of an iterator that was closed, if no block of the generator takes it.
func (c generator) nextFinally() (more bool, ex *goja.Exception) {
	defer func() {
		if thrown := recover(); thrown != nil {
			var ok bool
			if ex, ok = thrown.(*goja.Exception); !ok {
				panic(thrown)
			}
		}
	}()
	if !enterNextFinallyFrame(c.gen) {
		return false, nil
	}
	// goja marks the block as the place where errors leave the generator. An error of the block belongs to the blocks around it.
	const (
		leaves = -2 // goja's tryPanicMarker
		none   = -1
	)
	blocks := reflect.NewAt(reflect.SliceOf(c.tryFrame), unsafe.Add(c.vm, c.blocks)).Elem()
	if at := fieldAt[int32](blocks.Index(blocks.Len()-1).Addr().UnsafePointer(), c.catchPos); *at == leaves {
		*at = none
	}
	return true, nil
}

// close is return().
func (c generator) close(v goja.Value) goja.Value {
	*c.returned() = v
	*fieldAt[generatorState](c.object, c.state) = executing
	enterNext(c.gen)
	more, ex := c.nextFinally()
	if ex != nil {
		return c.leave(nil, resultNormal, ex)
	}
	if more {
		return c.leave(c.step())
	}
	*fieldAt[generatorState](c.object, c.state) = completed
	popTryFrame(c.vm)
	*c.returned() = nil
	if ex := restoreStacks(c.vm, c.depth(1), c.depth(2)); ex != nil {
		panic(ex)
	}
	c.dropCall()
	*c.int(c.top) = *c.int(c.base) - 1
	c.popContext()
	return generatorStep(c.object, v, resultNormal, nil)
}

// next is next().
func (c generator) next(v goja.Value) goja.Value {
	usesValue := *fieldAt[generatorState](c.object, c.state) == suspendedYieldResult
	*fieldAt[generatorState](c.object, c.state) = executing
	enterNext(c.gen)
	if usesValue {
		c.push(v)
	}
	return c.leave(c.step())
}

// throw is throw(). thrown is a value, or a *goja.Exception.
func (c generator) throw(thrown any) goja.Value {
	*fieldAt[generatorState](c.object, c.state) = executing
	enterNext(c.gen)
	if ex := handleThrow(c.vm, thrown); ex != nil {
		return c.leave(nil, resultNormal, ex)
	}
	return c.leave(c.step())
}

// leave returns the result of a step after it has left the generator.
func (c generator) leave(result goja.Value, kind resultKind, ex *goja.Exception) goja.Value {
	popTryFrame(c.vm)
	c.popContext()
	return generatorStep(c.object, result, kind, ex)
}

// step runs the generator until it yields, returns or throws.
func (c generator) step() (result goja.Value, kind resultKind, ex *goja.Exception) {
	const left = -2 // the place of the instruction after the end of a finally block
	for {
		if ex = runTryInner(c.vm); ex != nil {
			return nil, resultNormal, ex
		}
		if c.code() != nil && *c.int(c.pc) == left {
			more, ex := c.nextFinally()
			if ex != nil {
				return nil, resultNormal, ex
			}
			if more {
				continue
			}
			result, *c.returned() = *c.returned(), nil
			if ex = restoreStacks(c.vm, c.depth(1), c.depth(2)); ex != nil {
				return nil, resultNormal, ex
			}
			*c.int(c.top) = *c.int(c.base) - 1
			c.dropCall()
			return result, resultNormal, nil
		}
		if c.halted() {
			break
		} // otherwise a block has caught an error
	}
	result = c.pop()
	if c.code() == nil { // a return statement
		return result, resultNormal, nil
	}
	marker := reflect.ValueOf(result)
	if marker.Kind() != reflect.Pointer || marker.Type().Elem() != c.marker {
		return result, resultNormal, nil
	}
	kind = *fieldAt[resultKind](marker.UnsafePointer(), c.kind)
	reflect.NewAt(c.suspended, unsafe.Add(c.gen, c.context)).Elem().SetZero()
	*c.int(c.pc) = -*c.int(c.pc) + 1
	result = c.pop()
	suspend(c.vm, unsafe.Add(c.gen, c.context), c.depth(0), c.depth(1), c.depth(2))
	*c.int(c.top) = *c.int(c.base) - 1
	c.dropCall()
	return result, kind, nil
}

func (c generator) int(offset uintptr) *int { return fieldAt[int](c.vm, offset) }

// code returns the program that runs.
func (c generator) code() *goja.Program { return *fieldAt[*goja.Program](c.vm, c.program) }

// halted reports whether the program has ended, or waits at a yield.
func (c generator) halted() bool {
	pc, p := *c.int(c.pc), c.code()
	return pc < 0 || p == nil || pc >= len(*fieldAt[[][2]unsafe.Pointer](unsafe.Pointer(p), theCode().list))
}

// depth returns the depth of try blocks, iterations or references at which the generator was entered.
func (c generator) depth(i int) uint32 { return *fieldAt[uint32](c.gen, c.depths[i]) }

func (c generator) push(v goja.Value) {
	stack, top := fieldAt[[]goja.Value](c.vm, c.stack), c.int(c.top)
	for len(*stack) <= *top {
		*stack = append(*stack, nil)
	}
	(*stack)[*top] = v
	*top++
}

func (c generator) pop() goja.Value {
	top := c.int(c.top)
	*top--
	return (*fieldAt[[]goja.Value](c.vm, c.stack))[*top]
}

// callStack returns the stack of calls, which can be changed.
func (c generator) callStack() reflect.Value {
	return reflect.NewAt(reflect.SliceOf(c.call), unsafe.Add(c.vm, c.calls)).Elem()
}

func (c generator) dropCall() {
	calls := c.callStack()
	calls.SetLen(calls.Len() - 1)
}

// popContext makes the call that is on top of the stack the running one.
func (c generator) popContext() {
	calls := c.callStack()
	call := calls.Index(calls.Len() - 1)
	for i := range c.call.NumField() {
		from := call.Field(i)
		to, _ := c.machine.FieldByName(c.call.Field(i).Name)
		reflect.NewAt(to.Type, unsafe.Add(c.vm, uintptr(offset(c.machine, to)))).Elem().Set(reflect.NewAt(from.Type(), from.Addr().UnsafePointer()).Elem())
	}
	call.SetZero()
	calls.SetLen(calls.Len() - 1)
}
