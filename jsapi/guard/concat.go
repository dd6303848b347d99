// This file reports long texts that + and templates make to the Guard. goja has no hook for this. A
// compiled program has an instruction for each + and each template, and an instruction is a value with
// one method. So this file replaces these instructions in a program by others, which check the lengths
// and then call the original. It changes nothing if goja, or Go, is not as expected.

package guard

import (
	"math/big"
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// longText is the size in bytes above which a text is reported before it is made.
const longText = 64 << 10

// kindOf is the kind of an instruction.
type kindOf byte

const (
	other       kindOf = iota
	adds               // adds two values
	joins              // joins the parts of a template
	multiplies         // multiplies two values (large.go)
	shiftsLeft         // shifts a value to the left
	shiftsRight        // shifts a value to the right
	powers             // raises a value to a power
	hasNested          // makes a function or a class, and contains its programs

	makesNew     // new (prototypes.go)
	makesSpread  // new with a list that is spread
	setsProto    // { __proto__: … }
	extends      // makes a class that extends another one, and contains its programs
	enumerates   // begins an iteration over the names of an object (key_order.go)
	copiesSpread // { ...o }
	copiesRest   // const { a, ...rest } = o
	finishes     // begins the finally block after a try block that has ended without an error (finally.go)

	ors  // | (numbers.go)
	ands // &
	xors // ^
	nots // ~

	shiftsUnsigned // >>>

	begins       // begins an iteration over a value (iterate.go)
	beginsPopped // does the same, and removes the value from the stack
	stepsOn      // takes the next value in a loop
	takes        // takes the next value in a pattern
	spreadsList  // adds all values to a list: [...a]
	spreadsCall  // adds all values to the arguments of a call: f(...a)
	yields       // yield, yield* and await (missing_methods.go)
)

// methods is the method table of an interface value in Go: the interface, the type, a hash, and one
// method.
type methods = [4]uintptr

// code has the layout of goja's programs, the instructions that replace goja's, and goja's own.
type code struct {
	program, instruction  reflect.Type
	list                  uintptr        // the offset of the instructions in a Program
	stack, depth, runtime uintptr        // offsets in goja's vm
	base                  uintptr        // of what belongs to the function that runs, in the stack; it comes before that
	ascii, wide, imported unsafe.Pointer // the method tables of goja's string types; each type begins with a string or a slice of uint16

	object, bigInt, float unsafe.Pointer // the method tables of objects, of BigInts, and of numbers that are no integers, or large

	blocks, block, catches uintptr // the offset of the try blocks in a vm, their size, and the offset of catchPos in one

	steps *steps // nil if iteration is not as expected

	adds, joins         methods                       // the replacements
	addsSelf, joinsSelf func(self, vm unsafe.Pointer) // the methods of goja

	function, method         methods // the same for those of async_generators.go; nil until the first one
	functionSelf, methodSelf func(self, vm unsafe.Pointer)
	inner                    methods
	innerSelf                func(self, vm unsafe.Pointer)

	large [len(largeOperators)]struct { // the same for the operators of large.go
		by   methods
		self func(self, vm unsafe.Pointer)
	}

	looked [len(lookedAt)]struct { // the same for those of prototypes.go, key_order.go, finally.go and numbers.go
		by   methods
		self func(self, vm unsafe.Pointer)
	}

	mu     sync.Mutex
	kinds  map[unsafe.Pointer]kindOf // by method table
	recent [256]struct {             // some of them, by a part of the address of the table
		table unsafe.Pointer
		kind  kindOf
	}
	makers   map[unsafe.Pointer]maker
	programs map[unsafe.Pointer][]uintptr // the offsets of the programs in the instructions with a method table that are pointers to structs
}

// theCode returns nil if goja is not as expected.
var theCode = sync.OnceValue(ifExpected(readCode))

// the is the result of theCode for the instructions, which must not block.
var the *code //nolint:gochecknoglobals // instructions have no state

func readCode() *code {
	ok := true
	at := func(t reflect.Type, name string, fits bool) (uintptr, reflect.Type) {
		f, found := t.FieldByName(name)
		ok = ok && found && len(f.Index) == 1 && fits
		return f.Offset, f.Type
	}
	c := &code{program: reflect.TypeFor[goja.Program](), kinds: map[unsafe.Pointer]kindOf{}, programs: map[unsafe.Pointer][]uintptr{}, makers: map[unsafe.Pointer]maker{}}
	var list, vm, stack, depth, runtime reflect.Type
	c.list, list = at(c.program, "code", true)
	_, vm = at(reflect.TypeFor[goja.Runtime](), "vm", true)
	c.stack, stack = at(vm.Elem(), "stack", true)
	c.depth, depth = at(vm.Elem(), "sp", true)
	c.runtime, runtime = at(vm.Elem(), "r", true)
	var base reflect.Type
	c.base, base = at(vm.Elem(), "sb", true)
	ok = ok && base.Kind() == reflect.Int
	var blocks, catches reflect.Type
	c.blocks, blocks = at(vm.Elem(), "tryStack", true)
	if ok = ok && blocks.Kind() == reflect.Slice && blocks.Elem().Kind() == reflect.Struct; !ok {
		return nil
	}
	c.block = blocks.Elem().Size()
	c.catches, catches = at(blocks.Elem(), "catchPos", true)
	ok = ok && catches.Kind() == reflect.Int32
	c.instruction = list.Elem()
	ok = ok && c.instruction.Kind() == reflect.Interface && c.instruction.NumMethod() == 1 && stack.ConvertibleTo(reflect.TypeFor[[]goja.Value]()) &&
		depth.Kind() == reflect.Int && runtime == reflect.TypeFor[*goja.Runtime]()
	sample, err := goja.Compile("", "(a, b) => a + `${a}${b}` + 'x'.concat('é') + a * b + (a << b) + (a >> b) + a ** b + (a | b) + (a & b) + (a ^ b) + ~a + (a >>> b) + new a + new a(...b) + { __proto__: a } + class extends a {} + ((a, { b, ...c }) => { for (const d in { ...a }); try {} finally {} })", true)
	if err != nil || !ok {
		return nil
	}
	for _, text := range []struct {
		table *unsafe.Pointer
		of    string
		fits  func(reflect.Type) bool
	}{
		{&c.ascii, `"a".concat("b")`, func(t reflect.Type) bool { return t.Kind() == reflect.String }},
		{&c.wide, `"é".concat("b")`, func(t reflect.Type) bool { return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint16 }},
		{&c.imported, "", func(t reflect.Type) bool {
			return t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct && t.Elem().Field(0).Type.Kind() == reflect.String
		}},
	} {
		v := goja.New().ToValue(strings.Repeat("é", 100))
		if text.of != "" {
			if v, err = goja.New().RunString(text.of); err != nil {
				return nil
			}
		}
		if !text.fits(reflect.TypeOf(v)) {
			return nil
		}
		*text.table = tableOf(&v)
	}
	c.each(sample, func(slot *[2]unsafe.Pointer, kind kindOf) {
		if table := (*methods)(slot[0]); kind == adds && c.addsSelf == nil {
			c.addsSelf = c.replace(&c.adds, table, addLooked)
		} else if kind == joins && c.joinsSelf == nil {
			c.joinsSelf = c.replace(&c.joins, table, joinLooked)
		} else if i := int(kind) - int(multiplies); i >= 0 && i < len(c.large) && c.large[i].self == nil {
			c.large[i].self = c.replace(&c.large[i].by, table, largeOperators[i])
		} else if i := int(kind) - int(makesNew); i >= 0 && i < len(c.looked) && c.looked[i].self == nil {
			c.looked[i].self = c.replace(&c.looked[i].by, table, lookedAt[i])
		}
	})
	if c.addsSelf == nil || c.joinsSelf == nil {
		return nil
	}
	for _, l := range c.large {
		if l.self == nil {
			return nil
		}
	}
	for _, l := range c.looked {
		if l.self == nil {
			return nil
		}
	}
	var object, integer, float goja.Value = goja.New().NewObject(), goja.New().ToValue(big.NewInt(1)), goja.New().ToValue(1.5)
	c.object, c.bigInt, c.float = tableOf(&object), tableOf(&integer), tableOf(&float)
	if t := reflect.TypeOf(integer); t.Kind() != reflect.Pointer || !t.Elem().ConvertibleTo(reflect.TypeFor[big.Int]()) {
		return nil
	}
	c.steps = c.readSteps(vm.Elem())
	the = c
	return c
}

// replace sets to to a copy of the method table from with the method by, and returns the original method.
func (c *code) replace(to, from *methods, by func(self, vm unsafe.Pointer)) func(self, vm unsafe.Pointer) {
	*to = *from
	to[3] = reflect.ValueOf(by).Pointer()
	entry := &[1]uintptr{from[3]} // a function value points to its address
	return *(*func(self, vm unsafe.Pointer))(unsafe.Pointer(&entry))
}

// tableOf returns the method table of a value.
func tableOf(v *goja.Value) unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(v))[0] }

