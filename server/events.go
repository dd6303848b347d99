// This file has the events of threads: they are stored before anybody gets them, and all who look get all of them.

package server

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun"
)

// Kinds of events. Those of the first generation of clients are named as its stream modes are; those of the second begin with kindV2.
const (
	kindEnd = "end" // of a run: no client gets it
	kindV2  = "v2/"
)

// eventBody is what is stored of an event.
type eventBody struct {
	NS   []string        `json:"ns,omitempty"`
	Node string          `json:"node,omitempty"`
	Data json.RawMessage `json:"data"`
	// Legacy says that clients of the second generation get it in another form.
	Legacy bool `json:"legacy,omitempty"`
}

// hub notifies those who look at the events of a thread.
type hub struct {
	s       *Server
	mu      sync.Mutex
	viewers map[string]map[*viewer]bool
	closed  chan struct{}
	once    sync.Once

	recorders map[string]*recorder // of the runs under way, by thread
}

// viewer is one who looks at the events of a thread.
type viewer struct {
	more chan struct{} // has an element when there may be new events
}

func (h *hub) init(s *Server) {
	h.s, h.viewers, h.closed, h.recorders = s, map[string]map[*viewer]bool{}, make(chan struct{}), map[string]*recorder{}
}

// close ends all streams.
func (h *hub) close() { h.once.Do(func() { close(h.closed) }) }

// view has the caller notified of events of a thread, until leave is called.
func (h *hub) view(threadID string) (v *viewer, leave func()) {
	v = &viewer{more: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.viewers[threadID] == nil {
		h.viewers[threadID] = map[*viewer]bool{}
	}
	h.viewers[threadID][v] = true
	if o := h.recorders[threadID]; o != nil {
		go o.storeNow() // what it has waited for somebody to look
	}
	return v, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.viewers[threadID], v)
		if len(h.viewers[threadID]) == 0 {
			delete(h.viewers, threadID)
		}
	}
}

// viewed reports whether somebody looks at a thread.
func (h *hub) viewed(threadID string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.viewers[threadID]) > 0
}

// notify wakes those who look at a thread.
func (h *hub) notify(threadID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for v := range h.viewers[threadID] {
		select {
		case v.more <- struct{}{}:
		default:
		}
	}
}

// forget ends the streams of a thread that is gone: they find nothing more.
func (h *hub) forget(threadID string) { h.notify(threadID) }

// write stores a change, and notifies those who look at its events.
func (h *hub) write(ctx context.Context, change *hitlrun.Change) error {
	if err := h.s.store.Write(ctx, change); err != nil {
		return err
	}
	last := ""
	for i := range change.Events {
		if id := change.Events[i].ThreadID; id != last {
			h.notify(id)
			last = id
		}
	}
	return nil
}

// nextNumber returns the number that the next event of a run gets among those that the first generation of clients sees.
func (s *Server) nextNumber(rec *record, begun bool) (int64, error) {
	if !begun {
		return 0, nil
	}
	n := int64(0)
	err := s.eachEvent(context.Background(), rec.ThreadID, rec.ID, 0, func(e *hitlrun.Event) error {
		n = max(n, e.N+1)
		return nil
	})
	return n, err
}

// eachEvent calls do with the events that there are of a thread behind number after, of one run or all. It has a part of them at a time.
func (s *Server) eachEvent(ctx context.Context, threadID, runID string, after int64, do func(e *hitlrun.Event) error) error {
	for {
		events, err := s.store.Events(ctx, threadID, runID, after, 500)
		if err != nil || len(events) == 0 {
			return err
		}
		for i := range events {
			after = events[i].Seq
			if err := do(&events[i]); err != nil {
				return err
			}
		}
	}
}

// recorder makes events of what happens in a run, and has them stored in their order, many at a time: while somebody looks at the
// thread as they come, else a moment later, or with the end of the run.
type recorder struct {
	s   *Server
	rec *record
	n   int64 // the number of the next event of the first generation

	asked    []shownInterrupt // questions of the run so far
	requests []hitlrun.Event  // input.requested, which come with the end of the run: from then on there may be an answer
	messages partials
	spaces   map[string]bool // namespaces with messages, that have begun

	mu      sync.Mutex
	events  []hitlrun.Event // that are not stored yet
	bytes   int             // of them
	timer   *time.Timer     // stores them; nil if none does
	writing bool
	idle    sync.Cond
}

