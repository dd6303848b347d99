package v8errors

// This file gives errors a stack that is made when it is read first, as V8 does: goja makes one of its own form, and has no
// hook for it. Each error gets a property whose value comes from a function, and is a plain value from then on.

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
)

// property is goja's valueProperty. With a getter and without accessor it looks like data to all that looks at it.
type property struct {
	value                                        goja.Value
	writable, configurable, enumerable, accessor bool
	getter, setter                               *goja.Object
}

// stackProperty is the property "stack" of an error; goja knows it as its first field.
type stackProperty struct {
	property
	frames []goja.StackFrame // until the stack is read
	class  *goja.Object      // that was called with new; nil if it is one of goja's
	limit  int
}

// Stacks makes the stacks of a VM's errors.
type Stacks struct {
	rt     *goja.Runtime
	class  *goja.Object // Error
	getter *goja.Object // of all properties that are not read yet
	kind   word         // of a goja.Value that is a property
	layout *errorLayout
	places map[spot]file.Position // nil if goja's frames are not as they were

	// Prepare calls Error.prepareStackTrace; false if there is none.
	Prepare func(o *goja.Object, calls []Call) (goja.Value, bool)
}

type word = unsafe.Pointer

// iface is how Go has an interface: what it is, and where.
type iface struct{ kind, at word }

// errorLayout is where goja's error objects have their fields.
type errorLayout struct {
	self                            uintptr // of an Object
	kind                            word    // of an Object's self that is an error
	stack, added, values, propNames uintptr
}

// InstallStacks has the errors of rt make their stacks as V8 does. It returns nil if goja is not as it was: then goja's
// form stays.
func InstallStacks(rt *goja.Runtime) *Stacks {
	class, ok := rt.Get("Error").(*goja.Object)
	if !ok {
		return nil
	}
	s := &Stacks{rt: rt, class: class, layout: errorLayoutOf(rt), kind: propertyKind(rt)}
	if s.layout == nil || s.kind == nil {
		return nil
	}
	if same(reflect.TypeFor[*goja.StackFrame](), reflect.TypeFor[*stackFrame]()) {
		s.places = map[spot]file.Position{}
	}
	s.getter, _ = rt.ToValue(s.read).(*goja.Object)
	for _, name := range []string{"Error", "TypeError", "ReferenceError", "RangeError", "SyntaxError", "EvalError", "URIError", "AggregateError", "GoError"} {
		s.hook(rt.Get(name))
	}
	for _, name := range []string{"Object", "Reflect"} {
		if o, ok := rt.Get(name).(*goja.Object); ok {
			s.hookDescriptor(o.Get("getOwnPropertyDescriptor"))
			s.hookDescriptor(o.Get("getOwnPropertyDescriptors"))
		}
	}
	return s
}

// hook gives the errors of a class their stack.
func (s *Stacks) hook(v goja.Value) {
	class, ok := v.(*goja.Object)
	if !ok {
		return
	}
	if made := constructOf(class); made != nil {
		own := *made
		*made = func(args []goja.Value, newTarget *goja.Object) *goja.Object {
			o := own(args, newTarget)
			if newTarget == class {
				newTarget = nil
			}
			s.add(o, newTarget)
			return o
		}
	}
	if called := callOf(class); called != nil {
		own := *called
		*called = func(call goja.FunctionCall) goja.Value {
			v := own(call)
			if o, ok := v.(*goja.Object); ok {
				s.add(o, nil)
			}
			return v
		}
	}
}

// hookDescriptor has a function read the stack of its argument first.
func (s *Stacks) hookDescriptor(v goja.Value) {
	f, ok := v.(*goja.Object)
	if !ok {
		return
	}
	if called := callOf(f); called != nil {
		own := *called
		*called = func(call goja.FunctionCall) goja.Value {
			if o, ok := call.Argument(0).(*goja.Object); ok {
				if p := s.unread(o); p != nil {
					s.make(o, p)
				}
			}
			return own(call)
		}
	}
}

