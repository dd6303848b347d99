// This file streams the events of threads to the second generation of clients, as server-sent events or over a
// WebSocket.

package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/rawjson"
)

// events streams the events of a subscription: first those that are stored, then new ones. The stream stays open after
// a run ends.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	var sub subscription
	if err := s.decodeInTurn(w, r, &sub); err != nil {
		return err
	}
	if err := sub.check(); err != nil {
		return err
	}
	if r.Header.Get("Last-Event-ID") != "" {
		last, err := lastEventID(r)
		if err != nil {
			return err
		}
		sub.Since = max(sub.Since, last)
	}
	threadID := r.PathValue("thread")
	if err := s.catchUp(r.Context(), callerOf(r).client, threadID); err != nil {
		return err
	}
	seen, err := s.store.LastEvent(r.Context(), threadID) // the number of the last event
	if err != nil {
		return err
	}
	if sub.Since == 0 {
		sub.stored = seen
	}
	client := callerOf(r).client
	if err := s.subscribed.add(client, &sub); err != nil {
		return err
	}
	defer s.subscribed.remove(client, &sub)
	st, err := s.newSSE(w, r)
	if err != nil {
		return err
	}
	defer st.free()
	return gone(s.follow(st.ctx, st.who.client, threadID, "", sub.Since, func(e *hitlrun.Event) (bool, error) {
		seen = max(seen, e.Seq)
		if shown := sub.view(e); shown != nil {
			return true, st.send(shown.Method, shown.ID, shown.parts()...)
		}
		return true, nil
	}, st.flush, func() error {
		last, err := s.store.LastEvent(st.ctx, threadID)
		if err == nil && last < seen {
			return errDeleted // by another process
		}
		return st.comment()
	}))
}

// catchUp adds the events of questions that were asked without events, for example by the command line. A thread that
// does not exist yet has none.
func (s *Server) catchUp(ctx context.Context, client, threadID string) error {
	if err := checkID("a thread", threadID); err != nil {
		return err
	}
	read, err := s.pages.take(ctx, "to catch up: "+client) // not one of those that wait for the client while others wait for the lock
	if err != nil {
		return err
	}
	defer read()
	unlock := s.queue.lock(threadID)
	defer unlock()
	t, err := s.thread(ctx, threadID)
	if errors.Is(err, hitlrun.ErrNoThread) || err == nil && (len(t.Interrupts) == 0 || s.queue.busy(threadID)) {
		return nil
	}
	if err != nil {
		return err
	}
	known := map[string]bool{}
	err = s.eachEvent(ctx, client, hitlrun.EventFilter{ThreadID: threadID, Kind: kindV2 + "input.requested"}, func(e *hitlrun.Event) {
		rawjson.Fields(bodyOf(e).Data, func(name, value []byte) bool {
			if string(name) == `"interrupt_id"` {
				known[rawjson.Name(value)] = true
			}
			return true
		})
	})
	if err != nil {
		return err
	}
	change := &hitlrun.Change{}
	add := func(method string, body eventBody, large *splices) {
		change.Events = append(change.Events, body.in(hitlrun.Event{ThreadID: threadID, N: -1, Kind: kindV2 + method}, large))
	}
	for _, in := range t.Interrupts {
		if !known[in.ID] {
			body, large := requested(in.ID, bothSpellings(in.Value))
			add("input.requested", body, large)
		}
	}
	if len(change.Events) == 0 {
		return nil
	}
	add("lifecycle", eventBody{Data: encode(map[string]any{"event": "interrupted", "graph_name": t.Graph})}, &splices{})
	return s.hub.write(ctx, change)
}

// onOneLine returns JSON without line breaks, which would end an event. A broken worker may have stored some, or what is no JSON.
func onOneLine(text json.RawMessage) json.RawMessage {
	if json.Valid(text) && !bytes.ContainsAny(text, "\r\n") {
		return text
	}
	return encode(text)
}

