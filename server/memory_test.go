// This file looks at what requests and the start of a server take in memory. Its tests are not parallel.

package server_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// allocated returns how many MiB f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) >> 20
}

// The id of a run with a large request counts once in a list of runs to cancel.
func TestCancelOneRunManyTimes(t *testing.T) {
	c := serve(t, nil)
	thread := c.thread()
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":["`+strings.Repeat("x", 2<<20)+`"]}}`)
	id := field(strings.Trim(c.ok("GET", "/threads/"+thread+"/runs", ""), "[]"), "run_id")
	body := `{"run_ids":["` + strings.Repeat(id+`","`, 100) + id + `"]}`
	if got := allocated(func() { c.ok("POST", "/runs/cancel", body) }); got > 50 {
		t.Errorf("it takes %d MiB", got)
	}
	body = strings.Replace(body, id, "none", 1)
	if status, got := c.do("POST", "/runs/cancel", body); status != 404 || got != `Run "none" not found` {
		t.Errorf("%d %s", status, got)
	}
}

// held returns how many MiB are in use at most while f runs.
func held(f func()) (most uint64) {
	var watch sync.WaitGroup
	done := make(chan struct{})
	watch.Go(func() {
		for {
			var now runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc>>20)
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	f()
	close(done)
	watch.Wait()
	return most
}

// A server that starts reads runs that begin later, and webhooks that are not sent, one after the other.
func TestStartWithManyRequests(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.CreateThread(t.Context(), "t", nil); err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("x", 8<<20)
	for i := range 24 {
		run := hitlrun.Document{Kind: "run", Key: fmt.Sprint("r", i), ThreadID: "t", State: "pending", Due: time.Now().Add(time.Hour)}
		run.Body = fmt.Appendf(nil, `{"run_id":"r%d","thread_id":"t","graph_id":"agent","request":{"metadata":{"text":%q}}}`, i, text)
		hook := hitlrun.Document{Kind: "webhook", Key: run.Key, ThreadID: "t", State: "waiting", Due: run.Due}
		hook.Body = fmt.Appendf(nil, `{"url":"http://127.0.0.1:2/","body":%q}`, text)
		if err := store.Write(t.Context(), &hitlrun.Change{Put: []hitlrun.Document{run, hook}}); err != nil {
			t.Fatal(err)
		}
	}
	if got := held(func() { handler(t, store, nil) }); got > 150 {
		t.Errorf("%d MiB are in use at the start", got)
	}
}

// A run that has ended does not keep its large state in memory for clients that wait for it and do not read. Each gets the state
// that its own run ended with, even if the thread went on meanwhile.
func TestUnreadWaitsHoldNoStates(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	script := load(t, "large.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
export const large = new StateGraph(Annotation.Root({ letter: Annotation<string>(), text: Annotation<string>() }))
  .addNode("grow", ({ letter }) => ({ text: letter.repeat(8 << 20) })).addEdge(START, "grow").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "large", Script: script, Export: "large"}} })
	const asked = 12
	type unread struct {
		conn   net.Conn
		thread string
	}
	var all []unread
	wait := func(path string) net.Conn {
		conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		body := `{"assistant_id":"large","thread_id":"` + path + `","input":{"letter":"x"}}`
		_, _ = fmt.Fprintf(conn, "POST /threads/%s/runs/wait HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", path, len(body), body) // else no answer comes
		return conn
	}
	for range asked {
		thread := c.thread()
		all = append(all, unread{wait(thread), thread})
		until(t, "the run ends", func() bool {
			runs, err := c.store.Documents(t.Context(), hitlrun.DocumentFilter{Kind: "run", ThreadID: thread, States: []string{"success"}})
			return err == nil && len(runs) == 1
		})
	}
	if got := held(func() {}); got > 85 {
		t.Errorf("%d MiB are in use while %d clients do not read states of 8 MiB", got, asked)
	}
	last := all[asked-1]
	run := json.RawMessage(`{"letter":"y"}`)
	if _, err := c.store.Start(t.Context(), script, hitlrun.Start{ThreadID: last.thread, Input: run}); err != nil {
		t.Fatal(err)
	}
	var read sync.WaitGroup
	for _, one := range all {
		read.Go(func() {
			resp, err := http.ReadResponse(bufio.NewReader(one.conn), nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			var state struct{ Letter, Text string }
			if err := json.NewDecoder(resp.Body).Decode(&state); err != nil || state.Letter != "x" || state.Text != strings.Repeat("x", 8<<20) {
				t.Errorf("the state of %s has the letter %q and %d letters: %v", one.thread, state.Letter, len(state.Text), err)
			}
		})
	}
	read.Wait()
}

// A large filter is parsed once for a search, and not for each item.
func TestLargeFilters(t *testing.T) {
	c := serve(t, nil)
	for i := range 300 {
		c.ok("PUT", "/store/items", fmt.Sprintf(`{"namespace":["a"],"key":"%d","value":{"n":%d}}`, i, i))
	}
	search := `{"namespace_prefix":["a"],"filter":{"n":[` + strings.Repeat("1,", 30_000) + `1]}}`
	if took := allocated(func() {
		if got := c.ok("POST", "/store/items/search", search); got != `{"items":[]}` {
			t.Errorf("%.200s", got)
		}
	}); took > 60 {
		t.Errorf("it takes %d MiB", took)
	}
}