// callOf finds what goja calls for a native function; nil if that is not where it was.
func callOf(f *goja.Object) *func(goja.FunctionCall) goja.Value {
	self := field(reflect.ValueOf(f), "self")
	if !self.IsValid() || self.Kind() != reflect.Interface || self.IsNil() || self.Elem().Kind() != reflect.Pointer {
		return nil
	}
	call := field(self.Elem(), "f")
	if !call.IsValid() || call.Type() != reflect.TypeFor[func(goja.FunctionCall) goja.Value]() {
		return nil
	}
	return (*func(goja.FunctionCall) goja.Value)(call.Addr().UnsafePointer())
}

// at returns where an error has its fields; nil for what is not one of goja's errors.
func (s *Stacks) at(o *goja.Object) word {
	self := (*iface)(unsafe.Add(unsafe.Pointer(o), s.layout.self))
	if self.kind != s.layout.kind {
		return nil
	}
	return self.at
}

func (s *Stacks) values(at word) map[unistring.String]goja.Value {
	return *(*map[unistring.String]goja.Value)(unsafe.Add(at, s.layout.values))
}

// add gives a new error its stack.
func (s *Stacks) add(o, newTarget *goja.Object) {
	at := s.at(o)
	if at == nil {
		return
	}
	*(*bool)(unsafe.Add(at, s.layout.added)) = true
	p := &stackProperty{property: property{writable: true, configurable: true, getter: s.getter}, class: newTarget}
	p.frames = *(*[]goja.StackFrame)(unsafe.Add(at, s.layout.stack))
	if limit := s.class.Get("stackTraceLimit"); limit != nil && goja.IsNumber(limit) {
		p.limit = int(limit.ToInteger())
	} else {
		p.value, p.getter = goja.Undefined(), nil
	}
	var v goja.Value
	*(*iface)(unsafe.Pointer(&v)) = iface{s.kind, word(p)}
	s.values(at)["stack"] = v
	names := (*[]unistring.String)(unsafe.Add(at, s.layout.propNames))
	*names = append(*names, "")
	copy((*names)[1:], *names)
	(*names)[0] = "stack"
}

// unread returns the stack of an error that was not read yet; nil for others.
func (s *Stacks) unread(o *goja.Object) *stackProperty {
	at := s.at(o)
	if at == nil {
		return nil
	}
	v, ok := s.values(at)["stack"]
	if !ok {
		return nil
	}
	in := *(*iface)(unsafe.Pointer(&v))
	if in.kind != s.kind || (*property)(in.at).getter != s.getter {
		return nil
	}
	return (*stackProperty)(in.at)
}

// read is the getter: the error is what is read, or what that inherits from.
func (s *Stacks) read(call goja.FunctionCall) goja.Value {
	for o, ok := call.This.(*goja.Object); ok && o != nil; o = o.Prototype() {
		for proxy, is := proxied(o); is; proxy, is = proxied(o) {
			o = proxy
		}
		if p := s.unread(o); p != nil {
			return s.make(o, p)
		}
	}
	return goja.Undefined()
}

func proxied(o *goja.Object) (target *goja.Object, is bool) {
	if o.ExportType() != reflect.TypeFor[goja.Proxy]() {
		return nil, false
	}
	proxy, _ := o.Export().(goja.Proxy)
	return proxy.Target(), proxy.Target() != nil
}

// make replaces the getter by the stack.
func (s *Stacks) make(o *goja.Object, p *stackProperty) goja.Value {
	p.getter = nil
	frames, class := p.frames, p.class
	p.frames, p.class = nil, nil
	if p.value == nil { // else the script has set it
		calls := s.Calls(frames[constructors(frames, class):], p.limit)
		p.value = goja.Undefined()
		p.value = s.rt.ToValue(Head(o) + Text(calls)) // which is what Prepare sees
		if s.Prepare != nil {
			if v, ok := s.Prepare(o, calls); ok {
				p.value = v
			}
		}
	}
	return p.value
}