// maxUnseen is how long events wait that nobody looks at.
const maxUnseen = 200 * time.Millisecond

// newRecorder returns the recorder of a run whose next event of the first generation has number n.
func (s *Server) newRecorder(rec *record, n int64) *recorder {
	o := &recorder{s: s, rec: rec, n: n}
	o.idle.L = &o.mu
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.recorders[rec.ThreadID] = o
	return o
}

// close ends the recorder. It returns the events that are not stored.
func (o *recorder) close() []hitlrun.Event {
	if o == nil {
		return nil
	}
	h := &o.s.hub
	h.mu.Lock()
	if h.recorders[o.rec.ThreadID] == o {
		delete(h.recorders, o.rec.ThreadID)
	}
	h.mu.Unlock()
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.writing {
		o.idle.Wait()
	}
	if o.timer != nil {
		o.timer.Stop()
	}
	events := o.events
	o.events, o.bytes = nil, 0
	return events
}

// event returns an event of the run.
func (o *recorder) event(kind string, n int64, ns []string, data json.RawMessage) hitlrun.Event {
	return hitlrun.Event{ThreadID: o.rec.ThreadID, RunID: o.rec.ID, N: n, Kind: kind, Body: encode(eventBody{NS: ns, Data: data})}
}

// legacy adds an event of the first generation of clients.
func (o *recorder) legacy(kind string, ns []string, data json.RawMessage) {
	o.add(o.event(kind, o.n, ns, data))
	o.n++
}

// v2 adds an event of the second generation of clients.
func (o *recorder) v2(method string, ns []string, data json.RawMessage) {
	o.add(o.event(kindV2+method, -1, ns, data))
}

// shared adds an event that both generations see.
func (o *recorder) shared(kind string, ns []string, node string, data json.RawMessage, legacyOnly bool) {
	e := o.event(kind, o.n, ns, nil)
	e.Body = encode(eventBody{NS: ns, Node: node, Data: data, Legacy: legacyOnly})
	o.n++
	o.add(e)
}

func (o *recorder) add(e hitlrun.Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.events = append(o.events, e)
	o.bytes += len(e.Body)
}

// maxUnstored is how many bytes of events wait to be stored before the run waits for that.
const maxUnstored = 16 << 20

// await returns when there is room for more events.
func (o *recorder) await() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.bytes > maxUnstored {
		o.startWriting()
		o.idle.Wait()
	}
}

// store has what was added stored, while the run goes on.
func (o *recorder) store() {
	if o.s.hub.viewed(o.rec.ThreadID) {
		o.storeNow()
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.timer == nil && !o.writing && len(o.events) > 0 {
		o.timer = time.AfterFunc(maxUnseen, o.storeNow)
	}
}

func (o *recorder) storeNow() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.startWriting()
}

// startWriting has o.events written. The caller holds o.mu.
func (o *recorder) startWriting() {
	if o.timer != nil {
		o.timer.Stop()
		o.timer = nil
	}
	if !o.writing && len(o.events) > 0 {
		o.writing = true
		go o.write()
	}
}

func (o *recorder) write() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.events) > 0 {
		events := o.events
		o.events, o.bytes = nil, 0
		o.idle.Broadcast()
		o.mu.Unlock()
		if err := o.s.hub.write(context.Background(), &hitlrun.Change{Events: events}); err != nil {
			o.s.log.Error("events are not stored", "thread", o.rec.ThreadID, "run", o.rec.ID, "error", err)
		}
		o.mu.Lock()
	}
	o.writing = false
	o.idle.Broadcast()
}

// lifecycle adds how a run ended.
func (o *recorder) lifecycle(end *ending) {
	data := map[string]any{"event": "completed", "graph_name": o.rec.GraphID}
	switch {
	case end.err != nil:
		data["event"], data["error"] = "failed", end.err.Message
	case end.status == statusInterrupted:
		data["event"] = "interrupted"
	case end.result != nil && end.result.Status == hitlrun.StatusInterrupted:
		data["event"] = "interrupted"
	}
	o.v2("lifecycle", nil, encode(data))
}
