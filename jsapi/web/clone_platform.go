// This file clones and transfers instances of the classes of the platform.

package web

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// platformCloner clones the instances of a class that is written in JavaScript.
type platformCloner struct {
	// clone is called with (object, transferred), and returns undefined if the object only has the prototype.
	clone goja.Callable
	// move is called with (object, clone) after the value was cloned, and moves what the object owns to the clone. It is
	// nil if the instances cannot be transferred.
	move goja.Callable
}

// cloned implements cloned(class, clone, move) for the js files; see platformCloner.
func (p *platform) cloned(call goja.FunctionCall) goja.Value {
	clone, ok := goja.AssertFunction(call.Argument(1))
	proto, isObject := call.Argument(0).ToObject(p.vm).Get("prototype").(*goja.Object)
	if !ok || !isObject {
		panic(p.vm.NewTypeError("cloned needs a class and a function"))
	}
	if p.cloners == nil {
		p.cloners = make(map[*goja.Object]platformCloner)
	}
	move, _ := goja.AssertFunction(call.Argument(2))
	p.cloners[proto] = platformCloner{clone, move}
	return goja.Undefined()
}

// mostClasses is the number of classes that an instance of a class of the platform may be an instance of.
const mostClasses = 100

// clonerOf returns the cloner of the first class in the chain of prototypes of o. ok is false if there is none.
func (p *platform) clonerOf(o *goja.Object) (found platformCloner, ok bool) {
	if len(p.cloners) == 0 {
		return found, false
	}
	for range mostClasses {
		if o = o.Prototype(); o == nil {
			return found, false
		}
		if found, ok = p.cloners[o]; ok {
			return found, true
		}
	}
	return found, false
}

// ofPlatform clones an instance of a class of the platform. It returns nil for any other object.
func (c *cloner) ofPlatform(o *goja.Object) goja.Value {
	if o == c.p.vm.GlobalObject() {
		panic(c.refuse("#<Object>"))
	}
	if f, ok := goValue[*formatter](o); ok {
		if f.number != nil {
			panic(c.refuse("#<NumberFormat>"))
		}
		panic(c.refuse("#<DateTimeFormat>"))
	}
	found, ok := c.p.clonerOf(o)
	if !ok {
		return nil
	}
	v, err := found.clone(goja.Undefined(), o, c.p.vm.ToValue(c.transfer[o]))
	must(err)
	if copied, ok := v.(*goja.Object); ok {
		return c.remember(o, copied)
	}
	return nil
}

// transferList reads the option transfer.
func (p *platform) transferList(options goja.Value) map[*goja.Object]bool {
	if goja.IsUndefined(options) || goja.IsNull(options) {
		return nil
	}
	o, ok := options.(*goja.Object)
	if !ok {
		panic(NewError(p.vm, "TypeError", "ERR_INVALID_ARG_TYPE", "The options argument must be either an object or undefined"))
	}
	list := o.Get("transfer")
	if list == nil || goja.IsUndefined(list) {
		return nil
	}
	transfer := make(map[*goja.Object]bool)
	guard.ForOf(p.vm, list, func(v goja.Value) bool {
		o, ok := v.(*goja.Object)
		if !ok || !p.isTransferable(o) {
			panic(NewError(p.vm, "TypeError", "ERR_INVALID_TRANSFER_OBJECT", "Found invalid object in transferList"))
		}
		if _, port := p.clonerOf(o); transfer[o] && port {
			panic(p.domException("DataCloneError", "Transfer list contains duplicate "+className(o)))
		}
		if transfer[o] {
			panic(p.domException("DataCloneError", "ArrayBuffer occurs in the transfer list more than once"))
		}
		transfer[o] = true
		return true
	})
	return transfer
}

// isTransferable reports whether o may be in a transfer list.
func (p *platform) isTransferable(o *goja.Object) bool {
	if found, ok := p.clonerOf(o); ok {
		return found.move != nil
	}
	_, ok := goValue[goja.ArrayBuffer](o)
	return ok
}

// moveAll detaches what was transferred from its owner.
func (c *cloner) moveAll() {
	for o := range c.transfer {
		if b, ok := goValue[goja.ArrayBuffer](o); ok {
			c.p.detach(b)
			continue
		}
		found, ok := c.p.clonerOf(o)
		if !ok || found.move == nil { // a getter has changed the prototype
			continue
		}
		copied := c.seen[o]
		if copied == nil { // not in the value
			copied, _ = c.ofPlatform(o).(*goja.Object)
		}
		if copied != nil {
			_, err := found.move(goja.Undefined(), o, copied)
			must(err)
		}
	}
}
