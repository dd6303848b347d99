// This file wraps the templates from which goja makes built-in functions. goja has no hook for this. The
// file finds the fields of goja by name and type, and changes nothing if something is not as expected.

package guard

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// factory makes a property of a built-in object for a Runtime. It is goja's templatePropFactory.
type factory = func(*goja.Runtime) goja.Value

// patchTemplates wraps the templates of all built-in objects, once. It reports whether goja is as expected.
var patchTemplates = sync.OnceValue(func() bool {
	p := &patcher{seen: map[unsafe.Pointer]bool{}, rt: goja.New()}
	ok := false
	func() {
		defer func() { _ = recover() }() // reflect panics if something is not as expected
		ok = p.asExpected()
	}()
	if !ok {
		return false
	}
	p.global()
	return true
})

// patcher wraps templates.
type patcher struct {
	rt   *goja.Runtime // a Runtime through which the templates are found
	seen map[unsafe.Pointer]bool
}

// asExpected reports whether goja has the fields that this package was written for.
func (p *patcher) asExpected() bool {
	if selfField().Type == nil || selfField().Type.Kind() != reflect.Interface {
		return false
	}
	g := p.rt.GlobalObject()
	if props(g) == nil {
		return false
	}
	array, _ := g.Get("Array").(*goja.Object)
	if array == nil || self(array).at == nil || self(array).f < 0 || self(array).construct < 0 || self(array).values < 0 {
		return false
	}
	proto, _ := array.Get("prototype").(*goja.Object)
	if proto == nil || props(proto) == nil {
		return false
	}
	made := structOf(reflect.ValueOf((*props(proto))["find"](p.rt)))
	if made.at == nil || made.value < 0 || made.getter < 0 || made.setter < 0 {
		return false
	}
	find, _ := (*field[goja.Value](made, made.value)).(*goja.Object)
	return find != nil && self(find).f >= 0
}

// templateOf returns the address of the template of a built-in object, or nil if it has none.
func templateOf(o *goja.Object) unsafe.Pointer {
	s := self(o)
	if s.at == nil || s.tmpl < 0 {
		return nil
	}
	return *field[unsafe.Pointer](s, s.tmpl)
}

// props returns the map from names to factories in the template of a built-in object, or nil if there is
// none.
func props(o *goja.Object) *map[string]factory {
	t := templateOf(o)
	if t == nil {
		return nil
	}
	of := reflect.NewAt(selfField().Type, unsafe.Add(unsafe.Pointer(o), selfField().Offset)).Elem().Elem().Elem().FieldByName("tmpl").Type().Elem()
	f, ok := of.FieldByName("props")
	if !ok || f.Type.Kind() != reflect.Map || f.Type.Key().Kind() != reflect.String || !f.Type.Elem().ConvertibleTo(reflect.TypeFor[factory]()) {
		return nil
	}
	return (*map[string]factory)(unsafe.Add(t, f.Offset))
}

// global wraps the templates of the global object, of its properties and of their prototypes.
func (p *patcher) global() {
	g := p.rt.GlobalObject()
	for _, name := range g.GetOwnPropertyNames() {
		o, ok := g.Get(name).(*goja.Object)
		if !ok || o == g {
			continue
		}
		p.object(o, name)
		if proto, ok := o.Get("prototype").(*goja.Object); ok {
			p.object(proto, name+".prototype")
		}
	}
	if typed, ok := g.Get("Uint8Array").(*goja.Object); ok {
		p.object(typed.Prototype(), "TypedArray")
		if proto, ok := typed.Prototype().Get("prototype").(*goja.Object); ok {
			p.object(proto, "TypedArray.prototype")
		}
	}
	p.wrap(g, "", (*Guard).whole)
}

// object wraps the template of one object.
func (p *patcher) object(o *goja.Object, name string) {
	p.wrap(o, name+".", func(g *Guard, name string, v goja.Value) { g.property(name, v) })
}

// wrap changes the template of o so that it calls then with each property that it makes for a Runtime
// with a Guard.
func (p *patcher) wrap(o *goja.Object, prefix string, then func(g *Guard, name string, v goja.Value)) {
	at, props := templateOf(o), props(o)
	if props == nil || p.seen[at] {
		return
	}
	p.seen[at] = true
	wrapped := make(map[string]factory, len(*props))
	for key, old := range *props {
		name := prefix + key
		wrapped[key] = func(rt *goja.Runtime) goja.Value {
			v := old(rt)
			if g, ok := guards.Load(rt); ok {
				then(g.(*Guard), name, v)
			}
			return v
		}
	}
	*props = wrapped // not changed in place, since other Runtimes may be reading the old map
}

// whole guards a global function, and the functions of a global object and of its prototype that do not
// come from a template.
func (g *Guard) whole(name string, v goja.Value) {
	o := g.property(name, v)
	if o == nil || name == "globalThis" {
		return
	}
	g.members(o, name)
	if typed := o.Prototype(); name == "Uint8Array" && typed != nil {
		g.members(typed, "TypedArray") // no global has this class
	}
	s := self(o)
	if s.at != nil && s.values >= 0 {
		if proto, ok := valueOf((*field[map[string]goja.Value](s, s.values))["prototype"]); ok {
			g.members(proto, name+".prototype")
			if name == "RegExp" {
				g.methods(proto)
			}
		}
	}
}

