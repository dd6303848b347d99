//go:build unix

// This file tests several servers of one store: the new version of one starts before the old one has ended, say.

package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

const patientFlow = `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const S = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), tenths: Annotation(), as: Annotation() });
export const flow = new StateGraph(S)
  .addNode("work", async ({ tenths, as }) => { for (let i = 0; i < tenths; i++) await new Promise((r) => setTimeout(r, 100)); return { log: [as] }; })
  .addNode("ask", async () => ({ log: ["got " + interrupt("go on?")] }))
  .addEdge(START, "work").addEdge("work", "ask").compile();`

// slow is the body of a run that takes some tenths of a second, and then asks.
func slow(as string, tenths int, more string) string {
	return fmt.Sprintf(`{"assistant_id":"flow","input":{"as":%q,"tenths":%d},"stream_mode":["updates"],"if_not_exists":"create"%s}`, as, tenths, more)
}

// get returns what a server answers, without comments of streams.
func get(url string) (string, error) {
	resp, err := http.Get(url) //nolint:noctx // the test ends with its server
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return strings.ReplaceAll(string(data), ": keep-alive\n\n", ""), err
}

func getFrom(t *testing.T, url string) string {
	t.Helper()
	text, err := get(url)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// valueIn returns the first field with a name in JSON whose value is a string.
func valueIn(data, name string) string {
	_, rest, _ := strings.Cut(data, `"`+name+`":"`)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// newThread makes a thread, and returns the path of it.
func newThread(t *testing.T, url string) string {
	t.Helper()
	return "/threads/" + valueIn(postTo(t, url+"/threads", "{}"), "thread_id")
}

// awaitRun waits until a run has ended, and returns its status.
func awaitRun(t *testing.T, run string) string {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		status := valueIn(getFrom(t, run), "status")
		if status != "pending" && status != "running" {
			return status
		}
		if time.Now().After(deadline) {
			t.Fatalf("the run is %s for a minute", status)
		}
	}
}

func logOf(t *testing.T, thread string) string {
	t.Helper()
	_, rest, _ := strings.Cut(getFrom(t, thread+"/state"), `"log":`)
	list, _, _ := strings.Cut(rest, "]")
	return list + "]"
}

func TestServersOfOneStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", patientFlow)
	_, a, _ := serving(t, dir, "flow.ts")
	thread := newThread(t, a)
	run := thread + "/runs/" + valueIn(postTo(t, a+thread+"/runs", slow("first", 60, "")), "run_id") // b starts in these seconds
	// The second server starts while that run takes place.
	_, b, _ := serving(t, dir, "flow.ts")

	t.Run("a run that another server does is seen, and left alone", func(t *testing.T) {
		if got := postTo(t, b+thread+"/runs", slow("second", 0, "")); !strings.Contains(got, "Thread is already running a task") {
			t.Errorf("another run of the thread: %s", got)
		}
		late := getFrom(t, b+run+"/stream")
		if own := getFrom(t, a+run+"/stream"); late != own || strings.Count(late, "event: metadata") != 1 || !strings.Contains(late, "go on?") || strings.Contains(late, "error") {
			t.Errorf("the run is seen as\n%s\nelsewhere as\n%s", own, late)
		}
		if got := postTo(t, b+thread+"/runs/wait", `{"assistant_id":"flow","command":{"resume":"yes"}}`); !strings.Contains(got, `"log":["first","got yes"]`) {
			t.Errorf("its answer: %s", got)
		}
	})
	for _, tt := range []struct{ strategy, log, first string }{
		{"enqueue", `["first","second"]`, "success"},
		{"interrupt", `["second"]`, "interrupted"},
		{"rollback", `["second"]`, "interrupted"},
	} {
		t.Run(tt.strategy, func(t *testing.T) {
			t.Parallel()
			tenths := 10
			if tt.strategy != "enqueue" {
				tenths = 600
			}
			thread := newThread(t, a)
			run := thread + "/runs/" + valueIn(postTo(t, a+thread+"/runs", slow("first", tenths, "")), "run_id")
			got := postTo(t, b+thread+"/runs/wait", slow("second", 0, `,"multitask_strategy":"`+tt.strategy+`"`))
			if status := awaitRun(t, a+run); !strings.Contains(got, "go on?") || status != tt.first {
				t.Errorf("the run beside one of another server answers %s, and the other is %s", got, status)
			}
			if log := logOf(t, a+thread); log != tt.log {
				t.Errorf("the state has %s, want %s", log, tt.log)
			}
		})
	}
	t.Run("cancel a run that waits for its turn elsewhere", func(t *testing.T) {
		t.Parallel()
		thread := newThread(t, a)
		run := thread + "/runs/" + valueIn(postTo(t, a+thread+"/runs", slow("first", 10, "")), "run_id")
		queued := thread + "/runs/" + valueIn(postTo(t, a+thread+"/runs", slow("second", 0, `,"multitask_strategy":"enqueue"`)), "run_id")
		postTo(t, b+queued+"/cancel", "")
		last := thread + "/runs/" + valueIn(postTo(t, a+thread+"/runs", slow("third", 0, `,"multitask_strategy":"enqueue"`)), "run_id")
		for _, tt := range []struct{ run, want string }{{run, "success"}, {queued, "interrupted"}, {last, "success"}} {
			if status := awaitRun(t, a+tt.run); status != tt.want {
				t.Errorf("%s is %s, want %s", tt.run, status, tt.want)
			}
		}
		if log := logOf(t, b+thread); log != `["first","third"]` {
			t.Errorf("the state has %s", log)
		}
	})
	t.Run("a run that is to begin later begins once", func(t *testing.T) {
		t.Parallel()
		var threads, runs []string
		for i := range 10 {
			threads = append(threads, newThread(t, a))
			runs = append(runs, threads[i]+"/runs/"+valueIn(postTo(t, a+threads[i]+"/runs", slow("late", 0, `,"after_seconds":0.5`)), "run_id"))
		}
		for i := range threads {
			if status, log := awaitRun(t, b+runs[i]), logOf(t, b+threads[i]); status != "success" || log != `["late"]` || strings.Count(getFrom(t, b+runs[i]+"/stream"), "event: metadata") != 1 {
				t.Errorf("the run is %s, and the state has %s", status, log)
			}
		}
	})
}

