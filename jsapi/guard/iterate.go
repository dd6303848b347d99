// This file makes iteration over plain arrays and texts fast: for (const x of array), const [a, b] = array.
// goja follows the iterator protocol exactly: each step calls next() and makes an object {value, done}.
// That takes ten times as long as reading the element. If the script cannot see the difference, the
// instructions of this file read the array instead. This is the case for an array whose prototype is
// Array.prototype, while Array.prototype[Symbol.iterator] and next() of array iterators are the built-in
// functions. iterate_text.go says when it is the case for a text. goja handles everything else, and all
// iteration if goja is not as expected.

package guard

import (
	"reflect"
	"strconv"
	"unsafe"

	"github.com/dop251/goja"
)

// iteratorRecord has the layout of goja's type of that name: an iterator and its next(). Both are nil
// when the iteration has ended.
type iteratorRecord struct {
	iterator *goja.Object
	next     function
}

// iteration has the layout of an entry of goja's stack of iterations.
type iteration struct {
	value  goja.Value
	_      func() // for a for-in loop
	record *iteratorRecord
}

// arrayRecord is the iteratorRecord of a plain array, or of a text.
type arrayRecord struct {
	iteratorRecord                // must be first, since goja uses a pointer to it as a pointer to its own type
	text           *textReader    // the text; nil for an array
	gathers        bool           // the caller of next makes a list of all letters
	array          *goja.Object   // the array
	impl           unsafe.Pointer // its implementation when the iteration began
	index          int            // the index of the next element
	at             *arrayFields
	step           step       // the last result of next
	shown          goja.Value // step as an object; nil before the first result
}

// arrayFields has the offsets of the fields of goja's arrays that iteration reads.
type arrayFields struct {
	*arrayLayout
	object, array      unsafe.Pointer // the method tables of an object as a value, and of an array as an implementation
	self               uintptr        // the implementation in an object
	prototype, symbols uintptr        // in an array
}

// steps has the layout of goja's iteration, the instructions that replace goja's, and goja's own.
type steps struct {
	pc, stack uintptr // offsets in goja's vm: the index of the instruction, and the stack of iterations
	array     arrayFields
	next      uintptr // the address of the code of next of an arrayRecord

	begins, beginsPopped, stepsOn, takes             methods                       // the replacements
	beginsSelf, beginsPoppedSelf, stepsSelf, takesOf func(self, vm unsafe.Pointer) // the methods of goja

	spreadsList, spreadsCall         methods // the same for ...text in a list, and in a call
	spreadsListSelf, spreadsCallSelf func(self, vm unsafe.Pointer)

	delegates     methods // the same for yield*
	delegatesSelf func(self, vm unsafe.Pointer)
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
	p, err := goja.Compile("", "(a) => { for (const x of a) { const [y] = x; } return a(...[...a]); }; function* f(a) { yield* a; }", true)
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
		case spreadsList:
			s.spreadsListSelf = c.replace(&s.spreadsList, table, spreadInList)
		case spreadsCall:
			s.spreadsCallSelf = c.replace(&s.spreadsCall, table, spreadInCall)
		case yields:
			s.delegatesSelf = c.replace(&s.delegates, table, delegateLooked)
		}
	})
	if s.beginsSelf == nil || s.beginsPoppedSelf == nil || s.stepsSelf == nil || s.takesOf == nil || s.spreadsListSelf == nil || s.spreadsCallSelf == nil || s.delegatesSelf == nil {
		return nil
	}
	return s
}

// sameLayout reports whether the fields of two structs have the same kinds and offsets.
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

// codeOf returns the address of the code of a function.
func codeOf(f function) uintptr { return **(**uintptr)(unsafe.Pointer(&f)) }

// newArrayRecord returns the record of a new iteration. iterator takes the place of the iterator that
// goja would have made: goja looks for its return() at the end.
func newArrayRecord(g *Guard, array *goja.Object, at *arrayFields, iterator *goja.Object) *arrayRecord {
	r := &arrayRecord{array: array, impl: implOf(array, at), at: at}
	r.begin(g, iterator)
	return r
}

// begin sets the iterator and its next. It is not inlined, since the code of next identifies the records of this package.
//
//go:noinline
func (r *arrayRecord) begin(g *Guard, iterator *goja.Object) {
	r.iterator = iterator
	r.next = func(goja.FunctionCall) goja.Value { return r.result(g) }
}

