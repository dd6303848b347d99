package server

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// takesAtMost fails the test if do allocates more than that many bytes.
func takesAtMost(t *testing.T, what string, most uint64, do func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC() // twice, so that encoding/json has no large buffer left that it would use again
	runtime.GC()
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > most {
		t.Errorf("%s takes %d KiB", what, n>>10)
	}
}

// A large webhook is copied once when it is begun, and not to send it. This test measures memory, and is not parallel.
func TestLargeWebhook(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	const size = 8 << 20
	var got []byte
	var header http.Header
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		header = r.Header
		if got != nil {
			_, _ = io.ReadFull(r.Body, got)
		}
		_, _ = io.Copy(io.Discard, r.Body)
	}))
	defer hook.Close()
	s := newInsecure(t)
	s.o.Webhooks, s.o.WebhookSecret = []string{"127.0.0.1"}, "secret"
	takes := func(what string, most uint64, do func()) {
		t.Helper()
		takesAtMost(t, what, most, do)
	}
	rec := &record{ID: "r", ThreadID: "t", Request: runCreate{Webhook: hook.URL}}
	asked := []hitlrun.Interrupt{{Value: json.RawMessage(`"` + strings.Repeat("x", size) + `"`)}}
	d := s.webhook(rec, &ending{status: statusSuccess, result: &hitlrun.Result{Status: hitlrun.StatusInterrupted, CheckpointID: "c", Interrupts: asked}})
	var call webhookCall
	var err error
	takes("to read it", size/2, func() { call, err = webhookOf(d.Body) })
	if err != nil || call.URL != hook.URL || call.Attempt != 0 || call.Checkpoint != "c" {
		t.Fatalf("%v, %.200s", err, d.Body)
	}
	call.Attempt = 3
	var changed []byte
	takes("to store its attempt", size*3/2, func() { changed = call.document() })
	if call, err = webhookOf(changed); err != nil || call.Attempt != 3 || call.URL != hook.URL {
		t.Errorf("%v, %.200s", err, changed)
	}
	values := []byte(`{"w":"` + strings.Repeat("y", size) + `"}`)
	takes("to send it", size/2, func() { err = s.post(t.Context(), hitlrun.Document{Key: "r"}, call, values) })
	if err != nil {
		t.Fatal(err)
	}
	got = make([]byte, len(call.Body)+len(values)+len(`"webhook_sent_at":"2026-11-30T21:00:00.000000+00:00","values":,`))
	if err := s.post(t.Context(), hitlrun.Document{Key: "r"}, call, values); err != nil {
		t.Fatal(err)
	}
	var sent struct {
		ID         string          `json:"run_id"`
		At         string          `json:"webhook_sent_at"`
		Values     json.RawMessage `json:"values"`
		Interrupts json.RawMessage `json:"interrupts"`
	}
	if err := json.Unmarshal(got, &sent); err != nil || sent.ID != "r" || sent.At == "" || !bytes.Equal(sent.Values, values) || len(sent.Interrupts) < size {
		t.Errorf("%v, %.300s", err, got)
	}
	mac := signer("secret", "msg_r", header.Get("Webhook-Timestamp"))
	mac.Write(got)
	if signed := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); header.Get("Webhook-Signature") != signed {
		t.Errorf("the signature is %s, want %s", header.Get("Webhook-Signature"), signed)
	}
	for _, damaged := range []string{"", "{", `[]`, `{"url":"x"}`, `{"url":1,"body":{}}`} {
		if _, err := webhookOf([]byte(damaged)); err == nil {
			t.Errorf("%q is a webhook", damaged)
		}
	}
}

