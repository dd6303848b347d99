package lazy

// This file finds the fields and instructions of goja that this package needs, by name and type.

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// slot is an instruction as Go stores it: the address of its method table, and the address of its data.
type slot = [2]unsafe.Pointer

// methods is the method table of an instruction in Go: the interface, the type, a hash, and one method.
type methods = [4]uintptr

// run is the method of an instruction.
type run = func(self, vm unsafe.Pointer)

// item is an entry of a source map: the code from an instruction on comes from a place in the source.
type item struct {
	_     int // the index of the instruction
	place int // the offset in the source
}

// layout has the offsets of fields, and sample instructions.
type layout struct {
	instruction                 reflect.Type
	list, name, places          uintptr // in a Program
	program, pc, stash, runtime uintptr // in goja's vm
	outer                       uintptr // in a stash, which has the variables of a scope
	variable, lexical           slot    // samples of instructions that load a variable
	item, undefined, global     slot
	reference, callee           slot

	first                                 methods // for the first instruction of a waiting function
	get, getReference, getCallee          methods
	getVariable, getLexical, getUndefined run

	mu    sync.RWMutex
	kinds map[unsafe.Pointer]*parts // by method table
}

// parts has the offsets of the fields of an instruction that contains programs.
type parts struct {
	programs []uintptr
	source   int // the source text of the function or class that it makes; -1 if there is none
}

// theLayout returns nil if goja is not as expected.
var theLayout = sync.OnceValue(func() *layout {
	defer func() { _ = recover() }() // reflect panics if something is not as expected
	return readLayout()
})

// the is the result of theLayout for the instructions, which must not block.
var the *layout //nolint:gochecknoglobals // instructions have no state

const sample = `(function(a) { var b; return function() { [a, b, c]; return [a(), c(), typeof c] } })`

func readLayout() *layout {
	l := &layout{kinds: map[unsafe.Pointer]*parts{}}
	ok := true
	at := func(t reflect.Type, name string, fits func(reflect.Type) bool) (uintptr, reflect.Type) {
		f, found := t.FieldByName(name)
		ok = ok && found && len(f.Index) == 1 && fits(f.Type)
		return f.Offset, f.Type
	}
	of := func(k reflect.Kind) func(reflect.Type) bool {
		return func(t reflect.Type) bool { return t.Kind() == k }
	}
	program := reflect.TypeFor[goja.Program]()
	var list, places, vm, stash reflect.Type
	l.list, list = at(program, "code", of(reflect.Slice))
	l.name, _ = at(program, "funcName", of(reflect.String))
	l.places, places = at(program, "srcMap", of(reflect.Slice))
	_, vm = at(reflect.TypeFor[goja.Runtime](), "vm", of(reflect.Pointer))
	l.program, _ = at(vm.Elem(), "prg", func(t reflect.Type) bool { return t == reflect.PointerTo(program) })
	l.pc, _ = at(vm.Elem(), "pc", of(reflect.Int))
	l.runtime, _ = at(vm.Elem(), "r", func(t reflect.Type) bool { return t == reflect.TypeFor[*goja.Runtime]() })
	l.stash, stash = at(vm.Elem(), "stash", of(reflect.Pointer))
	l.outer, _ = at(stash.Elem(), "outer", func(t reflect.Type) bool { return t == stash })
	l.instruction = list.Elem()
	if !ok || l.instruction.Kind() != reflect.Interface || l.instruction.NumMethod() != 1 || places.Elem().Kind() != reflect.Struct ||
		places.Elem().NumField() != 2 || places.Elem().Field(0).Type.Kind() != reflect.Int || places.Elem().Field(1).Type.Kind() != reflect.Int {
		return nil
	}
	if !l.readSamples() {
		return nil
	}
	the = l
	return l
}

