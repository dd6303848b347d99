package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// The stream of a thread ends when the thread is deleted, and not only when the viewer looks again by itself.
func TestStreamOfDeletedThreadEnds(t *testing.T) {
	t.Parallel()
	c := serve(t, func(o *server.Options) { o.Heartbeat = time.Hour })
	thread := c.thread()
	resp := c.response(t.Context(), "GET", "/threads/"+thread+"/stream", "")
	defer resp.Body.Close()
	c.ok("DELETE", "/threads/"+thread, "")
	if _, err := io.ReadAll(resp.Body); err != nil {
		t.Error(err)
	}
}

// A WebSocket stays open when its thread is deleted, and has the events of the thread that is made with the same id.
func TestSocketOfDeletedThread(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := hitlrun.NewRunID()
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	ws := c.socket(ctx, thread)
	for run := range 2 {
		for _, text := range []string{
			`{"id":1,"method":"subscription.subscribe","params":{"channels":["input"]}}`,
			`{"id":2,"method":"run.start","params":{"assistant_id":"agent","input":{"log":[]}}}`,
		}[run:] {
			if err := ws.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		for seen := ""; !strings.Contains(seen, "input.requested"); {
			_, data, err := ws.Read(ctx)
			if err != nil {
				t.Fatalf("run %d: %v after %s", run, err, seen)
			}
			seen += string(data) + "\n"
		}
		until(t, "the run has ended", func() bool {
			status, _ := c.do("DELETE", "/threads/"+thread, "")
			return status == http.StatusNoContent
		})
	}
}

// A webhook is deleted with its thread: it is not sent any more, and no file of the store has its text. This holds for a webhook
// that an earlier version has stored without its thread, too. The thread of a run without one is deleted after its webhook is sent.
func TestWebhooksOfDeletedThreads(t *testing.T) {
	t.Parallel()
	const secret = "passport 4711"
	var accepts atomic.Bool
	var calls, taken atomic.Int32
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		if !accepts.Load() {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		if data, _ := io.ReadAll(r.Body); strings.Contains(string(data), secret) {
			taken.Add(1)
		}
	}))
	defer hook.Close()
	dir := t.TempDir()
	store, err := hitlrun.Open(filepath.Join(dir, "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	allowed := func(o *server.Options) { o.Webhooks = []string{"127.0.0.1"} }
	c := &client{t: t, url: handler(t, store, allowed), store: store}
	body := fmt.Sprintf(`{"assistant_id":"agent","input":{"log":[%q]},"webhook":%q}`, secret, hook.URL)
	webhooks := func() []hitlrun.Document {
		list, err := store.Documents(t.Context(), hitlrun.DocumentFilter{Kind: "webhook"})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	// left returns the files of the store that have the text of the thread.
	left := func() (with []string) {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(data), secret) {
				with = append(with, filepath.Base(file))
			}
		}
		return with
	}

	for _, earlier := range []bool{false, true} {
		thread := c.thread()
		before := calls.Load()
		c.ok("POST", "/threads/"+thread+"/runs/wait", body)
		until(t, "the receiver refuses the webhook", func() bool {
			list := webhooks()
			return calls.Load() > before && len(list) == 1 && strings.Contains(string(list[0].Body), `"attempt":1`)
		})
		if earlier {
			d := webhooks()[0]
			d.ThreadID = ""
			if err := store.Write(t.Context(), &hitlrun.Change{Put: []hitlrun.Document{d}}); err != nil {
				t.Fatal(err)
			}
			c.url = handler(t, store, allowed)
		}
		until(t, "the thread is deleted", func() bool {
			status, _ := c.do("DELETE", "/threads/"+thread, "")
			return status == http.StatusNoContent
		})
		until(t, "the webhook is deleted", func() bool { return len(webhooks()) == 0 })
		if with := left(); len(with) > 0 {
			t.Errorf("the text of the thread is in %v", with)
		}
	}

	accepts.Store(true)
	c.ok("POST", "/runs/wait", body)
	until(t, "the webhook is sent, and the thread is deleted", func() bool {
		list, err := store.Threads(t.Context(), hitlrun.ThreadFilter{})
		return err == nil && len(list) == 0 && len(webhooks()) == 0
	})
	if taken.Load() != 1 {
		t.Errorf("%d webhooks were taken", taken.Load())
	}
	until(t, "the text is erased", func() bool { return len(left()) == 0 }) // right after the thread is deleted
}

