// This file sends anything to the server: it may refuse it, and does not fail.

package server_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

func FuzzRequests(f *testing.F) {
	store, err := hitlrun.Open(":memory:", hitlrun.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { store.Close() })
	script := load(f, "flow.ts", flow, hitlrun.ScriptOptions{})
	s, err := server.New(store, server.Options{Graphs: []server.Graph{{ID: "agent", Script: script, Export: "agent"}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		ctx, stop := context.WithCancel(context.Background())
		stop()
		_ = s.Shutdown(ctx)
	})
	for _, path := range []string{
		"/threads", "/threads/search", "/threads/t/state", "/threads/t/history", "/threads/t/runs", "/threads/t/runs/wait", "/threads/t/commands", "/chat", "/assistants",
		"/store/items/search", "/runs/crons", "/runs/crons/search", "/runs/cancel", "/threads/t/copy", "/runs/batch", "/threads/t/state/checkpoint",
	} {
		for _, body := range []string{
			`{"thread_id":"t","metadata":{"a":[1]},"if_exists":"do_nothing"}`, `{"assistant_id":"agent","input":{"log":["x"]},"if_not_exists":"create"}`, `[{}]`, `{"ids":7}`,
			`{"id":1,"method":"run.start","params":{"assistant_id":"agent","input":{"log":[]}}}`, `{"id":1,"method":"input.respond","params":{"response":1}}`,
			`{"assistant_id":"agent","command":{"resume":1,"goto":[{"node":"x"}],"update":[["log",["y"]]]},"checkpoint":{"checkpoint_id":"c"}}`,
			`{"values":{"log":1},"as_node":"first"}`, `{"thread_id":"t","resume":null}`, `{"limit":-1,"offset":-5,"before":{"configurable":{}}}`,
		} {
			f.Add("POST", path, body, "0", "X-Api-Key", "a")
		}
	}
	for _, header := range [][2]string{{"Content-Type", "text/plain"}, {"Origin", "http://localhost"}, {"Authorization", "Bearer x"}, {"Upgrade", "websocket"}, {"Connection", "Upgrade"}, {"Sec-WebSocket-Key", "x"}, {"Access-Control-Request-Headers", "a\nb"}, {"Host", "[::1"}, {"Content-Length", "9"}, {"Transfer-Encoding", "chunked"}, {"Accept", "*"}} {
		f.Add("GET", "/threads/t/runs/r/stream", "", "x", header[0], header[1])
		f.Add("POST", "/threads/t/stream/events", `{"channels":["values"],"since":1}`, "-1", header[0], header[1])
		f.Add("OPTIONS", "/threads/%00/runs?limit=a&offset=-1", "", "9223372036854775808", header[0], header[1])
	}
	f.Fuzz(func(t *testing.T, method, path, body, last, name, value string) {
		ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer stop()
		r, err := http.NewRequestWithContext(ctx, method, "http://localhost/"+strings.TrimPrefix(path, "/"), strings.NewReader(body))
		if err != nil {
			t.Skipf("this is no request: %v", err)
		}
		r.RemoteAddr = "127.0.0.1:1"
		r.Header.Set("Last-Event-ID", last)
		r.Header.Set(name, value)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code == http.StatusInternalServerError {
			t.Errorf("%s %s %s: %s", method, path, body, w.Body)
		}
	})
}
