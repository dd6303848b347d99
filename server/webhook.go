// This file sends webhooks: at a question, an end and a failure of a run, signed as Standard Webhooks has it, again and again until
// they are taken.

package server

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/hitlrun/hitlrun"
)

// webhookKind is the kind of the documents of webhooks that are to be sent.
const webhookKind = "webhook"

// maxAttempts is how often a webhook is sent before it is given up: for about a day.
const maxAttempts = 12

// Bounds of what is being sent at once.
const (
	maxWebhooks     = 50
	maxWebhookBytes = 64 << 20
)

// webhookCall is a webhook that is to be sent.
type webhookCall struct {
	URL     string          `json:"url"`
	Body    json.RawMessage `json:"body"`
	Attempt int             `json:"attempt"`
}

// checkWebhook returns what is wrong with the address of a webhook.
func checkWebhook(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return errorf(http.StatusUnprocessableEntity, "the webhook %q is no http or https address", address)
	}
	return nil
}

// mayCall returns an error for an address that is plainly private. What its name means is looked at when it is sent.
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

// public are the addresses of IPv6 that lead out of a network; reserved those of both kinds that do not, in the ranges that do.
var (
	public   = netip.MustParsePrefix("2000::/3") //nolint:gochecknoglobals // nobody writes it
	reserved = prefixes(                         //nolint:gochecknoglobals // nor this
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
		"192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
		"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", // what tunnels to addresses of IPv4 among them
	)
)

func prefixes(list ...string) (all []netip.Prefix) {
	for _, text := range list {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

// isPrivate reports whether an address does not lead out of a network; nor does one with a zone.
func isPrivate(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.Zone() != "" || ip.Is6() && !public.Contains(ip) || slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// webhook returns the document of the webhook of a run that ended.
func (s *Server) webhook(rec *record, end *ending) hitlrun.Document {
	body := map[string]any{
		"run_id": rec.ID, "thread_id": rec.ThreadID, "assistant_id": rec.AssistantID, "graph_id": rec.GraphID, "status": end.status,
		"metadata": rec.show().Metadata, "thread_url": "/threads/" + rec.ThreadID, "type": "run." + end.status,
	}
	if end.err != nil {
		body["error"] = end.err
	}
	if res := end.result; res != nil {
		body["values"] = res.Values
		if res.Status == hitlrun.StatusInterrupted {
			body["status"], body["type"], body["interrupts"] = "interrupted", "run.interrupted", shownInterrupts(res.Interrupts)
		}
	}
	call := webhookCall{URL: rec.Request.Webhook, Body: encode(body)}
	return hitlrun.Document{Kind: webhookKind, Key: rec.ID, State: "waiting", Due: time.Now(), Body: encode(call)}
}

// sending is when a webhook is due again whose server died while it sent it. Until then no other server takes it.
const sending = 30 * time.Second

// sendWebhooks sends the webhooks that are due.
func (s *Server) sendWebhooks(ctx context.Context) {
	for range maxWebhooks {
		if s.hooks.Load() >= maxWebhooks || s.hookBytes.Load() > maxWebhookBytes {
			return // until some are sent
		}
		list, err := s.store.Documents(ctx, hitlrun.DocumentFilter{Kind: webhookKind, States: []string{"waiting"}, Due: time.Now(), Limit: 1})
		if err != nil || len(list) == 0 || !s.beginWebhook(ctx, list[0]) {
			return // the next time
		}
	}
}

// beginWebhook sends a webhook in the background. It reports whether another one may be begun.
func (s *Server) beginWebhook(ctx context.Context, d hitlrun.Document) bool {
	var call webhookCall
	if err := json.Unmarshal(d.Body, &call); err != nil {
		d.State = "failed"
		return s.store.Write(ctx, &hitlrun.Change{Put: []hitlrun.Document{d}}) == nil
	}
	call.Attempt++
	was := d.Due
	d.Body, d.Due = encode(call), time.Now().Add(sending)
	if err := s.store.Write(ctx, &hitlrun.Change{Replace: []hitlrun.Replacement{{Document: d, From: []string{"waiting"}, FromDue: was}}}); err != nil {
		return errors.Is(err, hitlrun.ErrConflict) // someone was faster
	}
	size := int64(len(d.Body))
	s.hooks.Add(1)
	s.hookBytes.Add(size)
	s.wg.Go(func() {
		defer s.hooks.Add(-1)
		defer s.hookBytes.Add(-size)
		s.sendWebhook(ctx, d, call)
	})
	return true
}

func (s *Server) sendWebhook(ctx context.Context, d hitlrun.Document, call webhookCall) {
	err := s.post(ctx, d.Key, call)
	switch {
	case err == nil:
		err = s.store.Write(context.WithoutCancel(ctx), &hitlrun.Change{Delete: []hitlrun.DocumentName{{Kind: webhookKind, Key: d.Key}}})
		if err != nil {
			s.log.Error("webhook is sent again", "run", d.Key, "error", err)
		}
	case call.Attempt >= maxAttempts:
		s.log.Error("webhook is given up", "run", d.Key, "url", call.URL, "error", err)
		d.State = "failed"
		_ = s.store.Write(context.WithoutCancel(ctx), &hitlrun.Change{Put: []hitlrun.Document{d}}) // then it is tried once more
	default:
		s.log.Warn("webhook is not taken", "run", d.Key, "url", call.URL, "attempt", call.Attempt, "error", err)
		d.Due = time.Now().Add(min(time.Duration(1<<call.Attempt)*time.Second, 4*time.Hour))
		_ = s.store.Write(context.WithoutCancel(ctx), &hitlrun.Change{Put: []hitlrun.Document{d}}) // then it is tried when sending has passed
	}
}

// post sends a webhook once.
func (s *Server) post(ctx context.Context, id string, call webhookCall) error {
	if err := s.sync(); err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, sending-10*time.Second)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, call.URL, bytes.NewReader(call.Body))
	if err != nil {
		return err
	}
	at := strconv.FormatInt(time.Now().Unix(), 10)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Webhook-Id", "msg_"+id)
	req.Header.Set("Webhook-Timestamp", at)
	if s.o.WebhookSecret != "" {
		req.Header.Set("Webhook-Signature", "v1,"+sign(s.o.WebhookSecret, "msg_"+id, at, call.Body))
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
	if err != nil {
		return err
	}
	_ = resp.Body.Close() // it is not read
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return fmt.Errorf("the answer is %s", resp.Status)
	}
	return nil
}

// sign returns the signature of a webhook.
func sign(secret, id, at string, body []byte) string {
	key := []byte(secret)
	if encoded, ok := strings.CutPrefix(secret, "whsec_"); ok {
		if decoded, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			key = decoded
		}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + at + "."))
	mac.Write(body)
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