// Each webhook is sent once, although two servers could, and its receiver takes its time.
func TestWebhooksOfServers(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	got := map[string]int{}
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		got[r.Header.Get("webhook-id")]++
		mu.Unlock()
		time.Sleep(4 * time.Second) // this tests time: it would be sent again after 2 s
	}))
	defer receiver.Close()
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", patientFlow)
	const runs = 10
	var urls []string
	for range 2 {
		_, url, _ := serving(t, dir, "flow.ts", "--allow-webhook", "127.0.0.1")
		urls = append(urls, url)
	}
	for i := range runs {
		postTo(t, urls[i%2]+"/runs", slow("run", 0, `,"webhook":"`+receiver.URL+`"`))
	}
	sent := func() (all, twice int) {
		mu.Lock()
		defer mu.Unlock()
		for _, n := range got {
			if n > 1 {
				twice++
			}
		}
		return len(got), twice
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if all, _ := sent(); all == runs {
			break
		} else if time.Now().After(deadline) {
			t.Fatalf("%d of %d webhooks were sent within a minute", all, runs)
		}
	}
	store, err := hitlrun.Open(filepath.Join(dir, "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) { // until none is left that could be sent again
		left, err := store.Documents(t.Context(), hitlrun.DocumentFilter{Kind: "webhook"})
		if err != nil {
			t.Fatal(err)
		}
		if len(left) == 0 {
			break
		} else if time.Now().After(deadline) {
			t.Fatalf("%d webhooks are left after a minute", len(left))
		}
	}
	if _, twice := sent(); twice > 0 {
		t.Errorf("%d of %d webhooks were sent twice", twice, runs)
	}
}

