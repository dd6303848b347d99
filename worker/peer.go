// This file has Peer: one end of the connection between a host and a worker.

package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hitlrun/hitlrun/internal/budget"
)

// ErrGone is returned by Call if the other process has ended, or has closed the connection.
var ErrGone = errors.New("the other process is gone")

// Handler answers a call of the other end. If failed is true, result is the body of an error.
// The other end gets the parts of the result as one.
type Handler func(ctx context.Context, method byte, body []byte) (result [][]byte, failed bool)

// Failed is the error of a call whose handler returned one. Body is the body of that error.
type Failed struct{ Body []byte }

// Error says only that the call failed: Body has the details.
func (*Failed) Error() string { return "the call failed" }

// CancelError is the cause of the context of a handler after the context of the caller has ended.
type CancelError struct{ Cause string }

// Error returns Cause, the text of the cause of the caller's context.
func (e *CancelError) Error() string { return e.Cause }

// Bounds limit what the other end can request at a time. A zero field means its default.
type Bounds struct {
	Frame int   // the size of a body in bytes; default MaxFrame
	Calls int   // how many calls are answered at a time; default 10,000
	Bytes int64 // the size of the bodies of these calls together; default twice Frame. Further calls are read when others are answered.
	// Large reports whether the results of a method can be large; nil means of none. At most maxLarge calls of such methods are
	// answered at a time. Further calls begin when the other end has read an earlier result.
	Large func(method byte) bool
	// Heavy returns the Room of a method whose calls take several times the memory of their bodies; nil for other methods. A nil
	// function means that there are none. While there is no room for a call, nothing more is read.
	Heavy func(method byte) *Room
}

// maxLarge is how many calls of the methods of Bounds.Large are answered at a time.
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

// maxCause is how many bytes of the cause of a cancellation are sent.
const maxCause = 4096

// Peer is one end of a connection. It is safe for concurrent use.
type Peer struct {
	r        *bufio.Reader
	deadline func(time.Time) error // sets the time until which r has to have data; nil for no such times
	silence  time.Duration         // see Options
	handle   Handler
	bounds   Bounds

	writing sync.Mutex
	since   atomic.Int64 // when the frame that is being written was begun, in nanoseconds since 1970; 0 for no frame
	w       io.Writer
	broken  chan struct{} // closed after a frame could not be written

	mu      sync.Mutex
	last    uint64
	waiting map[uint64]chan frame              // the calls of this end that have no answer yet, by number
	serving map[uint64]context.CancelCauseFunc // the calls of the other end that are being answered
	bytes   int64                              // the size of their bodies
	less    *sync.Cond                         // signalled when bytes has become less
	full    bool                               // nothing is read until bytes is less
	drained time.Time                          // when full was true for the last time
	gone    chan struct{}
	closed  bool            // no more frames arrive
	halted  context.Context // ends when serve has to end
	stop    context.CancelFunc
	large   chan struct{}  // has an item for each call of a method of Bounds.Large that is being answered
	wg      sync.WaitGroup // waits for the handlers
}

func newPeer(r io.Reader, w io.Writer, h Handler, b Bounds) *Peer {
	p := &Peer{
		r: bufio.NewReaderSize(r, 64<<10), w: w, handle: h, bounds: b.withDefaults(),
		waiting: map[uint64]chan frame{}, serving: map[uint64]context.CancelCauseFunc{}, gone: make(chan struct{}),
		large: make(chan struct{}, maxLarge), broken: make(chan struct{}),
	}
	p.halted, p.stop = context.WithCancel(context.Background())
	p.less = sync.NewCond(&p.mu)
	return p
}

