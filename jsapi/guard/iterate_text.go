// This file makes iteration over texts fast, and lets it end at an interrupt: for (const c of text), [...text],
// Array.from(text), new Set(text). It replaces goja's iteration as long as String.prototype[Symbol.iterator] and next() of
// its iterators are the built-in functions. Built-in functions that take all values, without JavaScript in between, get an
// object with the same values in place of the text.

package guard

import (
	"sync"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/dop251/goja"
)

// longSpelling is the length of a text above which built-in functions do not iterate over the text itself.
const longSpelling = 64

// perLetter is the number of bytes that a letter takes as an element of a list that grows.
const perLetter = 16 * growing

// textReader reads the code points of a text, as goja's iterator does. A half of a pair stands for itself.
type textReader struct {
	text  goja.String
	index int // of the next letter
	n     int // the number of letters
}

// asciiLetters has the texts of one letter.
var asciiLetters = sync.OnceValue(func() *[utf8.RuneSelf]goja.Value {
	var list [utf8.RuneSelf]goja.Value
	text := ""
	for c := range list {
		text += string(rune(c))
	}
	all := goja.New().ToValue(text).(goja.String)
	for c := range list {
		list[c] = all.Substring(c, c+1)
	}
	return &list
})

// next returns the next code point as a text, or nil at the end.
func (r *textReader) next() goja.Value {
	if r.index >= r.n {
		return nil
	}
	from, c := r.index, r.text.CharAt(r.index)
	r.index++
	if c < utf8.RuneSelf {
		return asciiLetters()[c]
	}
	if r.index < r.n && utf16.IsSurrogate(rune(c)) && utf16.DecodeRune(rune(c), rune(r.text.CharAt(r.index))) != utf8.RuneError {
		r.index++
	}
	return r.text.Substring(from, r.index)
}

// left returns the number of letters that are left.
func (r *textReader) left() int { return r.n - r.index }

// textIteration has the built-in objects of the iteration over texts in a Runtime.
type textIteration struct {
	prototype, iterators *goja.Object // String.prototype, and the prototype of its iterators
	begin, next          goja.Value   // the built-in [Symbol.iterator] of the first, and next of the second
	iterator             *goja.Object // any iterator of a text
}

// newTextIteration must be called before the script can change anything. iterator is any iterator of a text.
func newTextIteration(rt *goja.Runtime, iterator *goja.Object) *textIteration {
	t := &textIteration{prototype: rt.ToValue("").ToObject(rt).Prototype(), iterators: iterator.Prototype(), iterator: iterator}
	t.begin, t.next = t.prototype.GetSymbol(goja.SymIterator), t.iterators.Get("next")
	return t
}

// isPlain reports whether the script cannot see how a text is iterated over. t may be nil.
func (t *textIteration) isPlain() bool {
	return t != nil && t.prototype.GetSymbol(goja.SymIterator) == t.begin && t.iterators.Get("next") == t.next
}

// beginText returns the record of a new iteration over a text, or nil if goja must iterate over it.
func (s *steps) beginText(rt *goja.Runtime, v goja.Value) *arrayRecord {
	text, ok := v.(goja.String)
	found, guarded := guards.Load(rt)
	if !ok || !guarded || !found.(*Guard).texts.isPlain() {
		return nil
	}
	g := found.(*Guard)
	r := newTextRecord(g, text, g.texts.iterator)
	r.gathers = true
	return r
}

// newTextRecord returns the record of a new iteration over a text.
func newTextRecord(g *Guard, text goja.String, iterator *goja.Object) *arrayRecord {
	r := &arrayRecord{text: &textReader{text: text, n: text.Length()}}
	r.begin(g, iterator)
	return r
}

// spell returns an object over which built-in functions iterate in place of a text, or nil if they get the text itself.
// gathers says that they make a list of all values.
func (g *Guard) spell(text goja.String, gathers bool) *goja.Object {
	if text.Length() <= longSpelling || !g.texts.isPlain() || g.texts.iterators.Get("return") != nil {
		return nil
	}
	r := newTextRecord(g, text, g.texts.iterator)
	r.gathers = gathers
	iterator, list := g.rt.NewObject(), g.rt.NewObject()
	if g.give(iterator, "next", r.next) != nil || g.give(list, goja.SymIterator, func(goja.FunctionCall) goja.Value { return iterator }) != nil {
		return nil
	}
	return list
}

// give gives an object that built-in functions see a property of its own. No setter of a prototype is called, which would get a
// function of Go.
func (g *Guard) give(o *goja.Object, key any, f any) error {
	function := g.unnamed(f)
	if symbol, ok := key.(*goja.Symbol); ok {
		return o.DefineDataPropertySymbol(symbol, function, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	return o.DefineDataProperty(key.(string), function, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// unnamed returns a function of Go as one of JavaScript, without its name in Go.
func (g *Guard) unnamed(f any) goja.Value {
	v := g.rt.ToValue(f)
	if o, ok := v.(*goja.Object); ok {
		if err := o.DefineDataProperty("name", g.rt.ToValue(""), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_TRUE); err != nil {
			panic(err)
		}
	}
	return v
}

// spelled returns args with the object that stands for the text at i.
func (g *Guard) spelled(args []goja.Value, i int, text goja.String, gathers bool) []goja.Value {
	if o := g.spell(text, gathers); o != nil {
		return with(args, i, o)
	}
	return args
}

// spells is the check of functions that take the values of an iterable, and make no list of them.
func spells(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if text, ok := argument(args, 0).(goja.String); ok {
		return g.spelled(args, 0, text, false)
	}
	return args
}

// reserveLetters reserves memory for the list that a function makes of letters.
func (g *Guard) reserveLetters(n int) {
	if n > maxArray {
		g.refuse(rangeError, tooMany)
	}
	g.reserve(float64(n) * perLetter)
}

// spreadInList replaces the instruction that adds the values of an iterable to a list.
func spreadInList(self, vm unsafe.Pointer) {
	the.spreadText(vm)
	the.steps.spreadsListSelf(self, vm)
}

// spreadInCall replaces the instruction that adds the values of an iterable to the arguments of a call.
func spreadInCall(self, vm unsafe.Pointer) {
	the.spreadText(vm)
	the.steps.spreadsCallSelf(self, vm)
}

// spreadText replaces a text on top of the stack by an object with the same values.
func (c *code) spreadText(vm unsafe.Pointer) {
	top := &(*fieldAt[[]goja.Value](vm, c.stack))[*fieldAt[int](vm, c.depth)-1]
	if !c.isText(top) {
		return
	}
	text, ok := (*top).(goja.String)
	g, guarded := guards.Load(*fieldAt[*goja.Runtime](vm, c.runtime))
	if ok && guarded {
		if o := g.(*Guard).spell(text, true); o != nil {
			*top = o
		}
	}
}
