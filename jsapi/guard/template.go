// This file reaches into goja: it wraps what makes the built-in functions. goja has no hook for that. All it knows of
// goja's insides is looked up by name and type; where something is not as expected nothing is changed.

package guard

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// factory makes a property of a built-in object for a Runtime: goja's templatePropFactory.
type factory = func(*goja.Runtime) goja.Value

// patchTemplates wraps the templates of all built-in objects, once. It reports whether goja is as expected.
var patchTemplates = sync.OnceValue(func() bool {
	p := &patcher{seen: map[unsafe.Pointer]bool{}, rt: goja.New()}
	ok := false
	func() {
		defer func() { _ = recover() }() // reflect panics where something is not as expected
		ok = p.known()
	}()
	if !ok {
		return false
	}
	p.global()
	return true
})

// patcher wraps templates.
type patcher struct {
	rt   *goja.Runtime // to find them with
	seen map[unsafe.Pointer]bool
}

// self returns goja's implementation of an object, a struct that can be changed.
func self(o *goja.Object) reflect.Value {
	field, _ := reflect.TypeFor[goja.Object]().FieldByName("self")
	impl := reflect.NewAt(field.Type, unsafe.Add(unsafe.Pointer(o), field.Offset)).Elem().Elem()
	return impl.Elem()
}

// at returns a field of a struct as the type it has.
func at[T any](s reflect.Value, name string) *T {
	f := s.FieldByName(name)
	if !f.IsValid() || f.Type() != reflect.TypeFor[T]() && !f.Type().ConvertibleTo(reflect.TypeFor[T]()) {
		return nil
	}
	return (*T)(unsafe.Pointer(f.UnsafeAddr()))
}

// known reports whether the insides of goja are those that this file was written for.
func (p *patcher) known() bool {
	g := p.rt.GlobalObject()
	t := template(g)
	if !t.IsValid() || p.props(t) == nil {
		return false
	}
	array, _ := g.Get("Array").(*goja.Object)
	if array == nil || at[function](self(array), "f") == nil || at[constructor](self(array), "construct") == nil {
		return false
	}
	proto, _ := array.Get("prototype").(*goja.Object)
	if proto == nil || !template(proto).IsValid() {
		return false
	}
	v := (*p.props(template(proto)))["find"](p.rt)
	property := reflect.ValueOf(v)
	if property.Kind() != reflect.Pointer || property.Elem().Kind() != reflect.Struct {
		return false
	}
	value := at[goja.Value](property.Elem(), "value")
	if value == nil || at[*goja.Object](property.Elem(), "getterFunc") == nil || at[*goja.Object](property.Elem(), "setterFunc") == nil {
		return false
	}
	find, _ := (*value).(*goja.Object)
	return find != nil && at[function](self(find), "f") != nil
}

// template returns the template of a built-in object, the zero Value if it has none.
func template(o *goja.Object) reflect.Value {
	s := self(o)
	if s.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	t := s.FieldByName("tmpl")
	if !t.IsValid() || t.Kind() != reflect.Pointer || t.IsNil() {
		return reflect.Value{}
	}
	return t.Elem()
}

// props returns the map of a template from names to what makes the properties.
func (p *patcher) props(t reflect.Value) *map[string]factory {
	f := t.FieldByName("props")
	if !f.IsValid() || f.Kind() != reflect.Map || f.Type().Key().Kind() != reflect.String || !f.Type().Elem().ConvertibleTo(reflect.TypeFor[factory]()) {
		return nil
	}
	return (*map[string]factory)(unsafe.Pointer(f.UnsafeAddr()))
}

// global wraps the templates of the global object and of all that can be reached from it.
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
	p.wrap(template(g), "", func(g *Guard, name string, v goja.Value) { g.whole(name, v) })
}

// object wraps the template of one object.
func (p *patcher) object(o *goja.Object, name string) {
	if t := template(o); t.IsValid() {
		p.wrap(t, name+".", func(g *Guard, name string, v goja.Value) { g.property(name, v) })
	}
}

// wrap has then called with each property that the template makes for a Runtime with a Guard.
func (p *patcher) wrap(t reflect.Value, prefix string, then func(g *Guard, name string, v goja.Value)) {
	at := unsafe.Pointer(t.UnsafeAddr())
	props := p.props(t)
	if p.seen[at] || props == nil {
		return
	}
	p.seen[at] = true
	wrapped := make(map[string]factory, len(*props))
	for name, old := range *props {
		wrapped[name] = func(rt *goja.Runtime) goja.Value {
			v := old(rt)
			if g, ok := guards.Load(rt); ok {
				then(g.(*Guard), prefix+name, v)
			}
			return v
		}
	}
	*props = wrapped // other Runtimes may be reading the old one
}

// whole puts guards in front of a global function or object, and of what it has that does not come from a template.
func (g *Guard) whole(name string, v goja.Value) {
	o := g.property(name, v)
	if o == nil || name == "globalThis" {
		return
	}
	g.members(o, name)
	if proto, ok := ownData(o, "prototype"); ok {
		g.members(proto, name+".prototype")
	}
}

// members puts guards in front of the functions that o has so far.
func (g *Guard) members(o *goja.Object, name string) {
	if template(o).IsValid() {
		return // they are made later
	}
	for _, key := range o.GetOwnPropertyNames() {
		if key == "constructor" || key == "prototype" || key == "name" || key == "length" {
			continue
		}
		if f, ok := ownData(o, key); ok {
			g.function(name+"."+key, f)
		}
	}
}

// ownData returns an object that is the value of an own property; no getter is called.
func ownData(o *goja.Object, key string) (*goja.Object, bool) {
	values := self(o).FieldByName("values")
	if !values.IsValid() || values.Kind() != reflect.Map || values.Type().Key().Kind() != reflect.String {
		return nil, false
	}
	m := *(*map[string]goja.Value)(unsafe.Pointer(values.UnsafeAddr()))
	v, ok := m[key]
	if !ok {
		return nil, false
	}
	return valueOf(v)
}

// valueOf returns the object that is the value of a property.
func valueOf(v goja.Value) (*goja.Object, bool) {
	if o, ok := v.(*goja.Object); ok {
		return o, true
	}
	property := reflect.ValueOf(v)
	if property.Kind() != reflect.Pointer || property.Elem().Kind() != reflect.Struct {
		return nil, false
	}
	value := at[goja.Value](property.Elem(), "value")
	if value == nil {
		return nil, false
	}
	o, ok := (*value).(*goja.Object)
	return o, ok
}

// property puts guards in front of the functions of a property, and returns its value.
func (g *Guard) property(name string, v goja.Value) *goja.Object {
	o, ok := valueOf(v)
	if ok {
		g.function(name, o)
		return o
	}
	if p := reflect.ValueOf(v); p.Kind() == reflect.Pointer && p.Elem().Kind() == reflect.Struct {
		for _, field := range []string{"getterFunc", "setterFunc"} {
			if f := at[*goja.Object](p.Elem(), field); f != nil && *f != nil {
				g.function(name, *f)
			}
		}
	}
	return nil
}

// function puts a guard in front of a function of goja's.
func (g *Guard) function(name string, o *goja.Object) {
	if o == g.rt.GlobalObject() {
		return
	}
	s := self(o)
	if s.Kind() != reflect.Struct {
		return
	}
	if f := at[function](s, "f"); f != nil && *f != nil {
		*f = g.call(*f, checks()[name])
	}
	if f := at[constructor](s, "construct"); f != nil && *f != nil {
		*f = g.construct(*f, checks()["new "+name])
	}
}