// each calls f with the instructions of a program and of the programs in it, except those of the kinds
// other and hasNested.
func (c *code) each(p *goja.Program, f func(slot *[2]unsafe.Pointer, kind kindOf)) {
	list := *fieldAt[[][2]unsafe.Pointer](unsafe.Pointer(p), c.list)
	for i := range list {
		switch kind := c.kind(&list[i]); kind {
		case other:
		case hasNested, extends:
			c.inside(&list[i], func(p *goja.Program) { c.each(p, f) })
			if kind == extends {
				f(&list[i], kind)
			}
		default:
			f(&list[i], kind)
		}
	}
}

func (c *code) kind(slot *[2]unsafe.Pointer) kindOf {
	if slot[0] == nil {
		return other // a jump behind a finally block that always jumps elsewhere: it is never executed
	}
	recent := &c.recent[uintptr(slot[0])>>4%uintptr(len(c.recent))]
	if recent.table != slot[0] {
		recent.table, recent.kind = slot[0], c.kindByType(slot)
	}
	return recent.kind
}

func (c *code) kindByType(slot *[2]unsafe.Pointer) kindOf {
	if kind, known := c.kinds[slot[0]]; known {
		return kind
	}
	v := reflect.NewAt(c.instruction, unsafe.Pointer(slot)).Elem().Elem()
	kind := other
	switch v.Type().Name() {
	case "_add":
		kind = adds
	case "_mul":
		kind = multiplies
	case "_sal":
		kind = shiftsLeft
	case "_sar":
		kind = shiftsRight
	case "_exp":
		kind = powers
	case "_or":
		kind = ors
	case "_and":
		kind = ands
	case "_xor":
		kind = xors
	case "_bnot":
		kind = nots
	case "_shr":
		kind = shiftsUnsigned
	case "_new":
		kind = makesNew
	case "_newVariadic":
		kind = makesSpread
	case "_setProto":
		kind = setsProto
	case "_enumerate":
		kind = enumerates
	case "_copySpread":
		kind = copiesSpread
	case "_copyRest":
		kind = copiesRest
	case "enterFinally":
		kind = finishes
	case "concatStrings":
		if v.Kind() == reflect.Int {
			kind = joins
		}
	case "_iterate":
		kind = begins
	case "_iterateP":
		kind = beginsPopped
	case "iterNext":
		if v.Kind() == reflect.Int32 {
			kind = stepsOn
		}
	case "_pushArraySpread":
		kind = spreadsList
	case "_pushSpread":
		kind = spreadsCall
	case "iterGetNextOrUndef":
		kind = takes
	default:
		c.nested(v, func(*goja.Program) { kind = hasNested })
	}
	if kind == other && c.mayNest(v.Type(), 0) {
		kind = hasNested // this instruction has no program, but others of its type may have one
	}
	if t := v.Type(); t.Kind() == reflect.Pointer {
		switch name := t.Elem().Name(); {
		case kind == hasNested && name == "newDerivedClass":
			kind = extends
		case name == "yieldMarker":
			kind = yields
		}
	}
	c.kinds[slot[0]] = kind
	return kind
}

