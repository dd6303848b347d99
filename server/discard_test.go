// This file tests runs that are started without a thread, whose threads are deleted after their end.

package server_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// A client whose connection was cut gets the events that it has not got, each once, although the run has ended meanwhile.
func TestStatelessStreamsThatAreCut(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	body := `{"assistant_id":"agent","input":{"log":[]},"stream_mode":"updates"%s}`
	from := func(path, id string) string {
		req := c.request(t.Context(), "GET", path, "")
		req.Header.Set("Last-Event-ID", id)
		status, got := c.send(req)
		if status != http.StatusOK {
			t.Fatalf("%s after %s: %d %s", path, id, status, got)
		}
		return got
	}
	resp := c.response(t.Context(), "POST", "/runs/stream", fmt.Sprintf(body, ""))
	all, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(all), "\nid: 1\n\n")
	if !ok || !strings.Contains(rest, "\nid: 2\n") || strings.Contains(rest, "metadata") {
		t.Fatalf("the events are\n%s", all)
	}
	if got := from(resp.Header.Get("Location"), "1"); got != strings.TrimSpace(rest) {
		t.Errorf("after the second event: %s", got)
	}

	ctx, cut := context.WithCancel(t.Context())
	resp = c.response(ctx, "POST", "/runs/stream", fmt.Sprintf(body, `,"after_seconds":1`))
	cut()
	resp.Body.Close()
	until(t, "the run ends", func() bool {
		list, err := c.store.Documents(t.Context(), hitlrun.DocumentFilter{Kind: "run", States: []string{"success"}})
		return err == nil && len(list) > 0 && strings.HasSuffix(resp.Header.Get("Content-Location"), list[len(list)-1].Key)
	})
	other := "/threads/" + field(c.ok("POST", "/runs", fmt.Sprintf(body, "")), "thread_id")
	until(t, "the thread of a later run that nobody watches is deleted", func() bool {
		status, _ := c.do("GET", other, "")
		return status == http.StatusNotFound
	})
	if got := from(resp.Header.Get("Location"), "-1"); strings.Count(got, "\nid: ") != 3 {
		t.Errorf("a client that comes back gets\n%s", got)
	}
}

// A webhook of a run without a thread that its receiver has taken is not sent again, and leaves its place to others, while the
// thread still has viewers.
func TestWebhooksDoNotWaitForViewers(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	calls := map[string]int{}
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		calls[r.Header.Get("Webhook-Id")]++
	}))
	defer hook.Close()
	c := serve(t, func(o *server.Options) { o.Webhooks = []string{"127.0.0.1"} })
	var thread string
	start := func() {
		made := c.ok("POST", "/runs", fmt.Sprintf(`{"assistant_id":"agent","input":{"log":[]},"webhook":%q}`, hook.URL))
		thread = field(made, "thread_id")
		viewer := c.response(t.Context(), "GET", "/threads/"+thread+"/stream", "")
		t.Cleanup(func() { viewer.Body.Close() })
		if viewer.StatusCode != http.StatusOK {
			t.Fatal("the thread is deleted already")
		}
	}
	sent := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(calls)
	}
	within := time.Now().Add(30 * time.Second) // less than viewers have
	await := func(what string, is func() bool) {
		t.Helper()
		for ; !is(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(within) {
				t.Fatalf("%s: not after 30 s", what)
			}
		}
	}
	const runs = 12 // as many as have a place
	for range runs {
		start()
	}
	await("the webhooks", func() bool { return sent() == runs })
	start()
	await("one more", func() bool { return sent() == runs+1 })
	await("none would be sent again", func() bool {
		list, err := c.store.Documents(t.Context(), hitlrun.DocumentFilter{Kind: "webhook"})
		return err == nil && len(list) == 0
	})
	c.ok("GET", "/threads/"+thread, "") // while it has a viewer
	mu.Lock()
	defer mu.Unlock()
	for id, n := range calls {
		if n != 1 {
			t.Errorf("webhook %s is sent %d times", id, n)
		}
	}
}

// A thread that was to be deleted some time ago, because its server could not do that or is gone, is deleted by any server.
func TestThreadsThatAreDueAreDeleted(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	due, later := c.thread(), c.thread()
	for thread, at := range map[string]time.Time{due: time.Now().Add(-time.Second), later: time.Now().Add(time.Hour)} {
		d := hitlrun.Document{Kind: "discard", Key: thread, ThreadID: thread, Due: at, Body: []byte(`{}`)}
		if err := c.store.Write(t.Context(), &hitlrun.Change{Put: []hitlrun.Document{d}}); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "the thread is deleted", func() bool {
		status, _ := c.do("GET", "/threads/"+due, "")
		return status == http.StatusNotFound
	})
	c.ok("GET", "/threads/"+later, "")
}
