package v8errors

// This file gives errors a stack in the form of V8, which is made when it is first read. goja has no hook
// for its own stacks. So each error gets a property whose value is computed by a function at the first
// read, and is a plain value afterwards.

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"

	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// property has the layout of goja's valueProperty. With a getter, but without accessor, it looks like a data
// property.
type property struct {
	value                                        goja.Value
	writable, configurable, enumerable, accessor bool
	getter, setter                               *goja.Object
}

// stackProperty is the property "stack" of an error. goja has a pointer to its first field.
type stackProperty struct {
	property
	frames []goja.StackFrame // nil after the stack was read
	class  *goja.Object      // the class of the script that was called with new; nil for a class of goja
	limit  int               // the number of lines
}

// Stacks makes the stacks of a VM's errors.
type Stacks struct {
	rt     *goja.Runtime
	class  *goja.Object // Error
	getter *goja.Object // the getter of all stacks that are not read yet
	kind   word         // the type word of a goja.Value that is a property
	layout *errorLayout
	places map[spot]file.Position // a cache; nil if goja's frames are not as expected

	// Prepare calls Error.prepareStackTrace. It returns false if there is none.
	Prepare func(o *goja.Object, calls []Call) (goja.Value, bool)
}

type word = unsafe.Pointer

// iface is an interface value as Go stores it: the type word and the data word.
type iface struct{ kind, at word }

// errorLayout has the offsets of the fields of goja's error objects.
type errorLayout struct {
	self                            uintptr // in an Object
	kind                            word    // the type word of self in an error
	stack, added, values, propNames uintptr
}

// InstallStacks gives the errors of rt stacks in the form of V8. If goja is not as expected, it returns nil,
// and the stacks of goja stay.
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

// hook adds the stack to all errors that a class makes.
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
			s.add(o, newTarget, false)
			return o
		}
	}
	if called := callOf(class); called != nil {
		own := *called
		*called = func(call goja.FunctionCall) goja.Value {
			v := own(call)
			if o, ok := v.(*goja.Object); ok {
				s.add(o, nil, true)
			}
			return v
		}
	}
}

// hookDescriptor makes a function first compute the stack of its argument.
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

// callOf returns the address of the Go function of a native function, or nil if goja is not as expected.
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

// at returns the address of the fields of an error, or nil if o is not an error of goja.
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

// add gives a new error its stack. called says that its class was called without new: then the class is a frame.
func (s *Stacks) add(o, newTarget *goja.Object, called bool) {
	at := s.at(o)
	if at == nil {
		return
	}
	*(*bool)(unsafe.Add(at, s.layout.added)) = true
	p := &stackProperty{property: property{writable: true, configurable: true, getter: s.getter}, class: newTarget}
	p.frames = *(*[]goja.StackFrame)(unsafe.Add(at, s.layout.stack))
	if called && len(p.frames) > 0 {
		p.frames = p.frames[1:]
	}
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

// unread returns the stack property of an error whose stack was not read yet. It returns nil for any other
// object.
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

// read is the getter. The error is the object that is read, its proxy target, or one of its prototypes.
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
	proxy, _ := guard.Export(o).(goja.Proxy)
	return proxy.Target(), proxy.Target() != nil
}

// make computes the stack, and replaces the getter by it.
func (s *Stacks) make(o *goja.Object, p *stackProperty) goja.Value {
	p.getter = nil
	frames, class := p.frames, p.class
	p.frames, p.class = nil, nil
	if p.value == nil { // otherwise the script has set it
		calls := s.Calls(frames[constructors(frames, class):], p.limit)
		p.value = goja.Undefined()
		p.value = s.rt.ToValue(Head(o) + Text(calls)) // the stack that Prepare sees
		if s.Prepare != nil {
			if v, ok := s.Prepare(o, calls); ok {
				p.value = v
			}
		}
	}
	return p.value
}
