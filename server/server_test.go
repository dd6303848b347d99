// This file tests the server from outside: what clients send, and what comes back.

package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

const flow = `
import { StateGraph, Annotation, START, END, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const agent = new StateGraph(State)
  .addNode("first", async (_s, config) => { config.writer({ progress: 1 }); return { log: ["first"] }; })
  .addNode("ask", async (s) => ({ log: ["got " + JSON.stringify(interrupt({ question: "go on?" }))] }))
  .addNode("last", async (s) => {
    if (s.log.includes('got "hang"')) await new Promise((r) => setTimeout(r, 600000));
    if (s.log.includes('got "fail"')) throw new RangeError("kaboom");
    return { log: ["last"] };
  })
  .addEdge(START, "first").addEdge("first", "ask").addEdge("ask", "last").addEdge("last", END).compile();
export const two = new StateGraph(State)
  .addNode("a", async () => ({ log: ["a " + interrupt("a?")] }))
  .addNode("b", async () => ({ log: ["b " + interrupt("b?")] }))
  .addEdge(START, "a").addEdge(START, "b").compile();
`

// client talks to a server of the test.
type client struct {
	t     *testing.T
	url   string
	token string
	store *hitlrun.Store
}

func serve(t *testing.T, change func(o *server.Options)) *client {
	t.Helper()
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return &client{t: t, url: handler(t, store, change), store: store}
}

// load loads a script from its source.
func load(tb testing.TB, name, source string, o hitlrun.ScriptOptions) *hitlrun.Script {
	tb.Helper()
	script, err := hitlrun.LoadSource(name, []byte(source), o)
	if err != nil {
		tb.Fatal(err)
	}
	return script
}

// handler serves a store until the test ends.
func handler(t *testing.T, store *hitlrun.Store, change func(o *server.Options)) string {
	t.Helper()
	script := load(t, "flow.ts", flow, hitlrun.ScriptOptions{})
	o := server.Options{Graphs: []server.Graph{{ID: "agent", Script: script, Export: "agent"}, {ID: "two", Script: script, Export: "two"}}}
	if change != nil {
		change(&o)
	}
	s, err := server.New(store, o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		ctx, stop := context.WithCancel(context.Background())
		stop()
		_ = s.Shutdown(ctx)
		h.Close()
	})
	return h.URL
}

// do sends a request, and returns the status and the body.
func (c *client) do(method, path, body string) (int, string) {
	c.t.Helper()
	return c.send(c.request(c.t.Context(), method, path, body))
}

// request makes a request, with the token of the client if it has one.
func (c *client) request(ctx context.Context, method, path, body string) *http.Request {
	c.t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if c.token != "" {
		req.Header.Set("X-Api-Key", c.token)
	}
	return req
}

// response sends a request and returns when the server has sent the header. The caller closes the body.
func (c *client) response(ctx context.Context, method, path, body string) *http.Response {
	c.t.Helper()
	resp, err := http.DefaultClient.Do(c.request(ctx, method, path, body))
	if err != nil {
		c.t.Fatal(err)
	}
	return resp
}

// send sends a request, and returns the status and the body.
func (c *client) send(req *http.Request) (int, string) {
	c.t.Helper()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return resp.StatusCode, message(strings.TrimSpace(string(data)))
}

// message returns the message of the body of an error that has nothing else; other bodies unchanged.
func message(body string) string {
	var fields map[string]string
	if json.Unmarshal([]byte(body), &fields) != nil || len(fields) != 1 || fields["message"] == "" {
		return body
	}
	return fields["message"]
}

// ok is do for what must succeed.
func (c *client) ok(method, path, body string) string {
	c.t.Helper()
	status, data := c.do(method, path, body)
	if status < 200 || status > 299 {
		c.t.Fatalf("%s %s %s: %d %s", method, path, body, status, data)
	}
	return data
}

// field returns a field of a JSON object.
func field(data, name string) string {
	var o map[string]json.RawMessage
	_ = json.Unmarshal([]byte(data), &o)
	return strings.Trim(string(o[name]), `"`)
}

