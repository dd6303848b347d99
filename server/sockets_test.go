// This file has what clients send over WebSockets: it is bounded as what they send in requests is.

package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// socketAs opens a WebSocket with a token.
func (c *client) socketAs(token string) *websocket.Conn {
	c.t.Helper()
	o := &websocket.DialOptions{HTTPHeader: http.Header{"X-Api-Key": {token}}}
	ws, _, err := websocket.Dial(c.t.Context(), strings.Replace(c.url, "http", "ws", 1)+"/threads/t/stream/events", o)
	if err != nil {
		c.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	c.t.Cleanup(func() { ws.CloseNow() })
	return ws
}

// Messages of a WebSocket count as requests: those beyond the rate of their client wait, and other clients do not.
func TestMessagesAreCounted(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, func(o *server.Options) { o.MaxRate = 4 })
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ws := c.socketAs(secrets["run"])
	const messages = 20
	began := time.Now()
	for range messages {
		if err := ws.Write(t.Context(), websocket.MessageText, []byte(`{"id":1,"method":"agent.nothing"}`)); err != nil {
			t.Fatal(err)
		}
	}
	c.token = secrets["review"]
	if status, body := c.do("POST", "/threads/count", "{}"); status != http.StatusOK {
		t.Errorf("another client gets %d %s", status, body)
	}
	for range messages {
		if _, data, err := ws.Read(ctx); err != nil || !strings.Contains(string(data), "unknown_command") {
			t.Fatalf("%s: %v", data, err)
		}
	}
	if took := time.Since(began); took < 3*time.Second { // 4 at once, with the request that opened the WebSocket, then 4 a second
		t.Errorf("%d messages are answered in %v, at a rate of 4 a second", messages, took)
	}
}

// begin sends a part of a large message.
func begin(t *testing.T, ws *websocket.Conn) {
	t.Helper()
	w, err := ws.Writer(t.Context(), websocket.MessageText)
	if err == nil {
		_, err = w.Write([]byte(`{"id":1,"method":"run.start","params":"` + strings.Repeat("x", 3<<20)))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A client has a few large messages and bodies in the memory of the server at once, whatever they are for. Another client does not wait.
func TestLargeBodiesTakeTurns(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, nil)
	paths := bodies(c)
	c.token = secrets["admin"]
	if got := c.reads(paths[0], secrets["admin"], 20*time.Second); got != "100 Continue" {
		t.Fatalf("a large body is not read: %s", got)
	}
	var held []*websocket.Conn
	for range 6 { // two of them wait
		ws := c.socketAs(secrets["admin"])
		begin(t, ws)
		held = append(held, ws)
	}
	until(t, "four large messages are read", func() bool {
		return !strings.HasPrefix(c.reads(paths[0], secrets["admin"], time.Second), "100 Continue")
	})
	read := make(chan string)
	for _, path := range paths {
		go func() {
			read <- c.reads(path, secrets["admin"], 3*time.Second) + " " + path
		}()
	}
	for range paths {
		if got := <-read; strings.HasPrefix(got, "100 Continue") {
			t.Errorf("a fifth large body is read at once: %s", got)
		}
	}
	if got := c.reads("POST /threads", secrets["run"], 20*time.Second); got != "100 Continue" {
		t.Errorf("another client is not read: %s", got)
	}
	for _, ws := range held {
		ws.CloseNow()
	}
	if got := c.reads("POST /threads", secrets["admin"], 20*time.Second); got != "100 Continue" {
		t.Errorf("nobody is read any more: %s", got)
	}
}

// bodies returns the routes that take bodies, as method and path.
func bodies(c *client) (list []string) {
	var doc struct{ Paths map[string]map[string]any }
	if err := json.Unmarshal([]byte(c.ok("GET", "/openapi.json", "")), &doc); err != nil {
		c.t.Fatal(err)
	}
	list = []string{"POST /threads"}
	for path, methods := range doc.Paths {
		for method := range methods {
			if method != "get" && path != "/threads" {
				list = append(list, strings.ToUpper(method)+" "+strings.NewReplacer("{", "", "}", "").Replace(path))
			}
		}
	}
	if len(list) < 20 {
		c.t.Fatalf("the routes are %q", list)
	}
	return list
}

// reads sends the headers of a request with a large body, and returns the status with which the server answers: 100 if it reads the body.
func (c *client) reads(route, token string, within time.Duration) string {
	conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
	if err != nil {
		return err.Error()
	}
	defer conn.Close()
	_, _ = fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: x\r\nX-Api-Key: %s\r\nContent-Length: 3000000\r\nExpect: 100-continue\r\n\r\n", route, token) // else nothing comes
	_ = conn.SetReadDeadline(time.Now().Add(within))
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return ""
	}
	return strings.TrimSpace(strings.TrimPrefix(line, "HTTP/1.1 "))
}

