// This file streams the events of runs to clients of the first generation, as server-sent events.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/budget"
)

// sse is a stream of server-sent events.
type sse struct {
	w    http.ResponseWriter
	c    *http.ResponseController
	s    *Server
	ctx  context.Context // of the request; it ends when the token of the client expires
	who  caller
	free func()
	buf  []byte // events that are not sent yet
}

// stall is how long a client may take to read what was sent.
const stall = 30 * time.Second

// newSSE begins a stream, and sends its headers at once.
func (s *Server) newSSE(w http.ResponseWriter, r *http.Request) (*sse, error) {
	free, err := s.takeStream(r)
	if err != nil {
		return nil, err
	}
	return s.beginSSE(w, r, free)
}

// beginSSE is newSSE for a stream that is counted already. It calls free if it fails.
func (s *Server) beginSSE(w http.ResponseWriter, r *http.Request, free func()) (*sse, error) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Accel-Buffering", "no")
	ctx, stop := whileValid(r)
	st := &sse{w: w, c: http.NewResponseController(w), s: s, ctx: ctx, who: callerOf(r), free: func() { stop(); free() }}
	_ = st.c.SetReadDeadline(time.Time{}) // not every writer supports deadlines
	w.WriteHeader(http.StatusOK)
	if err := st.flush(); err != nil {
		st.free()
		return nil, err
	}
	return st, nil
}

// whileValid returns a context that ends with the request, or when the token of the client expires.
func whileValid(r *http.Request) (ctx context.Context, stop func()) {
	until := callerOf(r).until
	if until.IsZero() {
		return context.WithCancel(r.Context())
	}
	return context.WithDeadline(r.Context(), until)
}

// errExpired ends a request that waits when the token of the client expires.
var errExpired = errorf(http.StatusUnauthorized, "the token has expired")

// stopped returns the error of a request whose context of whileValid ended: nil if the client is gone.
func stopped(r *http.Request) error {
	if r.Context().Err() != nil {
		return nil
	}
	return errExpired
}

// takeStream counts the open streams of a client.
func (s *Server) takeStream(r *http.Request) (free func(), err error) {
	who := callerOf(r).client
	s.streamsMu.Lock()
	defer s.streamsMu.Unlock()
	if s.streams[who] >= s.o.MaxStreams {
		return nil, errorf(http.StatusTooManyRequests, "%d streams are open: close some", s.o.MaxStreams)
	}
	s.streams[who]++
	s.count.streams.Add(1)
	return func() {
		s.streamsMu.Lock()
		defer s.streamsMu.Unlock()
		s.count.streams.Add(-1)
		if s.streams[who]--; s.streams[who] == 0 {
			delete(s.streams, who)
		}
	}, nil
}

// maxUnsent is the size in bytes from which buffered events are sent before the batch is complete.
const maxUnsent = 64 << 10

// flush sends the buffered events.
func (st *sse) flush() error {
	_ = st.c.SetWriteDeadline(time.Now().Add(stall)) // not every writer supports deadlines
	if len(st.buf) > 0 {
		_, err := st.w.Write(st.buf)
		if st.buf = st.buf[:0]; cap(st.buf) > maxUnsent {
			st.buf = nil
		}
		if err != nil {
			return err
		}
	}
	return st.c.Flush()
}

// oneLine removes line breaks from the name of an event. The name of an event of a subgraph contains names of nodes,
// which may be any text.
var oneLine = strings.NewReplacer("\n", " ", "\r", " ") //nolint:gochecknoglobals // read-only

// send adds an event to the buffer; flush sends it. Its data are in parts. An empty id is left out.
func (st *sse) send(event, id string, parts ...[]byte) error {
	b := st.buf
	b = append(append(append(b, "event: "...), oneLine.Replace(event)...), '\n')
	b = append(b, "data: "...)
	for _, data := range parts {
		if len(data) > maxUnsent { // sent without another copy of it
			st.buf = b
			if err := st.flush(); err != nil {
				return err
			}
			within(st.w, len(data))
			if _, err := st.w.Write(data); err != nil {
				return err
			}
			b, data = st.buf, nil
		}
		b = append(b, data...)
	}
	b = append(b, '\n')
	if id != "" {
		b = append(append(append(b, "id: "...), id...), '\n')
	}
	if st.buf = append(b, '\n'); len(st.buf) > maxUnsent {
		return st.flush()
	}
	return nil
}