// changed adds an event for a state that was changed from outside of a run.
func (s *Server) changed(ctx context.Context, threadID string) {
	ctx, end := withReading(ctx, clientIn(ctx))
	defer end()
	st, err := s.stateAt(ctx, threadID, "", "", false)
	if err != nil {
		return // viewers get no event then
	}
	change := &hitlrun.Change{}
	for _, e := range []struct {
		method string
		data   json.RawMessage
	}{
		{"checkpoints", encode(map[string]any{"id": st.CheckpointID, "parent_id": st.ParentID, "step": st.Step, "source": st.Source})},
		{"values", onOneLine(st.Values)},
	} {
		var large splices
		body := eventBody{Data: large.put(e.data)}
		change.Events = append(change.Events, body.in(hitlrun.Event{ThreadID: threadID, N: -1, Kind: kindV2 + e.method}, &large))
	}
	if err := s.hub.write(ctx, change); err != nil {
		s.log.Error("events are not stored", "thread", threadID, "error", err)
	}
}

// socket is a WebSocket of a client.
type socket struct {
	s        *Server
	c        *websocket.Conn
	r        *http.Request
	threadID string
	mu       sync.Mutex // serializes writes

	// Events are sent once and in the order of their numbers, whichever subscription matches them: clients take the end of
	// a run as the end of all its events.
	order  sync.Mutex // held while events are sent, before memory for them and subsMu
	subsMu sync.Mutex
	subs   map[string]*subscription
	pos    int64 // number of the last event that was read; order is held,
	pumped bool  // a goroutine sends events; too
	n      int
}

// eventsSocket executes commands and sends the events of subscriptions over a WebSocket.
func (s *Server) eventsSocket(w http.ResponseWriter, r *http.Request) error {
	threadID := r.PathValue("thread")
	if err := checkID("a thread", threadID); err != nil {
		return err
	}
	if r.Header.Get("Upgrade") == "" {
		return errorf(http.StatusUpgradeRequired, "this is for WebSockets: use POST for server-sent events")
	}
	free, err := s.takeStream(r)
	if err != nil {
		return err
	}
	defer free()
	if sent, ok := w.(*sentWriter); ok {
		sent.hijacked()
	}
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // cors checks the origin
	if err != nil {
		return nil // Accept has sent the error
	}
	defer c.CloseNow() //nolint:errcheck // it may be closed already
	c.SetReadLimit(-1) // next has a limit
	ctx, stop := whileValid(r)
	defer stop()
	so := &socket{s: s, c: c, r: r, threadID: threadID, subs: map[string]*subscription{}}
	go func() {
		select {
		case <-s.hub.closed:
			_ = c.Close(websocket.StatusGoingAway, "the server is shutting down") // the client may be gone
		case <-ctx.Done():
		}
	}()
	for so.next(ctx) == nil {
	}
	so.subsMu.Lock()
	defer so.subsMu.Unlock()
	for _, sub := range so.subs {
		s.subscribed.remove(callerOf(r).client, sub)
	}
	return nil // the client disconnected
}

func (so *socket) send(v any) error { return so.sendParts(encode(v)) }

// sendParts sends a message that is in parts.
func (so *socket) sendParts(parts ...[]byte) error {
	so.mu.Lock()
	defer so.mu.Unlock()
	ctx, stop := context.WithTimeout(context.Background(), stall)
	defer stop()
	if err := so.s.sync(); err != nil {
		return err
	}
	if err := so.write(ctx, parts); err != nil {
		return err
	}
	for _, data := range parts {
		so.s.shown.sent(callerOf(so.r).name, data)
	}
	return nil
}

func (so *socket) write(ctx context.Context, parts [][]byte) error {
	if len(parts) == 1 {
		return so.c.Write(ctx, websocket.MessageText, parts[0])
	}
	w, err := so.c.Writer(ctx, websocket.MessageText)
	if err != nil {
		return err
	}
	for _, data := range parts {
		if _, err := w.Write(data); err != nil {
			return err
		}
	}
	return w.Close()
}

// largeMessage is the size in bytes from which a message takes a turn. It is less than largeBody: a client may have a message in
// each of its many WebSockets.
const largeMessage = 32 << 10

// maxMessage is how long a message may take to arrive: as long as the body of a request in hitlrun serve.
const maxMessage = time.Minute

