// This file has console, which prints in the same form as Node.

package node

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/safetext"
)

type console struct {
	process  *Process
	out, err io.Writer
	indent   string
	counts   map[string]int
	timers   map[string]time.Time
}

func (process *Process) installConsole() {
	c := &console{process: process, out: process.o.Stdout, err: process.o.Stderr, counts: map[string]int{}, timers: map[string]time.Time{}}
	if c.out == nil {
		c.out = io.Discard
	}
	if c.err == nil {
		c.err = io.Discard
	}
	process.console = c
	o := process.rt.NewObject()
	for _, name := range []string{"log", "info", "debug", "dirxml"} {
		process.vm.Native(o, name, c.printer(1))
	}
	for _, name := range []string{"error", "warn"} {
		process.vm.Native(o, name, c.printer(2))
	}
	for name, f := range map[string]func(goja.FunctionCall){
		"trace": c.trace, "assert": c.assert, "dir": c.dir,
		"group": c.group, "groupCollapsed": c.group, "groupEnd": c.groupEnd,
		"count": c.count, "countReset": c.countReset,
		"time": c.time, "timeEnd": c.timeEnd, "timeLog": c.timeLog, "table": c.table,
	} {
		process.vm.Native(o, name, func(call goja.FunctionCall) goja.Value {
			f(call)
			return goja.Undefined()
		})
	}
	for _, name := range []string{"clear", "profile", "profileEnd", "timeStamp"} { // there is no screen, and no profiler
		process.vm.Native(o, name, func(goja.FunctionCall) goja.Value { return goja.Undefined() })
	}
	_ = o.DefineAccessorProperty("Console", process.vm.NativeFunction("get Console", func(goja.FunctionCall) goja.Value {
		module, err := process.o.Builtin("console")
		process.vm.Check(err)
		return module.Get("Console")
	}), process.vm.NativeFunction("set Console", func(call goja.FunctionCall) goja.Value {
		_ = o.DefineDataProperty("Console", call.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return goja.Undefined()
	}), goja.FLAG_TRUE, goja.FLAG_FALSE) // not enumerable, so that a copy of the console does not load the module
	_ = process.rt.GlobalObject().DefineDataProperty("console", o, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

func (c *console) printer(fd int) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		c.print(fd, c.format(call.Arguments))
		return goja.Undefined()
	}
}

func (c *console) format(args []goja.Value) string {
	if len(args) == 1 {
		if s, ok := args[0].(goja.String); ok {
			return s.String()
		}
	}
	s, err := c.process.printer.Format(inspect.Options{Colors: c.process.o.Colors}, args...)
	if err != nil {
		c.process.vm.Throw(c.process.vm.ScriptError(err))
	}
	return s
}

// print writes a line to an output of process, by the function that a script has put in the place of its method write.
func (c *console) print(fd int, s string) {
	if c.indent != "" {
		guard.Need(c.process.rt, 2*(len(s)+(strings.Count(s, "\n")+1)*len(c.indent)))
		s = c.indent + strings.ReplaceAll(s, "\n", "\n"+c.indent)
	}
	output, write := c.process.outputs.replaced(fd)
	if write == nil {
		c.write(fd, s+"\n")
		return
	}
	done := c.process.vm.NativeFunction("", func(goja.FunctionCall) goja.Value { return goja.Undefined() })
	_, err := write(output, c.process.rt.ToValue(s+"\n"), done)
	if _, thrown := err.(*goja.Exception); err != nil && !thrown { //nolint:errorlint // errors.As would run traps of the thrown value
		c.process.vm.Throw(err) // the console ignores what the function throws, but not the limits
	}
}

// write writes to an output. A failed write ends the program, so that no output gets lost unnoticed.
func (c *console) write(fd int, s string) {
	w := c.out
	if fd == 2 {
		w = c.err
	}
	if _, err := io.WriteString(w, s); err != nil && !c.process.vm.Cut() { // what stopped the VM is its error
		c.process.vm.Fail(fmt.Errorf("write the output: %w", err))
		c.process.rt.Interrupt(c.process.vm.Err())
	}
}

func (c *console) trace(call goja.FunctionCall) {
	c.print(2, "Trace: "+c.format(call.Arguments)+c.process.vm.CallerFrames())
}

func (c *console) assert(call goja.FunctionCall) {
	if call.Argument(0).ToBoolean() {
		return
	}
	if len(call.Arguments) < 2 {
		c.print(2, "Assertion failed")
		return
	}
	c.print(2, "Assertion failed: "+c.format(call.Arguments[1:]))
}

func (c *console) dir(call goja.FunctionCall) {
	o, err := c.process.printer.OptionsFrom(call.Argument(1))
	c.process.vm.Check(err)
	o.NoCustom = true
	s, err := c.process.printer.Inspect(call.Argument(0), o)
	c.process.vm.Check(err)
	c.print(1, s)
}

func (c *console) group(call goja.FunctionCall) {
	if len(call.Arguments) > 0 {
		c.print(1, c.format(call.Arguments))
	}
	c.indent += "  "
}

func (c *console) groupEnd(goja.FunctionCall) {
	c.indent = strings.TrimSuffix(c.indent, "  ")
}

func label(call goja.FunctionCall) string {
	if v := call.Argument(0); !goja.IsUndefined(v) {
		return v.String()
	}
	return "default"
}

func (c *console) count(call goja.FunctionCall) {
	name := label(call)
	c.counts[name]++
	c.print(1, fmt.Sprintf("%s: %d", name, c.counts[name]))
}

func (c *console) countReset(call goja.FunctionCall) { delete(c.counts, label(call)) }

func (c *console) time(call goja.FunctionCall) { c.timers[label(call)] = c.process.vm.Now() }

func (c *console) timeLog(call goja.FunctionCall) {
	begin, ok := c.timers[label(call)]
	if !ok {
		c.process.Warn(fmt.Sprintf("No such label '%s' for console.timeLog()", label(call)))
		return
	}
	line := fmt.Sprintf("%s: %.3fms", label(call), float64(c.process.vm.Now().Sub(begin))/float64(time.Millisecond))
	if len(call.Arguments) > 1 {
		line += " " + c.format(call.Arguments[1:])
	}
	c.print(1, line)
}

func (c *console) timeEnd(call goja.FunctionCall) {
	c.timeLog(goja.FunctionCall{Arguments: []goja.Value{c.process.rt.ToValue(label(call))}})
	delete(c.timers, label(call))
}

// Print prints a message to where console.log prints. It may contain text of others.
func (process *Process) Print(message string) {
	process.console.write(1, safetext.Message(message)+"\n")
}

// longWarning is the length of a warning from which on equal ones are printed again: texts that long are not remembered.
const longWarning = 2000

// Warn prints a message for the person who runs the program. It prints equal messages once.
func (process *Process) Warn(message string) {
	if process.warned[message] {
		return
	}
	if process.warned == nil {
		process.warned = map[string]bool{}
	}
	if len(message) < longWarning {
		process.warned[message] = true
	}
	guard.Need(process.rt, 4*len(message))
	process.console.write(2, safetext.Message(message)+"\n")
}
