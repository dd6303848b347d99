// This file sends webhooks when a run asks a question, ends or fails. They are signed as defined by Standard Webhooks,
// and are retried until the receiver accepts them.

package server

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/rawjson"
)

// webhookKind is the kind of the documents of webhooks that are not sent yet. They are deleted with their thread.
const webhookKind = "webhook"

// maxAttempts is how many times a webhook is sent, within about a day, before it is discarded.
const maxAttempts = 12

// Limits of the webhooks that are being sent at the same time. hookShares is how many clients, or hosts, it takes to use
// all of that: webhooks to a host that never answers do not make those of others wait.
const (
	maxWebhooks     = 50
	maxWebhookBytes = 64 << 20
	hookShares      = 4
)

// hooks counts the webhooks that are being sent.
type hooks struct {
	beginning sync.Mutex // of sendWebhooks

	mu sync.Mutex
	of map[string]*hookShare // by client, by host, and under "" all
}

// hookShare is what one client, or one host, has of the webhooks that are being sent.
type hookShare struct {
	calls int
	bytes int64
	next  time.Time // when the last one is due that waits for others of the share
}

// full reports whether a share has 1/n of the limits.
func (h *hookShare) full(n int) bool {
	return h != nil && (h.calls >= maxWebhooks/n || h.bytes > maxWebhookBytes/int64(n))
}

// full reports whether no webhook may be begun.
func (h *hooks) full() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.of[""].full(1)
}

// take counts a webhook in the shares with these names until the caller calls done. done is nil if one of them is full:
// the webhook is due again at that time. Those that wait for one share get different times, since they would all be
// looked at each second otherwise.
func (h *hooks) take(size int64, names ...string) (done func(), again time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range names {
		if one := h.of[name]; one.full(hookShares) {
			if now := time.Now(); one.next.Before(now) {
				one.next = now
			}
			one.next = one.next.Add(20 * time.Millisecond)
			return nil, one.next
		}
	}
	names = append(names, "")
	for _, name := range names {
		one := h.of[name]
		if one == nil {
			one = &hookShare{}
			h.of[name] = one
		}
		one.calls++
		one.bytes += size
	}
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, name := range names {
			one := h.of[name]
			one.bytes -= size
			if one.calls--; one.calls == 0 {
				delete(h.of, name)
			}
		}
	}, time.Time{}
}

// webhookCall is a webhook that is to be sent.
type webhookCall struct {
	URL     string          `json:"url"`
	By      string          `json:"by,omitempty"` // the client; "" for a server without tokens
	Body    json.RawMessage `json:"body"`
	Attempt int             `json:"attempt"`
	// Checkpoint is the one whose state is sent as values; "" if the body has them. A state is read to be sent, and not stored twice.
	Checkpoint string `json:"checkpoint,omitempty"`
	// Asked says that the questions are those that the events of the run have; else the body has them.
	Asked bool `json:"asked,omitempty"`
	// Discard says that the thread is deleted, in the name of Owner, when the webhook is sent or discarded.
	Discard bool   `json:"discard,omitempty"`
	Owner   string `json:"owner,omitempty"`
}

// webhookOf returns the webhook that a document has. Its body is a part of the document, since it may be large.
func webhookOf(document []byte) (call webhookCall, err error) {
	var body json.RawMessage
	rest := []byte("{")
	rawjson.Fields(document, func(name, value []byte) bool {
		if rawjson.Name(name) == "body" {
			body = value
			return true
		}
		if len(rest) > 1 {
			rest = append(rest, ',')
		}
		rest = append(append(append(rest, name...), ':'), value...)
		return true
	})
	if err = json.Unmarshal(append(rest, '}'), &call); err == nil && body == nil {
		err = errors.New("the webhook is damaged")
	}
	call.Body = body
	return call, err
}

// document returns the webhook as it is stored.
func (c *webhookCall) document() []byte {
	if len(c.Body) <= smallRead {
		return encode(c)
	}
	other := *c
	head, tail, _ := splitAt(func() any { return &other }, &other.Body)
	return slices.Concat(head, c.Body, tail)
}

