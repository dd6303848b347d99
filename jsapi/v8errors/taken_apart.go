package v8errors

// This file translates the messages about what is iterated and taken apart.

import (
	"reflect"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

func (m machine) iterating(name string) string {
	v := m.value(1)
	if name != "_pushSpread" && isDeclaredInLoop(m.source, m.offset) && m.isElement() {
		return ".for is not iterable"
	}
	if name == "_pushSpread" { // it has taken the value from the stack
		if v = m.value(0); v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
			return "Spread syntax requires ...iterable[Symbol.iterator] to be a function"
		}
		text, start := printedAround(m.source, m.offset)
		return m.written(text, start) + " is not iterable (cannot read property " + missing(m.value(0)) + ")"
	}
	if isAwaited(m.source, m.offset) {
		return intermediate + " is not iterable"
	}
	if isAssigned(m.source, m.offset) {
		return notIterableValue(v)
	}
	if callee, start := listCall(m.source, m.offset); callee != "" && !iterates(v) {
		return m.written(callee, start) + " is not a function or its return value is not iterable"
	}
	text, start := printedAround(m.source, m.offset)
	if _, isObject := v.(*goja.Object); !isObject && text == intermediate && v != nil && !isParameter(m.source, m.offset) {
		return show(v) + " is not iterable" // a literal
	}
	name = m.written(text, start)
	if isParameter(m.source, m.offset) || strings.HasPrefix(text, intermediate) || strings.Contains(name, ".") && isForList(m.source, m.offset) {
		return notIterableValue(v)
	}
	return name + " is not iterable"
}

// iterates reports whether a value is iterable: then the error is of a generator that it runs.
func iterates(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok {
		return false
	}
	if _, isProxy := proxied(o); isProxy {
		return false
	}
	_, ok = goja.AssertFunction(o.GetSymbol(goja.SymIterator))
	return ok
}

func (m machine) destructuring() string {
	kind := missing(m.value(1))
	if before := m.at(-1); before == "_getKey" || before == "iterGetNextOrUndef" { // a pattern inside of another one
		if name := m.firstProperty(); name != "" {
			return "Cannot read properties of " + kind + " (reading '" + name + "')"
		}
	}
	text, start, name := destructured(m.source, m.offset)
	if first := m.firstProperty(); first != "" {
		if name = first; m.hasDefault() {
			return "Cannot read properties of " + kind + " (reading '" + name + "')"
		}
	}
	if text == "" || strings.HasPrefix(m.source[m.offset:], "function") || m.isArgument() { // a literal has no position
		if text = kind; kind == "null" && m.isArgument() {
			text = "object null"
		}
	}
	if isDeclaredInLoop(m.source, m.offset) && m.isElement() {
		text = ".for"
	}
	text = m.written(text, start)
	if name == "" {
		return "Cannot destructure '" + text + "' as it is " + kind + "."
	}
	return "Cannot destructure property '" + name + "' of '" + text + "' as it is " + kind + "."
}

// firstProperty returns the name of the first property that a pattern reads. It returns "" if the pattern is empty, or if the name is
// computed.
func (m machine) firstProperty() string {
	if m.at(1) != "_dup" {
		return ""
	}
	read := m.code.Index(m.pc + 2).Elem()
	switch m.at(2) {
	case "getProp":
		return unistring.String(read.String()).String()
	case "loadVal":
		load := reflect.New(read.Type())
		load.Elem().Set(read)
		if key, ok := field(load, "v").Interface().(goja.String); ok && m.at(3) == "_toPropertyKey" {
			return key.String()
		}
	}
	return ""
}

// hasDefault reports whether the first property that a pattern reads has a default value.
func (m machine) hasDefault() bool {
	for i := 3; i < 7; i++ {
		switch name := m.at(i); {
		case name == "jdef":
			return true
		case strings.HasPrefix(name, "init"), strings.HasPrefix(name, "put"), name == "":
			return false
		}
	}
	return false
}

// isElement reports whether the value of the instruction is what a loop has just read.
func (m machine) isElement() bool { return m.at(-1) == "_enumGet" }

// isArgument reports whether the value of the instruction is an argument of the function that begins at its offset.
func (m machine) isArgument() bool {
	if !strings.HasPrefix(m.at(-1), "loadSta") {
		return false
	}
	word := wordAt(m.source, m.offset)
	after := skipSpace(m.source, m.offset+len(word))
	return word == "function" || word == "async" || after < len(m.source) && m.source[after] == '('
}

// isConstant reports whether the error was made when goja computed a constant expression.
func (m machine) isConstant() bool {
	return m.name() == "_new" && m.at(-1) == "loadVal" && m.at(-2) == "loadDynamic" && !strings.HasPrefix(m.source[m.offset:], "new")
}

// maxSearch is the distance in bytes up to which a constant expression is looked for in a function.
const maxSearch = 1 << 16

// searching returns the message for the operator in between constants.
func (m machine) searching(text string) string {
	value, body := text[len(notObject):], m.source[m.offset:min(len(m.source), m.offset+maxSearch)]
	for _, right := range []string{`"` + value + `"`, value} {
		if at := strings.Index(body, " in "+right); at > 0 {
			if start := chainStart(body, at); start >= 0 {
				return "Cannot use 'in' operator to search for '" + strings.Trim(body[start:at], `"'`) + "' in " + value
			}
		}
	}
	return text
}
