// This file determines places in the user's source: those of errors and of calls.

package vm

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/v8errors"
)

// fileOf returns the path of the source that goja names name.
func fileOf(name string) string {
	path, isURL := strings.CutPrefix(name, "file://")
	if decoded, err := url.PathUnescape(path); err == nil && (isURL || strings.Contains(path, "%")) {
		return decoded
	}
	return path
}

// CallingFile returns the path of the file whose function runs, as the script was named, or "" if there is none. The functions
// of lib do not count.
func (vm *VM) CallingFile() string {
	for _, f := range vm.rt.CaptureCallStack(0, nil) {
		at := f.Position()
		if name := fileOf(at.Filename); name != "" && at.Line > 0 && !strings.HasPrefix(name, "<") && !strings.HasPrefix(name, "hitlrun/") && !strings.HasPrefix(name, "hitlrun:") && name != "native" {
			return name
		}
	}
	return ""
}

// Position is a place in a source file. Line and Column start at 1.
type Position struct {
	File         string
	Line, Column int
}

// String returns a text like "flow.ts:3:5".
func (p Position) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// isUser reports whether a position is in a file of the user.
func (p Position) isUser() bool {
	return p.File != "" && p.File != bundleName && p.File != "native" && p.File != "<native>" && !strings.HasPrefix(p.File, "hitlrun") &&
		!strings.Contains(p.File, "node_modules/")
}

var frameLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s+at (?:.*\()?([^()\n]+?):(\d+):(\d+)`) })

// Of a stack, userFrame reads the lines that look like frames: this many of them, and none that is longer. Stacks of the
// engine have fewer and shorter ones.
const (
	maxFrames    = 10_000
	maxFrameLine = 1 << 14
)

// userFrame returns the innermost place in a file of the user that an error passed through; the zero Position if there is none.
// It uses the stack of the error, which omits the constructors of its classes, or else the frames
// that goja recorded.
func (e *ScriptError) userFrame() Position {
	if o, ok := e.value.(*goja.Object); ok && o.ClassName() == "Error" {
		stack := ""
		_ = e.vm.rt.Try(func() { stack = e.vm.printer.Stack(o) }) // the stack may be a getter
		if p := e.vm.firstUserFrame(stack); p.File != "" {
			return p
		}
	}
	for _, f := range e.stack {
		at := v8errors.Place(&f)
		if p := (Position{fileOf(f.SrcName()), at.Line, at.Column}); p.isUser() {
			return p
		}
	}
	return Position{}
}

// firstUserFrame returns the first place in a file of the user that a stack has.
func (vm *VM) firstUserFrame(stack string) Position {
	frames := 0
	for lines := 0; stack != "" && frames < maxFrames; lines++ {
		if lines%100 == 0 {
			guard.Hear(vm.rt)
		}
		var line string
		line, stack, _ = strings.Cut(stack, "\n")
		if len(line) > maxFrameLine || !strings.HasPrefix(strings.TrimLeft(line, " \t\r\f"), "at ") {
			continue
		}
		frames++
		m := frameLine().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		row, _ := strconv.Atoi(m[2])
		column, _ := strconv.Atoi(m[3])
		if p := (Position{fileOf(m[1]), row, column}); p.isUser() {
			return p
		}
	}
	return Position{}
}

// Bundled reports whether the file at an absolute path is in the bundle.
func (vm *VM) Bundled(path string) bool {
	_, found := slices.BinarySearchFunc(vm.program.bundle.Files, path, func(f bundle.File, path string) int { return strings.Compare(f.Path, path) })
	return found
}

// frame returns the lines of source around a position, "" if there are none.
func (p *Program) frame(at Position) string {
	if at.File == "" {
		return ""
	}
	source, ok := p.bundle.Source(at.File)
	if !ok {
		return "" // the file may have changed since it was bundled
	}
	return bundle.Frame(at.File, at.Line, at.Column, source)
}

// frameText returns a stack frame as Node prints it.
func frameText(f goja.StackFrame) string {
	at := v8errors.Place(&f)
	where := fmt.Sprintf("%s:%d:%d", f.SrcName(), at.Line, at.Column)
	if name := f.FuncName(); name != "" {
		return "    at " + name + " (" + where + ")"
	}
	return "    at " + where
}

// SetStack sets the stack of an error to the user's part of frames.
func (vm *VM) SetStack(o *goja.Object, frames []goja.StackFrame) {
	lines := []string{o.String()}
	for _, f := range frames {
		p := Position{fileOf(f.SrcName()), f.Position().Line, f.Position().Column}
		if p.isUser() {
			lines = append(lines, frameText(f))
		}
	}
	_ = o.DefineDataProperty("stack", vm.rt.ToValue(strings.Join(lines, "\n")), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// CallerFrames returns the user's part of the stack of the running code, one line for each frame.
func (vm *VM) CallerFrames() string {
	var b strings.Builder
	for _, f := range vm.rt.CaptureCallStack(0, nil) {
		p := Position{fileOf(f.SrcName()), f.Position().Line, f.Position().Column}
		if p.isUser() {
			b.WriteString("\n" + frameText(f))
		}
	}
	return b.String()
}
