package v8errors

// This file translates the messages of goja's built-in functions, which have no place in the source of the script.

import (
	"reflect"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// builtin returns the name of the built-in function that is running, or "".
func builtin(rt *goja.Runtime) string {
	frames := rt.CaptureCallStack(1, nil)
	if len(frames) == 0 || frames[0].SrcName() != "<native>" {
		return ""
	}
	return frames[0].FuncName()
}

// Built-in functions with what a message of goja is about.
var (
	withCallback = []string{"map", "forEach", "filter", "reduce", "reduceRight", "some", "every", "find", "findIndex", "findLast", "findLastIndex"}
	withIterable = []string{"all", "allSettled", "any", "race", "from"}
	ofStrings    = []string{
		"at", "charAt", "charCodeAt", "codePointAt", "concat", "endsWith", "includes", "indexOf", "lastIndexOf", "localeCompare", "match", "matchAll", "normalize", "padEnd", "padStart",
		"repeat", "replace", "replaceAll", "search", "slice", "split", "startsWith", "substr", "substring", "toLowerCase", "toUpperCase", "trim", "trimEnd", "trimStart",
	}
)

// nativeOf returns V8's message for an error that the built-in function with this name threw.
func nativeOf(rt *goja.Runtime, function, text string) (v8s string, ok bool) {
	if v8s, ok = ofLists(rt, function, text); ok {
		return v8s, true
	}
	switch {
	case text == notGlobal:
		return "String.prototype." + function + " called with a non-global RegExp argument", true
	case text == notCoercible && function == "setPrototypeOf":
		return "Object.setPrototypeOf called on null or undefined", true
	case text == notCoercible && slices.Contains(ofStrings, function):
		return "String.prototype." + function + " called on null or undefined", true
	case strings.HasPrefix(text, notDeleted):
		before, isObject := strings.CutSuffix(text, " of [object Object]")
		return before + " of #<Object>", isObject
	case text == revoked:
		return "Cannot perform 'get' on a proxy that has been revoked", true
	case text == nullToObject || text == notCoercible:
		switch {
		case function == "fromEntries":
			return "undefined is not iterable", true
		case slices.Contains(withIterable, function):
			return "undefined is not iterable (cannot read property Symbol(Symbol.iterator))", true
		}
		return "", false
	case strings.HasPrefix(text, notAFunction):
		return strings.TrimPrefix(text, notAFunction) + " is not a function", true
	case !strings.HasPrefix(text, notObject):
		return "", false
	}
	value := text[len(notObject):]
	if o, isObject := calledOn(rt).(*goja.Object); isObject && o == rt.Get("Reflect") && function != "apply" && function != "construct" {
		return "Reflect." + function + " called on non-object", true
	}
	switch function {
	case "all", "allSettled", "any", "race":
		return "Promise." + function + " called on non-object", true
	case "resolve":
		return "PromiseResolve called on non-object", true
	case "reject":
		return "PromiseReject called on non-object", true
	case "from", "replace", "replaceAll":
		return value + " is not a function", true
	case "construct":
		return value + " is not a constructor", true
	case "defineProperty":
		return "Getter must be a function: " + value, true
	case "set":
		return "Invalid value used as weak map key", true
	case "add":
		return "Invalid value used in weak set", true
	}
	return "", false
}

// outright returns V8's message for one that goja has in one place only. class is the class of the error.
func outright(rt *goja.Runtime, class, text string) (v8s string, ok bool) {
	switch class {
	case "URIError":
		return "URI malformed", text == "Malformed URI"
	case "ReferenceError":
		return "Must call super constructor in derived class before accessing 'this' or returning from derived constructor", strings.HasPrefix(text, "Must call super constructor in derived class before ")
	case "TypeError":
		const write = "Cannot write private member "
		if v8s, ok = ofReceiver(text); ok {
			return v8s, true
		}
		switch {
		case text == "Constructor Promise requires 'new'":
			return "Promise constructor cannot be invoked without 'new'", true
		case text == "[object Object] is not a function":
			f, _ := running(rt)
			if o := f.object(); o != nil {
				return machine{}.classOf(o) + " is not a function", true
			}
			return "#<Object> is not a function", true
		case text == "length is not writable":
			return readOnly + "length' of object '[object Array]'", true
		case text == "[object Object] is not extensible":
			return "#<Object> is not extensible", true
		case text == "Species is not a constructor":
			return "object.constructor[Symbol.species] is not a constructor", true
		case strings.HasPrefix(text, write) && strings.HasSuffix(text, " from an object whose class did not declare it"):
			return strings.Replace(text, " from an object", " to an object", 1), true
		}
	case "RangeError":
		switch {
		case text == "Invalid count value":
			return "", false // V8's has the count
		case text == "radix must be an integer between 2 and 36":
			return "toString() radix argument must be between 2 and 36", true
		case strings.HasPrefix(text, "Start offset of ") || strings.HasPrefix(text, "Byte length of "):
			return strings.ToLower(text[:1]) + text[1:], true
		case text == "Source is too large":
			return "offset is out of bounds", true
		case strings.HasPrefix(text, "Invalid index -"):
			return "Invalid typed array length: " + strings.TrimPrefix(text, "Invalid index "), true
		case strings.HasSuffix(text, " precision must be between 0 and 100") && strings.HasPrefix(text, "toFixed()"):
			return "toFixed() digits argument must be between 0 and 100", true
		case strings.HasPrefix(text, "toExponential() precision"):
			return "toExponential() argument must be between 0 and 100", true
		case strings.HasPrefix(text, "toPrecision() precision"):
			return "toPrecision() argument must be between 1 and 100", true
		case text == "The normalization form should be one of NFC, NFD, NFKC, NFKD":
			return text + ".", true
		case strings.HasPrefix(text, "Cannot convert ") && strings.HasSuffix(text, " to a BigInt"):
			return "The number " + text[len("Cannot convert "):len(text)-len(" to a BigInt")] + " cannot be converted to a BigInt because it is not an integer", true
		}
	case "SyntaxError":
		if strings.HasPrefix(text, "Invalid regular expression (re") {
			return ofPattern(text)
		}
		if slices.Contains(ofPatterns, text) {
			return ofConstructor(rt, text)
		}
		return ofEval(rt, text)
	}
	return "", false
}

// ofPatterns are the messages of goja's reader of regular expressions, which does not name the expression.
var ofPatterns = []string{"Invalid group", "Unterminated group", "Unterminated character class", "Unmatched ')'"}

// ofConstructor returns V8's message for a pattern that new RegExp was called with.
func ofConstructor(rt *goja.Runtime, text string) (v8s string, ok bool) {
	if f, ok := running(rt); ok {
		pattern, ok := f.argument(0).(goja.String)
		if !ok || !slices.Contains([]string{"match", "matchAll", "search"}, builtin(rt)) {
			return "", false
		}
		flags := ""
		if builtin(rt) == "matchAll" {
			flags = "g"
		}
		return "Invalid regular expression: /" + pattern.String() + "/" + flags + ": " + text, true
	}
	m, ok := read(rt)
	if !ok || m.name() != "_new" && m.name() != "call" {
		return "", false
	}
	n := int(m.instruction.Uint())
	if n == 0 || m.value(n+1) != m.rt.Get("RegExp") {
		return "", false
	}
	pattern, ok := m.value(n).(goja.String)
	if !ok {
		return "", false
	}
	return "Invalid regular expression: /" + pattern.String() + "/: " + text, true
}

// ofPattern returns V8's message for a regular expression that goja's libraries refuse: re2 or regexp2.
func ofPattern(text string) (v8s string, ok bool) {
	_, pattern, ok := strings.Cut(text, "): ")
	if !ok {
		return "", false
	}
	i := strings.LastIndex(pattern, "(error parsing regexp: ")
	if i < 0 {
		return "", false
	}
	fault := pattern[i:]
	pattern, _, _ = strings.Cut(pattern[:i], " (Invalid regular expression (re")
	pattern = strings.TrimSuffix(pattern, " ")
	reason := ""
	for _, r := range [][2]string{
		{"invalid nested repetition", "Nothing to repeat"},
		{"missing argument to repetition", "Nothing to repeat"},
		{"quantifier", "Nothing to repeat"},
		{"invalid repeat count", "numbers out of order in {} quantifier"},
		{"undefined group name", "Invalid named capture referenced"},
		{"missing closing ]", "Unterminated character class"},
		{"missing closing )", "Unterminated group"},
		{"not enough )", "Unterminated group"},
		{"unexpected )", "Unmatched ')'"},
		{"too many )", "Unmatched ')'"},
		{"invalid character class range", "Range out of order in character class"},
		{"reverse order", "Range out of order in character class"},
		{"invalid named capture", "Invalid capture group name"},
		{"duplicate", "Duplicate capture group name"},
		{"trailing backslash", "\\ at end of pattern"},
	} {
		if strings.Contains(fault, r[0]) {
			reason = r[1]
			break
		}
	}
	if reason == "" {
		return "", false
	}
	return "Invalid regular expression: /" + pattern + "/: " + reason, true
}

// revoked returns the message for a revoked proxy.
func (m machine) revoked() string {
	trap := "get"
	switch name := m.name(); {
	case strings.HasPrefix(name, "set"), strings.HasPrefix(name, "_set"):
		trap = "set"
	case name == "_op_in":
		trap = "has"
	case strings.HasPrefix(name, "delete"), strings.HasPrefix(name, "_delete"):
		trap = "deleteProperty"
	case strings.HasPrefix(name, "call"), strings.HasPrefix(name, "_call"):
		trap = "apply"
	case strings.HasPrefix(name, "_new"):
		trap = "construct"
	}
	return "Cannot perform '" + trap + "' on a proxy that has been revoked"
}

// maxPrototypes is the number of prototypes in which a property is looked for.
const maxPrototypes = 100

// hasGetter reports whether a property has a getter. It calls no function of the script.
func hasGetter(o *goja.Object, name string) bool {
	for range maxPrototypes {
		if o == nil {
			return false
		}
		if _, isProxy := proxied(o); isProxy {
			return false
		}
		if v, ok := rawProperty(o, name); ok {
			return v.isAccessor
		}
		o = o.Prototype()
	}
	return false
}

// classOf returns "#<Name>", where Name is the name of the object's class.
func (m machine) classOf(o *goja.Object) string {
	for range maxPrototypes {
		if o = o.Prototype(); o == nil {
			break
		}
		if _, isProxy := proxied(o); isProxy {
			break
		}
		v, ok := rawProperty(o, "constructor")
		if !ok {
			continue
		}
		if class, isObject := v.value.(*goja.Object); isObject && !v.isAccessor {
			if name := functionName(class); name != "" {
				return "#<" + name + ">"
			}
		}
		break
	}
	return "#<Object>"
}

// rawValue is a property of an object.
type rawValue struct {
	value      goja.Value
	isAccessor bool
}

// rawProperty reads an own property without calling a getter.
func rawProperty(o *goja.Object, name string) (v rawValue, ok bool) {
	self := field(reflect.ValueOf(o), "self")
	if !self.IsValid() || self.Kind() != reflect.Interface || self.IsNil() {
		return v, false
	}
	values := field(self.Elem(), "values")
	if !values.IsValid() || values.Type() != reflect.TypeFor[map[unistring.String]goja.Value]() {
		return v, false
	}
	stored := values.MapIndex(reflect.ValueOf(unistring.NewFromString(name)))
	if !stored.IsValid() || stored.IsNil() {
		return v, false
	}
	if p := stored.Elem(); p.Kind() == reflect.Pointer && p.Elem().Kind() == reflect.Struct && p.Elem().Type().Name() == "valueProperty" {
		v.isAccessor = field(p, "accessor").Bool()
		v.value, _ = field(p, "value").Interface().(goja.Value)
		return v, true
	}
	v.value, _ = stored.Interface().(goja.Value)
	return v, true
}

// functionName returns the name of a function, or "".
func functionName(f *goja.Object) string {
	if v, ok := rawProperty(f, "name"); ok {
		if s, isText := v.value.(goja.String); isText {
			return s.String()
		}
	}
	return ""
}