// to returns the address without what may be secret, for the log: its path and its query.
func (c *webhookCall) to() string {
	u, err := url.Parse(c.URL)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// Bounds of the address of a webhook, in bytes. The log has its host.
const (
	maxWebhook     = 8 << 10
	maxWebhookHost = 253 // as in DNS
)

// checkWebhook returns an error if the address of a webhook is invalid.
func checkWebhook(address string) error {
	if len(address) > maxWebhook {
		return errorf(http.StatusUnprocessableEntity, "the address of a webhook has %d bytes, and at most %d are allowed", len(address), maxWebhook)
	}
	u, err := url.Parse(address)
	if err == nil && len(u.Hostname()) > maxWebhookHost {
		return errorf(http.StatusUnprocessableEntity, "the host of a webhook has %d bytes, and at most %d are allowed", len(u.Hostname()), maxWebhookHost)
	}
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return errorf(http.StatusUnprocessableEntity, "the webhook %q is not an http or https address", address)
	}
	return nil
}

// mayCall returns an error for an address whose host is a private IP address or this machine. The addresses of a host
// name are checked when the webhook is sent.
func (s *Server) mayCall(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	if ip, err := netip.ParseAddr(u.Hostname()); s.trusted(u.Hostname()) || err != nil && !isLoopback(u.Hostname()) || err == nil && !isPrivate(ip) {
		return nil
	}
	return errorf(http.StatusUnprocessableEntity, "the webhook %q has a private address: the server allows it with --allow-webhook %s", address, u.Hostname())
}

func (s *Server) trusted(host string) bool {
	return slices.Contains(s.o.Webhooks, "*") || slices.Contains(s.o.Webhooks, host)
}

// public is the range of public IPv6 addresses. reserved are the IPv4 and IPv6 ranges that are not public, also those
// within public.
var (
	public   = netip.MustParsePrefix("2000::/3") //nolint:gochecknoglobals // read-only
	reserved = prefixes(                         //nolint:gochecknoglobals // read-only
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
		"192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
		"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", // the last ones tunnel to IPv4 addresses
	)
)