// A thread that is deleted while a run for it is accepted, by this server or another one, is not made again.
func TestRunsOfDeletedThreads(t *testing.T) {
	t.Parallel()
	file := scriptFile(t, "one")
	db := filepath.Join(t.TempDir(), "test.db")
	a, b := serveBeside(t, db, false, map[string]string{"agent": file}), serveBeside(t, db, false, map[string]string{"agent": file})
	for i := range 40 {
		thread := a.thread()
		other := []*crew{a, b}[i%2]
		var started, deleted int
		var both sync.WaitGroup
		both.Go(func() {
			started, _ = a.do("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{}}`)
		})
		both.Go(func() { deleted, _ = other.do("DELETE", "/threads/"+thread, "") })
		both.Wait()
		status, got := b.do("GET", "/threads/"+thread, "")
		if deleted == http.StatusNoContent && status != http.StatusNotFound {
			t.Errorf("the run got %d, the deletion %d, and the thread is there: %s", started, deleted, got)
		}
		if deleted != http.StatusNoContent && status != http.StatusOK {
			t.Errorf("the run got %d, the deletion %d, and the thread: %d %s", started, deleted, status, got)
		}
	}
}

// A change of a cron that is deleted meanwhile does not bring it back, and of two changes at once none is lost.
func TestCronsAreChangedAtOnce(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	for range 20 {
		id := field(c.ok("POST", "/runs/crons", `{"assistant_id":"agent","schedule":"0 9 1 1 *","input":{"log":[]}}`), "cron_id")
		var all sync.WaitGroup
		all.Go(func() { c.do("PATCH", "/runs/crons/"+id, `{"timezone":"Europe/Berlin"}`) })
		all.Go(func() { c.do("PATCH", "/runs/crons/"+id, `{"enabled":false}`) })
		all.Wait()
		if got := c.ok("POST", "/runs/crons/search", `{}`); !strings.Contains(got, "Europe/Berlin") || !strings.Contains(got, `"enabled":false`) {
			t.Fatalf("a change is lost: %s", got)
		}
		all.Go(func() { c.do("PATCH", "/runs/crons/"+id, `{"enabled":true}`) })
		all.Go(func() { c.do("DELETE", "/runs/crons/"+id, "") })
		all.Wait()
		if got := c.ok("POST", "/runs/crons/search", `{}`); strings.Contains(got, id) {
			t.Fatalf("the cron is back: %s", got)
		}
	}
}

// The streams of a thread end when it is pruned, or when another process deletes it: another thread with its id has other events.
func TestStreamsOfPrunedThreads(t *testing.T) {
	t.Parallel()
	c := serve(t, func(o *server.Options) { o.Heartbeat = 200 * time.Millisecond })
	for name, remove := range map[string]func(id string){
		"prune":           func(id string) { c.ok("POST", "/threads/prune", `{"thread_ids":["`+id+`"]}`) },
		"another process": func(id string) { _ = c.store.Delete(t.Context(), id) },
	} {
		for _, stream := range []string{"GET stream", `POST stream/events {"channels":["values"]}`} {
			thread, _ := c.waiting()
			method, rest, _ := strings.Cut(stream, " ")
			path, body, _ := strings.Cut(rest, " ")
			ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
			resp := c.response(ctx, method, "/threads/"+thread+"/"+path, body)
			remove(thread)
			if _, err := io.Copy(io.Discard, resp.Body); err != nil {
				t.Errorf("%s, %s: %v", name, stream, err)
			}
			resp.Body.Close()
			stop()
		}
	}
}

// A cron whose assistant or thread was deleted is tried again when it is due next, and not each second.
func TestCronsOfWhatWasDeleted(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	c.ok("POST", "/assistants", `{"graph_id":"agent","assistant_id":"mine"}`)
	thread := c.thread()
	ids := []string{
		field(c.ok("POST", "/runs/crons", `{"assistant_id":"mine","schedule":"0 9 1 1 *","input":{"log":[]}}`), "cron_id"),
		field(c.ok("POST", "/threads/"+thread+"/runs/crons", `{"assistant_id":"agent","schedule":"0 9 1 1 *","input":{"log":[]}}`), "cron_id"),
	}
	c.ok("DELETE", "/assistants/mine", "")
	if err := c.store.Delete(t.Context(), thread); err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		d, err := c.store.Document(t.Context(), "cron", id)
		if errors.Is(err, hitlrun.ErrNoDocument) {
			continue // it was deleted with its thread
		}
		if err != nil {
			t.Fatal(err)
		}
		d.Due = time.Now().Add(-time.Second)
		if err := c.store.Write(t.Context(), &hitlrun.Change{Put: []hitlrun.Document{*d}}); err != nil {
			t.Fatal(err)
		}
		until(t, "the cron is due next year", func() bool {
			d, err := c.store.Document(t.Context(), "cron", id)
			return err == nil && d.Due.After(time.Now())
		})
	}
}

// A client that waits for a run that begins later gets an error if the thread is deleted meanwhile.
func TestWaitForARunOfADeletedThread(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := c.thread()
	waiting := c.response(t.Context(), "POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":[]},"after_seconds":3600}`)
	defer waiting.Body.Close()
	got := make(chan string, 1)
	go func() {
		body, err := io.ReadAll(waiting.Body)
		if err != nil {
			body = []byte(err.Error())
		}
		got <- string(body)
	}()
	c.ok("DELETE", "/threads/"+thread, "")
	select {
	case body := <-got:
		if strings.TrimSpace(body) != `{"__error__":{"error":"Error","message":"the thread was deleted"}}` {
			t.Errorf("the client gets %q", body)
		}
	case <-time.After(20 * time.Second):
		t.Error("the client waits for ever")
	}
}
