// This file makes iteration over plain arrays cheap: for (const x of array), const [a, b] = array. goja follows the protocol of
// iterators to the letter there: each step calls next() and makes an object {value, done}, which takes ten times as long as to read
// the element. Where nobody can see the difference, the instructions of iteration read the array instead. That is so for an
// array with Array.prototype as its prototype, while Array.prototype[Symbol.iterator] and next() of its iterators are the built-in
// functions. Everything else takes goja's way, and so does all iteration if goja is not as expected.

package guard

import (
	"reflect"
	"strconv"
	"unsafe"

	"github.com/dop251/goja"
)

// iteratorRecord is goja's type of that name: an iterator, and its next(). Both are nil once it is done.
type iteratorRecord struct {
	iterator *goja.Object
	next     function
}

// iteration is an entry of goja's stack of iterations.
type iteration struct {
	value  goja.Value
	_      func() // of a for-in
	record *iteratorRecord
}

// arrayRecord is the iteratorRecord of a plain array.
type arrayRecord struct {
	iteratorRecord                // first, so that goja can take it for its own
	array          *goja.Object   // the array
	impl           unsafe.Pointer // its implementation when the iteration began
	index          int            // of the next element
	at             *arrayFields
}

// arrayFields is where goja's arrays have what iteration reads.
type arrayFields struct {
	*arrayLayout
	object, array      unsafe.Pointer // the tables of an object as a value, and of an array as an implementation
	self               uintptr        // of an object: its implementation
	prototype, symbols uintptr        // of an array
}

// steps is what this file needs of goja's instructions.
type steps struct {
	pc, stack uintptr // in goja's vm: the index of the instruction, and the iterations
	array     arrayFields
	next      uintptr // the code of next of an arrayRecord

	begins, beginsPopped, stepsOn, takes             methods
	beginsSelf, beginsPoppedSelf, stepsSelf, takesOf func(self, vm unsafe.Pointer)
}

// readSteps returns nil if goja is not as expected.
func (c *code) readSteps(vm reflect.Type) *steps {
	ok := true
	at := func(t reflect.Type, name string, want reflect.Kind) (uintptr, reflect.Type) {
		f, found := t.FieldByName(name)
		if ok = ok && found && f.Type.Kind() == want; !ok {
			return 0, reflect.TypeFor[int]()
		}
		return f.Offset, f.Type
	}
	s := &steps{}
	s.pc, _ = at(vm, "pc", reflect.Int)
	var list, self, prototype, symbols reflect.Type
	s.stack, list = at(vm, "iterStack", reflect.Slice)
	object := reflect.TypeFor[goja.Object]()
	s.array.self, self = at(object, "self", reflect.Interface)
	if !ok || !sameLayout(list.Elem(), reflect.TypeFor[iteration]()) {
		return nil
	}
	if record, found := list.Elem().FieldByName("iter"); !found || record.Type.Kind() != reflect.Pointer || !sameLayout(record.Type.Elem(), reflect.TypeFor[iteratorRecord]()) {
		return nil
	}
	rt := goja.New()
	sample := rt.NewArray(1)
	impl := reflect.NewAt(self, unsafe.Add(unsafe.Pointer(sample), s.array.self)).Elem()
	if impl.Elem().Kind() != reflect.Pointer || impl.Elem().Type().Elem().Name() != "arrayObject" {
		return nil
	}
	array := impl.Elem().Type().Elem()
	s.array.prototype, prototype = at(array, "prototype", reflect.Pointer)
	s.array.symbols, symbols = at(array, "symValues", reflect.Pointer)
	base, found := array.FieldByName("baseObject")
	s.array.arrayLayout = arrays()
	if !ok || !found || base.Offset != 0 || prototype.Elem() != object || symbols.Elem().Kind() != reflect.Struct || s.array.arrayLayout == nil {
		return nil
	}
	var v goja.Value = sample
	s.array.object = tableOf(&v)
	s.array.array = *fieldAt[unsafe.Pointer](unsafe.Pointer(sample), s.array.self)
	s.next = codeOf(newArrayRecord(&Guard{rt: rt}, sample, &s.array, nil).next)
	p, err := goja.Compile("", "(a) => { for (const x of a) { const [y] = x; } }", true)
	if err != nil {
		return nil
	}
	c.each(p, func(slot *[2]unsafe.Pointer, kind kindOf) {
		table := (*methods)(slot[0])
		switch kind {
		case begins:
			s.beginsSelf = c.replace(&s.begins, table, beginArray)
		case beginsPopped:
			s.beginsPoppedSelf = c.replace(&s.beginsPopped, table, beginArrayPopped)
		case stepsOn:
			s.stepsSelf = c.replace(&s.stepsOn, table, stepArray)
		case takes:
			s.takesOf = c.replace(&s.takes, table, takeOfArray)
		}
	})
	if s.beginsSelf == nil || s.beginsPoppedSelf == nil || s.stepsSelf == nil || s.takesOf == nil {
		return nil
	}
	return s
}

