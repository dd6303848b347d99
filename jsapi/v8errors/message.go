package v8errors

// This file translates the messages of goja into those of V8.

import (
	"math/big"
	"reflect"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
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
	notDeleted   = "Cannot delete property '"
	revoked      = "Proxy already revoked"
	notGlobal    = "RegExp doesn't have global flag set"
	notAFunction = "Not a function: "
	notReceiver  = "Receiver is not an object: "
	notExtends   = "Class extends value is not a constructor or null"
)

// isGojas reports whether text may be the message of an error that goja itself made.
func isGojas(text string) bool {
	if text == "" {
		return false
	}
	for _, prefix := range []string{readOf, noMember, notObject, notIterable, notCoercible, nullToObject, notConstruct, classCall, tooEarly, notFunction, notCallable, readOnly, noInitial, notDeleted, revoked, notGlobal, notAFunction, notReceiver, notExtends} {
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
		return native(rt, text)
	}
	if text == revoked {
		return m.revoked()
	}
	switch name := m.name(); {
	case strings.HasPrefix(name, "getPropRef") && text == nullToObject:
		return "Cannot read properties of " + missing(m.value(1)) + " (reading '" + m.instruction.String() + "')"
	case strings.HasPrefix(name, "_getElemRef") && text == nullToObject:
		return "Cannot read properties of " + missing(m.value(2)) + " (reading '" + show(m.value(1)) + "')"
	case strings.HasPrefix(name, "getProp"), strings.HasPrefix(name, "_getElem"), name == "_getKey":
		if strings.HasPrefix(text, readOf) {
			return m.reading(text)
		}
	case strings.HasPrefix(name, "setProp"), strings.HasPrefix(name, "_setElem"):
		if text == nullToObject {
			return m.setting()
		}
		if text == "" {
			return m.assigning(readOnly + show(m.value(2)) + "'")
		}
		if strings.HasPrefix(text, notReceiver) {
			return m.creating()
		}
		if strings.HasPrefix(text, readOnly) && strings.HasSuffix(text, "'") {
			return m.assigning(text)
		}
	case strings.HasPrefix(name, "delete") || strings.HasPrefix(name, "_delete"):
		if v8s, ok := m.deleting(text); ok {
			return v8s
		}
	case name == "call" || name == "_callVariadic":
		return m.calling(text)
	case (name == "_new" || name == "_newVariadic") && strings.HasPrefix(m.source[m.offset:], "new"):
		return m.constructing(text)
	case name == "_iterate" || name == "_iterateP" || name == "_pushArraySpread" || name == "_pushSpread":
		if text == nullToObject || text == notIterable {
			return m.iterating(name)
		}
		if strings.HasPrefix(text, notObject) && strings.HasPrefix(name, "_iterate") {
			return "Result of the Symbol.iterator method is not an object"
		}
		if strings.HasPrefix(text, notObject) {
			return "Iterator result " + text[len(notObject):] + " is not an object"
		}
	case strings.HasPrefix(name, "iter") && strings.HasPrefix(text, notObject):
		return "Iterator result " + text[len(notObject):] + " is not an object"
	case name == "_checkObjectCoercible" || name == "_createDestructSrc":
		if text == notCoercible {
			return m.destructuring()
		}
	case text == notExtends && m.instruction.Type().String() == "*goja.newDerivedClass":
		return m.extending()
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
			return "Cannot access '" + m.written(name, m.offset) + "' before initialization"
		}
	}
	return native(rt, text)
}

