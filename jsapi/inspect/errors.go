package inspect

// This file prints errors: their stack in Node's form with the right class name, their cause and their
// aggregated errors.

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

const frameStart = "\n    at"

// errorBase returns the text of an error before its braces. It removes from keys those that the stack
// already shows, and adds cause and errors.
func (j *job) errorBase(o *goja.Object, h heading, keys *[]prop) string {
	name := "Error"
	if v := orUndefined(o.Get("name")); !goja.IsUndefined(v) && !goja.IsNull(v) {
		name = j.p.textOf(v)
	}
	stack := j.p.stackOf(o)
	if !j.ShowHidden {
		for _, key := range []string{"name", "message", "stack"} {
			i := slices.IndexFunc(*keys, func(k prop) bool { return k.name == key && k.sym == nil })
			if i < 0 {
				continue
			}
			value := stack
			if key != "stack" {
				value = j.p.textOf(o.Get(key))
			}
			if strings.Contains(stack, value) {
				*keys = slices.Delete(*keys, i, i+1)
			}
		}
	}
	if j.p.static("Reflect.has", o, j.p.vm.ToValue("cause")).ToBoolean() {
		addKey(keys, "cause")
	}
	if list, ok := o.Get("errors").(*goja.Object); ok && isArray(list) {
		addKey(keys, "errors")
	}
	stack = improveStack(stack, name, h)
	return j.indented(j.frames(o, stack))
}

func isArray(o *goja.Object) bool {
	switch kindOf(o) {
	case kindArray:
		return true
	case kindProxy:
		proxy, _ := guard.Export(o).(goja.Proxy)
		return proxy.Target() != nil && isArray(proxy.Target())
	}
	return false
}

func addKey(keys *[]prop, name string) {
	if !slices.ContainsFunc(*keys, func(k prop) bool { return k.name == name && k.sym == nil }) {
		*keys = append(*keys, prop{name: name})
	}
}

func (j *job) indented(s string) string {
	if j.indent == 0 {
		return s
	}
	guard.Need(j.p.vm, len(s)+strings.Count(s, "\n")*j.indent)
	return strings.ReplaceAll(s, "\n", "\n"+strings.Repeat(" ", j.indent))
}

// improveStack inserts the class name into a stack that begins with the name of a superclass: "Error: msg"
// of a ValidationError becomes "ValidationError [Error]: msg" or "ValidationError: msg".
func improveStack(stack, name string, h heading) string {
	n := len(name)
	begins := strings.HasPrefix(stack, name) && (len(stack) == n || stack[n] == ':' || stack[n] == '\n')
	if !h.null && !(strings.HasSuffix(name, "Error") && begins) {
		return stack
	}
	fallback := "Error"
	if h.null {
		start := stackName(stack)
		n = len(start)
		if start != "" {
			fallback = start
		}
	}
	prefix := strings.TrimSuffix(h.prefix(fallback, ""), " ")
	switch {
	case name == prefix:
		return stack
	case !strings.Contains(prefix, name):
		return prefix + " [" + name + "]" + stack[n:]
	case n == 0:
		return prefix + ": " + stack
	}
	return prefix + stack[n:]
}

// stackName returns the start of a stack if it looks like a class name, else "".
func stackName(stack string) string {
	i := 0
	for i < len(stack) && strings.IndexByte(" []()-_", stack[i]) >= 0 || i < len(stack) && isAlphanumeric(stack[i]) {
		i++
	}
	if i > 1 && stack[0] >= 'A' && stack[0] <= 'Z' {
		switch {
		case i < len(stack) && stack[i] == ':':
			return stack[:i]
		case strings.HasPrefix(stack[i:], frameStart):
			return stack[:i]
		}
	}
	if i == len(stack) && strings.HasSuffix(stack, "Error") && !strings.ContainsAny(stack, " []()") {
		return stack
	}
	return ""
}