// readSamples finds the instructions that this package runs or replaces.
func (l *layout) readSamples() bool {
	p, err := goja.Compile("", sample, true)
	if err != nil {
		return false
	}
	found := map[string]slot{}
	l.walk(p, func(p *goja.Program) {
		for _, s := range l.code(p) {
			found[l.typeOf(&s).Name()] = s
		}
	})
	for name, want := range map[string]struct {
		to   *slot
		kind reflect.Kind
	}{
		"loadStash": {&l.variable, reflect.Uint32}, "loadStashLex": {&l.lexical, reflect.Uint32}, "_pushArrayItem": {&l.item, reflect.Struct},
		"_loadUndef": {&l.undefined, reflect.Struct}, "loadDynamic": {&l.global, reflect.String},
		"loadDynamicRef": {&l.reference, reflect.String}, "loadDynamicCallee": {&l.callee, reflect.String},
	} {
		s, ok := found[name]
		if !ok || l.typeOf(&s).Kind() != want.kind {
			return false
		}
		*want.to = s
	}
	l.getVariable, l.getLexical, l.getUndefined = method0(l.variable), method0(l.lexical), method0(l.undefined)
	l.first = with(l.undefined, enter)
	l.get, l.getReference, l.getCallee = with(l.global, get), with(l.reference, get), with(l.callee, getCallee)
	return true
}

// method0 returns the method of an instruction.
func method0(s slot) run {
	entry := &[1]uintptr{(*methods)(s[0])[3]} // a function value points to its address
	return *(*run)(unsafe.Pointer(&entry))
}

// with returns the method table of an instruction with another method.
func with(s slot, by run) methods {
	m := *(*methods)(s[0])
	m[3] = reflect.ValueOf(by).Pointer()
	return m
}

func fieldAt[T any](at unsafe.Pointer, offset uintptr) *T { return (*T)(unsafe.Add(at, offset)) }

func (l *layout) code(p *goja.Program) []slot { return *fieldAt[[]slot](unsafe.Pointer(p), l.list) }

func (l *layout) typeOf(s *slot) reflect.Type {
	return reflect.NewAt(l.instruction, unsafe.Pointer(s)).Elem().Elem().Type()
}

// place returns the offset in the source at which a program begins, or -1 if it is not known.
func (l *layout) place(p *goja.Program) int {
	if items := *fieldAt[[]item](unsafe.Pointer(p), l.places); len(items) > 0 {
		return items[0].place
	}
	return -1
}

// walk calls f with a program and all programs in it.
func (l *layout) walk(p *goja.Program, f func(*goja.Program)) {
	w := walker{layout: l}
	w.walk(p, f)
}

// walker looks at the instructions of programs.
type walker struct {
	*layout
	recent [64]struct { // the parts of some instructions, by a part of the address of the method table
		table unsafe.Pointer
		parts *parts
	}
}

func (w *walker) walk(p *goja.Program, f func(*goja.Program)) {
	f(p)
	for i, list := 0, w.code(p); i < len(list); i++ {
		if k := w.kind(&list[i]); k != nil {
			for _, offset := range k.programs {
				if p := *fieldAt[*goja.Program](list[i][1], offset); p != nil {
					w.walk(p, f)
				}
			}
		}
	}
}

// kind is the method of the layout, which it calls seldom.
func (w *walker) kind(s *slot) *parts {
	r := &w.recent[uintptr(s[0])>>4%uintptr(len(w.recent))]
	if r.table != s[0] {
		r.table, r.parts = s[0], w.layout.kind(s)
	}
	return r.parts
}

// kind returns the parts of an instruction, or nil if it contains no programs.
func (l *layout) kind(s *slot) *parts {
	if s[0] == nil {
		return nil // goja leaves it out where a finally block always jumps elsewhere
	}
	l.mu.RLock()
	k, known := l.kinds[s[0]]
	l.mu.RUnlock()
	if known {
		return k
	}
	if t := l.typeOf(s); t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct {
		found := parts{source: -1}
		found.read(t.Elem(), 0)
		if len(found.programs) > 0 {
			k = &found
		}
	}
	l.mu.Lock()
	l.kinds[s[0]] = k
	l.mu.Unlock()
	return k
}

func (k *parts) read(t reflect.Type, at uintptr) {
	for i := range t.NumField() {
		switch f := t.Field(i); {
		case f.Type == reflect.TypeFor[*goja.Program]():
			k.programs = append(k.programs, at+f.Offset)
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			k.read(f.Type, at+f.Offset)
		case f.Name == "source" && f.Type.Kind() == reflect.String:
			k.source = int(at + f.Offset)
		}
	}
}