// A message that is not valid, or that requests too much, is refused, and the WebSocket stays open.
func TestHostileMessages(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ws := c.socketAs("")
	many := `"custom:` + strings.Repeat(`x","custom:`, 100) + `y"`
	long := `"custom:` + strings.Repeat("x", 65<<10) + `"`
	const bound = "a subscription has at most 100 channels, 100 namespaces and 64 KiB"
	for _, tt := range []struct{ message, want string }{
		{"\xff", "the message is not UTF-8"},
		{"{\"id\":1,\"method\":\"\xff\"}", "the message is not UTF-8"},
		{"[", "the message is not a command in valid JSON: unexpected end of JSON input"},
		{"[]", "the message is not a command in valid JSON: it is of type array, and must be an object"},
		{"5", "the message is not a command in valid JSON: it is of type number, and must be an object"},
		{`{"id":1,"method":"subscription.subscribe","params":5}`, "the params are not those of subscription.subscribe: it is of type number, and must be an object"},
		{`"` + strings.Repeat("x", 3<<20), "the message is not a command in valid JSON: unexpected end of JSON input"},
		{`{"id":1,"method":"` + strings.Repeat("x", 1<<16) + `"}`, "unknown_command"},
		{`{"id":1,"method":"run.start","params":"` + strings.Repeat("x", 3<<20) + `"}`, "the params are not those of run.start: it is of type string, and must be an object"},
		{`{"id":1,"method":"state.get","params":{"keys":["` + strings.Repeat("x", 3<<20) + `"]}}`, "no_such_run"},
		{`{"id":1,"method":"agent.getTree"}`, "no_such_run"},
		{`{"id":1,"method":"subscription.subscribe","params":{"channels":[` + many + `]}}`, bound},
		{`{"id":1,"method":"subscription.subscribe","params":{"channels":[` + long + `]}}`, bound},
		{`{"id":1,"method":"subscription.subscribe","params":{"channels":["values"],"namespaces":[` + strings.Repeat("[],", 100) + `[]]}}`, bound},
		{`{"id":1,"method":"subscription.subscribe","params":{"channels":["values"],"namespaces":[[` + strings.Repeat(`"",`, 5000) + `""]]}}`, bound},
		{`{"id":1,"method":"subscription.unsubscribe","params":7}`, "no_such_subscription"},
		{`{"id":1,"method":"subscription.subscribe","params":{"channels":["values"]}}`, `"subscription_id":"sub-1"`},
	} {
		if err := ws.Write(ctx, websocket.MessageText, []byte(tt.message)); err != nil {
			t.Fatal(err)
		}
		if _, data, err := ws.Read(ctx); err != nil || !strings.Contains(string(data), tt.want) {
			t.Fatalf("%.80s: %.200s %v, want %s", tt.message, data, err, tt.want)
		}
	}
	if status, body := c.send(c.request(ctx, http.MethodPost, "/threads/t/stream/events", `{"channels":[`+many+`]}`)); status != http.StatusBadRequest {
		t.Errorf("server-sent events: %d %s", status, body)
	}
	large := c.socketAs("")
	_ = large.Write(ctx, websocket.MessageText, []byte(strings.Repeat("x", 17<<20))) // it is broken off
	if _, _, err := large.Read(ctx); websocket.CloseStatus(err) != websocket.StatusMessageTooBig || !strings.Contains(err.Error(), `"the message is larger than 16777216 bytes"`) {
		t.Errorf("a message of 17 MiB: %v", err)
	}
}

