// This file has Peer: one end of the line between a host and a worker.

package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
)

// ErrGone is returned by Call when the other process has ended, or does not speak any more.
var ErrGone = errors.New("the other process is gone")

// Handler answers a call of the other end. Its error is a body, too: failed says so.
type Handler func(ctx context.Context, method byte, body []byte) (result []byte, failed bool)

// Failed is the error of a call that the other end answered with one: its body.
type Failed struct{ Body []byte }

func (*Failed) Error() string { return "the call failed" }

// CancelError is the cause of the context of a handler when that of the call has ended.
type CancelError struct{ Cause string }

func (e *CancelError) Error() string { return e.Cause }

// Bounds of what the other end may ask for at once. Zero fields have the defaults.
type Bounds struct {
	Frame int   // bytes of a body: MaxFrame
	Calls int   // that are being answered: 10,000
	Bytes int64 // of the bodies of these: twice Frame. More are not read before others are answered.
	// Large says of which methods the results may be large; nil is none. So many calls of these are answered at once: the others
	// begin when the other end has read what it asked for before.
	Large func(method byte) bool
}

// maxLarge is how many calls of Bounds.Large are answered at once.
const maxLarge = 8

func (b Bounds) withDefaults() Bounds {
	if b.Frame == 0 {
		b.Frame = MaxFrame
	}
	if b.Calls == 0 {
		b.Calls = 10_000
	}
	if b.Bytes == 0 {
		b.Bytes = 2 * int64(b.Frame)
	}
	return b
}

// maxCause is how much of the cause of a cancellation is sent.
const maxCause = 4096

// Peer is one end. It is safe for concurrent use.
type Peer struct {
	r      *bufio.Reader
	handle Handler
	bounds Bounds

	writing sync.Mutex
	w       io.Writer
	broken  chan struct{} // closed when a frame could not be written: nobody reads

	mu      sync.Mutex
	last    uint64
	waiting map[uint64]chan frame // calls of this end
	serving map[uint64]context.CancelCauseFunc
	bytes   int64      // of the bodies that are being handled
	less    *sync.Cond // bytes is less than it was
	gone    chan struct{}
	closed  bool           // nothing comes any more
	halted  bool           // nothing is to be read any more
	large   chan struct{}  // calls of Bounds.Large that are being answered
	wg      sync.WaitGroup // of handlers
}

func newPeer(r io.Reader, w io.Writer, h Handler, b Bounds) *Peer {
	p := &Peer{
		r: bufio.NewReaderSize(r, 64<<10), w: w, handle: h, bounds: b.withDefaults(),
		waiting: map[uint64]chan frame{}, serving: map[uint64]context.CancelCauseFunc{}, gone: make(chan struct{}),
		large: make(chan struct{}, maxLarge), broken: make(chan struct{}),
	}
	p.less = sync.NewCond(&p.mu)
	return p
}

// Call calls a method of the other end, and returns its result, a *Failed, or ErrGone. When ctx ends, the other end is
// notified, and Call goes on waiting for what it says to that.
func (p *Peer) Call(ctx context.Context, method byte, body []byte) ([]byte, error) {
	if len(body) > p.bounds.Frame {
		return nil, fmt.Errorf("a message has %d bytes, and at most %d are allowed", len(body), p.bounds.Frame)
	}
	answer := make(chan frame, 1)
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, ErrGone
	}
	p.last++
	id := p.last
	p.waiting[id] = answer
	p.mu.Unlock()
	p.send(frame{kindCall, method, id, body})
	ended := ctx.Done()
	for {
		select {
		case f := <-answer:
			return f.answer()
		case <-p.gone:
			select {
			case f := <-answer: // it came before
				return f.answer()
			default:
				return nil, ErrGone
			}
		case <-ended:
			ended = nil
			cause := context.Cause(ctx).Error()
			p.send(frame{kindCancel, 0, id, []byte(cause[:min(len(cause), maxCause)])})
		}
	}
}