// sameLayout reports whether the fields of two structs have the same sizes and the same kinds, but for an interface with methods.
func sameLayout(a, b reflect.Type) bool {
	if a.Kind() != reflect.Struct || a.NumField() != b.NumField() || a.Size() != b.Size() {
		return false
	}
	for i := range a.NumField() {
		if a.Field(i).Type.Kind() != b.Field(i).Type.Kind() || a.Field(i).Offset != b.Field(i).Offset {
			return false
		}
	}
	return true
}

// codeOf returns where the code of a function begins.
func codeOf(f function) uintptr { return **(**uintptr)(unsafe.Pointer(&f)) }

// newArrayRecord returns the record of an iteration that begins. iterator stands for the iterator that goja would have made:
// goja asks it for return(), at the end.
func newArrayRecord(g *Guard, array *goja.Object, at *arrayFields, iterator *goja.Object) *arrayRecord {
	r := &arrayRecord{array: array, impl: implOf(array, at), at: at}
	r.iterator = iterator
	r.next = func(goja.FunctionCall) goja.Value { return r.result(g) }
	return r
}

// implOf returns the implementation of an object.
func implOf(o *goja.Object, at *arrayFields) unsafe.Pointer {
	return (*[2]unsafe.Pointer)(unsafe.Add(unsafe.Pointer(o), at.self))[1]
}

// element returns the next element of the array, and counts it. plain is false if the array has to be asked for it; then
// nothing is counted. The element is nil at the end.
func (r *arrayRecord) element() (v goja.Value, plain bool) {
	if implOf(r.array, r.at) != r.impl || *fieldAt[int](r.impl, r.at.withProperties) != 0 {
		return nil, false
	}
	if r.index >= int(*fieldAt[uint32](r.impl, r.at.length)) {
		return nil, true
	}
	values := *fieldAt[[]goja.Value](r.impl, r.at.values)
	if r.index >= len(values) || values[r.index] == nil {
		return nil, false // a hole: the prototype may have the element
	}
	r.index++
	return values[r.index-1], true
}

// result is what next() returns. goja calls it for holes and getters, and in a loop without instructions for the rest of an
// array, [...rest] = array. So it hears an interrupt, as the built-in next() behind its guard does.
func (r *arrayRecord) result(g *Guard) goja.Value {
	g.enter()
	g.depth--
	v, plain := r.element()
	if !plain {
		if int64(r.index) < r.array.Get("length").ToInteger() {
			if v = r.array.Get(strconv.Itoa(r.index)); v == nil {
				v = goja.Undefined()
			}
			r.index++
		}
	}
	return g.rt.NewDynamicObject(step{g.rt, v})
}

// step is the object {value, done} of a step; value is nil at the end. Only goja sees it.
type step struct {
	rt    *goja.Runtime
	value goja.Value
}

func (s step) Get(key string) goja.Value {
	if key == "done" {
		return s.rt.ToValue(s.value == nil)
	}
	return s.value
}
func (step) Set(string, goja.Value) bool { return false }
func (step) Has(string) bool             { return true }
func (step) Delete(string) bool          { return false }
func (step) Keys() []string              { return []string{"value", "done"} }

// arrayIteration is what iteration over arrays has to be in a Runtime.
type arrayIteration struct {
	prototype, iterators *goja.Object // Array.prototype, and that of its iterators
	values, next         goja.Value   // [Symbol.iterator] of the one and next of the other, as they were at first
	iterator             *goja.Object
}

