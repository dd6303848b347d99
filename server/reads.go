// This file bounds what the states of all clients together have in memory. A state takes several times its stored size while it is
// read, encoded and sent. So its size is asked first, and the read waits until so much is free.

package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/budget"
)

// Limits of the states that are in memory. Small ones have their own, so that they do not wait for clients that read large ones
// slowly.
const (
	maxLargeReads  = 1 << 30   // bytes of memory for large states of all clients. One that takes more is read alone
	maxClientReads = 256 << 20 // and of one client
	maxSmallReads  = 256 << 20 // bytes of memory for small states of all clients, until they are sent
	maxClientSends = 16 << 20  // bytes of the small states that are sent to one client without a turn
	maxQuestions   = 768 << 20 // bytes of memory for the large questions of all clients. A request that has some may wait for a state, and not the other way round
	maxInside      = 256 << 20 // bytes of memory for large states and questions that are not sent: to which an answer is bound
	maxHooked      = 256 << 20 // bytes of memory for the large states of webhooks: they wait for their receivers, and for each other
	maxAskedHooks  = 256 << 20 // bytes of memory for the large questions of webhooks. A webhook that has a state may wait for them, and not the other way round
	smallRead      = 1 << 20   // bytes of a small state, as it is stored
	// readFactor is how many times its stored size a state takes in memory while it is read: what SQLite returns, the state as
	// plain JSON, and what the collector has not freed. Later there is only the response.
	readFactor = 3
	// maxInner is how many bytes the states of the inner graphs of a thread may have, which are read at once.
	maxInner = 256 << 20
)

// reads has the memory for states.
type reads struct{ large, small, questions, inside, hooked, asked, sends *budget.Budget }

func (r *reads) init() {
	r.large, r.small = budget.New(maxLargeReads, maxClientReads), budget.New(maxSmallReads, 0)
	r.questions, r.inside, r.hooked = budget.New(maxQuestions, maxClientReads), budget.New(maxInside, 0), budget.New(maxHooked, 0)
	r.asked = budget.New(maxAskedHooks, 0)
	r.sends = budget.New(budget.Unlimited, maxClientSends)
}

// take waits until there is memory for a state of size bytes, which is read. A large state that is sent has its part until the client, or the
// receiver of the webhook, has read it, and waits for others who read; all other states wait for nobody.
func (r *reads) take(ctx context.Context, h *reading, size int64) (*budget.Part, error) {
	of := r.inside
	switch {
	case size <= smallRead:
		of = r.small
	case h.webhook:
		of = r.hooked
	case h.sent:
		of = r.large
	}
	return of.Take(ctx, h.client, max(size, 1)*readFactor)
}

// reading is the key of the context of a request or a run that has a state in memory.
type readingKey struct{}

// reading is the state that a request or a run has in memory, and the thread with large questions. It has one of each at a time.
type reading struct {
	client  string
	webhook bool // what is read is sent to the receiver of a webhook
	sent    bool // what is read is sent to the client
	turn    bool // and the request has a turn

	mu     sync.Mutex
	size   int64        // of the state
	part   *budget.Part // nil if there is none
	thread *budget.Part // nil if there is none
	sends  *budget.Part // of the memory for responses without a turn; nil if there is none
}

// close says that nothing is in memory any more.
func (h *reading) close() {
	h.end()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.thread.Free()
	h.thread = nil
}

// end says that the state is not in memory any more.
func (h *reading) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.part.Free()
	h.sends.Free()
	h.part, h.sends = nil, nil
}

// free frees the memory for a small state, which is encoded and is sent now: nobody waits for a client that does not read it.
func (h *reading) free() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.size <= smallRead {
		h.part.Free()
		h.part = nil
	}
}

// withReading returns a context for the reads of states. What was read last counts until end is called.
func withReading(ctx context.Context, client string) (reads context.Context, end func()) {
	h := &reading{client: client}
	return context.WithValue(ctx, readingKey{}, h), h.close
}

// whileReading calls do with the request, whose states count until do returns; small ones until a part of the response is sent.
func whileReading(r *http.Request, do func(r *http.Request) error) error {
	if r.Context().Value(readingKey{}) != nil {
		return do(r)
	}
	ctx, end := withReading(r.Context(), callerOf(r).client)
	defer end()
	h, _ := ctx.Value(readingKey{}).(*reading)
	h.sent, h.turn = true, ctx.Value(turnKey{}) != nil
	if w, ok := ctx.Value(sentKey{}).(*sentWriter); ok {
		w.reading.Store(h)
		defer w.reading.Store(nil)
	}
	return do(r.WithContext(ctx))
}

