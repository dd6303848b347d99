//go:build unix

// This file runs one process of a case under a hard limit of memory.

package hostile

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// hostVariable makes the test binary the Go program of "$ host".
const hostVariable = "HOSTILE_HOST"

// limiting limits the memory of a shell in KiB, which then becomes another program. A shell starts in a tenth of the time of a Go program.
const limiting = `ulimit -d "$0" && ulimit -c 0 && unset PWD && exec "$@"`

// outcome is how a process ended.
type outcome struct {
	stdout, stderr string
	exit           int
	took           time.Duration // since the signal, if there is one
	processor      time.Duration
	memory         int64 // resident, at most
	hung           bool
}

// run runs the command in dir. One that takes far too long is killed.
func (c *command) run(binary, dir string, slack float64) (*outcome, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := append([]string{binary}, c.args...)
	env := append([]string{"HOME=" + dir, "USER=guest", "PATH=" + os.Getenv("PATH"), "TMPDIR=" + dir}, c.env...)
	if c.args[0] == "host" {
		args[0], env = self, append(env, hostVariable+"=1")
	}
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "$WORK", dir)
	}
	cmd := exec.Command("/bin/sh", append([]string{"-c", limiting, strconv.FormatInt(c.limit>>10, 10)}, args...)...)
	cmd.Dir, cmd.Env = dir, env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // its children are killed with it
	if c.stdin != "" {
		file := c.stdin
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		cmd.Stdin = f
	}
	ready := &readyWriter{ready: make(chan struct{})}
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = ready, &stderr
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	var waited error
	go func() {
		waited = cmd.Wait()
		close(ended)
	}()
	o := &outcome{}
	kill := func() {
		o.hung = true
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may have ended just now
		<-ended
	}
	patience := time.Duration(slack*float64(c.within)) + 5*time.Second
	if c.signal != 0 {
		select {
		case <-ready.ready:
			begin = time.Now()
			_ = cmd.Process.Signal(c.signal) // it may have ended just now
		case <-ended:
		case <-time.After(patience + time.Minute):
			kill()
		}
	}
	select {
	case <-ended:
	case <-time.After(patience):
		kill()
	}
	o.took = time.Since(begin)
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // children that were left behind
	var exit *exec.ExitError
	if waited != nil && !errors.As(waited, &exit) {
		return nil, waited
	}
	if o.exit = cmd.ProcessState.ExitCode(); o.exit < 0 {
		status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
		o.exit = 128 + int(status.Signal())
	}
	o.processor = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		if o.memory = int64(usage.Maxrss); runtime.GOOS == "linux" { //nolint:unconvert // 32 bits elsewhere
			o.memory <<= 10
		}
	}
	o.stdout, o.stderr = c.mask(ready.text(), dir), c.mask(stderr.String(), dir)
	return o, nil
}

// mask takes out what differs from run to run.
func (c *command) mask(text, dir string) string {
	text = strings.ReplaceAll(text, dir, "$WORK")
	for _, m := range c.masks {
		text = m.ReplaceAllString(text, "…")
	}
	return text
}

// readyWriter collects what is written, up to a limit, and reports a line "ready".
type readyWriter struct {
	mu    sync.Mutex
	buf   bytes.Buffer
	ready chan struct{}
	once  sync.Once
}

// Write implements io.Writer.
func (w *readyWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.buf.Len() < 1<<20 {
		w.buf.Write(p)
	}
	if bytes.Contains(w.buf.Bytes(), []byte("ready\n")) {
		w.once.Do(func() { close(w.ready) })
	}
	return len(p), nil
}

func (w *readyWriter) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buf.String()
}