// mayNest reports whether instructions of type t can contain programs.
func (c *code) mayNest(t reflect.Type, depth int) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == c.program {
		return depth > 0
	}
	if t.Kind() == reflect.Struct && depth < 4 {
		for i := range t.NumField() {
			if f := t.Field(i); (f.Anonymous || f.Type == reflect.PointerTo(c.program)) && c.mayNest(f.Type, depth+1) {
				return true
			}
		}
	}
	return false
}

// inside calls f with the programs in an instruction.
func (c *code) inside(slot *[2]unsafe.Pointer, f func(*goja.Program)) {
	offsets, known := c.programs[slot[0]]
	if !known {
		v := reflect.NewAt(c.instruction, unsafe.Pointer(slot)).Elem().Elem()
		if v.Kind() != reflect.Pointer || v.Type().Elem().Kind() != reflect.Struct || v.Type().Elem() == c.program {
			c.nested(v, f)
			return
		}
		offsets = c.programsIn(v.Type().Elem(), 0)
		c.programs[slot[0]] = offsets
	}
	for _, offset := range offsets {
		if p := *fieldAt[*goja.Program](slot[1], offset); p != nil {
			f(p)
		}
	}
}

// programsIn returns the offsets of the programs in a struct that begins at the offset at.
func (c *code) programsIn(t reflect.Type, at uintptr) (offsets []uintptr) {
	for i := range t.NumField() {
		switch f := t.Field(i); {
		case f.Type == reflect.PointerTo(c.program):
			offsets = append(offsets, at+f.Offset)
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			offsets = append(offsets, c.programsIn(f.Type, at+f.Offset)...)
		}
	}
	return offsets
}

