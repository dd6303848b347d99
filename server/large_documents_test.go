// This file looks at what many large crons, assistants, items and delayed runs take in memory. Its tests are not parallel.

package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// The number and the size in bytes of the documents that keep puts into a store.
const (
	kept     = 16
	keptSize = 4 << 20
)

// keep stores documents whose bodies are large: in each, %[1]s is its key, and %[2]s a long text.
func (c *client) keep(kind, state string, due time.Time, body string) {
	c.t.Helper()
	text := strings.Repeat("x", keptSize)
	for i := range kept {
		d := hitlrun.Document{Kind: kind, Key: fmt.Sprintf("%s%02d", kind, i), State: state, Due: due}
		if d.Body = fmt.Appendf(nil, body, d.Key, text); kind == "run" {
			d.ThreadID = c.thread()
			d.Body = []byte(strings.Replace(string(d.Body), "{", `{"thread_id":"`+d.ThreadID+`",`, 1))
		}
		if err := c.store.Write(c.t.Context(), &hitlrun.Change{Put: []hitlrun.Document{d}}); err != nil {
			c.t.Fatal(err)
		}
	}
}

const (
	largeCron      = `{"cron_id":%[1]q,"assistant_id":"a","thread_id":null,"schedule":"0 9 1 1 *","payload":{"input":{"log":[%[2]q]}},"metadata":{},"enabled":true}`
	largeAssistant = `{"assistant_id":%[1]q,"graph_id":"agent","version":1,"config":{},"context":{"text":%[2]q},"metadata":{"n":%[1]q},"name":"large"}`
)

// A search, or a count, of large crons and assistants has one of them in memory at a time, whoever asks.
func TestLargeCronsAndAssistants(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	c, secrets := withTokens(t, nil)
	c.token = secrets["admin"]
	c.keep("cron", "cron", time.Now().Add(time.Hour), largeCron)
	c.keep("assistant", "1", time.Time{}, largeAssistant)
	for _, tt := range []struct {
		token, path, body string
		total, next       string // of the headers
		size              int    // of the response, at least
	}{
		{"admin", "/runs/crons/count", `{}`, "", "", 2},
		{"admin", "/runs/crons/search", `{"limit":14,"offset":1}`, "16", "15", 14 * keptSize},
		{"review", "/assistants/count", `{}`, "", "", 2},
		{"review", "/assistants/search", `{"limit":1000,"metadata":{"n":"assistant07"}}`, "1", "", 2},
		{"admin", "/assistants/search", `{"limit":18,"offset":5,"graph_id":"agent"}`, "17", "", 12 * keptSize},
	} {
		c.token = secrets[tt.token]
		var size int64
		var header http.Header
		got := held(func() {
			resp := c.response(t.Context(), "POST", tt.path, tt.body)
			defer resp.Body.Close()
			header = resp.Header
			var err error
			if size, err = io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != 200 {
				t.Errorf("%s %s: %d %v", tt.path, tt.body, resp.StatusCode, err)
			}
		})
		if got > 60 {
			t.Errorf("%s %s: %d MiB are in use", tt.path, tt.body, got)
		}
		if total, next := header.Get("X-Pagination-Total"), header.Get("X-Pagination-Next"); total != tt.total || next != tt.next || size < int64(tt.size) {
			t.Errorf("%s %s: %d bytes, total %q, next %q", tt.path, tt.body, size, total, next)
		}
	}
}