// Answers that wait for the run of one thread do not have another thread wait, whatever their ids are.
func TestThreadsDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	bucket := func(id string) uint32 {
		h := fnv.New32a()
		_, _ = io.WriteString(h, id) // never fails
		return h.Sum32() % 4096
	}
	victim := c.thread()
	evil := ""
	for i := 0; evil == ""; i++ {
		if id := fmt.Sprintf("evil-%d", i); bucket(id) == bucket(victim) {
			evil = id
		}
	}
	c.ok("POST", "/threads", `{"thread_id":"`+evil+`"}`)
	c.ok("POST", "/threads/"+evil+"/runs/wait", `{"assistant_id":"agent","input":{"log":[]}}`)
	run := field(c.ok("POST", "/threads/"+evil+"/runs", `{"assistant_id":"agent","command":{"resume":"hang"}}`), "run_id")
	until(t, "the run hangs", func() bool { return strings.Contains(c.ok("GET", "/threads/"+evil+"/state", ""), `got \"hang`) })
	const answers = 20
	written := make(chan bool, answers)
	ctx, stop := context.WithCancel(httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
		WroteRequest: func(httptrace.WroteRequestInfo) { written <- true },
	}))
	ended := make(chan bool, answers)
	for i := range answers {
		go func() {
			defer func() { ended <- true }()
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/threads/"+evil+"/runs", strings.NewReader(fmt.Sprintf(`{"assistant_id":"agent","command":{"resume":%d}}`, i)))
			if err != nil {
				return
			}
			if resp, err := http.DefaultClient.Do(req); err == nil {
				resp.Body.Close()
			}
		}()
	}
	for range answers {
		<-written
	}
	began := time.Now()
	c.ok("POST", "/threads/"+victim+"/runs/wait", `{"assistant_id":"agent","input":{"log":[]}}`)
	if took := time.Since(began); took > 15*time.Second { // one behind the other they take 40
		t.Errorf("a run of another thread takes %v", took)
	}
	began = time.Now()
	for range answers {
		<-ended
	}
	stop()
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("answers to a thread that runs wait for each other: %v", took)
	}
	c.ok("POST", "/threads/"+evil+"/runs/"+run+"/cancel?wait=1", "")
}

// An address counts for its network, and this machine is one client: whoever has one address may have them all.
func TestNetworksAreClients(t *testing.T) {
	t.Parallel()
	store, err := hitlrun.Open(t.TempDir()+"/test.db", hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	s, err := server.New(store, server.Options{Insecure: true, MaxRate: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Shutdown(t.Context()) })
	for _, tt := range []struct {
		address string
		want    int
	}{
		{"[2001:db8::1]:1", 200}, {"[2001:db8::2]:1", 429}, {"[2001:db8:0:1::1]:1", 200},
		{"192.0.2.1:1", 200}, {"192.0.2.2:1", 429}, {"[::ffff:192.0.2.1]:1", 429}, {"192.0.3.2:2", 200},
		{"127.0.0.1:1", 200}, {"127.0.0.2:1", 429}, {"127.9.8.7:1", 429}, {"[::1]:1", 429}, {"[::ffff:127.0.0.3]:1", 429},
	} {
		if got := answered(s, tt.address); got != tt.want {
			t.Errorf("%s gets %d, want %d", tt.address, got, tt.want)
		}
	}
}

func answered(s http.Handler, address string) int {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/ok", nil)
	r.RemoteAddr = address
	s.ServeHTTP(w, r)
	return w.Code
}
