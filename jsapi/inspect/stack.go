package inspect

// This file converts goja's stacks to Node's form.

import (
	"strings"

	"github.com/dop251/goja"
)

// stackOf returns o.stack in Node's form, or "Name: message" if o has no stack.
func (p *Printer) stackOf(o *goja.Object) string {
	v := orUndefined(o.Get("stack"))
	if !v.ToBoolean() {
		return p.method("Error.prototype.toString", o).String()
	}
	stack := textOf(v)
	head, frames := splitStack(stack)
	if len(frames) == 0 {
		if head != stack && head != p.method("Error.prototype.toString", o).String() {
			return stack // a stack of the script that ends with a line break
		}
		return head
	}
	frames = frames[p.constructorFrames(o, frames):]
	var b strings.Builder
	b.WriteString(head)
	for _, f := range frames {
		switch {
		case f.place == "native":
		case f.name == "":
			b.WriteString(frameStart + " " + f.place)
		default:
			b.WriteString(frameStart + " " + f.name + " (" + f.place + ")")
		}
	}
	return b.String()
}

type frame struct{ name, place string }

// splitStack separates goja's frames from the start of a stack.
func splitStack(stack string) (head string, frames []frame) {
	head, ok := strings.CutSuffix(stack, "\n")
	if !ok {
		return stack, nil
	}
	lines := strings.Split(head, "\n")
	first := len(lines)
	for first > 1 && strings.HasPrefix(lines[first-1], "\tat ") {
		first--
	}
	for _, line := range lines[first:] {
		frames = append(frames, parseFrame(strings.TrimPrefix(line, "\tat ")))
	}
	return strings.Join(lines[:first], "\n"), frames
}

// parseFrame reads "name (place(12))", "place(12)" or "name (native)"; the number is a program counter.
func parseFrame(s string) frame {
	var f frame
	if name, place, ok := strings.Cut(s, " ("); ok && strings.HasSuffix(place, ")") {
		f.name, s = name, strings.TrimSuffix(place, ")")
	}
	f.place = s
	if open := strings.LastIndexByte(s, '('); open > 0 && strings.HasSuffix(s, ")") {
		f.place = s[:open]
	}
	return f
}

// constructorFrames returns the number of topmost frames that are constructors of o's classes, since V8
// leaves them out. goja has a frame without a name for each class that has an explicit constructor.
func (p *Printer) constructorFrames(o *goja.Object, frames []frame) int {
	n := 0
	for at := o.Prototype(); at != nil && n < len(frames) && frames[n].name == ""; at = at.Prototype() {
		c, ok := p.data(at, "constructor").(*goja.Object)
		if !ok || !isFunction(c) {
			continue
		}
		source := p.method("Function.prototype.toString", c).String()
		if isClass(source) && writesConstructor(source) {
			n++
		}
	}
	return n
}

// writesConstructor reports whether the source of a class contains constructor(...).
func writesConstructor(source string) bool {
	const word = "constructor"
	for {
		i := strings.Index(source, word)
		if i < 0 {
			return false
		}
		after := strings.TrimLeft(source[i+len(word):], " \t\r\n")
		if i > 0 && strings.IndexByte("{};/ \t\r\n", source[i-1]) >= 0 && strings.HasPrefix(after, "(") {
			return true
		}
		source = source[i+len(word):]
	}
}