// Call calls a method of the other end. It returns the result, a *Failed, ErrGone, or an error for a body
// that is larger than Bounds.Frame. If ctx ends, Call ends the context of the handler, and waits for the answer of the
// handler. The other end gets the parts of the body as one.
func (p *Peer) Call(ctx context.Context, method byte, body ...[]byte) ([]byte, error) {
	n := 0
	for _, part := range body {
		n += len(part)
	}
	if n > p.bounds.Frame {
		return nil, fmt.Errorf("a message has %d bytes, and at most %d are allowed", n, p.bounds.Frame)
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
	p.send(frame{kind: kindCall, method: method, id: id}, body...)
	ended := ctx.Done()
	for {
		select {
		case f := <-answer:
			return f.answer()
		case <-p.gone:
			select {
			case f := <-answer: // it arrived before the end
				return f.answer()
			default:
				return nil, ErrGone
			}
		case <-ended:
			ended = nil
			cause := context.Cause(ctx).Error()
			p.send(frame{kind: kindCancel, id: id}, []byte(cause[:min(len(cause), maxCause)]))
		}
	}
}

func (f frame) answer() ([]byte, error) {
	if f.kind == kindFailed {
		return nil, &Failed{f.body}
	}
	return f.body, nil
}

// send writes a frame. It reports no error: if the other process is gone, serve ends, and with it the calls that wait.
func (p *Peer) send(f frame, body ...[]byte) {
	p.writing.Lock()
	defer p.writing.Unlock()
	if p.isBroken() {
		return
	}
	p.since.Store(time.Now().UnixNano())
	if f.write(p.w, body...) != nil {
		close(p.broken)
	}
	p.since.Store(0)
}

// unread reports whether the other end has not read a frame for the time d.
func (p *Peer) unread(d time.Duration) bool {
	since := p.since.Load()
	return since != 0 && time.Now().UnixNano()-since >= int64(d)
}

func (p *Peer) isBroken() bool {
	select {
	case <-p.broken:
		return true
	default:
		return false
	}
}

// serve reads frames until the connection ends, or until a frame is invalid or exceeds a bound, and returns the reason. Then
// the contexts of the handlers have ended, but handlers may still run.
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
	var h held
	if f.kind == kindCall && !p.reserve(&h, f.method, int64(n)) {
		return io.EOF
	}
	if err = p.readBody(&f, n); err == nil {
		err = p.take(ctx, f, h)
	}
	if err != nil {
		h.room.Free()
		p.free(h.bytes)
	}
	return err
}

// A body of more than lightBody has to arrive within bodyTime, and bodyTimeMore for each maxHeavy, after its head, and a part of it each
// bodyTime, or each three quarters of Options.Silence if that is shorter: it has room that others wait for, and this reason says more than that
// of a silent worker.
const (
	bodyTime     = 10 * time.Second
	bodyTimeMore = 5 * time.Second
)

// readBody reads the body of a frame, of n bytes.
func (p *Peer) readBody(f *frame, n int) error {
	if p.deadline == nil || n <= lightBody {
		return f.readBody(p.r, n)
	}
	most := min(p.silence*3/4, bodyTime+time.Duration(n/lightBody)*bodyTimeMore/(maxHeavy/lightBody))
	err := f.readBody(&timedReader{p, time.Now().Add(most)}, n)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("it did not send the rest of a message of %d bytes", n)
	}
	_ = p.deadline(time.Time{}) // if the connection is closed, the next frame says so
	return err
}

// timedReader reads from p until a time, and waits for each part for a bounded time.
type timedReader struct {
	p   *Peer
	end time.Time
}

func (r *timedReader) Read(data []byte) (int, error) {
	next := time.Now().Add(min(r.p.silence*3/4, bodyTime))
	if next.After(r.end) {
		next = r.end
	}
	_ = r.p.deadline(next) // a connection without deadlines has none
	return r.p.r.Read(data)
}

// held is what a call has until it is answered.
type held struct {
	bytes int64        // of Bounds.Bytes
	room  *budget.Part // of a Room; nil for none
}

// reserve waits until there is room for a call with a body of n bytes. It returns false if serve has to end.
func (p *Peer) reserve(h *held, method byte, n int64) bool {
	p.mu.Lock()
	for p.halted.Err() == nil && p.bytes > 0 && p.bytes+n > p.bounds.Bytes {
		p.full = true
		p.less.Wait()
		p.full, p.drained = false, time.Now()
	}
	p.bytes += n
	p.mu.Unlock()
	h.bytes, h.room = n, p.enter(method, n)
	if p.halted.Err() != nil {
		h.room.Free()
		return false
	}
	return true
}