// next reads the next message of the client and executes it. A message counts as a request: it waits for the rate
// limit, and is read in a turn if it is large.
func (so *socket) next(ctx context.Context) error {
	within, stop := context.WithCancel(ctx)
	defer stop()
	_, message, err := so.c.Reader(within)
	if err != nil {
		return err
	}
	if err := so.s.limit.wait(ctx, callerOf(so.r).client); err != nil {
		return err
	}
	defer time.AfterFunc(maxMessage, stop).Stop()
	var data bytes.Buffer
	message = io.LimitReader(message, so.s.o.MaxBody+1)
	if n, err := io.CopyN(&data, message, largeMessage+1); err != nil || n <= largeMessage {
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if n > so.s.o.MaxBody {
			return so.tooLarge()
		}
		return so.take(ctx, data.Bytes())
	}
	var c *command
	var answer any
	err = so.s.turn(so.r, func(r *http.Request) error {
		whole, done, err := so.s.unsized(nil, r, data.Bytes(), message)
		defer done()
		data = *bytes.NewBuffer(whole)
		if err != nil || int64(data.Len()) > so.s.o.MaxBody {
			return err
		}
		if c, err = so.parse(data.Bytes()); c != nil && startsRun(c.Method) {
			answer = so.s.command(r, so.threadID, c)
		}
		return err
	})
	switch {
	case err == nil && int64(data.Len()) > so.s.o.MaxBody:
		return so.tooLarge()
	case errors.Is(err, errNoRoom):
		_ = so.c.Close(websocket.StatusTryAgainLater, "the server has no memory for the message: send it again later") // the client may be gone
		return errGone
	case err != nil || c == nil:
		return err
	case answer != nil:
		return so.send(answer)
	}
	return so.do(ctx, c)
}

// tooLarge closes the WebSocket after a message that is too large.
func (so *socket) tooLarge() error {
	_ = so.c.Close(websocket.StatusMessageTooBig, fmt.Sprintf("the message is larger than %d bytes", so.s.o.MaxBody)) // the client may be gone
	return errGone
}

// take executes the command in a message.
func (so *socket) take(ctx context.Context, data []byte) error {
	c, err := so.parse(data)
	if err != nil || c == nil {
		return err
	}
	return so.do(ctx, c)
}

// parse returns the command in a message; nil if the message is not a command, after sending the error to the client.
func (so *socket) parse(data []byte) (*command, error) {
	var c command
	if !utf8.Valid(data) {
		return nil, so.send(refusal(nil, "invalid_argument", "the message is not UTF-8"))
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return nil, so.send(refusal(nil, "invalid_argument", badJSON("the message is not a command in valid JSON", err).Error()))
	}
	return &c, nil
}

// do executes a command.
func (so *socket) do(ctx context.Context, c *command) error {
	switch c.Method {
	case "subscription.subscribe":
		return so.subscribe(ctx, c)
	case "subscription.unsubscribe":
		var p struct {
			ID string `json:"subscription_id"`
		}
		_ = json.Unmarshal(c.Params, &p) // params may be absent
		so.subsMu.Lock()
		found := so.subs[p.ID]
		delete(so.subs, p.ID)
		so.subsMu.Unlock()
		if found != nil {
			so.s.subscribed.remove(callerOf(so.r).client, found)
		} else {
			return so.send(refusal(c.ID, "no_such_subscription", "there is no subscription "+p.ID))
		}
		return so.send(success(c.ID, map[string]any{}, nil))
	}
	if startsRun(c.Method) {
		return so.send(so.s.command(so.r, so.threadID, c))
	}
	return so.s.turn(so.r, func(r *http.Request) error {
		data := encode(so.s.command(r, so.threadID, c))
		sendsState(r.Context())
		return so.sendParts(data)
	})
}

