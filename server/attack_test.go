// This file has what clients and scripts try with names: of hosts, of threads, of nodes, of graphs.

package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// lines is a log that a test can read while it is written.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// No spelling of an address leads a webhook to this machine or its network.
func TestWebhooksOfPrivateAddresses(t *testing.T) {
	t.Parallel()
	var reached atomic.Int64
	private := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer private.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(private.URL, "http://"), ":")
	var log lines
	c := serve(t, func(o *server.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	start := func(host string) (int, string) {
		return c.do("POST", "/runs/wait", `{"assistant_id":"agent","input":{"log":[]},"webhook":"http://`+host+`:`+port+`/x"}`)
	}
	for _, host := range []string{
		"127.0.0.1", "127.255.0.1", "localhost", "a.localhost", "LOCALHOST", "localhost.", "127.0.0.1.", "[::1]", "[::]", "0.0.0.0", "0.1.2.3", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
		"[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2001:0:7f00:1::]", "[fe80::1]", "[fe80::1%25lo]", "[fec0::1]", "[fd00::1]", "[ff02::1]", "[100::1]",
		"169.254.169.254", "[::ffff:a9fe:a9fe]", "10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "192.0.0.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
	} {
		if status, got := start(host); status != http.StatusUnprocessableEntity || !strings.Contains(got, "has a private address") {
			t.Errorf("%s: %d %s", host, status, got)
		}
	}
	for _, host := range []string{"user:secret@127.0.0.1", "", "[::1", "127.0.0.1%00"} {
		if status, got := start(host); status != http.StatusUnprocessableEntity {
			t.Errorf("%q: %d %s", host, status, got)
		}
	}
	names, known := []string{"127.1", "0x7f000001", "2130706433", "0177.0.0.1"}, ""
	if name, err := os.Hostname(); err == nil {
		if list, _ := net.LookupIP(name); len(list) > 0 && (list[0].IsLoopback() || list[0].IsPrivate()) {
			names, known = append(names, name), name
		}
	}
	for _, host := range names { // which the machine may resolve, or not
		if status, got := start(host); status != http.StatusOK {
			t.Errorf("%s: %d %s", host, status, got)
		}
	}
	for deadline := time.Now().Add(time.Minute); strings.Count(log.String(), "webhook is not taken") < len(names); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not all of %d are refused: %s", len(names), &log)
		}
	}
	if known != "" && !strings.Contains(log.String(), known+" is the private address") {
		t.Errorf("a name that means this machine is not refused for that: %s", &log)
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d webhooks came", n)
	}
}

// A host that may be called cannot send a webhook on to one that may not.
func TestWebhooksFollowNobody(t *testing.T) {
	t.Parallel()
	var reached atomic.Int64
	private := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer private.Close()
	called := make(chan bool, 100)
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", private.URL)
		w.WriteHeader(http.StatusTemporaryRedirect)
		called <- true
	}))
	defer hook.Close()
	var log lines
	c := serve(t, func(o *server.Options) {
		o.Webhooks, o.Log = []string{"127.0.0.1"}, slog.New(slog.NewTextHandler(&log, nil))
	})
	c.ok("POST", "/runs/wait", `{"assistant_id":"agent","input":{"log":[]},"webhook":"`+hook.URL+`"}`)
	<-called
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(log.String(), "the answer is 307"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(log.String())
		}
	}
	if reached.Load() != 0 {
		t.Error("it was followed")
	}
}