// newArrayIteration is called before the script can change anything. list is any array, and iterator one of its iterators.
func newArrayIteration(list *goja.Object, iterator *goja.Object) *arrayIteration {
	a := &arrayIteration{prototype: list.Prototype(), iterators: iterator.Prototype(), iterator: iterator}
	a.values, a.next = a.prototype.GetSymbol(goja.SymIterator), a.iterators.Get("next")
	if _, ok := a.values.(*goja.Object); !ok {
		return nil
	}
	return a
}

// begin returns the record of an iteration over v; nil if goja has to make it.
func (s *steps) begin(rt *goja.Runtime, v *goja.Value) *arrayRecord {
	words := (*[2]unsafe.Pointer)(unsafe.Pointer(v))
	if words[0] != s.array.object || *fieldAt[unsafe.Pointer](words[1], s.array.self) != s.array.array {
		return nil
	}
	o := (*goja.Object)(words[1])
	impl := implOf(o, &s.array)
	found, ok := guards.Load(rt)
	if !ok {
		return nil
	}
	g := found.(*Guard)
	a := g.arrays
	if a == nil || *fieldAt[*goja.Object](impl, s.array.prototype) != a.prototype || *fieldAt[unsafe.Pointer](impl, s.array.symbols) != nil ||
		a.prototype.GetSymbol(goja.SymIterator) != a.values || a.iterators.Get("next") != a.next {
		return nil
	}
	return newArrayRecord(g, o, &s.array, a.iterator)
}

// record returns the record that is stepped on, nil if it is not of an array.
func (s *steps) record(r *iteratorRecord) *arrayRecord {
	if r == nil || r.next == nil || codeOf(r.next) != s.next {
		return nil
	}
	return (*arrayRecord)(unsafe.Pointer(r))
}

// beginArray is the instruction that begins an iteration over the value on top of the stack, and leaves it there.
func beginArray(self, vm unsafe.Pointer) {
	if !the.begins(vm, 0) {
		the.steps.beginsSelf(self, vm)
	}
}

// beginArrayPopped is the same, and removes the value.
func beginArrayPopped(self, vm unsafe.Pointer) {
	if !the.begins(vm, 1) {
		the.steps.beginsPoppedSelf(self, vm)
	}
}

func (c *code) begins(vm unsafe.Pointer, pop int) bool {
	s := c.steps
	depth := fieldAt[int](vm, c.depth)
	r := s.begin(*fieldAt[*goja.Runtime](vm, c.runtime), &(*fieldAt[[]goja.Value](vm, c.stack))[*depth-1])
	if r == nil {
		return false
	}
	list := fieldAt[[]iteration](vm, s.stack)
	*list = append(*list, iteration{record: &r.iteratorRecord})
	*depth -= pop
	*fieldAt[int](vm, s.pc)++
	return true
}

// stepArray is the instruction of a loop: it takes the next value, or jumps behind the loop.
func stepArray(self, vm unsafe.Pointer) {
	s := the.steps
	list := *fieldAt[[]iteration](vm, s.stack)
	e := &list[len(list)-1]
	if r := s.record(e.record); r != nil {
		if v, plain := r.element(); plain {
			pc := fieldAt[int](vm, s.pc)
			if v != nil {
				e.value = v
				*pc++
			} else {
				r.iterator, r.next = nil, nil
				*pc += int(*(*int32)(self))
			}
			return
		}
	}
	s.stepsSelf(self, vm)
}

// takeOfArray is the instruction of a pattern: it puts the next value on the stack, or undefined.
func takeOfArray(self, vm unsafe.Pointer) {
	s := the.steps
	list := *fieldAt[[]iteration](vm, s.stack)
	stack, depth := *fieldAt[[]goja.Value](vm, the.stack), fieldAt[int](vm, the.depth)
	if r := s.record(list[len(list)-1].record); r != nil && *depth < len(stack) {
		if v, plain := r.element(); plain {
			if v == nil {
				r.iterator, r.next = nil, nil
				v = goja.Undefined()
			}
			stack[*depth] = v
			*depth++
			*fieldAt[int](vm, s.pc)++
			return
		}
	}
	s.takesOf(self, vm)
}
