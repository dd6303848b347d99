// This file has console, which prints what Node prints.

package jsapi

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
)

type console struct {
	vm       *VM
	out, err io.Writer
	indent   string
	counts   map[string]int
	timers   map[string]time.Time
}

func (vm *VM) installConsole() {
	c := &console{vm: vm, out: vm.o.Stdout, err: vm.o.Stderr, counts: map[string]int{}, timers: map[string]time.Time{}}
	if c.out == nil {
		c.out = io.Discard
	}
	if c.err == nil {
		c.err = io.Discard
	}
	vm.console = c
	o := vm.rt.NewObject()
	for _, name := range []string{"log", "info", "debug"} {
		vm.native(o, name, c.printer(&c.out))
	}
	for _, name := range []string{"error", "warn"} {
		vm.native(o, name, c.printer(&c.err))
	}
	for name, f := range map[string]func(goja.FunctionCall){
		"trace": c.trace, "assert": c.assert, "dir": c.dir,
		"group": c.group, "groupCollapsed": c.group, "groupEnd": c.groupEnd,
		"count": c.count, "countReset": c.countReset,
		"time": c.time, "timeEnd": c.timeEnd, "timeLog": c.timeLog, "table": c.table,
	} {
		vm.native(o, name, func(call goja.FunctionCall) goja.Value {
			f(call)
			return goja.Undefined()
		})
	}
	_ = vm.rt.GlobalObject().DefineDataProperty("console", o, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

func (c *console) printer(w *io.Writer) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		c.print(*w, c.format(call.Arguments))
		return goja.Undefined()
	}
}

func (c *console) format(args []goja.Value) string {
	if len(args) == 1 {
		if s, ok := args[0].(goja.String); ok {
			return s.String()
		}
	}
	s, err := c.vm.printer.Format(inspect.Options{Colors: c.vm.o.Colors}, args...)
	if err != nil {
		c.vm.throw(c.vm.scriptError(err))
	}
	return s
}

// print writes a line. A write that fails ends the program: what a script prints
// must not get lost unnoticed.
func (c *console) print(w io.Writer, s string) {
	if c.indent != "" {
		s = c.indent + strings.ReplaceAll(s, "\n", "\n"+c.indent)
	}
	if _, err := io.WriteString(w, s+"\n"); err != nil {
		c.vm.fail(fmt.Errorf("write the output: %w", err))
		c.vm.rt.Interrupt(c.vm.failure)
	}
}

func (c *console) trace(call goja.FunctionCall) {
	c.print(c.err, "Trace: "+c.format(call.Arguments)+c.vm.callerFrames())
}

func (c *console) assert(call goja.FunctionCall) {
	if call.Argument(0).ToBoolean() {
		return
	}
	if len(call.Arguments) < 2 {
		c.print(c.err, "Assertion failed")
		return
	}
	c.print(c.err, "Assertion failed: "+c.format(call.Arguments[1:]))
}

func (c *console) dir(call goja.FunctionCall) {
	o, err := c.vm.printer.OptionsFrom(call.Argument(1))
	c.vm.check(err)
	o.NoCustom = true
	s, err := c.vm.printer.Inspect(call.Argument(0), o)
	c.vm.check(err)
	c.print(c.out, s)
}

func (c *console) group(call goja.FunctionCall) {
	if len(call.Arguments) > 0 {
		c.print(c.out, c.format(call.Arguments))
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
	c.print(c.out, fmt.Sprintf("%s: %d", name, c.counts[name]))
}

func (c *console) countReset(call goja.FunctionCall) { delete(c.counts, label(call)) }

func (c *console) time(call goja.FunctionCall) { c.timers[label(call)] = c.vm.now() }

func (c *console) timeLog(call goja.FunctionCall) {
	begin, ok := c.timers[label(call)]
	if !ok {
		c.vm.warn(fmt.Sprintf("No such label '%s' for console.timeLog()", label(call)))
		return
	}
	line := fmt.Sprintf("%s: %.3fms", label(call), float64(c.vm.now().Sub(begin))/float64(time.Millisecond))
	if len(call.Arguments) > 1 {
		line += " " + c.format(call.Arguments[1:])
	}
	c.print(c.out, line)
}

func (c *console) timeEnd(call goja.FunctionCall) {
	c.timeLog(goja.FunctionCall{Arguments: []goja.Value{c.vm.rt.ToValue(label(call))}})
	delete(c.timers, label(call))
}

// warn tells the person who runs the program something, once.
func (vm *VM) warn(message string) {
	if vm.warned[message] {
		return
	}
	if vm.warned == nil {
		vm.warned = map[string]bool{}
	}
	vm.warned[message] = true
	vm.console.print(vm.console.err, message)
}
