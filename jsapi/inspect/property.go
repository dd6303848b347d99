package inspect

// This file finds the properties of an object, and prints a property as "key: value".

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// prop is a property key, and the property itself if hasSlot is set.
type prop struct {
	name    string
	value   goja.Value   // the key as a JavaScript string, if it has lone surrogates; else nil
	sym     *goja.Symbol // the key, if it is a symbol; else nil
	slot    slot
	hasSlot bool
}

func (k *prop) key(vm *goja.Runtime) goja.Value {
	switch {
	case k.sym != nil:
		return k.sym
	case k.value != nil:
		return k.value
	}
	return vm.ToValue(k.name)
}

// own reads the own property of o with the key k, without running a getter.
func (p *Printer) own(o *goja.Object, k prop) (slot, bool) {
	if k.hasSlot {
		return k.slot, true
	}
	if base := p.peek.plain(o); base != nil && k.sym == nil && k.value == nil {
		if v, ok := base.values[unistring.NewFromString(k.name)]; ok {
			return p.peek.slot(v), true
		}
		return slot{}, false
	} else if k.name == "constructor" {
		if s, found, sure := p.peek.constructor(o); sure {
			return s, found
		}
	}
	args := [2]goja.Value{o, k.key(p.vm)}
	d, ok := p.describe(goja.FunctionCall{This: goja.Undefined(), Arguments: args[:]}).(*goja.Object)
	if !ok {
		return slot{}, false
	}
	s := slot{value: d.Get("value"), enumerable: d.Get("enumerable").ToBoolean()}
	if s.value == nil {
		s.getterFunc, _ = d.Get("get").(*goja.Object)
		s.setterFunc, _ = d.Get("set").(*goja.Object)
		s.accessor = true
	}
	return s, true
}

func (p *Printer) hasOwn(o *goja.Object, key goja.Value) bool {
	return p.method("Object.prototype.hasOwnProperty", o, key).ToBoolean()
}

// data returns the own property of o named name if it is a value, not a getter.
func (p *Printer) data(o *goja.Object, name string) goja.Value {
	if o == nil {
		return nil
	}
	if s, ok := p.own(o, prop{name: name}); ok && !s.accessor {
		return s.value
	}
	return nil
}

// perProp is the memory of a prop in bytes.
const perProp = int(unsafe.Sizeof(prop{}))

// keys returns the own properties to print: the enumerable ones, or all.
func (p *Printer) keys(o *goja.Object, all bool) []prop {
	if !all {
		if props, ok := p.properties(o); ok {
			return p.withSymbols(props, o, false)
		}
	}
	names := p.names(o, all)
	guard.Need(p.vm, len(names)*perProp)
	props := make([]prop, 0, len(names))
	for _, name := range names {
		p.step()
		props = append(props, keyOf(name))
	}
	return p.withSymbols(props, o, all)
}

// names returns the own keys of o that are strings: the enumerable ones, or all.
func (p *Printer) names(o *goja.Object, all bool) []goja.Value {
	if all {
		return p.list(p.static("Object.getOwnPropertyNames", o))
	}
	return p.list(p.static("Object.keys", o))
}

// withSymbols appends the own properties of o whose keys are symbols.
func (p *Printer) withSymbols(props []prop, o *goja.Object, all bool) []prop {
	if all {
		for _, v := range p.list(p.static("Object.getOwnPropertySymbols", o)) {
			if sym, ok := v.(*goja.Symbol); ok {
				p.took(perProp)
				props = append(props, prop{sym: sym})
			}
		}
		return props
	}
	for _, sym := range o.Symbols() {
		p.took(perProp)
		props = append(props, prop{sym: sym})
	}
	return props
}

// extraKeys is keys without the elements of an array. It makes no props for the elements, of which there can be millions.
func (p *Printer) extraKeys(o *goja.Object, k kind, all bool) []prop {
	if !all && p.peek.elementsOnly(o, k) {
		return nil
	}
	if props, ok := p.named(o, all); ok {
		return p.withSymbols(props, o, all)
	}
	var props []prop
	for _, name := range p.names(o, all) {
		p.step()
		if key := keyOf(name); !isIndex(key.name) {
			p.took(perProp)
			props = append(props, key)
		}
	}
	return p.withSymbols(props, o, all)
}

// boxedKeys is keys of a boxed primitive, without the characters of a string.
func (p *Printer) boxedKeys(o *goja.Object, all bool) []prop {
	if props, ok := p.named(o, all); ok {
		return p.withSymbols(props, o, all)
	}
	props := p.keys(o, all)
	if _, v, _ := p.unbox(o); v != nil {
		if s, ok := v.(goja.String); ok {
			props = props[min(s.Length(), len(props)):]
		}
	}
	return props
}

// keyOf returns the key that a JavaScript string names.
func keyOf(name goja.Value) prop {
	k := prop{name: name.String()}
	if strings.ContainsRune(k.name, utf8.RuneError) {
		k.value = name
	}
	return k
}