func (c *client) thread() string {
	c.t.Helper()
	return field(c.ok("POST", "/threads", "{}"), "thread_id")
}

// waiting returns a thread that waits, and the id of its question.
func (c *client) waiting() (thread, question string) {
	c.t.Helper()
	thread = c.thread()
	data := c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":[]}}`)
	return thread, questionID.FindStringSubmatch(data)[1]
}

var questionID = regexp.MustCompile(`"id":"([0-9a-f]{32})"`)

func TestStream(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := c.thread()
	got := c.ok("POST", "/threads/"+thread+"/runs/stream", `{"assistant_id":"agent","input":{"log":["in"]},"stream_mode":["values","updates","custom"]}`)
	id := questionID.FindStringSubmatch(got)[1]
	got = regexp.MustCompile(`"run_id":"[^"]*"`).ReplaceAllString(strings.ReplaceAll(got, id, "ID"), `"run_id":"R"`)
	want := `event: metadata
data: {"attempt":1,"run_id":"R"}
id: 0

event: values
data: {"log":["in"]}
id: 1

event: custom
data: {"progress":1}
id: 2

event: updates
data: {"first":{"log":["first"]}}
id: 3

event: values
data: {"log":["in","first"]}
id: 4

event: updates
data: {"__interrupt__":[{"id":"ID","value":{"question":"go on?"}}]}
id: 5

event: values
data: {"__interrupt__":[{"id":"ID","value":{"question":"go on?"}}]}
id: 6`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// A late viewer gets the same, from any number on; so does one behind a restart.
	run := field(strings.Trim(c.ok("GET", "/threads/"+thread+"/runs", ""), "[]"), "run_id")
	for _, url := range []string{c.url, handler(t, c.store, nil)} {
		req, _ := http.NewRequestWithContext(t.Context(), "GET", url+"/threads/"+thread+"/runs/"+run+"/stream", nil)
		req.Header.Set("Last-Event-ID", "4")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		data, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if later := strings.ReplaceAll(strings.TrimSpace(string(data)), id, "ID"); later != want[strings.Index(want, "event: updates\ndata: {\"__int"):] {
			t.Errorf("from number 4 on: %s", later)
		}
	}
}

