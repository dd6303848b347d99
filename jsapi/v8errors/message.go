package v8errors

// This file translates the messages of goja into those of V8.

import (
	"reflect"
	"strings"

	"github.com/dop251/goja"
)

// The messages of goja that are translated.
const (
	readOf       = "Cannot read property '"
	noMember     = "Object has no member '"
	notObject    = "Value is not an object: "
	notIterable  = "object is not iterable"
	notCoercible = "Value is not object coercible"
	nullToObject = "Cannot convert undefined or null to object"
	notConstruct = "Value is not a constructor"
	classCall    = "Class constructor cannot be invoked without 'new'"
	tooEarly     = "Cannot access a variable before initialization"
	notFunction  = "Expecting a function in instanceof check, but got "
	notCallable  = "Value is not callable: "
	readOnly     = "Cannot assign to read only property '"
	noInitial    = "No initial value"
)

// isGojas reports whether text may be the message of an error that goja itself made.
func isGojas(text string) bool {
	if text == "" {
		return false
	}
	for _, prefix := range []string{readOf, noMember, notObject, notIterable, notCoercible, nullToObject, notConstruct, classCall, tooEarly, notFunction, notCallable, readOnly, noInitial} {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}

// withoutGo returns the message for one in which goja formats values as Go does: with addresses and the names of Go types, or
// with what a function of the script threw while its value was formatted. It returns false for all others.
func withoutGo(text string) (string, bool) {
	const unconverted, missing, panicked = "Could not convert &{", "object is not a function %!s(MISSING)", "%!s(PANIC=String method: "
	switch {
	case strings.HasPrefix(text, unconverted) && strings.HasSuffix(text, " to primitive"):
		return "Cannot convert object to primitive value", true
	case text == missing:
		return "object is not a function", true
	case strings.Contains(text, panicked):
		before, after, _ := strings.Cut(text, panicked)
		return before + "object" + after[strings.LastIndexByte(after, ')')+1:], true
	}
	return "", false
}

// translated returns V8's message for one of goja, or text if there is no other.
func translated(rt *goja.Runtime, text string) (v8s string) {
	defer func() {
		if recover() != nil { // a failure here must not hide the error itself
			v8s = text
		}
	}()
	m, ok := read(rt)
	if !ok {
		return native(text)
	}
	switch name := m.name(); {
	case strings.HasPrefix(name, "getProp"), strings.HasPrefix(name, "_getElem"), name == "_getKey":
		if strings.HasPrefix(text, readOf) {
			return m.reading(text)
		}
	case strings.HasPrefix(name, "setProp"), strings.HasPrefix(name, "_setElem"):
		if text == nullToObject {
			return m.setting()
		}
		if strings.HasPrefix(text, readOnly) && strings.HasSuffix(text, "'") {
			return text + m.of()
		}
	case name == "call" || name == "_callVariadic":
		return m.calling(text)
	case (name == "_new" || name == "_newVariadic") && strings.HasPrefix(m.source[m.offset:], "new"):
		return m.constructing(text)
	case name == "_iterate" || name == "_iterateP" || name == "_pushArraySpread" || name == "_pushSpread":
		if text == nullToObject || text == notIterable {
			return m.iterating(name)
		}
	case name == "_checkObjectCoercible" || name == "_createDestructSrc":
		if text == notCoercible {
			return m.destructuring()
		}
	case name == "_op_in" && strings.HasPrefix(text, notObject):
		return "Cannot use 'in' operator to search for '" + show(m.value(2)) + "' in " + show(m.value(1))
	case name == "_op_instanceof":
		if strings.HasPrefix(text, notObject) {
			return "Right-hand side of 'instanceof' is not an object"
		}
		return "Right-hand side of 'instanceof' is not callable"
	}
	if text == tooEarly {
		if name := wordAt(m.source, m.offset); name != "" {
			return "Cannot access '" + name + "' before initialization"
		}
	}
	return native(text)
}

// native returns V8's message for an error of a built-in function.
func native(text string) string {
	switch {
	case text == notIterable:
		return "object is not iterable (cannot read property Symbol(Symbol.iterator))"
	case strings.HasPrefix(text, notFunction):
		return "Right-hand side of 'instanceof' is not callable"
	case text == noInitial:
		return "Reduce of empty array with no initial value"
	case text == notCallable+"[object Object]":
		return "#<Object> is not a function"
	}
	return text
}

// of names the object of a refused assignment for a message.
func (m machine) of() string {
	v := m.value(2)
	if strings.HasPrefix(m.name(), "_") {
		v = m.value(3)
	}
	o, ok := v.(*goja.Object)
	switch {
	case !ok:
		return ""
	case o.ClassName() == "Array":
		return " of object '[object Array]'"
	case o.ClassName() == "Object":
		return " of object '#<Object>'"
	}
	return ""
}

// missing returns "null" for null, and "undefined" for any other value.
func missing(v goja.Value) string {
	if v != nil && goja.IsNull(v) {
		return "null"
	}
	return "undefined"
}

// show returns the text of a value in a message.
func show(v goja.Value) string {
	switch x := v.(type) {
	case nil:
		return "undefined"
	case *goja.Object:
		return "#<Object>"
	case *goja.Symbol:
		return "Symbol(" + x.String() + ")"
	}
	return v.String()
}

func (m machine) reading(text string) string {
	key := text[len(readOf):]
	if i := strings.LastIndex(key, "' of undefined"); i >= 0 {
		key = key[:i]
	}
	object := m.value(1)
	name := m.name()
	if strings.HasPrefix(name, "_get") { // the key is above the object
		if k, ok := m.value(1).(*goja.Symbol); ok {
			key = show(k)
		}
		object = m.value(2)
	}
	return "Cannot read properties of " + missing(object) + " (reading '" + key + "')"
}

func (m machine) setting() string {
	if strings.HasPrefix(m.name(), "_") {
		return "Cannot set properties of " + missing(m.value(3)) + " (setting '" + show(m.value(2)) + "')"
	}
	return "Cannot set properties of " + missing(m.value(2)) + " (setting '" + m.instruction.String() + "')"
}

func (m machine) calling(text string) string {
	switch {
	case text == classCall:
		n := 0
		if m.name() == "call" {
			n = int(m.instruction.Uint())
		}
		name := ""
		if class, ok := m.value(n + 1).(*goja.Object); ok {
			if v := class.Get("name"); v != nil {
				name = v.String()
			}
		}
		return "Class constructor " + name + " cannot be invoked without 'new'"
	case strings.HasPrefix(text, noMember), strings.HasPrefix(text, notObject):
		at := m.offset
		if m.source[at] == '(' {
			return printedBefore(m.source, at) + " is not a function"
		}
		return printed(m.source, at) + " is not a function" // a tag of a template
	}
	return native(text)
}

// constructing returns the message for new with a value that is not a constructor, or with a built-in
// constructor that failed.
func (m machine) constructing(text string) string {
	n := 1
	if m.name() == "_new" {
		n = int(m.instruction.Uint())
	}
	callee, isObject := m.value(n + 1).(*goja.Object)
	constructs := false
	if isObject {
		_, constructs = goja.AssertConstructor(callee)
	}
	switch {
	case !constructs:
		return printedCallee(m.source, m.offset+len("new")) + " is not a constructor"
	case text == notIterable || text == nullToObject:
		return notIterableValue(m.value(n))
	case strings.HasPrefix(text, notObject):
		return "Iterator value " + text[len(notObject):] + " is not an entry object"
	}
	return text
}

// notIterableValue returns the message for a value that is not iterable and that the code does not name.
func notIterableValue(v goja.Value) string {
	kind := "object"
	switch {
	case v == nil || goja.IsUndefined(v):
		kind = "undefined"
	case goja.IsNull(v):
		kind = "object null"
	default:
		if _, isObject := v.(*goja.Object); !isObject {
			kind = "number " + v.String()
			if v.ExportType() != nil && v.ExportType().Kind() == reflect.Bool {
				kind = "boolean " + v.String()
			}
		}
	}
	return kind + " is not iterable (cannot read property Symbol(Symbol.iterator))"
}

func (m machine) iterating(name string) string {
	v := m.value(1)
	if name == "_pushSpread" { // it has taken the value from the stack
		if v = m.value(0); v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
			return "Spread syntax requires ...iterable[Symbol.iterator] to be a function"
		}
		return printedAround(m.source, m.offset) + " is not iterable (cannot read property undefined)"
	}
	text := printedAround(m.source, m.offset)
	if _, isObject := v.(*goja.Object); !isObject && text == intermediate && v != nil && !isParameter(m.source, m.offset) {
		return show(v) + " is not iterable" // a literal
	}
	if isParameter(m.source, m.offset) || strings.HasPrefix(text, intermediate) {
		return notIterableValue(v)
	}
	return text + " is not iterable"
}

func (m machine) destructuring() string {
	kind := missing(m.value(1))
	text, name := destructured(m.source, m.offset)
	if text == "" {
		text = kind
	}
	if name == "" {
		return "Cannot destructure '" + text + "' as it is " + kind + "."
	}
	return "Cannot destructure property '" + name + "' of '" + text + "' as it is " + kind + "."
}