// A host that accepts webhooks and never answers does not make the webhooks to others wait, and neither does a client
// who has several of them.
func TestWebhooksDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	for name, hosts := range map[string][]string{"a host": {"127.0.0.1"}, "a client": {"127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if runtime.GOOS != "linux" && len(hosts) > 1 {
				t.Skip("only on Linux are all addresses of 127.0.0.0/8 those of this machine")
			}
			tarpit, err := net.Listen("tcp4", "0.0.0.0:0")
			if err != nil {
				t.Fatal(err)
			}
			var trapped atomic.Int64
			go func() {
				for {
					conn, err := tarpit.Accept()
					if err != nil {
						return
					}
					trapped.Add(1)
					t.Cleanup(func() { conn.Close() }) // until then nobody answers
				}
			}()
			t.Cleanup(func() { tarpit.Close() })
			_, port, _ := net.SplitHostPort(tarpit.Addr().String())
			called := make(chan bool, 100)
			hook := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called <- true }))
			defer hook.Close()
			everywhere := func(o *server.Options) { o.Webhooks = []string{"*"} }
			c, secrets := withTokens(t, everywhere)
			c.token = secrets["run"]
			if len(hosts) == 1 {
				c = serve(t, everywhere)
			}
			start := func(url string) string {
				return `{"assistant_id":"agent","input":{"log":[]},"on_completion":"keep","webhook":"` + url + `"}`
			}
			var all []string
			for i := range 100 {
				all = append(all, start("http://"+hosts[i%len(hosts)]+":"+port))
			}
			c.ok("POST", "/runs/batch", "["+strings.Join(all, ",")+"]")
			until(t, "the runs have asked", func() bool { return c.ok("POST", "/threads/count", `{"status":"interrupted"}`) == "100" })
			until(t, "as many calls as one host or client may have have begun", func() bool { return trapped.Load() >= 12 })
			c.token = secrets["admin"]
			const others = 20
			for range others {
				c.ok("POST", "/runs/wait", start(strings.Replace(hook.URL, "127.0.0.1", "localhost", 1)))
			}
			deadline := time.After(10 * time.Second)
			for i := range others {
				select {
				case <-called:
				case <-deadline:
					t.Fatalf("%d of %d webhooks came", i, others)
				}
			}
		})
	}
}

// An id of a thread is one part of a path, whatever is in it.
func TestIDsInPaths(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	for _, id := range []string{"a/b", "../x", "a?b#c", "%2e", `\..\x`, "a b;c", "\u202eb", "//host/x"} {
		path := "/threads/" + url.PathEscape(id) + "/runs"
		resp := c.response(t.Context(), http.MethodPost, path, `{"assistant_id":"agent","input":{"log":[]},"if_not_exists":"create"}`)
		resp.Body.Close()
		at := resp.Header.Get("Content-Location")
		var run struct {
			ID string `json:"thread_id"`
		}
		if err := json.Unmarshal([]byte(c.ok("GET", at, "")), &run); err != nil || run.ID != id || !strings.HasPrefix(at, path+"/") {
			t.Errorf("%q: the run is said to be at %q, which is in thread %q (%v)", id, at, run.ID, err)
		}
	}
	for _, id := range []string{".", "..", "a\u009bb", "a\x7f"} {
		if status, got := c.do("POST", "/threads", `{"thread_id":"`+id+`"}`); status != http.StatusUnprocessableEntity || !strings.Contains(got, "cannot be the id of a thread") {
			t.Errorf("%q: %d %s", id, status, got)
		}
	}
}

// The names of nodes, which are in those of events, cannot end the line that they are in.
func TestNamesInEvents(t *testing.T) {
	t.Parallel()
	script := load(t, "names.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation<number>() });
const inner = new StateGraph(State).addNode("inner", () => ({ n: 1 })).addEdge(START, "inner").compile();
const name = "a\n\ndata\rdata\n\n";
export const names = new StateGraph(State).addNode(name, inner).addEdge(START, name).compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "names", Script: script, Export: "names"}} })
	got := c.ok("POST", "/runs/stream", `{"assistant_id":"names","input":{},"stream_mode":["values","updates"],"stream_subgraphs":true}`)
	if !strings.Contains(got, "event: values|a  data data  ") {
		t.Errorf("no event of the inner graph: %s", got)
	}
	if line := regexp.MustCompile(`(?m)^data$`).FindString(got); line != "" || strings.ContainsRune(got, '\r') {
		t.Errorf("%q in %q", line, got)
	}
}