// reserve waits until a state of size bytes may be read. The one before, if there is any, does not count any more.
func (s *Server) reserve(ctx context.Context, size int64) error {
	h, ok := ctx.Value(readingKey{}).(*reading)
	if !ok {
		return errors.New("a state is read without a turn")
	}
	h.end()
	var sends *budget.Part
	var err error
	if h.sent && !h.turn && size <= smallRead {
		if sends, err = s.reads.sends.Take(ctx, h.client, max(size, 1)); err != nil {
			return err
		}
	}
	part, err := s.reads.take(ctx, h, size)
	if err != nil {
		sends.Free()
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.size, h.part, h.sends = size, part, sends
	return nil
}

// sendsState notes that of the state which was read last only the response is in memory.
func sendsState(ctx context.Context) {
	h, ok := ctx.Value(readingKey{}).(*reading)
	if !ok {
		return
	}
	h.free()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.part != nil {
		h.part.Shrink(h.size)
	}
}

// thread is Thread of the store when there is memory to read the questions of the thread. It holds none of that afterwards: the caller may
// wait for others then.
func (s *Server) thread(ctx context.Context, id string) (*hitlrun.Thread, error) {
	t, part, err := s.readThread(ctx, id, s.reads.inside)
	part.Free()
	return t, err
}

// shownThread is thread for a request that sends the thread: its questions count until the request ends, or has another thread. Until then it
// waits for nobody but for memory for a state.
func (s *Server) shownThread(ctx context.Context, id string) (*hitlrun.Thread, error) {
	h, ok := ctx.Value(readingKey{}).(*reading)
	if !ok {
		return nil, errors.New("a thread is read without a turn")
	}
	h.close()
	t, part, err := s.readThread(ctx, id, s.reads.questions)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.thread = part
	return t, err
}

// readThread reads a thread when there is memory for its questions; part is that memory, or nil. A state that the request has read before does
// not count any more: who has memory for a state does not wait for a thread.
func (s *Server) readThread(ctx context.Context, id string, of *budget.Budget) (t *hitlrun.Thread, part *budget.Part, err error) {
	size, err := s.store.ThreadSize(ctx, id)
	if err == nil && size > smallRead {
		if h, ok := ctx.Value(readingKey{}).(*reading); ok {
			h.end()
		}
		part, err = of.Take(ctx, clientIn(ctx), size*readFactor)
	}
	if err == nil {
		t, err = s.store.Thread(ctx, id)
	}
	return t, part, err
}

// stateAt is StateAt of the store when there is memory for it. ctx is of withReading, as that of a turn is.
func (s *Server) stateAt(ctx context.Context, threadID, ns, checkpointID string, subgraphs bool) (*hitlrun.StateSnapshot, error) {
	size, err := s.store.StateSize(ctx, threadID, ns, checkpointID, subgraphs, maxInner, func(bytes int64) error { return s.reserve(ctx, bytes) })
	if err != nil {
		return nil, err
	}
	if size.Inner > maxInner {
		return nil, errorf(http.StatusUnprocessableEntity, "the states of the inner graphs of thread %q have at least %d bytes together, and at most %d are read at once: read them one by one (checkpoint_ns)", threadID, size.Inner, maxInner)
	}
	if err := s.reserve(ctx, size.Total()); err != nil {
		return nil, err
	}
	return s.store.StateAt(ctx, threadID, ns, checkpointID, subgraphs)
}

// withoutValues is stateAt without the values.
func (s *Server) withoutValues(ctx context.Context, threadID, ns, checkpointID string, subgraphs bool) (*hitlrun.StateSnapshot, error) {
	if subgraphs { // the inner states have values
		return s.stateAt(ctx, threadID, ns, checkpointID, true)
	}
	size, err := s.store.TasksSize(ctx, threadID, ns, checkpointID)
	if err == nil {
		err = s.reserve(ctx, size)
	}
	if err != nil {
		return nil, err
	}
	return s.store.TasksAt(ctx, threadID, ns, checkpointID)
}

// tasksAt is TasksAt of the store when there is memory for what the tasks have written. It holds none of that afterwards: the caller
// needs no more than the ids of questions.
func (s *Server) tasksAt(ctx context.Context, threadID, ns, checkpointID string) (*hitlrun.StateSnapshot, error) {
	ctx, end := withReading(ctx, clientIn(ctx))
	defer end()
	return s.withoutValues(ctx, threadID, ns, checkpointID, false)
}

// clientIn returns the client of the request with this context; "" if it is of none.
func clientIn(ctx context.Context) string {
	who, _ := ctx.Value(callerKey{}).(caller)
	return who.client
}

// encodeAround returns what show returns as JSON: what is in front of values, these, and what is behind them. *field has the values, which show has as
// they are or not at all. To encode a large state with the rest would take several times its memory.
func encodeAround(show func() any, field *json.RawMessage) (head, values, tail []byte) {
	if len(*field) <= smallRead {
		return encode(show()), nil, nil
	}
	values = *field
	head, tail, has := splitAt(show, field)
	if !has {
		values = nil
	}
	return head, values, tail
}

// splitAt returns what show returns as JSON in front of the value of a field and behind it, and replaces that. It returns false if show leaves the field
// out.
func splitAt(show func() any, field *json.RawMessage) (head, tail []byte, has bool) {
	*field = newMark()
	head, tail, has = bytes.Cut(encode(show()), *field)
	return slices.Clip(head), tail, has
}

// writeState sends what show returns, which may have the values of a state that a field has.
func writeState(w http.ResponseWriter, r *http.Request, show func() any, field *json.RawMessage) {
	head, values, tail := encodeAround(show, field)
	sendsState(r.Context())
	w.Header().Set("Content-Type", "application/json")
	within(w, len(head)+len(values)+len(tail))
	w.WriteHeader(http.StatusOK)
	for _, part := range [][]byte{head, values, tail} {
		if _, err := w.Write(part); err != nil {
			return // the client is gone
		}
	}
}
