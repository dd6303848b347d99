package v8errors

// This file translates the messages about text that is compiled while a script runs.

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// ofEval returns V8's message for source that eval or Function was given.
func ofEval(rt *goja.Runtime, text string) (v8s string, ok bool) {
	rest, ok := strings.CutPrefix(text, "SyntaxError: ")
	if !ok {
		return "", false
	}
	_, place, ok := strings.Cut(rest, ": Line ")
	if !ok {
		rest, _, ok = strings.Cut(rest, " at <eval>:")
		return ofCompiler(rt, rest), ok
	}
	rest = place
	if i := strings.LastIndex(rest, " (and "); i >= 0 && strings.HasSuffix(rest, " more errors)") {
		rest = rest[:i]
	}
	place, message, ok := strings.Cut(rest, " ")
	if !ok {
		return "", false
	}
	t := tokenAt(rt, place)
	word, before := t.word, t.before
	switch {
	case before == "await" && strings.HasPrefix(message, "Unexpected ") && !strings.HasSuffix(message, " }"):
		return "await is only valid in async functions and the top level bodies of modules", true
	case strings.HasPrefix(message, "Unexpected ") && t.inArguments() && !strings.HasSuffix(message, " ,") && !strings.HasSuffix(message, " ILLEGAL") && !strings.HasSuffix(message, " of input"):
		return "missing ) after argument list", true
	case message == "Unexpected token let":
		return "Unexpected identifier 'let'", true
	case message == "Unexpected identifier" && word != "":
		return message + " '" + word + "'", true
	case message == "Unexpected reserved word" && strings.HasPrefix(t.source[t.at:], "import.meta"):
		return "Cannot use 'import.meta' outside a module", true
	case message == "Unexpected reserved word" && word == "import" && !strings.HasPrefix(t.source[t.at:], "import("):
		return "Cannot use import statement outside a module", true
	case message == "Unexpected reserved word" && word == "export":
		return "Unexpected token 'export'", true
	case message == "Unexpected token (" && before == "function":
		return "Function statements require a function name", true
	case message == "Illegal continue statement":
		return message + ": no surrounding iteration statement", true
	}
	token, isToken := strings.CutPrefix(message, "Unexpected token ")
	if isToken && token != "ILLEGAL" {
		return "Unexpected token '" + token + "'", true
	}
	if isToken {
		return "Invalid or unexpected token", true
	}
	return message, true
}

// ofCompiler returns V8's message for one of goja's compiler.
func ofCompiler(rt *goja.Runtime, text string) string {
	switch text {
	case "Octal literals are not allowed in strict mode", "Delete of an unqualified identifier in strict mode":
		return text + "."
	case "Assignment to eval or arguments is not allowed in strict mode":
		return "Unexpected eval or arguments in strict mode"
	case "Compiler bug: Unknown expression type: *ast.PrivateIdentifier":
		source := compiled(rt)
		name := ""
		if at := strings.IndexByte(source, '#'); at >= 0 {
			name = wordAt(source, at+1)
		}
		return "Private field '#" + name + "' must be declared in an enclosing class"
	}
	return text
}

// compiled returns the text that eval or Function was given, or "".
func compiled(rt *goja.Runtime) string {
	f, ok := running(rt)
	if !ok {
		m, ok := read(rt)
		if !ok {
			return ""
		}
		v, _ := m.value(1).(goja.String)
		if v == nil {
			return ""
		}
		return v.String()
	}
	if len(f.args) == 0 {
		return ""
	}
	v, isText := f.args[len(f.args)-1].(goja.String)
	if !isText {
		return ""
	}
	return v.String()
}

// token is a word of the text that eval or Function was given.
type token struct {
	source       string
	at           int
	word, before string // the word that is there, and the one before it
}

// tokenAt returns the token at a place of the text that eval or Function was given.
func tokenAt(rt *goja.Runtime, place string) (t token) {
	l, c, _ := strings.Cut(place, ":")
	line, errLine := strconv.Atoi(l)
	column, errColumn := strconv.Atoi(strings.TrimSuffix(c, ":"))
	t.source = compiled(rt)
	if errLine != nil || errColumn != nil || len(t.source) > maxSearch || t.source == "" {
		return token{}
	}
	lines := strings.Split(t.source, "\n")
	if isFunction(rt) {
		line -= 2 // it writes two lines before the text
	}
	if line < 1 || column < 1 {
		return token{}
	}
	t.at = len(t.source)
	if line <= len(lines) && column <= len(lines[line-1]) {
		t.at = len(strings.Join(lines[:line-1], "\n")) + column - 1
		if line > 1 {
			t.at++
		}
		t.word = wordAt(t.source, t.at)
	}
	t.before = wordBefore(t.source, skipSpaceBack(t.source, t.at))
	return t
}

// isFunction reports whether the text is the body of a function.
func isFunction(rt *goja.Runtime) bool {
	f, ok := running(rt)
	if ok {
		return f.callee != rt.Get("eval")
	}
	m, ok := read(rt)
	return ok && !strings.Contains(m.name(), "Eval")
}

// inArguments reports whether the token is within the brackets of a call.
func (t token) inArguments() bool {
	depth := 0
	for i := t.at - 1; i >= 0; i-- {
		switch t.source[i] {
		case '"', '\'', '`':
			return false // brackets may be in a text
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth >= 0 {
				continue
			}
			end := skipSpaceBack(t.source, i)
			if t.source[i] != '(' || end == 0 || !endsOperand(t.source, end) {
				return false
			}
			name := wordBefore(t.source, end)
			switch name {
			case "if", "while", "for", "switch", "catch", "with", "function":
				return false
			}
			return wordBefore(t.source, skipSpaceBack(t.source, end-len(name))) != "function"
		}
	}
	return false
}