// An assistant of a graph that is no longer served is an error of the request.
func TestAssistantsWithoutTheirGraph(t *testing.T) {
	t.Parallel()
	var log lines
	c := serve(t, nil)
	mine := field(c.ok("POST", "/assistants", `{"graph_id":"two"}`), "assistant_id")
	c.url = handler(t, c.store, func(o *server.Options) {
		o.Graphs, o.Log = o.Graphs[:1], slog.New(slog.NewTextHandler(&log, nil))
	})
	for _, path := range []string{"/graph", "/schemas", "/subgraphs"} {
		if status, got := c.do("GET", "/assistants/"+mine+path, ""); status != http.StatusNotFound || got != `there is no graph "two" any more` {
			t.Errorf("%s: %d %s", path, status, got)
		}
	}
	if log.String() != "" {
		t.Error(log.String())
	}
}

// A batch has a bound, and nothing of one that is refused is stored.
func TestBatchIsBounded(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	one := `{"assistant_id":"agent","input":{"log":[]}}`
	status, got := c.do("POST", "/runs/batch", "["+strings.Repeat(one+",", 1000)+one+"]")
	if status != http.StatusUnprocessableEntity || got != "more than 1000 runs are in one request" {
		t.Errorf("%d %s", status, got)
	}
	if got := c.ok("POST", "/threads/count", "{}"); got != "0" {
		t.Errorf("%s threads", got)
	}
}

// Runs that have not ended are in memory: they have a bound, which those that end make room in.
func TestQueuedRunsAreBounded(t *testing.T) {
	t.Parallel()
	c := serve(t, func(o *server.Options) { o.MaxQueued = 3 << 20 })
	thread, _ := c.waiting()
	run := field(c.ok("POST", "/threads/"+thread+"/runs", `{"assistant_id":"agent","command":{"resume":"hang"}}`), "run_id")
	body := `{"assistant_id":"agent","multitask_strategy":"enqueue","input":{"log":["` + strings.Repeat("x", 1<<20) + `"]}}`
	var queued []string
	for status, got := 200, ""; status == 200; status, got = c.do("POST", "/threads/"+thread+"/runs", body) {
		if queued = append(queued, field(got, "run_id")); len(queued) > 10 {
			t.Fatal("there is no bound")
		}
	}
	if status, got := c.do("POST", "/threads/"+c.thread()+"/runs", body); status != http.StatusServiceUnavailable || got != "runs with 3 MiB of requests have not ended: send this one again when some have" {
		t.Errorf("%d %.200s", status, got)
	}
	before := c.ok("POST", "/threads/count", "{}")
	small := `{"assistant_id":"agent","input":{"log":[]},"on_completion":"keep"}`
	if status, got := c.do("POST", "/runs/batch", "["+small+","+body+","+body+","+body+"]"); status != http.StatusServiceUnavailable {
		t.Errorf("a batch: %d %.200s", status, got)
	}
	if now := c.ok("POST", "/threads/count", "{}"); now != before {
		t.Errorf("a part of the batch was accepted: there are %s threads, and there were %s", now, before)
	}
	if got := c.ok("POST", "/runs/wait", `{"assistant_id":"agent","input":{"log":[]}}`); !strings.Contains(got, "go on?") {
		t.Errorf("a small one: %s", got)
	}
	for _, id := range append(queued[1:], run) {
		c.ok("POST", "/threads/"+thread+"/runs/"+id+"/cancel?wait=1", "")
	}
	c.ok("POST", "/threads/"+c.thread()+"/runs/wait", body)
}

