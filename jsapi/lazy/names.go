package lazy

// This file binds the names that a function uses of the code around it.

import (
	"sync/atomic"
	"unsafe"

	"github.com/dop251/goja"
)

// use is a variable of the code around a function.
type use struct {
	name    string
	index   uint32 // in its scope
	above   int    // how much farther in its scope is than that of the sentinel
	lexical bool   // it may not have a value yet
}

// sentinelHeight is that of the scope with the sentinel: the first one in the global scope.
const sentinelHeight = 2

// readNames reads from the code of the list of names where goja has the variables. It returns false if that is not as expected.
func (f *function) readNames(l *layout) bool {
	code := l.code(f.stub)
	n := 1 + len(f.span.names)
	first := len(code) - 3 - 2*n // pop, undefined and return follow
	if first < 0 {
		return false
	}
	var base int
	for i := range n {
		load, push := code[first+2*i], code[first+2*i+1]
		if push[0] != l.item[0] {
			return false
		}
		isLexical := load[0] == l.lexical[0]
		if !isLexical && load[0] != l.variable[0] {
			if i == 0 {
				return false
			}
			continue // a name of its own, or a global one
		}
		word := *(*uint32)(load[1])
		level := int(word >> 24)
		name := sentinel
		if i == 0 {
			base = level
		} else {
			name = f.span.names[i-1]
		}
		f.uses = append(f.uses, use{name, word & 0xFFFFFF, base - level, isLexical})
	}
	return true
}

// access is an instruction that reads a variable of the code around a function. It begins as the one it replaces: with the name.
type access struct {
	name string
	use  *use
	word atomic.Uint32 // for goja's instruction: in which scope, counted from the running one, and where in that; 0 before the first run
	none atomic.Bool   // the word is 0
}

// bind replaces instructions that read names which nothing in the function declares.
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
		for u := range f.uses {
			if f.uses[u].name == name {
				code[i] = slot{unsafe.Pointer(by), unsafe.Pointer(&access{name: name, use: &f.uses[u]})}
				break
			}
		}
	}
}

// get is the instruction that reads a variable.
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

// getCallee reads a variable that is called.
func getCallee(self, vm unsafe.Pointer) {
	the.getUndefined(self, vm)
	*fieldAt[int](vm, the.pc)--
	get(self, vm)
}

// find says where the variable is, seen from an instruction: that is the same each time it runs.
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