// A server continues the unfinished runs of another one that was killed.
func TestServerIsGone(t *testing.T) {
	t.Parallel()
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			writeScript(t, dir, "flow.ts", patientFlow)
			gone, a, _ := serving(t, dir, "flow.ts", "--drain", "100ms")
			_, b, _ := serving(t, dir, "flow.ts")
			thread := newThread(t, a)
			run := thread + "/runs/" + valueIn(postTo(t, a+thread+"/runs", slow("first", 60, "")), "run_id") // b starts in these seconds
			queued := thread + "/runs/" + valueIn(postTo(t, a+thread+"/runs", slow("second", 0, `,"multitask_strategy":"enqueue"`)), "run_id")
			seen := make(chan string, 1)
			go func() { // since before
				events, err := get(b + run + "/stream")
				seen <- fmt.Sprint(events, err)
			}()
			for !strings.Contains(getFrom(t, b+thread), `"busy"`) {
				time.Sleep(5 * time.Millisecond)
			}
			if err := gone.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			for _, run := range []string{run, queued} {
				if status := awaitRun(t, b+run); status != "success" {
					t.Errorf("%s is %s", run, status)
				}
			}
			if log := logOf(t, b+thread); log != `["first","second"]` {
				t.Errorf("the state has %s", log)
			}
			if events := <-seen; !strings.Contains(events, `{"work":{"log":["first"]}}`) || !strings.HasSuffix(events, "<nil>") || strings.Contains(events, "error") {
				t.Errorf("a viewer sees\n%s", events)
			}
		})
	}
}

// The server is killed right after the end of runs that were started without a thread, before it deletes their threads: the next one
// does it, also if there are viewers or webhooks. A server that begins beside another one leaves the threads of that one alone.
func TestServeKilledBeforeItDiscards(t *testing.T) {
	t.Parallel()
	taken := make(chan struct{}, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { taken <- struct{}{} }))
	defer receiver.Close()
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", patientFlow)
	killed, url, _ := serving(t, dir, "flow.ts", "--allow-webhook", "127.0.0.1")
	plain := postTo(t, url+"/runs", slow("plain", 0, ""))
	called := postTo(t, url+"/runs", slow("called", 0, `,"webhook":"`+receiver.URL+`"`))
	threads := []string{"/threads/" + valueIn(plain, "thread_id"), "/threads/" + valueIn(called, "thread_id")}
	for i, run := range []string{plain, called} {
		resp, err := http.Get(url + threads[i] + "/stream") //nolint:noctx // a viewer: it ends with the server
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if status := awaitRun(t, url+threads[i]+"/runs/"+valueIn(run, "run_id")); status != "success" {
			t.Errorf("the run is %s", status)
		}
	}
	<-taken
	store, err := hitlrun.Open(filepath.Join(dir, "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	until := func(what string, is func() bool) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("not within a minute: %s", what)
			}
		}
	}
	until("the webhook is done", func() bool {
		left, err := store.Documents(t.Context(), hitlrun.DocumentFilter{Kind: "webhook"})
		return err == nil && len(left) == 0
	})
	beside, besideURL, _ := serving(t, dir, "flow.ts")
	later := valueIn(postTo(t, besideURL+"/runs", slow("later", 0, "")), "thread_id")
	until("the other server deletes a thread of its own, and by then what it would delete of others", func() bool {
		_, err := store.Thread(t.Context(), later)
		return errors.Is(err, hitlrun.ErrNoThread)
	})
	for _, thread := range threads {
		if _, err := store.Thread(t.Context(), strings.TrimPrefix(thread, "/threads/")); err != nil {
			t.Errorf("a thread with a viewer is deleted by another server: %v", err)
		}
	}
	for _, server := range []*exec.Cmd{beside, killed} {
		if err := server.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = server.Wait()
	}
	serving(t, dir, "flow.ts")
	until("the threads are deleted", func() bool {
		list, err := store.Threads(t.Context(), hitlrun.ThreadFilter{})
		return err == nil && len(list) == 0
	})
}
