// This file reads lines from standard input for node:readline.

package web

import (
	"bufio"
	"io"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// lineReader reads lines in a goroutine of its own, one at a time and only on request. If a request is
// cancelled before its line arrives, the next request gets the line.
type lineReader struct {
	src *bufio.Reader

	mu      sync.Mutex
	reading bool   // whether the goroutine is running
	kept    []line // lines that no request has got yet
	waiter  func(line)
}

// line is a line without its line break. At the end of the input, text is "" and eof is set.
type line struct {
	text string
	eof  bool
	err  error
}

func newLineReader(src io.Reader) *lineReader {
	if src == nil {
		src = strings.NewReader("")
	}
	return &lineReader{src: bufio.NewReader(src)}
}

// next calls f with the next line, in any goroutine and with the lock of r held. cancel cancels the request,
// and returns false if f was called already.
func (r *lineReader) next(f func(line)) (cancel func() bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.kept) > 0 {
		l := r.kept[0]
		if !l.eof { // after the end, each request gets the end
			r.kept = r.kept[1:]
		}
		f(l)
		return func() bool { return false }
	}
	r.waiter = f
	if !r.reading {
		r.reading = true
		go r.read()
	}
	return func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		waiting := r.waiter != nil
		r.waiter = nil
		return waiting
	}
}

func (r *lineReader) read() {
	text, err := r.src.ReadString('\n')
	l := line{text: strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")}
	if err != nil && text == "" {
		l.eof = true
		if err != io.EOF {
			l.err = err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reading = false
	f := r.waiter
	r.waiter = nil
	if f == nil || l.eof {
		r.kept = append(r.kept, l)
	}
	if f != nil {
		f(l)
	}
}

// stdinNatives are the functions for readline: line(f) calls f with the next line, or with undefined at the
// end, and returns a function that cancels the request. There may be only one request at a time.
func (h *nodeHost) stdinNatives() map[string]native {
	return map[string]native{
		"line": func(call goja.FunctionCall) goja.Value {
			f := function(h.vm, call.Argument(0))
			release := h.env.Loop.Hold()
			cancel := h.stdin.next(func(l line) {
				release(func() { h.deliver(f, l) })
			})
			return newFunc(h.vm, "cancel", 0, func(goja.FunctionCall) goja.Value {
				if cancel() {
					release(func() {})
				}
				return goja.Undefined()
			})
		},
	}
}

// deliver passes a line to the function of readline. Errors are ignored, since the function only settles a
// promise.
func (h *nodeHost) deliver(f goja.Callable, l line) {
	switch {
	case l.err != nil:
		_, _ = f(goja.Undefined(), goja.Undefined(), plainError(h.vm, l.err))
	case l.eof:
		_, _ = f(goja.Undefined(), goja.Undefined())
	default:
		_, _ = f(goja.Undefined(), h.vm.ToValue(l.text))
	}
}