// index returns the array index that k is, and 2^32-1 for any other key.
func (k *prop) index() uint64 {
	const none = 1<<32 - 1
	if k.sym != nil || !isIndex(k.name) {
		return none
	}
	n, _ := strconv.ParseUint(k.name, 10, 64)
	return n
}

// isIndex reports whether name is an array index as JavaScript writes it, below 2^32-1.
func isIndex(name string) bool {
	if name == "" || len(name) > 10 || name[0] < '0' || name[0] > '9' {
		return false
	}
	n, err := strconv.ParseUint(name, 10, 64)
	return err == nil && n < 1<<32-1 && (name[0] != '0' || len(name) == 1)
}

// property prints the property k of o. extras is set for a property of an array besides its elements.
func (j *job) property(o *goja.Object, level int, k prop, extras bool) string {
	s, ok := j.p.own(o, k)
	if !ok || s.getterFunc != nil && s.getterFunc.GetSymbol(j.p.lazy) != nil {
		s = slot{value: orUndefined(j.p.get(o, k)), enumerable: true}
	}
	return j.pair(o, level, k, s, extras)
}

func (p *Printer) get(o *goja.Object, k prop) goja.Value {
	if k.sym != nil {
		return o.GetSymbol(k.sym)
	}
	return o.Get(k.name)
}

// pair prints key and property. If a getter is called, its this is owner.
func (j *job) pair(owner *goja.Object, level int, k prop, s slot, extras bool) string {
	text, gap := "", " "
	if !s.accessor && s.value != nil && !goja.IsUndefined(s.value) {
		indent := 2
		if j.compact == CompactAll && !extras {
			indent = 3
		}
		j.indent += indent
		text = j.value(s.value, level, false)
		if indent == 3 && j.breakLength < j.width(text) {
			gap = "\n" + strings.Repeat(" ", j.indent)
		}
		j.indent -= indent
	} else {
		text = j.slot(owner, level, s)
	}
	return j.name(k, s.enumerable) + ":" + gap + text
}

// element prints an element of an array.
func (j *job) element(o *goja.Object, level int, s slot) string {
	if s.accessor || goja.IsUndefined(s.value) {
		return j.slot(o, level, s)
	}
	j.indent += 2
	text := j.value(s.value, level, false)
	j.indent -= 2
	return text
}

// slot prints a property that is undefined or has a getter or setter.
func (j *job) slot(owner *goja.Object, level int, s slot) string {
	switch {
	case s.getterFunc != nil:
		return j.getter(owner, level, s)
	case s.setterFunc != nil:
		return j.style("[Setter]", "special")
	}
	return j.style("undefined", "undefined")
}

func (j *job) getter(owner *goja.Object, level int, s slot) string {
	label, wanted := "Getter", GettersReadOnly
	if s.setterFunc != nil {
		label, wanted = "Getter/Setter", GettersWritable
	}
	if j.Getters != GettersAll && j.Getters != wanted {
		return j.style("["+label+"]", "special")
	}
	var text string
	indent, nesting, seen := j.indent, j.p.nesting, len(j.seen)
	ex := j.p.vm.Try(func() {
		v := j.p.call(s.getterFunc, owner)
		j.indent += 2
		if o, ok := v.(*goja.Object); ok && !kindOf(o).isFunction() {
			text = j.style("["+label+"]", "special") + " " + j.value(o, level, false)
			return
		}
		text = j.style("["+label+":", "special") + " " + j.value(v, level, false) + j.style("]", "special")
	})
	j.indent, j.p.nesting, j.seen = indent, nesting, j.seen[:seen]
	if ex == nil {
		return text
	}
	message := "undefined"
	if e, ok := ex.Value().(*goja.Object); ok {
		message = j.p.textOf(e.Get("message"))
	}
	return j.style("["+label+":", "special") + " <Inspection threw (" + message + ")>" + j.style("]", "special")
}

// name prints a property key.
func (j *job) name(k prop, enumerable bool) string {
	switch {
	case k.sym != nil:
		return "[" + j.style(j.p.escape(symbolText(k.sym), '\''), "symbol") + "]"
	case k.name == "__proto__":
		return "['__proto__']"
	case !enumerable:
		return "[" + j.p.escapeValue(k.value, k.name, '\'') + "]"
	case isIdentifier(k.name):
		return j.style(k.name, "name")
	}
	return j.style(j.p.quote(k.value, k.name), "string")
}

// isIdentifier reports whether a key is printed without quotes: ASCII letters, digits and underscores.
func isIdentifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// sortMatchKeys puts the properties of a match of a regular expression into V8's order, since goja has input
// before index.
func sortMatchKeys(keys []prop) {
	if len(keys) >= 3 && keys[0].name == "input" && keys[1].name == "index" && keys[2].name == "groups" {
		keys[0], keys[1] = keys[1], keys[0]
	}
}

// sortFunctionKeys puts the properties that every function has before all others, in V8's order.
func sortFunctionKeys(keys []prop) {
	rank := func(k prop) int {
		order := []string{"length", "name", "prototype"}
		if i := slices.Index(order, k.name); i >= 0 && k.sym == nil {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(keys, func(a, b prop) int { return rank(a) - rank(b) })
}