// nested calls f with the programs in an instruction.
func (c *code) nested(v reflect.Value, f func(*goja.Program)) {
	if v.Kind() == reflect.Pointer && v.Type().Elem() == c.program {
		if !v.IsNil() {
			f((*goja.Program)(v.UnsafePointer()))
		}
		return
	}
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.Anonymous || field.Type == reflect.PointerTo(c.program) {
			c.nested(v.Field(i), f)
		}
	}
}

// Concatenations changes p so that the texts which it concatenates are reported to the Guard of the
// Runtime in which it runs. It must be called before p runs. It is safe for concurrent use.
func Concatenations(p *goja.Program) {
	c := theCode()
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.each(p, func(slot *[2]unsafe.Pointer, kind kindOf) {
		if table := c.instead(kind); table != nil && (kind != yields || c.delegates(slot)) {
			slot[0] = unsafe.Pointer(table)
		}
	})
}

// instead returns the method table that replaces that of an instruction, or nil if it is not replaced.
func (c *code) instead(kind kindOf) *methods {
	switch {
	case kind == adds:
		return &c.adds
	case kind == joins:
		return &c.joins
	case kind >= multiplies && kind <= powers:
		return &c.large[kind-multiplies].by
	case kind >= makesNew && kind <= shiftsUnsigned:
		return &c.looked[kind-makesNew].by
	case c.steps == nil:
		return nil
	case kind == begins:
		return &c.steps.begins
	case kind == beginsPopped:
		return &c.steps.beginsPopped
	case kind == stepsOn:
		return &c.steps.stepsOn
	case kind == takes:
		return &c.steps.takes
	case kind == spreadsList:
		return &c.steps.spreadsList
	case kind == spreadsCall:
		return &c.steps.spreadsCall
	case kind == yields:
		return &c.steps.delegates
	}
	return nil
}

// compiled calls Concatenations for a function that the constructor Function made.
func compiled(v goja.Value) {
	o, ok := v.(*goja.Object)
	if !ok {
		return
	}
	if s := self(o); s.at != nil && s.program >= 0 {
		if p := *field[*goja.Program](s, s.program); p != nil {
			Concatenations(p)
		}
	}
}

// addLooked replaces the instruction for +.
func addLooked(self, vm unsafe.Pointer) {
	c := the
	stack, depth := *fieldAt[[]goja.Value](vm, c.stack), *fieldAt[int](vm, c.depth)
	n := c.bytes(&stack[depth-1]) + c.bytes(&stack[depth-2])
	if n > longText {
		c.made(vm, n)
	}
	c.addsSelf(self, vm)
	if n > longText {
		return
	}
	stack = *fieldAt[[]goja.Value](vm, c.stack)
	if n := c.bytes(&stack[depth-2]); n > longText { // an operand was an object, whose text was not known before
		c.made(vm, n)
	}
}

// joinLooked replaces the instruction for a template.
func joinLooked(self, vm unsafe.Pointer) {
	c := the
	stack, depth := *fieldAt[[]goja.Value](vm, c.stack), *fieldAt[int](vm, c.depth)
	n := 0
	for i := max(0, depth-*(*int)(self)); i < depth; i++ {
		n += c.bytes(&stack[i])
	}
	if n > longText {
		c.made(vm, n)
	}
	c.joinsSelf(self, vm)
}

// isText reports whether a value is a text.
func (c *code) isText(v *goja.Value) bool {
	table := tableOf(v)
	return table == c.ascii || table == c.wide || table == c.imported
}

// bytes returns the size of a text in bytes, and 0 for any other value.
func (c *code) bytes(v *goja.Value) int {
	words := (*[2]unsafe.Pointer)(unsafe.Pointer(v))
	switch words[0] {
	case c.ascii, c.imported:
		return *fieldAt[int](words[1], unsafe.Sizeof(uintptr(0)))
	case c.wide:
		return 2 * *fieldAt[int](words[1], unsafe.Sizeof(uintptr(0)))
	}
	return 0
}

// made reports a text to the Guard.
func (c *code) made(vm unsafe.Pointer, bytes int) {
	if g, ok := guards.Load(*fieldAt[*goja.Runtime](vm, c.runtime)); ok {
		if g := g.(*Guard); g.o.Text != nil {
			g.o.Text(float64(bytes))
		}
	}
}
