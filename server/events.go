// This file stores the events of threads before any client gets them, and notifies the clients that stream them.

package server

import (
	"context"
	"encoding/json"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun"
)

// The kinds of events. A kind of the first generation of clients is the name of its stream mode. A kind of the second
// begins with kindV2.
const (
	kindEnd = "end" // end of a run; clients do not get it
	kindV2  = "v2/"
)

// eventBody is the stored content of an event.
type eventBody struct {
	NS   []string        `json:"ns,omitempty"`
	Node string          `json:"node,omitempty"`
	Data json.RawMessage `json:"data"`
	// Legacy says that the second generation gets the same fact in another event.
	Legacy bool `json:"legacy,omitempty"`
}

// hub notifies viewers of new events.
type hub struct {
	s       *Server
	mu      sync.Mutex
	viewers map[string]map[*viewer]bool
	closed  chan struct{}
	once    sync.Once

	recorders map[string]*recorder // of the current runs, by thread
}

// viewer is one stream of the events of a thread.
type viewer struct {
	more    chan struct{} // receives when there may be new events
	deleted chan struct{} // closed when the thread is deleted
}

func (h *hub) init(s *Server) {
	h.s, h.viewers, h.closed, h.recorders = s, map[string]map[*viewer]bool{}, make(chan struct{}), map[string]*recorder{}
}

// close ends all streams.
func (h *hub) close() { h.once.Do(func() { close(h.closed) }) }

// view registers a viewer of a thread. It is notified of new events until leave is called.
func (h *hub) view(threadID string) (v *viewer, leave func()) {
	v = &viewer{more: make(chan struct{}, 1), deleted: make(chan struct{})}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.viewers[threadID] == nil {
		h.viewers[threadID] = map[*viewer]bool{}
	}
	h.viewers[threadID][v] = true
	if o := h.recorders[threadID]; o != nil {
		go o.storeNow() // events that were deferred because there was no viewer
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

// viewed reports whether a thread has viewers.
func (h *hub) viewed(threadID string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.viewers[threadID]) > 0
}

// notify wakes the viewers of a thread.
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

// forget ends the streams of a thread that is deleted.
func (h *hub) forget(threadID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for v := range h.viewers[threadID] {
		close(v.deleted)
	}
	delete(h.viewers, threadID)
}

// write stores a change, and notifies the viewers of its events.
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

// nextNumber returns the number of the next event of a run, counted as the first generation of clients sees them.
func (s *Server) nextNumber(rec *record, begun bool) (int64, error) {
	if !begun {
		return 0, nil
	}
	n, err := s.store.LastNumber(context.Background(), rec.ThreadID, rec.ID)
	return n + 1, err
}

// eachEvent calls do with the stored events that f selects, in order. do does not wait for a client: large events of which nothing is sent
// are in memory one after the other.
func (s *Server) eachEvent(ctx context.Context, client string, f hitlrun.EventFilter, do func(e *hitlrun.Event)) error {
	for {
		p, err := s.readPage(ctx, client, f, s.scans)
		if err != nil || len(p.events) == 0 {
			return err
		}
		for i := range p.events {
			f.After = p.events[i].Seq
			do(&p.events[i])
		}
		p.free()
	}
}

// recorder turns what happens in a run into events, and stores them in order and in batches. While the thread has
// viewers it stores them at once; otherwise after maxUnseen, or with the end of the run.
type recorder struct {
	s   *Server
	rec *record
	n   int64 // the number of the next event of the first generation

	asked      []shownInterrupt // questions of the run so far; nil if there are tooMany
	known      map[string]bool  // their ids and namespaces
	bytesAsked int
	tooMany    bool // they have more than maxAsked
	owed       bool // whether a chunk of values with all of them is still to come
	messages   partials
	unjoined   bool              // parts of messages are not joined any more
	ended      time.Time         // when it was seen that the run has ended
	completed  map[string]bool   // ids of the messages of the last state, for the mode messages
	spaces     map[string]string // namespaces that have begun and not ended, each with that around it
	leaving    []string          // namespace whose task has a result

	mu      sync.Mutex
	events  []hitlrun.Event // not stored yet
	bytes   int             // of these events
	inWrite int             // bytes of the events that are being stored
	timer   *time.Timer     // calls storeNow; nil if none is set
	writing bool
	closed  chan struct{} // closed by close,
	closing sync.Once     // once
	idle    sync.Cond
}

// maxUnseen bounds how long events are deferred while a thread has no viewers.
const maxUnseen = 200 * time.Millisecond

// newRecorder returns the recorder of a run. n is the number of the next event of the first generation.
func (s *Server) newRecorder(rec *record, n int64) *recorder {
	o := s.recorderOf(rec, n)
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.recorders[rec.ThreadID] = o
	return o
}

// recorderOf is newRecorder for a run that the thread does not execute: the events of another one may be deferred.
func (s *Server) recorderOf(rec *record, n int64) *recorder {
	o := &recorder{s: s, rec: rec, n: n, closed: make(chan struct{})}
	o.idle.L = &o.mu
	return o
}

// close ends the recorder, and returns the events that are not stored yet.
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
	o.closing.Do(func() { close(o.closed) })
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
func (o *recorder) event(kind string, n int64, body eventBody) hitlrun.Event {
	var large splices
	if len(body.Data) >= largeText {
		body.Data = large.put(onOneLine(body.Data))
	}
	return o.spliced(kind, n, body, &large)
}

// spliced returns an event of the run whose body has large texts.
func (o *recorder) spliced(kind string, n int64, body eventBody, large *splices) hitlrun.Event {
	return body.in(hitlrun.Event{ThreadID: o.rec.ThreadID, RunID: o.rec.ID, N: n, Kind: kind}, large)
}

// in returns an event with this content, which has large texts.
func (b eventBody) in(e hitlrun.Event, large *splices) hitlrun.Event {
	if e.Parts = large.split(encode(b)); len(e.Parts) == 1 {
		e.Body, e.Parts = e.Parts[0], nil
	}
	return e
}

// requested returns the content of the event that says that a thread asks a question.
func requested(id string, value json.RawMessage) (eventBody, *splices) {
	var large splices
	return eventBody{Data: encode(map[string]any{"interrupt_id": id, "payload": large.put(value)})}, &large
}

// legacy adds an event of the first generation of clients.
func (o *recorder) legacy(kind string, ns []string, data json.RawMessage) {
	o.add(o.event(kind, o.n, eventBody{NS: ns, Data: data}))
	o.n++
}

// v2 adds an event of the second generation of clients.
func (o *recorder) v2(method string, ns []string, data json.RawMessage) {
	o.add(o.event(kindV2+method, -1, eventBody{NS: ns, Data: data}))
}

// shared adds an event for both generations of clients.
func (o *recorder) shared(kind string, ns []string, node string, data json.RawMessage) {
	o.add(o.event(kind, o.n, eventBody{NS: ns, Node: node, Data: data}))
	o.n++
}

func (o *recorder) add(e hitlrun.Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.events = append(o.events, e)
	o.bytes += e.Size()
}

// maxUnstored is how many bytes of events may wait to be stored. Beyond it the run waits.
const maxUnstored = 16 << 20

// await waits until there is room for more events, or the server shuts down.
func (o *recorder) await() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.bytes+o.inWrite > maxUnstored && o.s.base.Err() == nil {
		o.startWriting()
		o.idle.Wait()
	}
}

