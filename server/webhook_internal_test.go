package server

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// A webhook of a large state is copied once when it is made and once when it is begun, and not to send it. This test measures memory, and is not
// parallel.
func TestLargeWebhook(t *testing.T) {
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
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > most {
			t.Errorf("%s takes %d KiB", what, n>>10)
		}
	}
	rec := &record{ID: "r", ThreadID: "t", Request: runCreate{Webhook: hook.URL}}
	values := json.RawMessage(`{"v":"` + strings.Repeat("x", size) + `"}`)
	var d hitlrun.Document
	takes("to make a webhook", size*3/2, func() {
		d = s.webhook(rec, &ending{status: statusSuccess, result: &hitlrun.Result{Values: values}})
	})
	var call webhookCall
	var err error
	takes("to read it", size/2, func() { call, err = webhookOf(d.Body) })
	if err != nil || call.URL != hook.URL || call.Attempt != 0 {
		t.Fatalf("%v, %.200s", err, d.Body)
	}
	call.Attempt = 3
	var changed []byte
	takes("to store its attempt", size*3/2, func() { changed = call.document() })
	if call, err = webhookOf(changed); err != nil || call.Attempt != 3 || call.URL != hook.URL {
		t.Errorf("%v, %.200s", err, changed)
	}
	takes("to send it", size/2, func() { err = s.post(t.Context(), "r", call) })
	if err != nil {
		t.Fatal(err)
	}
	got = make([]byte, len(call.Body)+len(`"webhook_sent_at":"2026-11-30T21:00:00.000000+00:00",`))
	if err := s.post(t.Context(), "r", call); err != nil {
		t.Fatal(err)
	}
	var sent struct {
		ID     string          `json:"run_id"`
		At     string          `json:"webhook_sent_at"`
		Values json.RawMessage `json:"values"`
	}
	if err := json.Unmarshal(got, &sent); err != nil || sent.ID != "r" || sent.At == "" || string(sent.Values) != string(values) {
		t.Errorf("%v, %.300s", err, got)
	}
	if signed := "v1," + sign("secret", "msg_r", header.Get("Webhook-Timestamp"), got); header.Get("Webhook-Signature") != signed {
		t.Errorf("the signature is %s, want %s", header.Get("Webhook-Signature"), signed)
	}
	for _, damaged := range []string{"", "{", `[]`, `{"url":"x"}`, `{"url":1,"body":{}}`} {
		if _, err := webhookOf([]byte(damaged)); err == nil {
			t.Errorf("%q is a webhook", damaged)
		}
	}
}