// comment sends a comment, which shows that the stream is alive.
func (st *sse) comment() error {
	st.buf = append(st.buf, ": keep-alive\n\n"...)
	return st.flush()
}

// errGone ends a stream because the client is gone, the server shuts down, or the events were deleted.
var errGone = errors.New("the stream ended")

// errDeleted ends a stream because its thread was deleted. A thread with the same id may be made again.
var errDeleted = fmt.Errorf("%w: its thread was deleted", errGone)

// follow calls do with the events of a thread after number after, of one run or of all (""), as they are stored, until
// do returns false. It calls batch after each batch, and silent when there is no event for the time of a heartbeat. Of the streams
// of one client, maxPages have many bytes of events in memory.
func (s *Server) follow(ctx context.Context, client, threadID, runID string, after int64, do func(e *hitlrun.Event) (more bool, err error), batch, silent func() error) error {
	f := hitlrun.EventFilter{ThreadID: threadID, RunID: runID, After: after}
	return s.eachPage(ctx, threadID, func() (full, more bool, err error) { return s.page(ctx, client, &f, do, batch) }, silent)
}

// eachPage calls page, which sends the next events of a thread, when there may be some, until it returns that no more are wanted.
func (s *Server) eachPage(ctx context.Context, threadID string, page func() (full, more bool, err error), silent func() error) error {
	v, leave := s.hub.view(threadID)
	defer leave()
	beat := time.NewTicker(s.o.Heartbeat)
	defer beat.Stop()
	for {
		full, more, err := page()
		if err != nil || !more {
			return err
		}
		if full { // there may be more
			continue
		}
		select {
		case <-v.more:
		case <-v.deleted:
			return errDeleted
		case <-s.poll(threadID):
		case <-beat.C:
			if err := silent(); err != nil {
				return err
			}
		case <-ctx.Done():
			return errGone
		case <-s.hub.closed:
			return errGone
		}
	}
}

// page calls do with the next events of f, and then batch. more is false if do returned that. full says that there may be more events.
func (s *Server) page(ctx context.Context, client string, f *hitlrun.EventFilter, do func(e *hitlrun.Event) (more bool, err error), batch func() error) (full, more bool, err error) {
	done, err := s.pages.take(ctx, client)
	if err != nil {
		return false, false, errGone
	}
	done = sync.OnceFunc(done)
	defer done()
	p, err := s.readPage(ctx, client, *f, s.allPages)
	if err != nil || len(p.events) == 0 {
		return false, true, err
	}
	defer p.free()
	if p.part == nil {
		done() // they are small
	}
	for i := range p.events {
		e := p.events[i]
		f.After, p.events[i].Body = e.Seq, nil // it may be large, and the next one too
		if more, err := do(&e); err != nil || !more {
			return false, false, errors.Join(err, batch())
		}
	}
	return p.full, true, batch()
}

// eventPage has some events that follow each other.
type eventPage struct {
	events []hitlrun.Event
	part   *budget.Part // of the memory for large events; nil for small ones
	full   bool         // there may be more events
}

func (p *eventPage) free() { p.part.Free() }

// Limits of a page of events.
const (
	mostEvents = 500
	smallPage  = 256 << 10 // bytes that take none of the memory for large events
)

// pageFactor is how many times its size a large event takes in memory while it is read, and sentFactor until it is sent.
const (
	pageFactor = 3
	sentFactor = 2
)

// readPage reads the next events of f: small ones, or a large one as soon as there is memory for it in of. The caller calls free when they are sent.
func (s *Server) readPage(ctx context.Context, client string, f hitlrun.EventFilter, of *budget.Budget) (p eventPage, err error) {
	f.Limit, f.Most = mostEvents, smallPage
	for {
		events, next, err := s.store.FindEvents(ctx, f)
		if err != nil || len(events) > 0 || next == 0 {
			if err != nil || len(events) == 0 {
				p.free()
				return eventPage{}, err
			}
			if p.part != nil {
				p.part.Shrink(f.Most * sentFactor)
			}
			p.events, p.full = events, next > 0 || len(events) == mostEvents
			return p, nil
		}
		p.free() // who waits has none of it
		if p.part, err = of.Take(ctx, client, next*pageFactor); err != nil {
			return eventPage{}, errGone
		}
		f.Most = next
	}
}

// named returns the name of an event in the stream, with its namespace, and its data as the caller sees it.
func named(who caller, e *hitlrun.Event) (name string, data json.RawMessage) {
	body := bodyOf(e)
	return strings.Join(append([]string{e.Kind}, body.NS...), "|"), eventFor(who, e.Kind, body.Data)
}

