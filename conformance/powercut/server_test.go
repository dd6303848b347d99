//go:build linux

// This file cuts the power at the instant at which a client of the server, or a webhook, sees something.

package powercut

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	_ "github.com/hitlrun/hitlrun/server" // as in waysout_test.go
)

// served starts `hitlrun serve`, and returns its address.
func (l *lab) served() string {
	l.t.Helper()
	cmd := l.command("serve", "flow.ts", "--addr", "127.0.0.1:0", "--allow-webhook", "127.0.0.1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		l.t.Fatal(err)
	}
	l.mu.Lock()
	l.cmd = cmd
	err = cmd.Start()
	l.mu.Unlock()
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	_, url, ok := strings.Cut(strings.TrimSpace(line), " at ")
	if err != nil || !ok {
		l.t.Fatalf("the server says %q: %v", line, err)
	}
	return url
}

// ask sends a request, and returns the answer. seen, if not nil, is called with the first bytes of the answer, and its lines.
func (l *lab) ask(method, url, body string, seen func(line string)) string {
	l.t.Helper()
	req, err := http.NewRequestWithContext(l.t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		l.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		l.t.Fatal(err)
	}
	defer resp.Body.Close()
	if seen == nil {
		data, _ := io.ReadAll(resp.Body)
		return fmt.Sprint(resp.StatusCode, " ", strings.TrimSpace(string(data)))
	}
	seen(resp.Status)
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		seen(lines.Text())
	}
	return ""
}

// TestServer cuts when a client has the first bytes of an answer, or an event, and when a webhook arrives.
func TestServer(t *testing.T) {
	t.Parallel()
	binary := program(t)
	const thread = "/threads/t"
	answer := func(l *lab, url string, seen func(string)) {
		l.ask("POST", url+"/chat", `{"thread_id":"t","resume":3}`, seen)
	}
	asked := func(s state) bool { return s.Status == "interrupted" && s.Values.N == 1 }
	done := func(s state) bool { return s.Status == "done" && s.Values.M == 3 }
	for _, tt := range []struct {
		name string
		does func(l *lab, url string, seen func(string)) // seen cuts, if the line has words
		word string
		want func(s state) bool
		// restarts says that the thread is looked at after a server has run on what the disk has.
		restarts bool
	}{
		{"an answer of chat", answer, "200 ", done, false},
		{"a state that another client reads", func(l *lab, url string, seen func(string)) {
			l.ask("POST", url+thread+"/runs", `{"assistant_id":"agent","command":{"resume":3}}`, nil)
			for !l.isCut() {
				l.ask("GET", url+thread+"/state", "", seen)
			}
		}, `"m":3`, func(s state) bool { return s.Values.M == 3 }, false},
		{"a run that was accepted", func(l *lab, url string, seen func(string)) {
			l.ask("POST", url+thread+"/runs", `{"assistant_id":"agent","command":{"resume":3}}`, seen)
		}, "200 ", done, true},
		{"an event of a run", func(l *lab, url string, seen func(string)) {
			l.ask("POST", url+thread+"/runs/stream", `{"assistant_id":"agent","command":{"resume":3}}`, seen)
		}, `"m":3`, func(s state) bool { return s.Values.M == 3 }, false},
		{"a command", func(l *lab, url string, seen func(string)) {
			l.ask("POST", url+thread+"/commands", `{"id":1,"method":"input.respond","params":{"response":3}}`, seen)
		}, "200 ", done, true},
		{"an event of a WebSocket", socketAnswer, `"m":3`, func(s state) bool { return s.Values.M == 3 }, false},
		{"a webhook", func(l *lab, url string, _ func(string)) {
			l.ask("POST", url+thread+"/runs", `{"assistant_id":"agent","command":{"resume":3},"webhook":"`+l.server.URL+`"}`, nil)
			for i := 0; !l.isCut() && i < 500; i++ {
				time.Sleep(10 * time.Millisecond)
			}
		}, "", done, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, binary)
			l.write(strings.ReplaceAll(strings.Replace(paused, "CALL", "", 1), "graph =", "agent ="))
			url := l.served()
			if got := l.ask("POST", url+"/threads", `{"thread_id":"t"}`, nil); !strings.HasPrefix(got, "200 ") {
				t.Fatal(got)
			}
			if got := l.ask("POST", url+thread+"/runs/wait", `{"assistant_id":"agent","input":{}}`, nil); !strings.Contains(got, "__interrupt__") {
				t.Fatal(got)
			}
			if s := l.state("t"); !asked(s) {
				t.Fatalf("before the answer the thread is %+v", s)
			}
			l.cutting = true
			tt.does(l, url, func(line string) {
				if strings.Contains(line, tt.word) {
					l.cut()
				}
			})
			l.next("")
			if !tt.restarts {
				if s := l.state("t"); !tt.want(s) {
					t.Errorf("after the power cut the thread is %+v", s)
				}
				return
			}
			url = l.served()
			var s state
			for range 500 {
				if s = l.state("t"); tt.want(s) && s.Status != "running" {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			if !tt.want(s) {
				t.Errorf("after the power cut, and behind a server at %s, the thread is %+v", url, s)
			}
		})
	}
}

// socketAnswer answers over a WebSocket, and reads the events that come.
func socketAnswer(l *lab, url string, seen func(string)) {
	ctx, stop := context.WithTimeout(l.t.Context(), 20*time.Second)
	defer stop()
	c, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(url, "http")+"/threads/t/stream/events", nil)
	if err != nil {
		l.t.Fatal(err)
	}
	defer c.CloseNow()
	for _, message := range []string{
		`{"id":1,"method":"subscription.subscribe","params":{"channels":["values"]}}`,
		`{"id":2,"method":"input.respond","params":{"response":3}}`,
	} {
		if err := c.Write(ctx, websocket.MessageText, []byte(message)); err != nil {
			l.t.Fatal(err)
		}
	}
	for !l.isCut() {
		_, data, err := c.Read(ctx)
		if err != nil {
			return
		}
		seen(string(data))
	}
}

// TestServerFailedSync has syncs fail under a server: a request whose answer builds on them gets 503, and what the server acknowledges
// later is on the disk.
func TestServerFailedSync(t *testing.T) {
	t.Parallel()
	l := newLab(t, program(t))
	l.fs.SlowSyncs(0)
	l.write(strings.ReplaceAll(strings.Replace(paused, "CALL", "", 1), "graph =", "agent ="))
	url := l.served()
	asked := l.ask("POST", url+"/chat", `{"input":{}}`, nil)
	var reply struct {
		ID string `json:"thread_id"`
	}
	if err := json.Unmarshal([]byte(strings.TrimPrefix(asked, "200 ")), &reply); err != nil {
		t.Fatalf("%s: %v", asked, err)
	}
	l.failing(1)
	answer := fmt.Sprintf(`{"thread_id":%q,"resume":3}`, reply.ID)
	if got := l.ask("POST", url+"/chat", answer, nil); !strings.HasPrefix(got, "503 ") || !strings.Contains(got, "the disk failed to sync") {
		t.Errorf("with a failed sync the answer is %s, want 503", got)
	}
	got := ""
	for range 100 { // the server has the store written anew
		if got = l.ask("POST", url+"/chat", answer, nil); strings.HasPrefix(got, "200 ") {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if !strings.HasPrefix(got, "200 ") {
		t.Fatalf("the server does not continue the run: %s", got)
	}
	l.cutting = true
	l.cut()
	l.next("")
	if s := l.state(reply.ID); s.Status != "done" || s.Values.M != 3 {
		t.Errorf("an answer that was acknowledged is gone: %+v", s)
	}
}
