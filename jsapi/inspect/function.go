package inspect

// This file prints functions and classes: [Function: f], [class A extends B].

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

func (j *job) functionBase(o *goja.Object, k kind, h heading) string {
	if isClass(j.p.method("Function.prototype.toString", o).String()) {
		return j.p.classBase(o, h)
	}
	typ := j.p.kindName(o, k)
	if guard.IsAsyncGeneratorFunction(j.p.vm, o) {
		typ = "AsyncGeneratorFunction"
	}
	base := "[" + typ
	if h.null {
		base += " (null prototype)"
	}
	if name := orUndefined(o.Get("name")); isEmptyString(name) {
		base += " (anonymous)"
	} else {
		base += ": " + j.p.textOf(name)
	}
	base += "]"
	// In goja async methods inherit from Function.
	if !h.null && h.class != typ && (h.class != "Function" || k != kindAsyncFunction) {
		base += " " + h.class
	}
	if h.tag != "" && (h.null || h.class != h.tag) {
		base += " [" + h.tag + "]"
	}
	return base
}

func (p *Printer) classBase(o *goja.Object, h heading) string {
	name := "(anonymous)"
	if p.hasOwn(o, p.vm.ToValue("name")) {
		if v := orUndefined(o.Get("name")); v.ToBoolean() {
			name = p.textOf(v)
		}
	}
	base := "class " + name
	if !h.null && h.class != "Function" {
		base += " [" + h.class + "]"
	}
	if h.tag != "" && (h.null || h.class != h.tag) {
		base += " [" + h.tag + "]"
	}
	if h.null {
		return "[" + base + " extends [null prototype]]"
	}
	if parent := o.Prototype(); parent != nil {
		if v := orUndefined(parent.Get("name")); v.ToBoolean() {
			base += " extends " + p.textOf(v)
		}
	}
	return "[" + base + "]"
}

// isClass reports whether the source of a function is that of a class, and not of a method named class.
func isClass(source string) bool {
	if !strings.HasPrefix(source, "class") || !strings.HasSuffix(source, "}") {
		return false
	}
	head, _, ok := strings.Cut(source[len("class"):], "{")
	if !ok {
		return false
	}
	if !strings.Contains(head, "(") {
		return true
	}
	head, ok = beforeBody(source[len("class"):])
	return ok && head != "" && strings.ContainsRune(" \t\r\n", rune(head[0])) && !strings.Contains(head, "(")
}

// beforeBody returns the text before the first brace, without comments, and also without text in strings that looks like a
// comment. ok is false if there is no brace.
func beforeBody(s string) (head string, ok bool) {
	var b strings.Builder
	for {
		i := strings.IndexAny(s, "/{")
		if i < 0 {
			return "", false
		}
		b.WriteString(s[:i])
		switch s = s[i:]; {
		case s[0] == '{':
			return b.String(), true
		case strings.HasPrefix(s, "//"):
			_, s, _ = strings.Cut(s, "\n")
		case strings.HasPrefix(s, "/*"):
			_, s, _ = strings.Cut(s[2:], "*/")
		default:
			b.WriteByte('/')
			s = s[1:]
		}
	}
}

func isEmptyString(v goja.Value) bool {
	s, ok := v.(goja.String)
	return ok && s.Length() == 0
}