// Crons and delayed runs that are due with large requests begin as far as the limit of queued requests allows, and those that wait for
// that are not in memory.
func TestLargeRunsThatAreDue(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	for kind, body := range map[string]string{
		"cron": strings.Replace(largeCron, "0 9 1 1 *", "@every 1h", 1),
		"run":  `{"run_id":%[1]q,"assistant_id":"agent","graph_id":"agent","request":{"assistant_id":"agent","input":{"log":[%[2]q]}}}`,
	} {
		t.Run(kind, func(t *testing.T) {
			script := load(t, "hanging.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
export const agent = new StateGraph(Annotation.Root({ log: Annotation<string[]>() }))
  .addNode("hang", async () => { await new Promise((r) => setTimeout(r, 600000)); return {}; }).addEdge(START, "hang").compile();
`, hitlrun.ScriptOptions{})
			c := serve(t, func(o *server.Options) {
				o.Graphs = []server.Graph{{ID: "agent", Script: script, Export: "agent"}}
				o.MaxQueued = 3 * keptSize
			})
			began := func() (n int) {
				for d, err := range c.store.EachDocument(t.Context(), hitlrun.DocumentFilter{Kind: "run"}) {
					if err != nil {
						t.Fatal(err)
					}
					if d.State == "running" || d.State == "pending" && d.Due.IsZero() {
						n++
					}
				}
				return n
			}
			state := map[string]string{"cron": "cron", "run": "pending"}[kind]
			if kind == "cron" {
				body = strings.Replace(body, `"a"`, strconv.Quote(field(c.ok("GET", "/assistants/agent", ""), "assistant_id")), 1)
			}
			got := held(func() {
				c.keep(kind, state, time.Now().Add(-time.Second), body)
				until(t, "some have begun", func() bool { return began() >= 2 })
				time.Sleep(3 * time.Second) // this tests time: the server looks three times
			})
			if n := began(); n > 3 {
				t.Errorf("%d have begun", n)
			}
			if got > 200 {
				t.Errorf("%d MiB are in use", got)
			}
		})
	}
}

// The runs of a batch share their assistant, which may be large, and their assistants and what is stored of them have bounds.
func TestBatchOfLargeAssistants(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	c := serve(t, func(o *server.Options) { o.MaxQueued = 64 << 20 })
	c.keep("assistant", "1", time.Time{}, largeAssistant)
	one := `{"assistant_id":"assistant01","input":{"log":[]},"after_seconds":3600}`
	if got := held(func() { c.ok("POST", "/runs/batch", "["+strings.Repeat(one+",", 11)+one+"]") }); got > 50 {
		t.Errorf("%d MiB are in use", got)
	}
	before := c.ok("POST", "/threads/count", "{}")
	for name, tt := range map[string]struct{ body, want string }{
		"too many":       {"[" + strings.Repeat(one+",", 20) + one + "]", "the runs of the batch have more than 64 MiB, with the config and the context of their assistants"},
		"too many large": {"[" + strings.Join(numbered(`{"assistant_id":"assistant%02d","input":{"log":[]},"after_seconds":3600}`, 20), ",") + "]", "the assistants of the batch have more than 64 MiB together"},
	} {
		if status, got := c.do("POST", "/runs/batch", tt.body); status != http.StatusRequestEntityTooLarge || got != tt.want {
			t.Errorf("%s: %d %s", name, status, got)
		}
	}
	if now := c.ok("POST", "/threads/count", "{}"); now != before {
		t.Errorf("a part of the batch was accepted: there are %s threads, and there were %s", now, before)
	}
}

func numbered(format string, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf(format, i))
	}
	return list
}

// Small requests of one client that name a large assistant take turns.
func TestRequestsWithLargeAssistantsTakeTurns(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	c, secrets := withTokens(t, nil)
	c.token = secrets["admin"]
	c.keep("assistant", "1", time.Time{}, largeAssistant)
	c.token = secrets["review"]
	got := held(func() {
		var all sync.WaitGroup
		for i := range kept {
			all.Go(func() {
				path := fmt.Sprintf("/threads/none%d/runs", i)
				if status, got := c.do("POST", path, fmt.Sprintf(`{"assistant_id":"assistant%02d","command":{"resume":"yes"}}`, i)); status != 404 {
					t.Errorf("%d %s", status, got)
				}
			})
		}
		all.Wait()
	})
	if got > 80 {
		t.Errorf("%d MiB are in use", got)
	}
}

// A search for items and for namespaces has only the keys of its page in memory. A page of very long keys ends early, and its header
// says where the next one begins.
func TestPagesOfLongKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	c := serve(t, nil)
	const items, parts = 600, 60
	change := &hitlrun.Change{}
	for i := range items {
		namespace := []string{"n", fmt.Sprintf("%04d", i)}
		for range parts {
			namespace = append(namespace, strings.Repeat("x", 1000))
		}
		data, err := json.Marshal(map[string]any{"namespace": namespace, "key": "k", "value": map[string]int{"n": i}})
		if err != nil {
			t.Fatal(err)
		}
		change.Put = append(change.Put, hitlrun.Document{Kind: "item", Key: strings.Join(namespace, "\x1f") + "\x1ek", Body: data})
		if len(change.Put) == 100 {
			if err := c.store.Write(t.Context(), change); err != nil {
				t.Fatal(err)
			}
			change = &hitlrun.Change{}
		}
	}
	for _, path := range []string{"/store/items/search", "/store/namespaces"} {
		if got := held(func() { c.ok("POST", path, `{"namespace_prefix":["n"],"limit":3}`) }); got > 50 {
			t.Errorf("%s: %d MiB are in use", path, got)
		}
		pages, offset := 0, 0
		for found := 0; ; pages++ {
			resp := c.response(t.Context(), "POST", path, fmt.Sprintf(`{"namespace_prefix":["n"],"limit":100000,"offset":%d}`, offset))
			var list struct {
				Items []struct {
					Namespace []string `json:"namespace"`
				} `json:"items"`
				Namespaces [][]string `json:"namespaces"`
			}
			err := json.NewDecoder(resp.Body).Decode(&list)
			resp.Body.Close()
			if err != nil {
				t.Fatal(err)
			}
			for _, it := range list.Items {
				list.Namespaces = append(list.Namespaces, it.Namespace)
			}
			for _, ns := range list.Namespaces {
				if ns[1] != fmt.Sprintf("%04d", found) {
					t.Fatalf("%s: %s is the one with the number %d", path, ns[1], found)
				}
				found++
			}
			if total := resp.Header.Get("X-Pagination-Total"); total != strconv.Itoa(items) {
				t.Errorf("%s: %s in all", path, total)
			}
			next := resp.Header.Get("X-Pagination-Next")
			if len(list.Namespaces) > 17<<20/(parts*1000) || next == "" != (found == items) || next != "" && next != strconv.Itoa(found) {
				t.Fatalf("%s: a page has %d, and the next begins at %q", path, len(list.Namespaces), next)
			}
			if offset = found; next == "" {
				break
			}
		}
		if pages < 2 {
			t.Errorf("%s: %d pages", path, pages)
		}
	}
}

// The messages of a run that is streamed message by message do not stay in memory.
func TestManyLargeMessages(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	script := load(t, "messages.ts", `
import { StateGraph, Annotation, START, END } from "@langchain/langgraph";
import { AIMessage } from "@langchain/core/messages";
const State = Annotation.Root({ messages: Annotation<any[]>({ reducer: (_, b) => b, default: () => [] }), n: Annotation<number>() });
export const agent = new StateGraph(State).addNode("say", ({ n }) => ({ n: n - 1, messages: [new AIMessage({ id: "m" + n, content: String.fromCharCode(97 + n % 26).repeat(1 << 20) })] }))
  .addEdge(START, "say").addConditionalEdges("say", ({ n }) => (n > 0 ? "say" : END)).compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "agent", Script: script, Export: "agent"}} })
	thread := c.thread()
	body := func(n int) string {
		return fmt.Sprintf(`{"assistant_id":"agent","stream_mode":["messages"],"input":{"n":%d},"config":{"recursion_limit":1000}}`, n)
	}
	few := held(func() { c.ok("POST", "/threads/"+thread+"/runs/wait", body(10)) })
	many := held(func() { c.ok("POST", "/threads/"+thread+"/runs/wait", body(40)) })
	if many > few+20 {
		t.Errorf("%d MiB are in use with 40 messages of 1 MiB, and %d with 10", many, few)
	}
}
