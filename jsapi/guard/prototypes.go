// This file bounds how many prototypes an object inherits from, one through the other. goja follows them recursively, on the
// stack of Go, when it looks for a property. That stack ends the process when it overflows.
//
// The bound is checked where a script makes such objects in a few bytes: by new, { __proto__ }, extends, Object.create,
// Reflect.construct and the functions that set a prototype.

package guard

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// maxPrototypes is how many prototypes an object may have.
const maxPrototypes = 10_000

const tooManyPrototypes = "Too many prototypes"

// lookedAt replace the instructions that make an object with a prototype, or set one, and then those of key_order.go, finally.go and
// numbers.go, in the order of their kinds. The former leave the object on top of the stack.
var lookedAt = [...]func(self, vm unsafe.Pointer){
	constructLooked, constructSpreadLooked, setProtoLooked, extendLooked, enumerateLooked, copySpreadLooked, copyRestLooked, finishLooked,
	orLooked, andLooked, xorLooked, notLooked, shiftUnsignedLooked,
}

func constructLooked(self, vm unsafe.Pointer) {
	c := the
	stack, depth := *fieldAt[[]goja.Value](vm, c.stack), *fieldAt[int](vm, c.depth)
	c.construct(0, self, vm, stack[depth-1-int(*(*uint32)(self))])
}

func constructSpreadLooked(self, vm unsafe.Pointer) {
	c := the
	stack, depth := *fieldAt[[]goja.Value](vm, c.stack), *fieldAt[int](vm, c.depth)
	for depth--; depth > 0 && stack[depth] != variadicMarker; depth-- {
	}
	c.construct(1, self, vm, stack[depth+1])
}

// variadicMarker is what goja puts on the stack before a constructor and arguments of which some are spread.
//
//go:linkname variadicMarker github.com/dop251/goja.variadicMarker
var variadicMarker goja.Value //nolint:gochecknoglobals // of goja

// construct executes the instruction number i of looked, which calls a constructor. If that throws, the object that it was to set up
// can be in use all the same.
func (c *code) construct(i int, self, vm unsafe.Pointer, constructor goja.Value) {
	ended := false
	defer func() {
		if !ended && givesTooMany(constructor) {
			c.refuse(vm)
		}
	}()
	c.looked[i].self(self, vm)
	ended = true
	c.lookAtPrototypes(vm)
}

func setProtoLooked(self, vm unsafe.Pointer) {
	the.looked[2].self(self, vm)
	the.lookAtPrototypes(vm)
}

func extendLooked(self, vm unsafe.Pointer) {
	the.looked[3].self(self, vm)
	the.lookAtPrototypes(vm)
}

// lookAtPrototypes throws a RangeError if the object on top of the stack has too many prototypes.
func (c *code) lookAtPrototypes(vm unsafe.Pointer) {
	depth := *fieldAt[int](vm, c.depth)
	if o, ok := (*fieldAt[[]goja.Value](vm, c.stack))[depth-1].(*goja.Object); ok && hasTooManyPrototypes(o) {
		c.refuse(vm)
	}
}

// refuse throws a RangeError.
func (c *code) refuse(vm unsafe.Pointer) {
	if g, ok := guards.Load(*fieldAt[*goja.Runtime](vm, c.runtime)); ok {
		g.(*Guard).refuse(rangeError, tooManyPrototypes)
	}
}

// givesTooMany reports whether the objects that a constructor makes have too many prototypes.
func givesTooMany(constructor goja.Value) bool {
	o, ok := constructor.(*goja.Object)
	if !ok || isProxy(o) {
		return false
	}
	prototype, ok := o.Get("prototype").(*goja.Object)
	return ok && hasTooManyPrototypes(prototype)
}

// hasTooManyPrototypes follows the prototypes of an object up to the first proxy; see newProxy for those.
func hasTooManyPrototypes(o *goja.Object) bool {
	for range maxPrototypes {
		if o == nil || isProxy(o) {
			return false
		}
		o = o.Prototype()
	}
	return true
}

func isProxy(o *goja.Object) bool {
	return *fieldAt[unsafe.Pointer](unsafe.Pointer(o), selfField().Offset) == proxyTable()
}

// proxyTable returns the method table of proxies.
var proxyTable = sync.OnceValue(func() unsafe.Pointer {
	rt := goja.New()
	p := rt.ToValue(rt.NewProxy(rt.NewObject(), &goja.ProxyTrapConfig{})).(*goja.Object)
	if reflect.TypeOf(p).Elem() != reflect.TypeFor[goja.Object]() {
		return nil
	}
	return *fieldAt[unsafe.Pointer](unsafe.Pointer(p), selfField().Offset)
})

// ofPrototypes wraps a function that makes an object.
func ofPrototypes(g *Guard, make function) function {
	return func(call goja.FunctionCall) goja.Value {
		ended := false
		defer func() {
			if !ended && slices.ContainsFunc(call.Arguments, givesTooMany) { // a constructor threw: see construct
				g.refuse(rangeError, tooManyPrototypes)
			}
		}()
		v := make(call)
		ended = true
		if o, ok := v.(*goja.Object); ok && hasTooManyPrototypes(o) {
			g.refuse(rangeError, tooManyPrototypes)
		}
		return v
	}
}