// store schedules the storing of the added events. The run continues meanwhile.
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

// startWriting starts a goroutine that stores o.events. The caller holds o.mu.
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

// write stores o.events. While the store takes nothing it tries again, until the recorder is closed: the end of the run stores them then.
func (o *recorder) write() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for tries := 0; len(o.events) > 0; {
		events := o.events
		o.events, o.bytes, o.inWrite = nil, 0, o.bytes
		o.idle.Broadcast()
		o.mu.Unlock()
		err := o.s.hub.write(context.Background(), &hitlrun.Change{Events: events})
		if err != nil && tries == 0 {
			o.s.log.Error("events are not stored", "thread", o.rec.ThreadID, "run", o.rec.ID, "error", err)
		}
		waits, stops := hitlrun.IsOutage(err), false
		if !waits && o.inWrite > maxUnstored {
			events = nil
			debug.FreeOSMemory() // they would be there beside the next ones
		}
		if waits {
			stops = o.pause(tries)
			tries++
		}
		o.mu.Lock()
		if o.inWrite = 0; waits {
			o.events = append(events, o.events...)
			for i := range events {
				o.bytes += events[i].Size()
			}
		}
		if stops {
			break
		}
	}
	o.writing = false
	o.idle.Broadcast()
}

// pause waits before events are stored again. It reports whether the recorder is closed, or the server shuts down.
func (o *recorder) pause(tries int) (stops bool) {
	select {
	case <-time.After(min(firstPause<<min(tries, 16), mostPause)):
		return false
	case <-o.closed:
	case <-o.s.base.Done():
	}
	return true
}

// answered adds which questions a run has answered: other clients of the thread stop offering them.
func (o *recorder) answered() {
	ids := slices.Concat(slices.Sorted(maps.Keys(o.rec.Answers)), o.rec.TimedOut)
	if len(ids) > 0 {
		o.v2("input.answered", nil, encode(map[string]any{"interrupt_ids": ids}))
	}
}

// requests adds the questions of a run at its end, when an answer can be taken. After a rollback those that the run had
// answered wait again.
func (o *recorder) requests(end *ending, waiting []hitlrun.Interrupt) {
	list := o.questions(end)
	if o.rec.RolledBack {
		again := slices.DeleteFunc(slices.Clone(waiting), func(in hitlrun.Interrupt) bool {
			_, answered := o.rec.Answers[in.ID]
			return !answered && !slices.Contains(o.rec.TimedOut, in.ID)
		})
		list = shownInterrupts(again)
	}
	for _, q := range list {
		body, large := requested(q.ID, q.Value)
		o.add(o.spliced(kindV2+"input.requested", -1, body, large))
	}
}

func idsOf(list []hitlrun.Interrupt) []string {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	return ids
}

// lifecycle adds what a run owes at its end, and the event that says how it ended. If the thread did not take the answer of the run,
// the event has the questions of the answer, and those that wait.
func (o *recorder) lifecycle(end *ending, waiting []hitlrun.Interrupt) {
	if o.owed && o.wants("values") {
		o.askedAs("values", nil, o.questions(end))
	}
	if end.err == nil {
		o.leave()
	}
	data := map[string]any{"event": "completed", "graph_name": o.rec.GraphID}
	switch {
	case end.err != nil:
		o.failSpaces()
		data["event"], data["error"] = "failed", end.err.Message
		if end.refused != nil {
			data["reason"], data["interrupt_ids"], data["pending_ids"] = "unknown_interrupt", slices.Sorted(maps.Keys(o.rec.Answers)), idsOf(waiting)
		}
	case end.status == statusInterrupted:
		data["event"] = "interrupted"
	case end.result != nil && end.result.Status == hitlrun.StatusInterrupted:
		data["event"] = "interrupted"
	}
	o.v2("lifecycle", nil, encode(data))
}