// An answer that is refused notes nothing of the assistant that it came with: the next one would go to that.
func TestRefusedAnswersNoteNothing(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, _ := c.waiting()
	mine := field(c.ok("POST", "/assistants", `{"graph_id":"two"}`), "assistant_id")
	before := c.stored(thread)
	body := `{"assistant_id":"` + mine + `","command":{"resume":{"00000000000000000000000000000000":"yes"}}}`
	if status, got := c.do("POST", "/threads/"+thread+"/runs/wait", body); status != http.StatusConflict {
		t.Errorf("%d %s", status, got)
	}
	if now := c.stored(thread); now != before {
		t.Errorf("%s\nbefore: %s", now, before)
	}
}

// A filter with very many elements, each of which is far behind in the list, is compared for a moment.
func TestFiltersEnd(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	var have, want strings.Builder
	for i := range 150_000 {
		fmt.Fprintf(&have, ",%d", i)
	}
	for range 9000 {
		want.WriteString(",149999")
	}
	var names strings.Builder // of fields that a filter asks for in the state of each thread
	for i := range 4000 {
		fmt.Fprintf(&names, `,"k%d":%d`, i, i)
	}
	for range 600 {
		c.ok("POST", "/threads", `{}`)
	}
	c.ok("POST", "/threads", `{"metadata":{"a":[0`+have.String()+`],"b":"known"}}`)
	c.ok("PUT", "/store/items", `{"namespace":["a"],"key":"k","value":{"a":[0`+have.String()+`]}}`)
	for _, tt := range []struct{ path, body, want string }{
		{"/threads/search", `{"metadata":{"a":[150000` + want.String() + `]}}`, `[]`},
		{"/threads/count", `{"metadata":{"a":[149999` + want.String() + `]}}`, `1`},
		{"/store/items/search", `{"namespace_prefix":["a"],"filter":{"a":[150000` + want.String() + `]}}`, `{"items":[]}`},
		{"/threads/count", `{"metadata":{"a":[149999,7],"b":"known"}}`, `1`},
		{"/threads/search", `{"values":{"none":0` + names.String() + `}}`, `[]`},
	} {
		began := time.Now()
		if got := c.ok("POST", tt.path, tt.body); got != tt.want {
			t.Errorf("%s: %.100s, want %s", tt.path, got, tt.want)
		}
		if took := time.Since(began); took > 30*time.Second { // 1.3 billion comparisons take longer
			t.Errorf("%s took %s", tt.path, took)
		}
	}
}

// A page of another site can do nothing, also not with a GET: one that follows a run may cancel it.
func TestForeignOrigin(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	path := c.url + "/threads/" + c.thread() + "/state"
	for origin, want := range map[string]int{"http://evil.example": http.StatusForbidden, "null": http.StatusForbidden, "http://localhost:3000": http.StatusOK, "": http.StatusOK} {
		for _, method := range []string{"GET", "HEAD"} {
			req, err := http.NewRequestWithContext(t.Context(), method, path, nil)
			if err != nil {
				t.Fatal(err)
			}
			if origin != "" {
				req.Header.Set("Origin", origin)
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != want && method == "GET" || resp.StatusCode == http.StatusForbidden != (want == http.StatusForbidden) {
				t.Errorf("%s from %q: %d, want %d", method, origin, resp.StatusCode, want)
			}
		}
	}
}

// A page of another site has an image, or a link, that is a request of the API: the browser sends no Origin with it.
func TestCrossSite(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	for site, want := range map[string]int{"cross-site": http.StatusForbidden, "same-site": http.StatusOK, "same-origin": http.StatusOK, "none": http.StatusOK, "": http.StatusOK} {
		req, err := http.NewRequestWithContext(t.Context(), "GET", c.url+"/threads/"+c.thread()+"/state", nil)
		if err != nil {
			t.Fatal(err)
		}
		if site != "" {
			req.Header.Set("Sec-Fetch-Site", site)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("Sec-Fetch-Site %q: %d, want %d", site, resp.StatusCode, want)
		}
	}
}
