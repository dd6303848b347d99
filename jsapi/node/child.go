// This file is the Go side of node:child_process. The programs run at the same time as the script, and are
// killed when its run ends.

package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/web"
)

// maxChildren is the number of programs that a VM may run at the same time.
const maxChildren = 128

// childNatives are spawn(options, done) → handle and spawnSync(options) → result. Options are {file, args, argv0, env (pairs), cwd, stdio ("pipe", "ignore",
// "inherit"), detached}; for spawnSync also {input, timeout, most, signal}. A handle has pid, pipes (handles, or undefined), kill(signal), ref(on).
func (h *host) childNatives() map[string]native {
	return map[string]native{
		"spawn": h.spawn, "spawnSync": h.spawnSync,
		"signals": func(args) (any, error) {
			o := map[string]any{}
			for name, number := range signals {
				o[name] = int(number)
			}
			return o, nil
		},
	}
}

// child is a program that the script runs.
type child struct {
	h     *host
	cmd   *exec.Cmd
	pipes [3]*os.File // our ends
	waits waits
	mu    sync.Mutex
	ended bool

	// Used on the loop only: printing is the number of pipes whose output is still being printed, and
	// printed is called when there are none left.
	printing int
	printed  func()
}

// prepare makes a child from options. It does not start it.
func (h *host) prepare(a args) (*child, error) {
	if err := h.outside("Running a program with node:child_process"); err != nil {
		return nil, err
	}
	file, cwd := a.textField(0, "file"), a.textField(0, "cwd")
	path, err := h.env.Program(file, cwd)
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
			return nil, syscall.ENOENT
		}
		return nil, denied(err)
	}
	var list, env []string
	if err := errors.Join(a.export(0, "args", &list), a.export(0, "env", &env)); err != nil {
		return nil, err
	}
	for _, text := range slices.Concat(list, env, []string{cwd, file}) {
		if strings.Contains(text, "\x00") {
			return nil, &Error{Code: "ERR_INVALID_ARG_VALUE", Message: "The arguments of a program must be strings without null bytes"}
		}
	}
	if env, err = h.env.ChildEnv(env); err != nil {
		return nil, denied(err)
	}
	name := a.textField(0, "argv0")
	if name == "" {
		name = file
	}
	c := &child{h: h, waits: waits{h: h}}
	c.cmd = &exec.Cmd{Path: path, Args: append([]string{name}, list...), Env: env, Dir: cwd}
	confine(c.cmd)
	return c, nil
}

// start starts the program. It is killed when the VM ends.
func (c *child) start() error {
	if info, err := os.Stat(c.cmd.Dir); c.cmd.Dir != "" && (err != nil || !info.IsDir()) {
		return syscall.ENOENT
	}
	if err := c.cmd.Start(); err != nil {
		return err
	}
	context.AfterFunc(c.h.env.Context, c.end)
	return nil
}

// end kills the program and all processes in its group.
func (c *child) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		killGroup(c.cmd.Process)
	}
}

// wait waits for the end of the program, and then kills the processes that are left in its group.
func (c *child) wait() (code any, signal any) {
	waitAndSweep(c.cmd.Process)
	c.mu.Lock()
	_ = c.cmd.Wait()
	c.ended = true
	c.mu.Unlock()
	return exitOf(c.cmd.ProcessState)
}

// pipe is an end of a pipe as a connection.
type pipe struct{ *os.File }

func (pipe) LocalAddr() net.Addr  { return nil }
func (pipe) RemoteAddr() net.Addr { return nil }

// connect sets the program's ends of the pipes, and returns them. The caller must close them after the
// program has started.
func (c *child) connect(stdio []string) (theirs []*os.File, err error) {
	for i := range 3 {
		kind := "ignore"
		if i < len(stdio) {
			kind = stdio[i]
		}
		if kind == "ignore" || kind == "inherit" && i == 0 {
			continue // no input: standard input belongs to the script
		}
		if i == 2 && kind == "inherit" && stdio[1] == "inherit" && c.h.oneOutput() {
			c.cmd.Stderr = c.cmd.Stdout // so that all is printed in its order
			continue
		}
		r, w, err := os.Pipe()
		if err != nil {
			return theirs, err
		}
		mine, other := r, w
		if i == 0 {
			mine, other = w, r
		}
		theirs = append(theirs, other)
		c.pipes[i] = mine
		switch i {
		case 0:
			c.cmd.Stdin = other
		case 1:
			c.cmd.Stdout = other
		case 2:
			c.cmd.Stderr = other
		}
	}
	return theirs, nil
}

// oneOutput reports whether both outputs of the script are the same file, such as a terminal.
func (h *host) oneOutput() bool {
	var files [2]fs.FileInfo
	for i, w := range h.env.Outputs {
		f, ok := behind(w).(*os.File)
		if !ok {
			return false
		}
		info, err := f.Stat()
		if err != nil {
			return false
		}
		files[i] = info
	}
	return os.SameFile(files[0], files[1])
}