// native returns V8's message for an error of a built-in function.
func native(rt *goja.Runtime, text string) string {
	if v8s, ok := nativeOf(rt, builtin(rt), text); ok {
		return v8s
	}
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

// assigning returns the message for a property that cannot be set.
func (m machine) assigning(text string) string {
	v := m.value(2)
	if strings.HasPrefix(m.name(), "_") {
		v = m.value(3)
	}
	o, ok := v.(*goja.Object)
	if _, isText := v.(goja.String); isText {
		return text + " of string '" + show(v) + "'"
	}
	if !ok {
		return text
	}
	if key, isSymbol := m.value(2).(*goja.Symbol); isSymbol && strings.HasPrefix(m.name(), "_") {
		text = readOnly + show(key) + "'"
	}
	if name := text[len(readOnly) : len(text)-1]; hasGetter(o, name) {
		return "Cannot set property " + name + " of " + m.classOf(o) + " which has only a getter"
	}
	switch o.ClassName() {
	case "Array":
		return text + " of object '[object Array]'"
	case "Object":
		return text + " of object '" + m.classOf(o) + "'"
	}
	return text
}

// deleting returns the message for a property that cannot be deleted.
func (m machine) deleting(text string) (v8s string, ok bool) {
	v := m.value(1)
	if strings.HasPrefix(m.name(), "_") {
		v = m.value(2)
	}
	o, isObject := v.(*goja.Object)
	if !isObject || !strings.HasPrefix(text, notDeleted) {
		return "", false
	}
	before, _, _ := lastCut(text, "' of ")
	if o.ClassName() == "Array" {
		return before + "' of [object Array]", true
	}
	return before + "' of " + m.classOf(o), true
}

// creating returns the message for a new property of a primitive value.
func (m machine) creating() string {
	v, key := m.value(2), m.instruction.String()
	if strings.HasPrefix(m.name(), "_") {
		v, key = m.value(3), show(m.value(2))
	}
	kind := "number"
	switch guard.Export(v).(type) {
	case string:
		kind = "string"
	case bool:
		kind = "boolean"
	case *big.Int:
		kind = "bigint"
	}
	return "Cannot create property '" + key + "' on " + kind + " '" + show(v) + "'"
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

// extending returns the message for a class that extends what is not a class.
func (m machine) extending() string {
	value := show(m.value(1))
	if o, ok := m.value(1).(*goja.Object); ok {
		if _, calls := goja.AssertFunction(o); calls {
			return notExtends // V8 prints the function
		}
		if value = m.classOf(o); o.ClassName() == "Array" {
			value = "[object Array]"
		}
	}
	return "Class extends value " + value + " is not a constructor or null"
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
		if name == "" {
			return "Class constructors cannot be invoked without 'new'"
		}
		return "Class constructor " + name + " cannot be invoked without 'new'"
	case strings.HasPrefix(text, noMember), strings.HasPrefix(text, notObject), strings.HasPrefix(text, notAFunction):
		at := m.offset
		if m.source[at] == '(' {
			callee, start := printedBefore(m.source, at)
			if callee == "obj[__knownSymbol(...)]" && m.name() == "call" { // of the bundler's function for for await
				return show(m.value(int(m.instruction.Uint())+2)) + " is not async iterable"
			}
			return m.written(callee, start) + " is not a function"
		}
		return m.written(printed(m.source, at), at) + " is not a function" // a tag of a template
	}
	return native(m.rt, text)
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
		return m.written(printedCallee(m.source, m.offset+len("new")), skipSpace(m.source, m.offset+len("new"))) + " is not a constructor"
	case n == 0 && (text == notIterable || text == nullToObject):
		return notIterableValue(goja.Undefined())
	case text == notIterable || text == nullToObject:
		return notIterableValue(m.value(n))
	case text == notCallable+"[object Object]" && callee == m.rt.Get("Promise"):
		return "Promise resolver #<Object> is not a function"
	case strings.HasPrefix(text, notObject) && callee == m.rt.Get("WeakMap"):
		return "Invalid value used as weak map key"
	case strings.HasPrefix(text, notObject) && callee == m.rt.Get("WeakSet"):
		return "Invalid value used in weak set"
	case strings.HasPrefix(text, notObject) && callee == m.rt.Get("Promise"):
		return "Promise resolver " + text[len(notObject):] + " is not a function"
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