// implOf returns the address of the implementation of an object.
func implOf(o *goja.Object, at *arrayFields) unsafe.Pointer {
	return (*[2]unsafe.Pointer)(unsafe.Add(unsafe.Pointer(o), at.self))[1]
}

// element returns the next element of the array and advances the index. v is nil at the end. plain is
// false, and the index is unchanged, if the element must be read through the array: a hole, or a
// property with attributes.
func (r *arrayRecord) element() (v goja.Value, plain bool) {
	if r.text != nil {
		return r.text.next(), true
	}
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

// result is the result of next(). goja calls it for holes and getters, and for the rest of an array,
// [...rest] = array, in a loop that executes no instructions. So it checks for an interrupt, as the
// guarded built-in next() does.
func (r *arrayRecord) result(g *Guard) goja.Value {
	g.enter()
	g.depth--
	if r.shown == nil {
		if r.gathers {
			g.reserveLetters(r.text.left())
		}
		r.step.rt = g.rt
		r.shown = g.rt.NewDynamicObject(&r.step)
	}
	v, plain := r.element()
	if !plain {
		if int64(r.index) < r.array.Get("length").ToInteger() {
			if v = r.array.Get(strconv.Itoa(r.index)); v == nil {
				v = goja.Undefined()
			}
			r.index++
		}
	}
	r.step.value = v
	return r.shown // the same object each time: goja reads it before the next step
}

// step is the object {value, done} of one step, which only goja reads. value is nil at the end.
type step struct {
	rt    *goja.Runtime
	value goja.Value
}

func (s *step) Get(key string) goja.Value {
	if key == "done" {
		return s.rt.ToValue(s.value == nil)
	}
	return s.value
}
func (*step) Set(string, goja.Value) bool { return false }
func (*step) Has(string) bool             { return true }
func (*step) Delete(string) bool          { return false }
func (*step) Keys() []string              { return []string{"value", "done"} }

// arrayIteration has the built-in objects of array iteration in a Runtime.
type arrayIteration struct {
	prototype, iterators *goja.Object // Array.prototype, and the prototype of array iterators
	values, next         goja.Value   // the built-in [Symbol.iterator] of the first, and next of the second
	iterator             *goja.Object // any array iterator
	class                goja.Value   // the built-in Array
}

// newArrayIteration must be called before the script can change anything. list is any array, and
// iterator is an iterator of an array.
func newArrayIteration(list *goja.Object, iterator *goja.Object) *arrayIteration {
	a := &arrayIteration{prototype: list.Prototype(), iterators: iterator.Prototype(), iterator: iterator}
	a.values, a.next = a.prototype.GetSymbol(goja.SymIterator), a.iterators.Get("next")
	a.class = a.prototype.Get("constructor")
	if _, ok := a.values.(*goja.Object); !ok {
		return nil
	}
	return a
}

// begin returns the record of a new iteration over v, or nil if goja must iterate over v.
func (s *steps) begin(rt *goja.Runtime, v *goja.Value) *arrayRecord {
	words := (*[2]unsafe.Pointer)(unsafe.Pointer(v))
	if the.isText(v) {
		return s.beginText(rt, *v)
	}
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

// record returns r as an arrayRecord, or nil if it is a record of goja.
func (s *steps) record(r *iteratorRecord) *arrayRecord {
	if r == nil || r.next == nil || codeOf(r.next) != s.next {
		return nil
	}
	return (*arrayRecord)(unsafe.Pointer(r))
}

// beginArray replaces the instruction that begins an iteration over the top value of the stack. The value
// stays on the stack.
func beginArray(self, vm unsafe.Pointer) {
	if !the.begins(vm, 0) {
		the.steps.beginsSelf(self, vm)
		the.needsNext(vm)
	}
}

// beginArrayPopped replaces the same instruction that also removes the value from the stack.
func beginArrayPopped(self, vm unsafe.Pointer) {
	if !the.begins(vm, 1) {
		the.steps.beginsPoppedSelf(self, vm)
		the.needsNext(vm)
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

// stepArray replaces the instruction of a loop that takes the next value, or jumps to the end of the
// loop.
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

// takeOfArray replaces the instruction of a pattern that pushes the next value, or undefined.
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
