package inspect

// This file converts goja's stacks to Node's form.

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// stackOf returns o.stack in Node's form, or "Name: message" if o has no stack.
func (p *Printer) stackOf(o *goja.Object) string {
	v := orUndefined(o.Get("stack"))
	if !v.ToBoolean() {
		return p.method("Error.prototype.toString", o).String()
	}
	stack := p.textOf(v)
	head, frames := p.splitStack(stack)
	if frames == "" {
		if head != stack && head != p.method("Error.prototype.toString", o).String() {
			return stack // a stack of the script that ends with a line break
		}
		return head
	}
	frames = p.withoutConstructors(o, frames)
	most := len(head) + len(frames) + strings.Count(frames, "\n")*len(frameStart)
	guard.Need(p.vm, most)
	var b strings.Builder
	b.Grow(most)
	b.WriteString(head)
	for frames != "" {
		p.step()
		f, rest := nextFrame(frames)
		frames = rest
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

const ownFrameStart = "\tat " // of goja

// splitStack separates goja's frames, each a line with its line break, from the start of a stack.
func (p *Printer) splitStack(stack string) (head, frames string) {
	head, ok := strings.CutSuffix(stack, "\n")
	if !ok {
		return stack, ""
	}
	for {
		p.step()
		i := strings.LastIndexByte(head, '\n')
		if i < 0 || !strings.HasPrefix(head[i+1:], ownFrameStart) {
			return head, stack[len(head)+1:]
		}
		head = head[:i]
	}
}

// nextFrame reads the first of goja's frames.
func nextFrame(frames string) (f frame, rest string) {
	line, rest, _ := strings.Cut(frames, "\n")
	return parseFrame(strings.TrimPrefix(line, ownFrameStart)), rest
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

// withoutConstructors removes the topmost frames that are constructors of o's classes, since V8 leaves them out. goja has a
// frame without a name for each class that has an explicit constructor.
func (p *Printer) withoutConstructors(o *goja.Object, frames string) string {
	for at := o.Prototype(); at != nil && frames != ""; at = at.Prototype() {
		guard.Hear(p.vm) // the source of a class can be long
		f, rest := nextFrame(frames)
		if f.name != "" {
			break
		}
		c, ok := p.data(at, "constructor").(*goja.Object)
		if !ok || !isFunction(c) {
			continue
		}
		source := p.method("Function.prototype.toString", c).String()
		if isClass(source) && writesConstructor(source) {
			frames = rest
		}
	}
	return frames
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