// At a breakpoint a run asks nothing: the list of its questions is empty in each response, and never null.
func TestBreakpointsAskNothing(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	for _, more := range []string{`"interrupt_after":["first"]`, `"interrupt_before":"*"`} {
		body := `{"assistant_id":"agent","input":{"log":["in"]},"stream_mode":["values","updates"],` + more + `}`
		got := c.ok("POST", "/threads/"+c.thread()+"/runs/stream", body)
		for _, mode := range []string{"updates", "values"} {
			if !strings.Contains(got, "event: "+mode+"\ndata: {\"__interrupt__\":[]}\n") {
				t.Errorf("%s, %s: %s", more, mode, got)
			}
		}
		if got := field(c.ok("POST", "/threads/"+c.thread()+"/runs/wait", body), "__interrupt__"); got != "[]" {
			t.Errorf("%s: wait returns %s", more, got)
		}
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	t.Run("falsy, repeated, late", func(t *testing.T) {
		thread, id := c.waiting()
		wait := "/threads/" + thread + "/runs/wait"
		first := c.ok("POST", wait, `{"assistant_id":"agent","command":{"resume":false}}`)
		if first != `{"log":["first","got false","last"]}` {
			t.Error(first)
		}
		if again := c.ok("POST", wait, `{"assistant_id":"agent","command":{"resume": false}}`); again != first {
			t.Error(again)
		}
		if again := c.ok("GET", "/threads/"+thread+"/runs", ""); strings.Count(again, `"run_id"`) != 2 {
			t.Errorf("the repeated answer made a run: %s", again)
		}
		for _, body := range []string{`true`, `{"` + id + `":true}`} {
			if status, data := c.do("POST", wait, `{"assistant_id":"agent","command":{"resume":`+body+`}}`); status != http.StatusConflict {
				t.Errorf("%s: %d %s", body, status, data)
			}
		}
	})
	t.Run("several questions", func(t *testing.T) {
		thread := c.thread()
		wait := "/threads/" + thread + "/runs/wait"
		data := c.ok("POST", wait, `{"assistant_id":"two","input":{"log":[]}}`)
		ids := questionID.FindAllStringSubmatch(data, -1)
		if len(ids) != 2 {
			t.Fatal(data)
		}
		status, body := c.do("POST", wait, `{"assistant_id":"two","command":{"resume":"x"}}`)
		if status != http.StatusConflict || strings.Count(body, `"id"`) != 2 {
			t.Errorf("%d %s", status, body)
		}
		data = c.ok("POST", wait, fmt.Sprintf(`{"assistant_id":"two","command":{"resume":{%q:1,%q:2}}}`, ids[0][1], ids[1][1]))
		if data != `{"log":["a 1","b 2"]}` {
			t.Error(data)
		}
	})
	t.Run("one winner", func(t *testing.T) {
		thread, _ := c.waiting()
		var wg sync.WaitGroup
		var mu sync.Mutex
		won := 0
		for i := range 200 {
			wg.Go(func() {
				status, data := c.do("POST", "/threads/"+thread+"/runs/wait", fmt.Sprintf(`{"assistant_id":"agent","command":{"resume":%d}}`, i))
				mu.Lock()
				defer mu.Unlock()
				switch status {
				case http.StatusOK:
					won++
				case http.StatusConflict:
				default:
					t.Errorf("%d %s", status, data)
				}
			})
		}
		wg.Wait()
		if won != 1 {
			t.Errorf("%d answers won", won)
		}
	})
	t.Run("words of agent-inbox", func(t *testing.T) {
		thread, _ := c.waiting()
		got := c.ok("POST", "/threads/"+thread+"/runs/stream", `{"assistant_id":"agent","command":{"resume":[{"type":"accept","args":null}]},"stream_mode":"events"}`)
		if !strings.Contains(got, `"event":"on_chain_start"`) || !strings.Contains(got, `"langgraph_node":"last"`) {
			t.Error(got)
		}
	})
	t.Run("resolved", func(t *testing.T) {
		thread, _ := c.waiting()
		c.ok("POST", "/threads/"+thread+"/state", `{"values":null,"as_node":"__end__"}`)
		if status := field(c.ok("GET", "/threads/"+thread, ""), "status"); status != "idle" {
			t.Error(status)
		}
	})
	t.Run("failed", func(t *testing.T) {
		thread, _ := c.waiting()
		got := c.ok("POST", "/threads/"+thread+"/runs/stream", `{"assistant_id":"agent","command":{"resume":"fail"}}`)
		if !strings.Contains(got, "event: error\ndata: {\"error\":\"RangeError\",\"message\":\"kaboom\"}") {
			t.Error(got)
		}
		if status := field(c.ok("GET", "/threads/"+thread, ""), "status"); status != "error" {
			t.Error(status)
		}
	})
}

// until calls f until it returns true.
func until(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !f(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it does not become true: %s", what)
		}
	}
}

func TestMultitask(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, _ := c.waiting()
	runs := "/threads/" + thread + "/runs"
	hanging := field(c.ok("POST", runs, `{"assistant_id":"agent","command":{"resume":"hang"}}`), "run_id")
	until(t, "the run hangs", func() bool { return strings.Contains(c.ok("GET", "/threads/"+thread+"/state", ""), "hang") })
	if status, _ := c.do("POST", runs, `{"assistant_id":"agent","input":{"log":["x"]}}`); status != http.StatusUnprocessableEntity {
		t.Errorf("reject: %d", status)
	}
	queued := field(c.ok("POST", runs, `{"assistant_id":"agent","input":{"log":["queued"]},"multitask_strategy":"enqueue"}`), "run_id")
	if status := field(c.ok("GET", runs+"/"+queued, ""), "status"); status != "pending" {
		t.Errorf("queued: %s", status)
	}
	c.ok("POST", runs+"/"+queued+"/cancel?wait=1", "")
	got := c.ok("POST", runs+"/wait", `{"assistant_id":"two","input":{"log":["new"]},"multitask_strategy":"interrupt"}`)
	if !strings.Contains(got, "a?") {
		t.Error(got)
	}
	for run, want := range map[string]string{hanging: "interrupted", queued: "interrupted"} {
		if status := field(c.ok("GET", runs+"/"+run, ""), "status"); status != want {
			t.Errorf("%s: %s, want %s", run, status, want)
		}
	}
}