// The values of a large state are not stored with the webhook: they are read when there is memory for them, and sent. A webhook whose checkpoint
// was pruned has none, and one whose thread was deleted is not sent.
func TestWebhooksReadTheirStates(t *testing.T) {
	t.Parallel()
	var got []string
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, string(body))
	}))
	defer hook.Close()
	s := newInsecure(t)
	s.o.Webhooks = []string{"127.0.0.1"}
	path := filepath.Join(t.TempDir(), "much.ts")
	if err := os.WriteFile(path, []byte(waitsWithMuch), 0o600); err != nil {
		t.Fatal(err)
	}
	script, err := hitlrun.Load(path, hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Graph: "graph", Input: json.RawMessage(`{}`), RunOptions: hitlrun.RunOptions{MostValues: mostHeld}})
	if err != nil {
		t.Fatal(err)
	}
	d := s.webhook(&record{ID: "r", ThreadID: "t", Request: runCreate{Webhook: hook.URL}}, &ending{status: statusSuccess, result: res})
	if len(d.Body) > 4<<10 {
		t.Errorf("%d bytes are stored", len(d.Body))
	}
	d.Due = time.Now().Add(sending)
	write := func(c hitlrun.Change) {
		t.Helper()
		if err := s.store.Write(t.Context(), &c); err != nil {
			t.Fatal(err)
		}
	}
	write(hitlrun.Change{Put: []hitlrun.Document{d}})
	call, err := webhookOf(d.Body)
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.reads.hooked.Take(t.Context(), "another", maxHooked)
	if err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	call.Attempt++
	s.sendWebhook(soon, d, call)
	if again, err := s.store.Document(t.Context(), webhookKind, "r"); err != nil || len(got) != 0 || again.Due.After(time.Now().Add(2*time.Second)) || !bytes.Contains(again.Body, []byte(`"attempt":0`)) {
		t.Errorf("%v, %d are sent, and there is no memory; it is stored as %+v", err, len(got), again)
	}
	all.Free()
	if err := s.deliver(t.Context(), d, call); err != nil {
		t.Fatal(err)
	}
	call.Checkpoint = "pruned"
	if err := s.deliver(t.Context(), d, call); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || strings.Count(got[0], "x") < 2<<20 || !json.Valid([]byte(got[0])) || !strings.Contains(got[0], `"type":"run.interrupted"`) || !strings.Contains(got[1], `"values":null,`) {
		t.Errorf("%d are sent: %.300s", len(got), got)
	}
	if err := s.store.Delete(t.Context(), "t"); err != nil {
		t.Fatal(err)
	}
	if err := s.deliver(t.Context(), d, call); err == nil || len(got) != 2 {
		t.Error("a webhook of a deleted thread is sent")
	}
	if s.reads.hooked.InUse() != 0 {
		t.Error("memory is not free again")
	}
}

// Large questions are not stored with the webhook: they are read from the events of the run, one after the other.
func TestWebhooksReadTheirQuestions(t *testing.T) {
	t.Parallel()
	var got []byte
	var signed string
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got, _ = io.ReadAll(r.Body)
		mac := signer("secret", r.Header.Get("Webhook-Id"), r.Header.Get("Webhook-Timestamp"))
		mac.Write(got)
		if signed = "unknown"; r.Header.Get("Webhook-Signature") == "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)) {
			signed = r.Header.Get("Webhook-Id")
		}
	}))
	defer hook.Close()
	s := newInsecure(t)
	s.o.Webhooks, s.o.WebhookSecret = []string{"127.0.0.1"}, "secret"
	if err := s.store.CreateThread(t.Context(), "t", nil); err != nil {
		t.Fatal(err)
	}
	rec := &record{ID: "r", ThreadID: "t", Request: runCreate{Webhook: hook.URL}}
	res := &hitlrun.Result{ThreadID: "t", Status: hitlrun.StatusInterrupted, Values: json.RawMessage(`{"v":1}`)}
	var want []shownInterrupt
	for _, id := range []string{"a", "b"} {
		value := json.RawMessage(`"` + strings.Repeat(id, maxAsked/2) + `"`)
		res.Interrupts = append(res.Interrupts, hitlrun.Interrupt{ID: id, Value: value})
		want = append(want, shownInterrupt{ID: id, Value: value})
	}
	j := &job{rec: rec, out: s.newRecorder(rec, 0)}
	end := &ending{status: statusSuccess, result: res}
	change := s.lastChange(j, end)
	change.Replace = nil // there is no record of the run
	change.Put[0].Due = time.Now().Add(sending)
	d := change.Put[0]
	if len(d.Body) > 4<<10 {
		t.Errorf("%d bytes are stored", len(d.Body))
	}
	if err := s.hub.write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
	if end.release(); end.result != nil {
		t.Error("the questions are still in memory")
	}
	call, err := webhookOf(d.Body)
	if err == nil {
		err = s.deliver(t.Context(), d, call)
	}
	var body struct {
		Type       string           `json:"type"`
		Values     json.RawMessage  `json:"values"`
		Interrupts []shownInterrupt `json:"interrupts"`
	}
	err = errors.Join(err, json.Unmarshal(got, &body))
	if err != nil || signed != "msg_r" || body.Type != "run.interrupted" || string(body.Values) != `{"v":1}` || !reflect.DeepEqual(body.Interrupts, want) {
		t.Errorf("%v, signed %s, %d bytes are sent: %.300s", err, signed, len(got), got)
	}
	all, err := s.reads.asked.Take(t.Context(), "another", maxAskedHooks)
	if err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := s.deliver(soon, d, call); !errors.Is(err, errNoRoom) {
		t.Errorf("there is no memory: %v", err)
	}
	all.Free()
	if s.reads.asked.InUse() != 0 {
		t.Errorf("%d bytes are taken", s.reads.asked.InUse())
	}
}
