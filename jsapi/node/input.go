// This file reads standard input: bytes for process.stdin, and lines for node:readline.

package node

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/web"
)

// inputSize is how many bytes one read asks for.
const inputSize = 64 << 10

// input reads in a goroutine of its own, and only if somebody asks. Requests are served in turn. What a request has
// not taken is for the next one.
type input struct {
	src io.Reader

	mu      sync.Mutex
	rest    []byte // what was read and not taken
	err     error  // of the last read, io.EOF at the end
	reading bool   // whether the goroutine runs
	waiting []*inputRequest
}

// inputRequest asks for a part of the input.
type inputRequest struct {
	// part returns how many bytes of rest it takes, and whether they suffice. Between calls, rest only grows.
	part func(rest []byte, ended bool) (n int, ok bool)
	// most is how many bytes may be waiting for the rest of a part; 0 means any number.
	most int64
	// done gets them, in any goroutine. At the end of the input they are nil, and err is what ended it.
	done func(data []byte, err error)
}

func newInput(src io.Reader) *input {
	if src == nil {
		src = strings.NewReader("")
	}
	return &input{src: src}
}

// request begins a request. cancel reports whether the request was still waiting.
func (in *input) request(r *inputRequest) (cancel func() bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.waiting = append(in.waiting, r)
	in.serve()
	return func() bool {
		in.mu.Lock()
		defer in.mu.Unlock()
		for i, other := range in.waiting {
			if other == r {
				in.waiting = append(in.waiting[:i:i], in.waiting[i+1:]...)
				in.serve()
				return true
			}
		}
		return false
	}
}

// serve serves requests with what was read, and reads more if that does not suffice. in.mu is held.
func (in *input) serve() {
	for len(in.waiting) > 0 {
		r := in.waiting[0]
		n, ok := r.part(in.rest, in.err != nil)
		if !ok && r.most > 0 && int64(len(in.rest)) > r.most {
			in.rest, in.err = nil, longLine(r.most)
			n, ok = 0, true
		}
		if !ok {
			if !in.reading {
				in.reading = true
				go in.read()
			}
			return
		}
		in.waiting = in.waiting[1:]
		data := in.rest[:n:n]
		if in.rest = in.rest[n:]; len(in.rest) == 0 {
			in.rest = nil
		}
		if n == 0 {
			r.done(nil, in.err)
		} else {
			r.done(data, nil)
		}
	}
}

func (in *input) read() {
	buf := make([]byte, inputSize)
	n, err := in.src.Read(buf)
	in.mu.Lock()
	defer in.mu.Unlock()
	in.reading = false
	if in.rest == nil {
		in.rest = buf[:n:n]
	} else {
		in.rest = append(in.rest, buf[:n]...)
	}
	in.err = err
	in.serve()
}

// anyBytes is the part of a request for what there is.
func anyBytes(rest []byte, ended bool) (n int, ok bool) { return len(rest), len(rest) > 0 || ended }

// someBytes is anyBytes for at most this number of bytes.
func someBytes(most int64) func(rest []byte, ended bool) (n int, ok bool) {
	return func(rest []byte, ended bool) (n int, ok bool) {
		return int(min(int64(len(rest)), most)), len(rest) > 0 || ended
	}
}

// oneLine returns the part of a request for a line with its line break: "\n", "\r\n", or "\r" before another byte.
func oneLine() func(rest []byte, ended bool) (n int, ok bool) {
	seen := 0
	return func(rest []byte, ended bool) (n int, ok bool) {
		i := bytes.IndexAny(rest[seen:], "\r\n")
		if i < 0 {
			seen = len(rest)
			return len(rest), ended
		}
		seen += i
		switch {
		case rest[seen] == '\n':
			return seen + 1, true
		case seen+1 == len(rest):
			return len(rest), ended
		case rest[seen+1] == '\n':
			return seen + 2, true
		}
		return seen + 1, true
	}
}

// longLine is the error for a line that does not end within most bytes.
func longLine(most int64) error {
	return fmt.Errorf("a line of standard input is longer than %s (--max-body): read process.stdin in parts", web.SizeText(most))
}

// stdinNatives are the functions for standard input. line(f) calls f(error, line) with the next line, without its line
// break, and bytes(f, most) with the next bytes; at the end of the input the second argument is undefined. They return
// functions: cancel() ends the request, ref(on) says whether it keeps the program alive. used() says that the script has
// changed the state of process.stdin. raw(on) makes the terminal send each key at once, without showing it.
func (h *host) stdinNatives() map[string]native {
	in := h.env.Input()
	return map[string]native{
		"line": func(a args) (any, error) {
			return h.ask(in, a, oneLine(), h.env.MaxLine, func(data []byte) any {
				return strings.TrimSuffix(strings.TrimSuffix(string(data), "\n"), "\r")
			})
		},
		"bytes": func(a args) (any, error) {
			part := anyBytes
			if a.has(1) {
				part = someBytes(a.at(1).ToInteger())
			}
			return h.ask(in, a, part, 0, func(data []byte) any { return data })
		},
		"used": func(args) (any, error) {
			h.env.InputUsed()
			return nil, nil
		},
		"raw": func(a args) (any, error) {
			if h.env.Terminal == nil {
				return nil, errors.New("standard input is not a terminal")
			}
			h.env.InputUsed()
			h.env.Leaving()
			return nil, h.env.Terminal.setRaw(h.env.Context, a.flag(0))
		},
	}
}

// ask requests a part of the input, and calls the function a.at(0) with it.
func (h *host) ask(in *input, a args, part func([]byte, bool) (int, bool), most int64, convert func([]byte) any) (any, error) {
	f, ok := goja.AssertFunction(a.at(0))
	if !ok {
		return nil, errors.New("a function is needed")
	}
	h.env.InputUsed()
	release, ref := h.env.Loop.Pending()
	cancel := in.request(&inputRequest{part, most, func(data []byte, err error) {
		release(func() {
			switch {
			case data != nil:
				h.call(f, nil, convert(data))
			case errors.Is(err, io.EOF):
				h.call(f, nil, nil)
			default:
				h.call(f, err, nil)
			}
		})
	}})
	return h.object(map[string]native{
		"cancel": func(args) (any, error) {
			if cancel() {
				release(func() {})
			}
			return nil, nil
		},
		"ref": func(a args) (any, error) {
			ref(a.flag(0))
			return nil, nil
		},
	}), nil
}