func TestCommandsAndEvents(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := hitlrun.NewRunID()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	events := func(body string) *bufio.Scanner {
		resp := c.response(ctx, "POST", "/threads/"+thread+"/stream/events", body)
		t.Cleanup(func() { resp.Body.Close() })
		return bufio.NewScanner(resp.Body)
	}
	next := func(lines *bufio.Scanner) (method, data string) {
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var e struct {
					Method string
					Params struct{ Data json.RawMessage }
				}
				if err := json.Unmarshal([]byte(text), &e); err != nil {
					t.Fatal(err)
				}
				return e.Method, string(e.Params.Data)
			}
		}
		t.Fatal("the stream ended")
		return "", ""
	}
	lines := events(`{"channels":["lifecycle","input"]}`) // before there is such a thread
	c.ok("POST", "/threads/"+thread+"/commands", `{"id":1,"method":"run.start","params":{"assistant_id":"agent","input":{"log":["v2"]}}}`)
	want := []string{"lifecycle running", "input.requested", "lifecycle interrupted"}
	check := func(lines *bufio.Scanner, want []string) (question string) {
		t.Helper()
		for _, w := range want {
			method, data := next(lines)
			if method == "lifecycle" {
				method += " " + field(data, "event")
			} else if method == "input.requested" {
				question = field(data, "interrupt_id")
			}
			if method != w {
				t.Fatalf("got %s, want %s", method, w)
			}
		}
		return question
	}
	question := check(lines, want)
	// It is a thread like others: the first generation sees that it waits.
	if found := c.ok("POST", "/threads/search", `{"status":"interrupted"}`); !strings.Contains(found, thread) || !strings.Contains(found, question) {
		t.Error(found)
	}
	answer := func(value string) string {
		return c.ok("POST", "/threads/"+thread+"/commands", fmt.Sprintf(`{"id":2,"method":"input.respond","params":{"namespace":[],"interrupt_id":%q,"response":%s}}`, question, value))
	}
	if got := answer("null"); field(got, "type") != "success" {
		t.Fatal(got)
	}
	check(lines, []string{"lifecycle running", "input.answered", "lifecycle completed"})
	if got := answer("true"); field(got, "error") != "no_such_interrupt" {
		t.Error(got)
	}
	check(events(`{"channels":["lifecycle","input"]}`), append(want, "lifecycle running", "lifecycle completed"))
	if state := c.ok("GET", "/threads/"+thread+"/state", ""); !strings.Contains(state, "got null") {
		t.Error(state)
	}
	// A question that was asked elsewhere is there too.
	if _, err := c.store.Start(ctx, nil, hitlrun.Start{ThreadID: thread, Input: []byte(`{"log":["elsewhere"]}`)}); err != nil {
		t.Fatal(err)
	}
	check(events(`{"channels":["input"]}`), []string{"input.requested", "input.requested"})
}

// TestAnswerAtOnce answers as soon as the question is seen, before the run that asked has ended.
func TestAnswerAtOnce(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	for range 20 {
		thread := c.thread()
		resp, err := http.Post(c.url+"/threads/"+thread+"/stream/events", "application/json", strings.NewReader(`{"channels":["input"]}`))
		if err != nil {
			t.Fatal(err)
		}
		c.ok("POST", "/threads/"+thread+"/commands", `{"id":1,"method":"run.start","params":{"assistant_id":"agent","input":{"log":[]}}}`)
		lines := bufio.NewScanner(resp.Body)
		for lines.Scan() {
			if m := regexp.MustCompile(`"interrupt_id":"([0-9a-f]{32})"`).FindStringSubmatch(lines.Text()); m != nil {
				got := c.ok("POST", "/threads/"+thread+"/commands", fmt.Sprintf(`{"id":2,"method":"input.respond","params":{"interrupt_id":%q,"response":1}}`, m[1]))
				if field(got, "type") != "success" {
					t.Error(got)
				}
				break
			}
		}
		resp.Body.Close()
	}
}