// methods guards the methods of RegExp.prototype that the methods of strings call.
func (g *Guard) methods(proto *goja.Object) {
	if s := self(proto); s.at != nil && s.values >= 0 {
		g.property("RegExp.prototype.unicode", (*field[map[string]goja.Value](s, s.values))["unicode"])
	}
	for _, s := range []*goja.Symbol{goja.SymMatch, goja.SymMatchAll, goja.SymReplace, goja.SymSearch, goja.SymSplit} {
		if f, ok := proto.GetSymbol(s).(*goja.Object); ok {
			name := methodOfRegExp
			switch s {
			case goja.SymMatch:
				name = matchOfRegExp
			case goja.SymMatchAll:
				name = matchAllOfRegExp
			case goja.SymReplace:
				name = replaceOfRegExp
			case goja.SymSplit:
				name = splitOfRegExp
			}
			g.function("", name, f)
		}
	}
}

// members guards the functions that o has as properties. It calls no getter.
func (g *Guard) members(o *goja.Object, name string) {
	s := self(o)
	if s.at == nil || s.values < 0 || s.tmpl >= 0 {
		return // the properties of a template are made later
	}
	for key, v := range *field[map[string]goja.Value](s, s.values) {
		if key == "constructor" || key == "prototype" {
			continue
		}
		if f, ok := valueOf(v); ok {
			g.function(name, key, f)
		}
	}
}

// valueOf returns the object that is the value of a property.
func valueOf(v goja.Value) (*goja.Object, bool) {
	if o, ok := v.(*goja.Object); ok {
		return o, true
	}
	if v == nil {
		return nil, false
	}
	p := structOf(reflect.ValueOf(v))
	if p.at == nil || p.value < 0 {
		return nil, false
	}
	o, ok := (*field[goja.Value](p, p.value)).(*goja.Object)
	return o, ok
}

// property guards the function that is the value of a property, or its getter and setter. It returns the
// value if that is an object.
func (g *Guard) property(name string, v goja.Value) *goja.Object {
	o, ok := valueOf(v)
	if ok {
		g.function("", name, o)
		return o
	}
	p := structOf(reflect.ValueOf(v))
	if p.at == nil || p.getter < 0 || p.setter < 0 {
		return nil
	}
	for _, offset := range []int{p.getter, p.setter} {
		if f := *field[*goja.Object](p, offset); f != nil {
			g.function("", name, f)
		}
	}
	return nil
}

// function guards a function of goja. Its name in checks is name, or of.name.
func (g *Guard) function(of, name string, o *goja.Object) {
	s := self(o)
	if s.at == nil || s.f < 0 {
		return
	}
	if of != "" {
		name = of + "." + name
	}
	if f := field[function](s, s.f); *f != nil {
		*f = g.guardedCall(name, *f)
	}
	if s.construct < 0 {
		return
	}
	if f := field[constructor](s, s.construct); *f != nil {
		*f = g.guardedConstruct(name, *f)
	}
}

// guardedCall returns the guarded form of the function with a name.
func (g *Guard) guardedCall(name string, f function) function {
	inner := f
	switch name {
	case "Array.prototype.sort":
		inner = g.sorting(f)
	case "Array.prototype.toSorted":
		inner = g.sortingCopy(f)
	case "Array.prototype.join":
		inner = g.joining(f)
	case "Array.prototype.fill":
		inner = g.filling(f)
	case "Array.prototype.slice":
		inner = g.slicing(f)
	case "Array.prototype.concat":
		inner = g.concatenating(f)
	case "Array.prototype.flat":
		inner = g.flattened(f)
	case "String.prototype.replaceAll":
		inner = g.replacingAll(f)
	case "JSON.stringify":
		inner = g.stringifying(f)
	case "Proxy.revocable":
		inner = func(call goja.FunctionCall) goja.Value {
			v := f(call)
			if o, ok := v.(*goja.Object).Get("proxy").(*goja.Object); ok {
				guardKeys(o)
			}
			return v
		}
	case "Function", "async function", "function*":
		inner = func(call goja.FunctionCall) goja.Value {
			g.alone(name, call.Arguments)
			v := g.lowered(composedText(name, call.Arguments), true, func() goja.Value { return f(call) })
			compiled(v)
			return v
		}
	case "eval":
		inner = func(call goja.FunctionCall) goja.Value {
			return g.lowered(func() string { return textOfEval(call.Arguments) }, false, func() goja.Value { return f(call) })
		}
	}
	c := checks()[name]
	if wrap, ok := wrappers()[name]; ok {
		return g.call(wrap(g, func(call goja.FunctionCall) goja.Value { return inner(g.checked(c, call)) }), nil)
	}
	return g.call(inner, c)
}

// guardedConstruct returns the guarded form of the constructor with a name.
func (g *Guard) guardedConstruct(name string, f constructor) constructor {
	// then calls what has to be done with each new object.
	then := func(f constructor, made func(*goja.Object)) constructor {
		return func(args []goja.Value, newTarget *goja.Object) *goja.Object {
			o := f(args, newTarget)
			made(o)
			return o
		}
	}
	switch name {
	case "Function", "async function", "function*":
		native := f
		f = then(func(args []goja.Value, newTarget *goja.Object) *goja.Object {
			g.alone(name, args)
			v, _ := g.lowered(composedText(name, args), true, func() goja.Value { return native(args, newTarget) }).(*goja.Object)
			return v
		}, func(o *goja.Object) { compiled(o) })
	case "Proxy":
		f = then(f, guardKeys)
	}
	f = g.construct(f, constructs()[name])
	if name == "RegExp" {
		f = then(f, func(o *goja.Object) { g.match(o, nil, false) }) // split makes a RegExp and matches with it directly
	}
	return f
}
