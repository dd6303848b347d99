package lazy

// This file gives a waiting function access to its outer variables.

import (
	"sync/atomic"
	"unsafe"

	"github.com/dop251/goja"
)

// use is an outer variable that a function uses.
type use struct {
	name    string
	index   uint32 // the index in its scope
	above   int    // the number of scopes between that of the sentinel and its own
	lexical bool   // whether it may be read before it is initialized
}

// sentinelHeight is the number of scopes at the scope of the sentinel, which is the first one inside the
// global scope.
const sentinelHeight = 2

// readNames finds the places of the sentinel and of outer variables from the compiled list of their names. It returns false if the code
// is not as expected.
func (l *layout) readNames(p *goja.Program, names []string) (uses []use, ok bool) {
	code := l.code(p)
	n := 1 + len(names)
	first := len(code) - 3 - 2*n // pop, undefined and return follow
	if first < 0 {
		return nil, false
	}
	var base int
	for i := range n {
		load, push := code[first+2*i], code[first+2*i+1]
		if push[0] != l.item[0] {
			return nil, false
		}
		isLexical := load[0] == l.lexical[0]
		if !isLexical && load[0] != l.variable[0] {
			if i == 0 {
				return nil, false
			}
			continue // a variable of the function itself, or a global one
		}
		word := *(*uint32)(load[1])
		level := int(word >> 24)
		name := sentinel
		if i == 0 {
			base = level
		} else {
			name = names[i-1]
		}
		uses = append(uses, use{name, word & 0xFFFFFF, base - level, isLexical})
	}
	return uses, true
}

// access is an instruction that reads an outer variable. Its first field is the name, as in the
// instruction that it replaces.
type access struct {
	name string
	use  *use
	word atomic.Uint32 // the operand of goja's instruction: the scope, counted from the running one, and the index in it; 0 before the first run
	none atomic.Bool   // whether the operand is 0
}

// bind replaces the instructions that read outer variables.
func (f *function) bind(l *layout, p *goja.Program) {
	code := l.code(p)
	for i := range code {
		var by *methods
		switch code[i][0] {
		case l.global[0]:
			by = &l.get
		case l.reference[0]:
			by = &l.getReference
		case l.callee[0]:
			by = &l.getCallee
		default:
			continue
		}
		name := *(*string)(code[i][1])
		if u := f.use(name); u != nil {
			code[i] = slot{unsafe.Pointer(by), unsafe.Pointer(&access{name: name, use: u})}
		}
	}
}

// use returns the outer variable that a name means in the function, or nil if there is none.
func (f *function) use(name string) *use {
	for i := range f.uses {
		if f.uses[i].name == name {
			return &f.uses[i]
		}
	}
	if f.shares {
		return f.around.shared[name]
	}
	return nil
}

// get is the method of the instruction that reads an outer variable.
func get(self, vm unsafe.Pointer) {
	a, l := (*access)(self), the
	if a.word.Load() == 0 && !a.none.Load() {
		a.find(l, vm)
	}
	if a.use.lexical {
		l.getLexical(unsafe.Pointer(&a.word), vm)
		return
	}
	l.getVariable(unsafe.Pointer(&a.word), vm)
}

// getCallee is the method of the instruction that reads an outer variable in order to call it.
func getCallee(self, vm unsafe.Pointer) {
	the.getUndefined(self, vm)
	*fieldAt[int](vm, the.pc)--
	get(self, vm)
}

// find determines the place of the variable relative to the instruction. It is the same each time the
// instruction runs.
func (a *access) find(l *layout, vm unsafe.Pointer) {
	level := height(l, vm) - (sentinelHeight + a.use.above)
	if level < 0 || level > 255 {
		panic("hitlrun: a variable of a function is not where it was")
	}
	word := uint32(level)<<24 | a.use.index
	if word == 0 {
		a.none.Store(true)
		return
	}
	a.word.Store(word)
}