func isAlphanumeric(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// frames colours a stack. It puts a stack without frames in brackets, and shortens one that repeats the
// frames of its cause.
func (j *job) frames(o *goja.Object, stack string) string {
	from := 0
	if m, ok := o.Get("message").(goja.String); ok && m.Length() > 0 {
		if i := strings.Index(stack, m.String()); i > 0 {
			from = i + len(m.String())
		}
	}
	at := strings.Index(stack[from:], frameStart)
	if at < 0 {
		return "[" + stack + "]"
	}
	head := stack[:from+at]
	lines := j.withoutCause(o, j.p.lines(stack[from+at+1:]))
	if j.Colors {
		for i, line := range lines {
			lines[i] = j.markLine(line)
			j.p.took(len(lines[i]))
		}
	}
	guard.Need(j.p.vm, len(stack))
	return head + "\n" + strings.Join(lines, "\n")
}

// withoutCause replaces the frames that the cause's stack also has by a line with their number.
func (j *job) withoutCause(o *goja.Object, lines []string) []string {
	var cause *goja.Object
	_ = j.p.vm.Try(func() { cause, _ = o.Get("cause").(*goja.Object) })
	if cause == nil || !j.p.isError(cause) {
		return lines
	}
	stack := j.p.stackOf(cause)
	at := strings.Index(stack, frameStart)
	if at < 0 {
		return lines
	}
	offset, n := j.p.sharedRun(lines, j.p.lines(stack[at+1:]))
	if n == 0 {
		return lines
	}
	note := "    ... " + decimal(n-2) + " lines matching cause stack trace ..."
	return slices.Replace(lines, offset+1, offset+n-1, j.style(note, "undefined"))
}

// sharedRun finds the first run of more than three lines of a that is also in b.
func (p *Printer) sharedRun(a, b []string) (offset, n int) {
	const perLine = 64
	places := make(map[string]int) // of the first of equal lines of b
	for i, line := range b {
		if _, ok := places[line]; !ok {
			p.took(perLine)
			places[line] = i
		}
		p.read(len(line) + perStep)
	}
	for i := 0; i < len(a)-3; i++ {
		p.read(len(a[i]) + perStep)
		at, ok := places[a[i]]
		if !ok || len(b)-at <= 3 {
			continue
		}
		n := 1
		for n < min(len(a)-i, len(b)-at) && a[i+n] == b[at+n] {
			n++
		}
		if n > 3 {
			return i, n
		}
	}
	return 0, 0
}

// isError reports whether o is an error or inherits from Error.
func (p *Printer) isError(o *goja.Object) bool {
	return kindOf(o) == kindError || kindOf(o) != kindProxy && p.inheritsFrom(o, "Error")
}

// markLine colours a frame: the directory of the script is grey, and names of packages are underlined.
func (j *job) markLine(line string) string {
	const dir = "node_modules/"
	var b strings.Builder
	for {
		i := strings.Index(line, "/"+dir)
		if i < 0 {
			break
		}
		i += 1 + len(dir)
		end := strings.IndexByte(line[i:], '/')
		if end >= 0 && line[i] == '@' {
			if more := strings.IndexByte(line[i+end+1:], '/'); more >= 0 {
				end += 1 + more
			}
		}
		if end < 0 {
			break
		}
		b.WriteString(line[:i] + j.style(line[i:i+end], "module"))
		line = line[i+end:]
	}
	line = b.String() + line
	i := strings.Index(line, j.p.Dir)
	if j.p.Dir == "" || i < 0 {
		return line
	}
	i -= len("file://")
	if i < 0 || !strings.HasPrefix(line[i:], "file://") {
		i += len("file://")
	}
	end := min(strings.Index(line, j.p.Dir)+len(j.p.Dir)+1, len(line))
	if i > 0 && line[i-1] == '(' && strings.HasSuffix(line, ")") {
		return line[:i-1] + j.style(line[i-1:end], "undefined") + line[end:len(line)-1] + j.style(")", "undefined")
	}
	return line[:i] + j.style(line[i:end], "undefined") + line[end:]
}