func prefixes(list ...string) (all []netip.Prefix) {
	for _, text := range list {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

// isPrivate reports whether an address belongs to a private or reserved network. An address with a zone does.
func isPrivate(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.Zone() != "" || ip.Is6() && !public.Contains(ip) || slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// webhook returns the document of the webhook of a run that ended.
func (s *Server) webhook(rec *record, end *ending) hitlrun.Document {
	shown, now := rec.show(), isoTime(time.Now())
	shown.Kwargs.Webhook = "" // it may have secrets, and the receiver knows it
	body := map[string]any{
		"run_id": rec.ID, "thread_id": rec.ThreadID, "assistant_id": rec.AssistantID, "graph_id": rec.GraphID, "status": end.status,
		"metadata": shown.Metadata, "kwargs": shown.Kwargs, "multitask_strategy": shown.Multitask, "created_at": shown.CreatedAt, "updated_at": now,
		"run_started_at": cmp.Or(rec.Began, now), "run_ended_at": now, "thread_url": "/threads/" + rec.ThreadID, "type": "run." + end.status,
	}
	if end.err != nil {
		body["error"] = end.err.Message
	}
	call := webhookCall{URL: rec.Request.Webhook, Discard: rec.Delete, Owner: rec.By}
	if res := end.result; res != nil {
		if len(res.Values) > mostHeld || res.Values == nil {
			call.Checkpoint = res.CheckpointID
		}
		if call.Checkpoint == "" {
			body["values"] = res.Values
		}
		if res.Status == hitlrun.StatusInterrupted {
			body["status"], body["type"] = "interrupted", "run.interrupted"
			if call.Asked = end.asksMuch(); !call.Asked {
				body["interrupts"] = shownInterrupts(res.Interrupts)
			}
		}
	}
	if s.guarded() {
		call.By = rec.By
	}
	call.Body = encode(body)
	stored := call.document()
	return hitlrun.Document{Kind: webhookKind, Key: rec.ID, ThreadID: rec.ThreadID, State: "waiting", Due: time.Now(), Body: stored}
}

// sending is the time for which a server owns a webhook that it sends. If that server dies, another one sends the
// webhook afterwards. It waits at most hookWait for memory for the state, and postTime for the receiver.
const (
	sending  = 45 * time.Second
	hookWait = 15 * time.Second
	postTime = 20 * time.Second
)

// sendWebhooks sends the webhooks that are due.
func (s *Server) sendWebhooks(ctx context.Context) {
	s.hooks.beginning.Lock()
	defer s.hooks.beginning.Unlock()
	for ctx.Err() == nil {
		if s.hooks.full() {
			return // until some are sent
		}
		list, err := s.store.Documents(ctx, hitlrun.DocumentFilter{Kind: webhookKind, States: []string{"waiting"}, Due: time.Now(), Limit: 1})
		if err != nil || len(list) == 0 || !s.beginWebhook(ctx, list[0]) {
			return // the next look tries again
		}
	}
}

// shares returns the names of the shares of a webhook: that of its client, if there is one, and that of its host.
func (c *webhookCall) shares() (names []string) {
	if c.By != "" {
		names = append(names, "client "+c.By)
	}
	host := ""
	if u, err := url.Parse(c.URL); err == nil {
		host = strings.ToLower(u.Hostname())
	}
	return append(names, "host "+host)
}

// beginWebhook sends a webhook in the background, or later if others of its client or its host are being sent. It
// reports whether another webhook may be begun.
func (s *Server) beginWebhook(ctx context.Context, d hitlrun.Document) bool {
	call, err := webhookOf(d.Body)
	if err != nil {
		return s.endWebhook(ctx, d, call) == nil
	}
	was := d.Due
	done, again := s.hooks.take(int64(len(d.Body)), call.shares()...)
	if d.Due = again; done != nil {
		call.Attempt++
		d.Body, d.Due = call.document(), time.Now().Add(sending)
		call, _ = webhookOf(d.Body) // what was read is not needed any more
	}
	if err := s.store.Write(ctx, &hitlrun.Change{Replace: []hitlrun.Replacement{{Document: d, From: []string{"waiting"}, FromDue: was}}}); err != nil {
		if done != nil {
			done()
		}
		return errors.Is(err, hitlrun.ErrConflict) // another server sends it
	}
	if done != nil {
		s.wg.Go(func() {
			s.sendWebhook(ctx, d, call)
			done()
			s.sendWebhooks(ctx) // those that waited for this one
		})
	}
	return true
}

func (s *Server) sendWebhook(ctx context.Context, d hitlrun.Document, call webhookCall) {
	err := s.deliver(ctx, d, call)
	switch {
	case errors.Is(err, errNoRoom): // this is no attempt
		call.Attempt--
		d.Body = call.document()
		s.sendAgain(ctx, d, time.Second)
	case err == nil:
		if err := s.endWebhook(ctx, d, call); err != nil {
			s.log.Error("webhook is sent again", "run", d.Key, "error", err)
		}
	case call.Attempt >= maxAttempts:
		s.log.Error("webhook is discarded after its last attempt", "run", d.Key, "to", call.to(), "error", err)
		_ = s.endWebhook(ctx, d, call) // if this fails, the webhook is sent again
	default:
		s.log.Warn("webhook is not taken", "run", d.Key, "to", call.to(), "attempt", call.Attempt, "error", err)
		s.sendAgain(ctx, d, min(time.Duration(1<<call.Attempt)*time.Second, 4*time.Hour))
	}
}

// sendAgain makes a webhook due again after a time. If this fails, it is due after sending, unless its thread was deleted.
func (s *Server) sendAgain(ctx context.Context, d hitlrun.Document, after time.Duration) {
	was := d.Due
	d.Due = time.Now().Add(after)
	_ = s.store.Write(context.WithoutCancel(ctx), &hitlrun.Change{Replace: []hitlrun.Replacement{{Document: d, From: []string{"waiting"}, FromDue: was}}})
}

// deliver sends a webhook once, with the values of its state. It waits until there is memory for them; the error is errNoRoom if that takes
// too long. A state that somebody has pruned has no values any more.
func (s *Server) deliver(ctx context.Context, d hitlrun.Document, call webhookCall) error {
	if call.Checkpoint == "" {
		return s.post(ctx, d, call, nil)
	}
	reads, end := withReading(ctx, call.shares()[0])
	defer end()
	h, _ := reads.Value(readingKey{}).(*reading)
	h.webhook = true
	wait, stop := context.WithTimeout(reads, hookWait)
	defer stop()
	values := json.RawMessage("null")
	state, err := s.stateAt(wait, d.ThreadID, "", call.Checkpoint, false)
	switch {
	case err == nil:
		values = state.Values
	case errors.Is(err, context.DeadlineExceeded):
		return errNoRoom
	case !errors.Is(err, hitlrun.ErrNoThread):
		return err
	default:
		if _, err := s.store.DocumentSize(ctx, webhookKind, d.Key); err != nil {
			return err // the webhook was deleted with its thread
		}
		s.log.Warn("a webhook has no values, since its checkpoint was pruned", "run", d.Key)
	}
	sendsState(reads)
	return s.post(ctx, d, call, values)
}

// endWebhook deletes a webhook that is sent or discarded. Its thread is discarded after that: it may have viewers for a while.
func (s *Server) endWebhook(ctx context.Context, d hitlrun.Document, call webhookCall) error {
	change := &hitlrun.Change{Delete: []hitlrun.DocumentName{{Kind: webhookKind, Key: d.Key}}}
	if call.Discard {
		change.Put = []hitlrun.Document{discardDocument(d.Key, d.ThreadID, call.Owner)}
	}
	err := s.store.Write(context.WithoutCancel(ctx), change)
	if errors.Is(err, hitlrun.ErrNoThread) {
		return nil // the webhook was deleted with it
	}
	if err == nil && change.Put != nil {
		s.wg.Go(func() { s.discard(d.ThreadID, call.Owner) })
	}
	return err
}

// adoptWebhooks gives the webhooks that an earlier version stored to their threads, and deletes those of threads that are deleted
// and those that are discarded.
func (s *Server) adoptWebhooks(ctx context.Context) (err error) {
	for d, readErr := range s.store.EachDocument(ctx, hitlrun.DocumentFilter{Kind: webhookKind}) { // they may be many and large
		if readErr != nil {
			return errors.Join(err, readErr)
		}
		if d.ThreadID != "" {
			continue
		}
		var call webhookCall
		var body struct {
			ThreadID string `json:"thread_id"`
		}
		_ = errors.Join(json.Unmarshal(d.Body, &call), json.Unmarshal(call.Body, &body)) // the thread of a damaged one is not known
		adopted := errors.New("it is not sent any more")
		if d.ThreadID = body.ThreadID; d.ThreadID != "" && d.State == "waiting" {
			adopted = s.store.Write(ctx, &hitlrun.Change{Put: []hitlrun.Document{d}})
		}
		if adopted != nil && !hitlrun.IsOutage(adopted) {
			adopted = s.store.Write(ctx, &hitlrun.Change{Delete: []hitlrun.DocumentName{{Kind: webhookKind, Key: d.Key}}})
		}
		err = errors.Join(err, adopted)
	}
	return err
}

// writeHook writes the body of a webhook, which is sent at that time, with these values; nil if they are in its body.
func (s *Server) writeHook(ctx context.Context, w io.Writer, d hitlrun.Document, call webhookCall, at string, values []byte) error {
	parts := [][]byte{[]byte(`{"webhook_sent_at":"` + at + `",`)}
	if values != nil {
		parts = append(parts, []byte(`"values":`), values, []byte(","))
	}
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	if call.Asked {
		if err := s.writeAsked(ctx, w, d.ThreadID, d.Key, call.shares()[0]); err != nil {
			return err
		}
	}
	_, err := w.Write(bytes.TrimPrefix(call.Body, []byte("{")))
	return err
}

// writeAsked writes the questions of a run, which are in its events. One of them is in memory at a time.
func (s *Server) writeAsked(ctx context.Context, w io.Writer, threadID, runID, client string) error {
	f := hitlrun.EventFilter{ThreadID: threadID, RunID: runID, Kind: kindV2 + "input.requested"}
	write := func(e *hitlrun.Event, before string) error {
		var id, value []byte
		rawjson.Fields(bodyOf(e).Data, func(name, text []byte) bool {
			switch string(name) {
			case `"interrupt_id"`:
				id = text
			case `"payload"`:
				value = text
			}
			return true
		})
		for _, part := range [][]byte{[]byte(before + `{"id":`), id, []byte(`,"value":`), value, []byte("}")} {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		return nil
	}
	if _, err := io.WriteString(w, `"interrupts":`); err != nil {
		return err
	}
	before := "["
	for {
		p, err := s.readPage(ctx, client, f, s.reads.asked)
		if err != nil {
			return cmp.Or(ctx.Err(), err)
		}
		if len(p.events) == 0 {
			if before == "[" { // they are deleted with the thread, and the webhook with them
				return hitlrun.ErrNoThread
			}
			_, err = io.WriteString(w, "],")
			return err
		}
		for i := range p.events {
			f.After = p.events[i].Seq
			if err = write(&p.events[i], before); err != nil {
				break
			}
			before = ","
			p.events[i].Body = nil // it may be large, and the next one too
		}
		p.events = nil
		if p.free(); err != nil {
			return err
		}
	}
}

// counter counts what is written to it.
type counter struct{ n int64 }

func (c *counter) Write(data []byte) (int, error) {
	c.n += int64(len(data))
	return len(data), nil
}

// post sends a webhook with these values; nil if they are in its body.
func (s *Server) post(ctx context.Context, d hitlrun.Document, call webhookCall, values []byte) error {
	if err := s.sync(); err != nil {
		return err
	}
	id, now := d.Key, time.Now()
	at, sent := strconv.FormatInt(now.Unix(), 10), isoTime(now)
	var size counter
	mac := signer(s.o.WebhookSecret, "msg_"+id, at)
	all := io.MultiWriter(mac, &size)
	if s.o.WebhookSecret == "" {
		all = &size
	}
	wait, stopWaiting := context.WithTimeout(ctx, hookWait)
	defer stopWaiting()
	if err := s.writeHook(wait, all, d, call, sent, values); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			return errNoRoom
		}
		return err
	}
	ctx, stop := context.WithTimeout(ctx, postTime)
	defer stop()
	body, done, err := s.hookBody(ctx, size.n, d, call, sent, values)
	if err != nil {
		return err
	}
	defer done()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, call.URL, body)
	if err != nil {
		return err
	}
	req.ContentLength = size.n
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Webhook-Id", "msg_"+id)
	req.Header.Set("Webhook-Timestamp", at)
	if s.o.WebhookSecret != "" {
		req.Header.Set("Webhook-Signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	host := req.URL.Hostname()
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		if ip, err := netip.ParseAddr(hostOf(address)); !s.trusted(host) && (err != nil || isPrivate(ip)) {
			return fmt.Errorf("%s is the private address %s", host, address)
		}
		return nil
	}}
	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(req)
	if wrapped := (*url.Error)(nil); errors.As(err, &wrapped) {
		return wrapped.Err // without the address
	}
	if err != nil {
		return err
	}
	_ = resp.Body.Close() // the body is not read
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return fmt.Errorf("the answer is %s", resp.Status)
	}
	return nil
}

// smallHook is how many bytes the body of a webhook has at most that is in memory as one text. net/http sends it together with the header: a receiver
// that answers before it has read the body, and closes the connection, does not make the sending fail.
const smallHook = 64 << 10

// hookBody returns the body of a webhook, which has n bytes; see writeHook. done ends what writes it.
func (s *Server) hookBody(ctx context.Context, n int64, d hitlrun.Document, call webhookCall, at string, values []byte) (body io.Reader, done func(), err error) {
	if n <= smallHook {
		var text bytes.Buffer
		err = s.writeHook(ctx, &text, d, call, at, values)
		return bytes.NewReader(text.Bytes()), func() {}, err
	}
	r, w := io.Pipe()
	var writing sync.WaitGroup
	writing.Go(func() { w.CloseWithError(s.writeHook(ctx, w, d, call, at, values)) })
	return r, func() {
		_ = r.Close() // never fails
		writing.Wait()
	}, nil
}

// signer returns what makes the signature of a webhook: its body is to be written to it.
func signer(secret, id, at string) hash.Hash {
	key := []byte(secret)
	if encoded, ok := strings.CutPrefix(secret, "whsec_"); ok {
		if decoded, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			key = decoded
		}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + at + "."))
	return mac
}