// closePipes closes the script's ends of the pipes.
func (c *child) closePipes() {
	for _, f := range c.pipes {
		if f != nil {
			_ = f.Close()
		}
	}
}

// launch connects the pipes, and starts the program.
func (c *child) launch(stdio []string) error {
	theirs, err := c.connect(stdio)
	if err == nil {
		err = c.start()
	}
	for _, f := range theirs {
		_ = f.Close()
	}
	if err != nil {
		c.closePipes()
	}
	return err
}

func (h *host) spawn(a args) (any, error) {
	c, err := h.prepare(a)
	if err != nil {
		return nil, spawnError(a, "spawn", err)
	}
	var stdio []string
	if err := a.export(0, "stdio", &stdio); err != nil {
		return nil, err
	}
	if h.children >= maxChildren { // asked last, since reading an argument may run code that starts programs
		return nil, &Error{Code: "EAGAIN", Errno: -11, Message: fmt.Sprintf("spawn EAGAIN: the script has %d programs running, which is as many as it may have", h.children)}
	}
	if err := c.launch(stdio); err != nil {
		return nil, spawnError(a, "spawn", err)
	}
	h.children++
	done, _ := goja.AssertFunction(a.at(1))
	pipes := c.handles(stdio)
	end := c.waits.begin()
	web.Background(end, func() func() {
		code, signal := c.wait()
		return func() {
			h.children--
			c.printed = func() { h.call(done, nil, map[string]any{"code": code, "signal": signal}) }
			c.whenPrinted()
		}
	})
	return map[string]any{"pid": c.cmd.Process.Pid, "pipes": pipes, "methods": map[string]native{
		"kill": c.kill,
		"ref": func(a args) (any, error) {
			c.waits.ref(a.flag(0))
			return nil, nil
		},
	}}, nil
}

// handles makes the script's ends of the pipes. Inherited output is printed like output of the script.
func (c *child) handles(stdio []string) []any {
	list := make([]any, 3)
	for i, f := range c.pipes {
		switch {
		case f == nil:
		case stdio[i] == "inherit": // f is there, so stdio[i] is
			c.print(f, c.h.env.Outputs[i-1])
		default:
			s := c.h.newSocket()
			s.count()
			s.opened(pipe{f})
			list[i] = s.natives()
		}
	}
	return list
}

// print prints the output of a pipe. It does so on the loop, where the output of a script is counted.
func (c *child) print(f *os.File, to io.Writer) {
	context.AfterFunc(c.h.env.Context, func() { _ = f.Close() })
	c.printing++
	var next func()
	next = func() {
		web.Background(c.waits.begin(), func() func() {
			data, err := readOnce(pipe{f})
			return func() {
				if len(data) > 0 && to != nil {
					_, _ = to.Write(data) // a limit stops the VM
				}
				if err == nil {
					next()
				} else {
					_ = f.Close()
					c.printing--
					c.whenPrinted()
				}
			}
		})
	}
	next()
}

// whenPrinted reports the end of the program when all its output is printed.
func (c *child) whenPrinted() {
	if c.printing == 0 && c.printed != nil {
		c.printed()
	}
}

// kill implements kill(signal). It returns false if the program has ended.
func (c *child) kill(a args) (any, error) {
	c.h.env.Leaving()
	name := a.text(0) // may run code of the script, which may call kill
	number, ok := signals[name]
	if !ok {
		return nil, &Error{Code: "ERR_UNKNOWN_SIGNAL", Message: "Unknown signal: " + name}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return false, nil
	}
	return c.cmd.Process.Signal(number) == nil, nil
}

// spawnError makes Node's error for a program that could not be started.
func spawnError(a args, call string, err error) error {
	if own := (*Error)(nil); errors.As(err, &own) {
		return own
	}
	var errno syscall.Errno
	code := "UNKNOWN"
	if errors.As(err, &errno) {
		code = web.ErrnoName(errno)
	}
	file := a.textField(0, "file")
	var list []string
	_ = a.export(0, "args", &list) // it was read before
	all := []any{}
	for _, arg := range list {
		all = append(all, arg)
	}
	return &Error{Code: code, Errno: -int(errno), Message: call + " " + file + " " + code,
		Fields: fieldsOf("syscall", call+" "+file, "path", file, "spawnargs", a.vm.NewArray(all...))}
}

// export reads a list of strings.
func (a args) export(i int, name string, into *[]string) error {
	v := a.field(i, name)
	if v == nil {
		return nil
	}
	return a.texts(v, into)
}

// FindProgram returns the file of a program. A name is looked up in PATH, and a path is relative to cwd.
func FindProgram(name, cwd string) (string, error) {
	if !strings.ContainsRune(name, filepath.Separator) {
		return exec.LookPath(name)
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(cwd, name)
	}
	return filepath.Abs(name)
}