// socket opens the WebSocket with the events of a thread.
func (c *client) socket(ctx context.Context, thread string) *websocket.Conn {
	c.t.Helper()
	ws, _, err := websocket.Dial(ctx, strings.Replace(c.url, "http", "ws", 1)+"/threads/"+thread+"/stream/events", nil)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { ws.CloseNow() })
	return ws
}

func TestSocket(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := hitlrun.NewRunID()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ws := c.socket(ctx, thread)
	for _, text := range []string{
		`{"id":1,"method":"subscription.subscribe","params":{"channels":["lifecycle","input"]}}`,
		`{"id":2,"method":"run.start","params":{"assistant_id":"agent","input":{"log":[]}}}`,
	} {
		if err := ws.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	seen := ""
	for !strings.Contains(seen, `"event":"interrupted"`) {
		_, data, err := ws.Read(ctx)
		if err != nil {
			t.Fatal(seen, err)
		}
		if seen == "" && !strings.Contains(string(data), "subscription_id") {
			t.Errorf("the first message is %s", data)
		}
		seen += string(data) + "\n"
	}
	if !strings.Contains(seen, "input.requested") || !strings.Contains(seen, `"run_id"`) {
		t.Error(seen)
	}
}

// TestSocketOrder has two subscriptions over one WebSocket: events come once, in the order of their numbers. Clients take the end of a run
// in one of them for the end of what comes in the other.
func TestSocketOrder(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, _ := c.waiting()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ws := c.socket(ctx, thread)
	for _, text := range []string{
		`{"id":1,"method":"subscription.subscribe","params":{"channels":["lifecycle","input"],"since":1000000}}`,
		`{"id":2,"method":"subscription.subscribe","params":{"channels":["values","checkpoints","lifecycle"],"since":1000000}}`,
	} {
		_ = ws.Write(ctx, websocket.MessageText, []byte(strings.ReplaceAll(text, "1000000", lastEvent(c, thread)))) // then there is nothing to read
		if _, data, err := ws.Read(ctx); err != nil || !strings.Contains(string(data), `"replayed_events":0`) {
			t.Fatal(string(data), err)
		}
	}
	_ = ws.Write(ctx, websocket.MessageText, []byte(`{"id":3,"method":"input.respond","params":{"response":1}}`)) // as above
	last, methods := int64(0), ""
	for !strings.Contains(methods, "completed") {
		_, data, err := ws.Read(ctx)
		if err != nil {
			t.Fatal(methods, err)
		}
		var e struct {
			Seq    int64
			Method string
			Params struct{ Data json.RawMessage }
		}
		if err := json.Unmarshal(data, &e); err != nil {
			t.Fatal(err)
		}
		if e.Method == "" {
			continue // the reply
		}
		if e.Seq <= last {
			t.Errorf("event %d comes behind event %d", e.Seq, last)
		}
		last = e.Seq
		methods += e.Method + string(e.Params.Data) + "\n"
	}
	if strings.Count(methods, "values") != 3 {
		t.Errorf("the values of three checkpoints are expected:\n%s", methods)
	}
}

// lastEvent returns the number of the newest event of a thread.
func lastEvent(c *client, thread string) string {
	n, err := c.store.LastEvent(c.t.Context(), thread)
	if err != nil {
		c.t.Fatal(err)
	}
	return strconv.FormatInt(n, 10)
}

func TestChat(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	asked := c.ok("POST", "/chat", `{"assistant_id":"agent","input":{"log":["c"]}}`)
	thread, id := field(asked, "thread_id"), field(asked, "interrupt_id")
	for _, tt := range []struct {
		body   string
		status int
		want   string
	}{
		{`{"thread_id":"T","input":{"log":[]}}`, 409, id},
		{`{"thread_id":"T","resume":1,"interrupt_id":"00000000000000000000000000000000"}`, 409, id},
		{`{"thread_id":"T"}`, 400, "missing"},
		{`{`, 400, "JSON"},
		{`{"thread_id":"nope","resume":1}`, 404, "nope"},
		{`{"thread_id":"T","resume":"","interrupt_id":"ID"}`, 200, `got \"\"`},
		{`{"thread_id":"T","resume":"","interrupt_id":"ID"}`, 200, `got \"\"`},
		{`{"thread_id":"T","resume":"other"}`, 409, "waits for no answer"},
	} {
		body := strings.NewReplacer(`"T"`, `"`+thread+`"`, `"ID"`, `"`+id+`"`).Replace(tt.body)
		if status, data := c.do("POST", "/chat", body); status != tt.status || !strings.Contains(data, tt.want) {
			t.Errorf("%s: %d %s", tt.body, status, data)
		}
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	secrets, lines := map[string]string{}, ""
	for _, scope := range []string{"review", "run", "admin"} {
		secret, line, err := server.NewToken("ann-"+scope, scope)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(line, secret) {
			t.Error("the line contains the secret")
		}
		secrets[scope], lines = secret, lines+line
	}
	tokens, err := server.ReadTokens(strings.NewReader("# who\n" + lines))
	if err != nil {
		t.Fatal(err)
	}
	c := serve(t, func(o *server.Options) { o.Tokens = tokens })
	for _, tt := range []struct {
		scope, method, path, body string
		status                    int
	}{
		{"", "GET", "/ok", "", 200}, {"", "POST", "/threads/search", "{}", 401},
		{"review", "POST", "/threads", "{}", 403}, {"review", "POST", "/threads/search", "{}", 200},
		{"run", "POST", "/threads", `{"thread_id":"11111111-1111-7111-8111-111111111111"}`, 200},
		{"review", "POST", "/threads/11111111-1111-7111-8111-111111111111/runs/wait", `{"assistant_id":"agent","input":{"log":[]}}`, 403},
		{"run", "POST", "/threads/11111111-1111-7111-8111-111111111111/runs/wait", `{"assistant_id":"agent","input":{"log":[]}}`, 200},
		{"run", "GET", "/metrics", "", 403}, {"admin", "GET", "/metrics", "", 200},
		{"review", "POST", "/threads/11111111-1111-7111-8111-111111111111/runs/wait", `{"assistant_id":"agent","command":{"resume":1},"metadata":{"by":"eve"}}`, 200},
	} {
		c.token = secrets[tt.scope]
		if status, data := c.do(tt.method, tt.path, tt.body); status != tt.status {
			t.Errorf("%s %s with scope %q: %d %s", tt.method, tt.path, tt.scope, status, data)
		}
	}
	entries, err := c.store.Audit(t.Context(), hitlrun.AuditFilter{})
	if err != nil {
		t.Fatal(err)
	}
	who := ""
	for _, e := range entries {
		for _, ev := range e.Events {
			who += ev.Kind + " by " + e.By + " from " + e.From + "\n"
		}
	}
	if !strings.Contains(who, "answer by ann-review from http") || !strings.Contains(who, "start by ann-run from http") {
		t.Error(who)
	}
}

// TestOtherHosts sends what a page sends whose name was made to mean this machine, and a page of another host.
func TestOtherHosts(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	for _, tt := range []struct {
		host, origin, method string
		status               int
	}{
		{"evil.example", "", "GET", 403}, {"localhost:1", "", "GET", 200}, {"", "https://evil.example", "POST", 403},
		{"", "http://localhost:3000", "GET", 200}, {"", "https://evil.example", "OPTIONS", 403}, {"", "http://localhost:3000", "OPTIONS", 204},
	} {
		req, _ := http.NewRequestWithContext(t.Context(), tt.method, c.url+"/ok", nil)
		if req.Host = tt.host; tt.host == "" {
			req.Host = req.URL.Host
		}
		if tt.origin != "" {
			req.Header.Set("Origin", tt.origin)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != tt.status {
			t.Errorf("%+v: %d", tt, resp.StatusCode)
		}
	}
}

func TestWebhook(t *testing.T) {
	t.Parallel()
	type call struct{ body, signature string }
	calls := make(chan call, 10)
	refuse := true
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		if refuse {
			refuse = false
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		calls <- call{string(data), r.Header.Get("Webhook-Signature")}
	}))
	defer hook.Close()
	c := serve(t, nil)
	body := fmt.Sprintf(`{"assistant_id":"agent","input":{"log":[]},"webhook":%q}`, hook.URL)
	if status, data := c.do("POST", "/threads/"+c.thread()+"/runs/wait", body); status != http.StatusUnprocessableEntity || !strings.Contains(data, "private") {
		t.Errorf("%d %s", status, data)
	}
	c = serve(t, func(o *server.Options) { o.Webhooks, o.WebhookSecret = []string{"127.0.0.1"}, "whsec_c2VjcmV0" })
	c.ok("POST", "/threads/"+c.thread()+"/runs/wait", body)
	select {
	case got := <-calls:
		var run map[string]any
		if err := json.Unmarshal([]byte(got.body), &run); err != nil {
			t.Error(err)
		}
		for _, field := range []string{"created_at", "updated_at", "run_started_at", "run_ended_at", "webhook_sent_at"} {
			if at, err := time.Parse(time.RFC3339, fmt.Sprint(run[field])); err != nil || time.Since(at) > time.Hour {
				t.Errorf("%s: %v", field, run[field])
			}
		}
		if fmt.Sprint(run["kwargs"].(map[string]any)["input"]) != "map[log:[]]" || strings.Contains(got.body, hook.URL) {
			t.Errorf("%v", run["kwargs"])
		}
		if !strings.Contains(got.body, `"status":"interrupted"`) || !strings.Contains(got.body, "go on?") || !strings.HasPrefix(got.signature, "v1,") {
			t.Errorf("%+v", got)
		}
	case <-time.After(time.Minute):
		t.Fatal("no webhook came")
	}
}

func TestOthers(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	for _, tt := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"GET", "/info", "", 200, `"version"`},
		{"POST", "/assistants/search", "", 200, "fe096781-5601-53d2-b2f6-0d3403f7e9ca"},
		{"GET", "/assistants/agent/graph", "", 200, `"source":"first"`},
		{"GET", "/assistants/nope", "", 404, "No assistant found"},
		{"GET", "/threads/nope", "", 404, "not found"},
		{"POST", "/threads", `{"thread_id":`, 400, "JSON"},
		{"GET", "/a2a/x", "", 404, ""},
		{"POST", "/mcp/", "{}", 501, "not implemented"},
		{"PUT", "/threads", "", 405, ""},
		{"PUT", "/store/items", `{"namespace":["a","b"],"key":"k","value":{"x":1}}`, 204, ""},
		{"GET", "/store/items?namespace=a.b&key=k", "", 200, `"x":1`},
		{"POST", "/store/items/search", `{"namespace_prefix":["a"]}`, 200, `"x":1`},
		{"POST", "/store/namespaces", `{}`, 200, `["a","b"]`},
		{"POST", "/runs/crons", `{"assistant_id":"agent","schedule":"0 9 * * 1","input":{"log":[]}}`, 200, `"cron_id"`},
		{"POST", "/runs/crons", `{"assistant_id":"agent","schedule":"never"}`, 422, "schedule"},
		{"POST", "/runs/crons", `{"assistant_id":"agent","schedule":"0 9 * * 1","input":null}`, 422, "there is no input to start it"},
		{"POST", "/runs/wait", `{"assistant_id":"agent","input":{"log":["x"]}}`, 200, "go on?"},
		{"POST", "/runs/wait", `{"input":{}}`, 422, "assistant_id"},
		{"POST", "/runs/wait", `{"assistant_id":"agent","input":7}`, 200, "__error__"},
		{"GET", "/openapi.json", "", 200, "/threads/{thread}/commands"},
	} {
		if tt.path == "/a2a/x" {
			tt.status = 501
		}
		if status, data := c.do(tt.method, tt.path, tt.body); status != tt.status || !strings.Contains(data, tt.want) {
			t.Errorf("%s %s %s: %d %s", tt.method, tt.path, tt.body, status, data)
		}
	}
}

