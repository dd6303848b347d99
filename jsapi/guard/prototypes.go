// This file bounds how many prototypes an object inherits from, one through the other. goja follows them recursively, on the
// stack of Go, when it looks for a property. That stack ends the process when it overflows.
//
// The bound is checked where a script makes such objects in a few bytes: by new, { __proto__ }, extends, Object.create,
// Reflect.construct and the functions that set a prototype.

package guard

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// maxPrototypes is how many prototypes an object may have.
const maxPrototypes = 10_000

const tooManyPrototypes = "Too many prototypes"

// lookedAt replace the instructions that make an object with a prototype, or set one, and then those of key_order.go, in the
// order of their kinds. The former leave the object on top of the stack.
var lookedAt = [...]func(self, vm unsafe.Pointer){
	constructLooked, constructSpreadLooked, setProtoLooked, extendLooked, enumerateLooked, copySpreadLooked, copyRestLooked,
}

func constructLooked(self, vm unsafe.Pointer) {
	the.looked[0].self(self, vm)
	the.lookAtPrototypes(vm)
}

func constructSpreadLooked(self, vm unsafe.Pointer) {
	the.looked[1].self(self, vm)
	the.lookAtPrototypes(vm)
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
	o, ok := (*fieldAt[[]goja.Value](vm, c.stack))[depth-1].(*goja.Object)
	if !ok || !hasTooManyPrototypes(o) {
		return
	}
	if g, ok := guards.Load(*fieldAt[*goja.Runtime](vm, c.runtime)); ok {
		g.(*Guard).refuse(rangeError, tooManyPrototypes)
	}
}

// hasTooManyPrototypes follows the prototypes of an object up to the first proxy; see newProxy for those.
func hasTooManyPrototypes(o *goja.Object) bool {
	proxy, self := proxyTable(), selfField().Offset
	for range maxPrototypes {
		if o == nil || *fieldAt[unsafe.Pointer](unsafe.Pointer(o), self) == proxy {
			return false
		}
		o = o.Prototype()
	}
	return true
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
		v := make(call)
		if o, ok := v.(*goja.Object); ok && hasTooManyPrototypes(o) {
			g.refuse(rangeError, tooManyPrototypes)
		}
		return v
	}
}