// streamEvents sends the events of a run after its event number last, until the run has ended. modes are the stream
// modes to send; nil means all. A client whose connection is cut says by the ids which events it has.
func (s *Server) streamEvents(st *sse, rec *record, last int64, modes []string) error {
	defer st.free()
	ended := rec.ended()
	return s.follow(st.ctx, st.who.client, rec.ThreadID, rec.ID, 0, func(e *hitlrun.Event) (bool, error) {
		if e.Kind == kindEnd {
			return false, nil
		}
		if e.N < 0 || e.N <= last || !modeWanted(modes, e.Kind) {
			return true, nil
		}
		name, data := named(st.who, e)
		return true, st.send(name, strconv.FormatInt(e.N, 10), data)
	}, st.flush, func() error {
		if ended {
			return errGone // the events of the run were deleted
		}
		done, err := s.turns.take(st.ctx, st.who.client)
		if err != nil {
			return errGone
		}
		now, err := s.record(st.ctx, rec.ID)
		if done(); err != nil {
			return errGone
		}
		ended = now.ended()
		return st.comment()
	})
}

func modeWanted(modes []string, kind string) bool {
	if len(modes) == 0 || kind == "metadata" || kind == "error" {
		return true
	}
	for _, m := range modes {
		if m == kind || m == "messages-tuple" && kind == "messages" || m == "messages" && strings.HasPrefix(kind, "messages/") {
			return true
		}
	}
	return false
}

// lastEventID returns the number in the header Last-Event-ID; -1 if there is none.
func lastEventID(r *http.Request) (int64, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		return -1, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < -1 {
		return 0, errorf(http.StatusBadRequest, "Last-Event-ID %q is not the number of an event", text)
	}
	return n, nil
}

// joinStream streams the events of a run, from the one after Last-Event-ID on.
func (s *Server) joinStream(w http.ResponseWriter, r *http.Request) error {
	rec, err := s.briefRun(r)
	if err != nil {
		return err
	}
	last, err := lastEventID(r)
	if err != nil {
		return err
	}
	modes := modesOf(r)
	if err := checkModes(modes); err != nil {
		return err
	}
	st, err := s.newSSE(w, r)
	if err != nil {
		return err
	}
	err = s.streamEvents(st, rec, last, modes)
	s.comesBack(r, rec)
	if cancelsGone(r, isTrue(r, "cancel_on_disconnect")) && r.Context().Err() != nil {
		s.cancelGone(rec)
	}
	return gone(err)
}

// modesOf returns the stream modes in the path of a request, each once.
func modesOf(r *http.Request) (modes []string) {
	for _, m := range r.URL.Query()["stream_mode"] {
		modes = append(modes, strings.Split(m, ",")...)
	}
	return distinct(slices.DeleteFunc(modes, func(m string) bool { return m == "" }))
}

// gone returns nil for the error of a client that disconnected or whose token expired; other errors unchanged.
func gone(err error) error {
	if errors.Is(err, errGone) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// joinThread streams the events of all runs of a thread, from now on or from the one after Last-Event-ID on. This is the stream mode
// run_modes of threads; there is no other one.
func (s *Server) joinThread(w http.ResponseWriter, r *http.Request) error {
	if modes := modesOf(r); len(modes) > 0 && !slices.Contains(modes, "run_modes") {
		return errorf(http.StatusUnprocessableEntity, "a thread has no stream_mode %q: use run_modes, or none", modes[0])
	}
	t, err := s.theThread(r)
	if err != nil {
		return err
	}
	after, err := s.store.LastEvent(r.Context(), t.ID)
	if err != nil {
		return err
	}
	if r.Header.Get("Last-Event-ID") != "" {
		if after, err = lastEventID(r); err != nil {
			return err
		}
	}
	st, err := s.newSSE(w, r)
	if err != nil {
		return err
	}
	defer st.free()
	return gone(s.follow(st.ctx, st.who.client, t.ID, "", max(after, 0), func(e *hitlrun.Event) (bool, error) {
		if e.N < 0 {
			return true, nil
		}
		name, data := named(st.who, e)
		return true, st.send(name, strconv.FormatInt(e.Seq, 10), data)
	}, st.flush, func() error {
		if _, err := s.thread(st.ctx, t.ID); errors.Is(err, hitlrun.ErrNoThread) {
			return errDeleted // by another process
		}
		return st.comment()
	}))
}