func (f frame) answer() ([]byte, error) {
	if f.kind == kindFailed {
		return nil, &Failed{f.body}
	}
	return f.body, nil
}

// send writes a frame. Who waits for an answer learns from the reader that nobody is there any more.
func (p *Peer) send(f frame) {
	p.writing.Lock()
	defer p.writing.Unlock()
	if p.isBroken() {
		return
	}
	if f.write(p.w) != nil {
		close(p.broken)
	}
}

func (p *Peer) isBroken() bool {
	select {
	case <-p.broken:
		return true
	default:
		return false
	}
}

// serve reads frames until there are no more, or the other end breaks a rule, which it returns. Contexts of handlers
// have ended then; they may still run.
func (p *Peer) serve(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	var err error
	for err == nil {
		err = p.next(ctx)
	}
	stop(ErrGone)
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	close(p.gone)
	return err
}

func (p *Peer) next(ctx context.Context) error {
	var f frame
	n, err := f.readHead(p.r, p.bounds.Frame)
	if err != nil {
		return err
	}
	if f.kind == kindCall {
		p.mu.Lock()
		for p.bytes > 0 && p.bytes+int64(n) > p.bounds.Bytes && !p.halted {
			p.less.Wait()
		}
		p.bytes += int64(n)
		halted := p.halted
		p.mu.Unlock()
		if halted {
			return io.EOF
		}
	}
	if err := f.readBody(p.r, n); err != nil {
		return err
	}
	return p.take(ctx, f)
}

// halt has serve end although calls are being answered.
func (p *Peer) halt() {
	p.mu.Lock()
	p.halted = true
	p.less.Broadcast()
	p.mu.Unlock()
}

// take does what a frame says.
func (p *Peer) take(ctx context.Context, f frame) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch f.kind {
	case kindResult, kindFailed:
		answer := p.waiting[f.id]
		if answer == nil {
			return fmt.Errorf("an answer came to call %d, which nobody waits for", f.id)
		}
		delete(p.waiting, f.id)
		answer <- f // it has a place for one
	case kindCancel:
		if stop := p.serving[f.id]; stop != nil { // else it has been answered
			stop(&CancelError{string(f.body[:min(len(f.body), maxCause)])})
		}
	case kindCall:
		if len(p.serving) >= p.bounds.Calls {
			return fmt.Errorf("more than %d calls came at once", p.bounds.Calls)
		}
		if p.serving[f.id] != nil {
			return fmt.Errorf("call %d came twice", f.id)
		}
		ctx, stop := context.WithCancelCause(ctx)
		p.serving[f.id] = stop
		p.wg.Go(func() { p.answer(ctx, f) })
	}
	return nil
}

// answer calls the handler, and sends what it returns. Until that is sent the call counts as one that is being answered: its result is in
// memory.
func (p *Peer) answer(ctx context.Context, f frame) {
	kind := byte(kindResult)
	var result []byte
	if free := p.place(f.method); free != nil {
		defer free()
		var failed bool
		if result, failed = p.handle(ctx, f.method, f.body); failed {
			kind = kindFailed
		}
	}
	p.mu.Lock()
	p.serving[f.id](nil)
	p.mu.Unlock()
	p.send(frame{kind, 0, f.id, result})
	p.mu.Lock()
	delete(p.serving, f.id)
	p.bytes -= int64(len(f.body))
	p.less.Signal()
	p.mu.Unlock()
}

// place waits until a call may be answered, and returns what is to be called when it was; nil if nobody reads any more.
func (p *Peer) place(method byte) (free func()) {
	if p.bounds.Large == nil || !p.bounds.Large(method) {
		return func() {}
	}
	select {
	case p.large <- struct{}{}:
		if p.isBroken() { // the place became free because the answer before could not be written
			<-p.large
			return nil
		}
		return func() { <-p.large }
	case <-p.gone:
		return nil
	}
}