// free says that the bodies of the calls that are answered have n bytes less.
func (p *Peer) free(n int64) {
	p.mu.Lock()
	p.bytes -= n
	p.less.Signal()
	p.mu.Unlock()
}

// enter waits until there is room for a body of n bytes in the Room of the method.
func (p *Peer) enter(method byte, n int64) *budget.Part {
	if n <= lightBody || p.bounds.Heavy == nil {
		return nil
	}
	room := p.bounds.Heavy(method)
	if room == nil {
		return nil
	}
	p.mu.Lock()
	p.full = true
	p.mu.Unlock()
	part, waited := room.take(p.halted, p, n)
	p.mu.Lock()
	if p.full = false; waited {
		p.drained = time.Now()
	}
	p.mu.Unlock()
	return part
}

// reads reports whether this end has read frames at all times of the last d: it does not while it has no room for a call.
func (p *Peer) reads(d time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.full && time.Since(p.drained) >= d
}

// halt makes serve end, even if it waits until other calls are answered.
func (p *Peer) halt() {
	p.stop()
	p.mu.Lock()
	p.less.Broadcast()
	p.mu.Unlock()
}

// take processes a frame. If it is a call, it gives back what the call has after its answer, unless take returns an error.
func (p *Peer) take(ctx context.Context, f frame, h held) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch f.kind {
	case kindResult, kindFailed:
		answer := p.waiting[f.id]
		if answer == nil {
			return fmt.Errorf("an answer came to call %d, which nobody waits for", f.id)
		}
		delete(p.waiting, f.id)
		answer <- f // it has room for one
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
		p.wg.Go(func() {
			p.answer(ctx, &f, h)
			p.free(h.bytes)
		})
	}
	return nil
}

// answer calls the handler, and sends its result. The call counts as being answered until the result is sent, because the result
// is in memory until then. The other end may not read it, so others get the room of the body before that.
func (p *Peer) answer(ctx context.Context, f *frame, h held) {
	kind := byte(kindResult)
	var result [][]byte
	var sent sentFuncs
	defer sent.call()
	if free := p.place(f.method); free != nil {
		defer free()
		var failed bool
		if result, failed = p.handle(context.WithValue(ctx, sentKey{}, &sent), f.method, f.body); failed {
			kind = kindFailed
		}
	}
	f.body = nil
	h.room.Free()
	p.mu.Lock()
	p.serving[f.id](nil)
	p.mu.Unlock()
	p.send(frame{kind: kind, id: f.id}, result...)
	p.mu.Lock()
	delete(p.serving, f.id)
	p.mu.Unlock()
}

// sentKey is the key of the context of a handler for what it does when its result is sent.
type sentKey struct{}

type sentFuncs struct {
	mu   sync.Mutex
	list []func()
}

func (s *sentFuncs) call() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.list {
		f()
	}
}

// WhenSent lets f be called when the result of the handler that has ctx is not in memory any more: when it is sent, or the other end is
// gone. If ctx is of no handler of a Peer, f is called at once.
func WhenSent(ctx context.Context, f func()) {
	s, ok := ctx.Value(sentKey{}).(*sentFuncs)
	if !ok {
		f()
		return
	}
	s.mu.Lock()
	s.list = append(s.list, f)
	s.mu.Unlock()
}

// place waits until a call can be answered. It returns a function to call after the answer, or nil if the other end no longer reads.
func (p *Peer) place(method byte) (free func()) {
	if p.bounds.Large == nil || !p.bounds.Large(method) {
		return func() {}
	}
	select {
	case p.large <- struct{}{}:
		if p.isBroken() { // an earlier answer could not be written
			<-p.large
			return nil
		}
		return func() { <-p.large }
	case <-p.gone:
		return nil
	}
}
