// This file has the terminal behind standard input.

package node

import (
	"context"
	"io"
	"os"
	"sync"

	"github.com/dop251/goja"
	"golang.org/x/term"
)

// Terminal is a terminal that sends keys.
type Terminal struct {
	file *os.File

	mu    sync.Mutex
	saved *terminalState // what the terminal was before it was made raw; nil if it is not raw
}

// control calls f with the descriptor of the terminal. It fails if the program has closed the file.
func (t *Terminal) control(f func(fd int) error) error {
	conn, err := t.file.SyscallConn()
	if err != nil {
		return err
	}
	if controlErr := conn.Control(func(fd uintptr) { err = f(int(fd)) }); controlErr != nil {
		return controlErr
	}
	return err
}

// terminalOf returns the terminal that a standard input or output is, or nil if it is none.
func terminalOf(stream any) *Terminal {
	file, ok := stream.(*os.File)
	if !ok {
		return nil
	}
	t, is := &Terminal{file: file}, false
	if err := t.control(func(fd int) error { is = term.IsTerminal(fd); return nil }); err != nil || !is {
		return nil
	}
	return t
}

// terminalBehind returns the terminal that gets what is written to w, or nil if there is none.
func terminalBehind(w io.Writer) *Terminal { return terminalOf(behind(w)) }

// behind returns the last writer that gets what is written to w. Writers between them have a method Unwrap.
func behind(w io.Writer) io.Writer {
	for {
		outer, ok := w.(interface{ Unwrap() io.Writer })
		if !ok {
			return w
		}
		w = outer.Unwrap()
	}
}

// rawTerminals are those that scripts have made raw.
var rawTerminals sync.Map //nolint:gochecknoglobals // terminals belong to the process

// RestoreTerminals makes the terminals that scripts have made raw again what they were. A process that ends while scripts run
// calls it. It is safe for concurrent use.
func RestoreTerminals() {
	rawTerminals.Range(func(t, _ any) bool {
		if t, ok := t.(*Terminal); ok {
			_ = t.setRaw(context.Background(), false)
		}
		return true
	})
}

// setRaw makes the terminal send each key at once, without showing it, or makes it again what it was. It is made so at the
// latest when ctx ends.
func (t *Terminal) setRaw(ctx context.Context, on bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if on == (t.saved != nil) {
		return nil
	}
	if !on {
		return t.restore()
	}
	var saved *terminalState
	if err := t.control(func(fd int) (err error) { saved, err = makeRaw(fd); return err }); err != nil {
		return err
	}
	t.saved = saved
	rawTerminals.Store(t, nil)
	context.AfterFunc(ctx, func() { _ = t.setRaw(ctx, false) })
	return nil
}

func (t *Terminal) restore() error {
	saved := t.saved
	t.saved = nil
	rawTerminals.Delete(t)
	return t.control(saved.restore)
}

// sizes defines the size of a terminal, columns and rows, on an output.
func (process *Process) sizes(o *goja.Object, t *Terminal) {
	for i, name := range []string{"columns", "rows"} {
		get := process.vm.NativeFunction("get "+name, func(goja.FunctionCall) goja.Value {
			size := [2]int{80, 24}
			if t != nil {
				_ = t.control(func(fd int) error {
					columns, rows, err := term.GetSize(fd)
					if err == nil && columns > 0 {
						size = [2]int{columns, rows}
					}
					return err
				})
			}
			return process.rt.ToValue(size[i])
		})
		set := process.vm.NativeFunction("set "+name, func(call goja.FunctionCall) goja.Value {
			process.vm.Check(o.DefineDataProperty(name, call.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
			return goja.Undefined()
		})
		_ = o.DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
}
