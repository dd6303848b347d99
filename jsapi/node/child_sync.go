// This file runs programs that the script waits for.

package node

import (
	"bytes"
	"io"
	"os"
	"sync"
	"time"
)

// collector is a writer that stores up to most bytes.
type collector struct {
	data bytes.Buffer // not embedded, since its method ReadFrom has no limit
	most int
	full func()
}

func (c *collector) Write(p []byte) (int, error) {
	if c.data.Len()+len(p) > c.most {
		p = p[:max(0, c.most-c.data.Len())]
		_, _ = c.data.Write(p)
		c.full()
		return len(p), io.ErrShortBuffer
	}
	return c.data.Write(p)
}

// syncRun is a program that the script waits for.
type syncRun struct {
	c       *child
	kill    os.Signal
	failure string // the code of the error that ended it; "" for none
	failed  sync.Once
	copying sync.WaitGroup // the goroutines that read its output and write its input
	outputs [2]*collector
	printed chan printedPart
}

// printedPart is a part of the output that is printed, of stdout (0) or of stderr (1).
type printedPart struct {
	output int
	data   []byte
}

// fail ends the program with an error.
func (r *syncRun) fail(code string) {
	r.failed.Do(func() {
		r.failure = code
		_ = r.c.cmd.Process.Signal(r.kill)
		r.c.closePipes() // a program that it has started may have them, too
	})
}

// read begins to read an output of the program. One that is inherited is printed.
func (r *syncRun) read(output int, inherited bool) {
	f := r.c.pipes[output+1]
	switch {
	case f == nil:
	case inherited:
		r.copying.Go(func() {
			for {
				data, err := readOnce(pipe{f})
				if len(data) > 0 {
					r.printed <- printedPart{output, data}
				}
				if err != nil {
					return
				}
			}
		})
	default:
		r.copying.Go(func() { _, _ = io.Copy(r.outputs[output], f) })
	}
}

// print prints until the program has ended, on the goroutine of the script, where its output is counted.
func (r *syncRun) print() {
	stopped := false
	for part := range r.printed {
		if to := r.c.h.env.Outputs[part.output]; to != nil && !stopped {
			if _, err := to.Write(part.data); err != nil { // a limit stops the VM
				stopped = true
				r.c.end()
				r.c.closePipes()
			}
		}
	}
}

// spawnSync runs a program and waits for its end. The result is
// {pid, status, signal, stdout, stderr, failure}.
func (h *host) spawnSync(a args) (any, error) {
	c, err := h.prepare(a)
	if err != nil {
		return nil, spawnError(a, "spawnSync", err)
	}
	var stdio []string
	if err := a.export(0, "stdio", &stdio); err != nil {
		return nil, err
	}
	// The arguments are read now: reading one may run code of the script.
	killed, input, most, timeout := signals[a.textField(0, "signal")], a.bytesField(0, "input"), 0, time.Duration(0)
	if v := a.field(0, "most"); v != nil {
		most = int(v.ToInteger())
	}
	if v := a.field(0, "timeout"); v != nil {
		timeout = time.Duration(v.ToInteger()) * time.Millisecond
	}
	if err := c.launch(stdio); err != nil {
		return nil, spawnError(a, "spawnSync", err)
	}
	r := &syncRun{c: c, kill: killed, printed: make(chan printedPart)}
	for i := range r.outputs {
		r.outputs[i] = &collector{most: most, full: func() { r.fail("ENOBUFS") }}
		r.read(i, i+1 < len(stdio) && stdio[i+1] == "inherit")
	}
	if f := c.pipes[0]; f != nil {
		r.copying.Go(func() {
			_, _ = f.Write(input)
			_ = f.Close()
		})
	}
	stop := h.watchSync(c, timeout, r.fail)
	var code, signal any
	go func() {
		code, signal = c.wait()
		r.copying.Wait()
		close(r.printed)
	}()
	r.print()
	stop()
	r.failed.Do(func() {}) // nothing fails any more
	c.closePipes()
	o := map[string]any{"pid": c.cmd.Process.Pid, "status": code, "signal": signal}
	for i, name := range []string{"stdout", "stderr"} {
		o[name] = bytes.Clone(r.outputs[i].data.Bytes())
	}
	if r.failure != "" {
		o["failure"] = r.failure
	}
	return o, nil
}

// watchSync kills a program that the script waits for after its timeout, or when the VM is stopped.
func (h *host) watchSync(c *child, timeout time.Duration, fail func(code string)) (stop func()) {
	done := make(chan struct{})
	var due <-chan time.Time
	if timeout > 0 {
		due = time.After(timeout)
	}
	go func() {
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-due:
				fail("ETIMEDOUT")
			case <-tick.C:
				if h.env.Stopped() {
					c.end()
					c.closePipes()
				}
			}
		}
	}()
	return func() { close(done) }
}