// TestCheckpoints sends checkpoints as useStream does: the newest one with each answer, and older ones to start a branch.
func TestCheckpoints(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, _ := c.waiting()
	state := func() string { return c.ok("GET", "/threads/"+thread+"/state", "") }
	checkpoint := func(state string) string {
		return regexp.MustCompile(`"checkpoint_id":"([^"]*)"`).FindStringSubmatch(state)[1]
	}
	asked := checkpoint(state())
	answer := func(at, value string) string {
		return c.ok("POST", "/threads/"+thread+"/runs/wait", fmt.Sprintf(`{"assistant_id":"agent","input":{},"command":{"resume":%q},"checkpoint":{"checkpoint_id":%q,"checkpoint_ns":"","checkpoint_map":{}}}`, value, at))
	}
	if got := answer(asked, "yes"); got != `{"log":["first","got \"yes\"","last"]}` {
		t.Error(got)
	}
	// The other answer, from the checkpoint where the question was asked: a branch. The first answer is not replayed.
	if got := answer(asked, "no"); got != `{"log":["first","got \"no\"","last"]}` {
		t.Error(got)
	}
	// What a run says of a checkpoint is for that run alone.
	if got := c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":["more"]}}`); !strings.Contains(got, `"got \"no\"","last","more"`) {
		t.Error(got)
	}
	// Without an answer the question of the checkpoint is asked again.
	if got := c.ok("POST", "/threads/"+thread+"/runs/wait", fmt.Sprintf(`{"assistant_id":"agent","input":null,"checkpoint":{"checkpoint_id":%q}}`, asked)); !strings.Contains(got, "__interrupt__") {
		t.Error(got)
	}
}

// TestLateViewer looks at a run that nobody has looked at: what has happened is there, and what comes behind it has its place.
func TestLateViewer(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, _ := c.waiting()
	run := field(c.ok("POST", "/threads/"+thread+"/runs", `{"assistant_id":"agent","command":{"resume":"hang"},"stream_mode":["updates"]}`), "run_id")
	until(t, "the run hangs", func() bool { return strings.Contains(c.ok("GET", "/threads/"+thread+"/state", ""), `got \"hang`) })
	for range 2 {
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
		resp := c.response(ctx, "GET", "/threads/"+thread+"/runs/"+run+"/stream", "")
		var ids []string
		lines := bufio.NewScanner(resp.Body)
		for lines.Scan() && len(ids) < 2 {
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				ids = append(ids, id)
			}
		}
		if got := strings.Join(ids, " "); got != "0 1" {
			t.Errorf("a late viewer gets the events %q, want 0 1", got)
		}
		resp.Body.Close()
		stop()
	}
	c.ok("POST", "/threads/"+thread+"/runs/"+run+"/cancel?wait=1", "")
}

// TestMaxRate sends more requests of one client than the limit allows. A client with another token has a limit of its own.
func TestMaxRate(t *testing.T) {
	t.Parallel()
	var secrets []string
	lines := ""
	for _, name := range []string{"ann", "bob"} {
		secret, line, err := server.NewToken(name, "run")
		if err != nil {
			t.Fatal(err)
		}
		secrets, lines = append(secrets, secret), lines+line+"\n"
	}
	tokens, err := server.ReadTokens(strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	c := serve(t, func(o *server.Options) { o.Tokens, o.MaxRate = tokens, 0.01 }) // one request in 100 s
	for i, want := range []int{200, 429, 200, 429} {
		c.token = secrets[i/2]
		if status, body := c.do("POST", "/threads/count", "{}"); status != want {
			t.Errorf("request %d gets %d %s, want %d", i, status, body, want)
		}
	}
	c.token = "wrong"
	for _, want := range []int{401, 429} {
		if status, body := c.do("POST", "/threads/count", "{}"); status != want {
			t.Errorf("with a wrong token: %d %s, want %d", status, body, want)
		}
	}
}