func (so *socket) subscribe(ctx context.Context, c *command) error {
	var sub subscription
	err := json.Unmarshal(c.Params, &sub)
	if err != nil {
		err = badJSON("the params are not those of subscription.subscribe", err)
	} else {
		err = sub.check()
	}
	if err != nil {
		return so.send(refusal(c.ID, "invalid_argument", err.Error()))
	}
	if so.subscriptions() >= 100 {
		return so.send(refusal(c.ID, "invalid_argument", "there are 100 subscriptions already"))
	}
	if err := so.s.subscribed.add(callerOf(so.r).client, &sub); err != nil {
		return so.send(refusal(c.ID, "invalid_argument", err.Error()))
	}
	subscribed := false
	defer func() {
		if !subscribed {
			so.s.subscribed.remove(callerOf(so.r).client, &sub)
		}
	}()
	if err = so.s.catchUp(ctx, callerOf(so.r).client, so.threadID); err == nil && sub.Since == 0 {
		sub.stored, err = so.s.store.LastEvent(ctx, so.threadID)
	}
	if err != nil {
		return so.send(refusal(c.ID, "unknown_error", err.Error()))
	}
	so.order.Lock()
	defer so.order.Unlock()
	replayed := 0
	f := hitlrun.EventFilter{ThreadID: so.threadID, After: sub.Since}
	err = so.s.eachEvent(ctx, callerOf(so.r).client, f, func(e *hitlrun.Event) {
		if sub.view(e) != nil {
			replayed++
		}
	})
	if err != nil {
		return so.send(refusal(c.ID, "unknown_error", err.Error()))
	}
	so.n++
	id := "sub-" + strconv.Itoa(so.n)
	if err := so.send(success(c.ID, map[string]any{"subscription_id": id, "replayed_events": replayed}, nil)); err != nil {
		return err
	}
	if !so.pumped {
		so.pos = sub.Since
	}
	for read := sub.Since - 1; f.After < so.pos && f.After > read; {
		read = f.After
		_, _, err = so.s.page(ctx, callerOf(so.r).client, &f, func(e *hitlrun.Event) (bool, error) {
			if e.Seq > so.pos {
				return false, nil // the pump sends it
			}
			if shown := sub.view(e); shown != nil { // other subscriptions have got it already
				return true, so.sendParts(shown.parts()...)
			}
			return true, nil
		}, func() error { return nil })
		if err != nil {
			return err
		}
	}
	so.subsMu.Lock()
	so.subs[id] = &sub
	so.subsMu.Unlock()
	subscribed = true
	if !so.pumped {
		so.pumped = true
		after := so.pos
		so.s.wg.Go(func() { so.pump(ctx, after) })
	}
	return nil
}

func (so *socket) subscriptions() int {
	so.subsMu.Lock()
	defer so.subsMu.Unlock()
	return len(so.subs)
}

// pump sends the events after number after that the subscriptions match, until ctx ends.
func (so *socket) pump(ctx context.Context, after int64) {
	f := hitlrun.EventFilter{ThreadID: so.threadID, After: after}
	send := func(e *hitlrun.Event) (bool, error) {
		so.pos = e.Seq
		if shown := so.view(e); shown != nil {
			return true, so.sendParts(shown.parts()...)
		}
		return true, nil
	}
	page := func() (full, more bool, err error) {
		so.order.Lock()
		defer so.order.Unlock()
		return so.s.page(ctx, callerOf(so.r).client, &f, send, func() error { return nil })
	}
	ping := func() error {
		ctx, stop := context.WithTimeout(ctx, stall)
		defer stop()
		return so.c.Ping(ctx)
	}
	err := so.s.eachPage(ctx, so.threadID, page, ping)
	for errors.Is(err, errDeleted) { // the client may make the thread again, whose events are numbered from 1
		so.order.Lock()
		so.pos, f.After = 0, 0
		so.order.Unlock()
		err = so.s.eachPage(ctx, so.threadID, page, ping)
	}
	if gone(err) != nil && ctx.Err() == nil {
		so.s.log.Debug("events are not sent any more", "thread", so.threadID, "error", err, "at", time.Now())
	}
}

// view returns an event as the first subscription that matches it shows it; nil if none does.
func (so *socket) view(e *hitlrun.Event) *v2Event {
	d := decoded(e)
	so.subsMu.Lock()
	defer so.subsMu.Unlock()
	for _, sub := range so.subs {
		if shown := sub.viewOf(d); shown != nil {
			return shown
		}
	}
	return nil
}
