// This file has many small requests of one client at once, which do not arrive whole, or are large in memory.

package server_test

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// Requests of one client that do not arrive whole have 16 MiB together; further ones are not read. Another client does not wait for
// them, and all are answered when they have arrived.
func TestArrivingRequestsAreBounded(t *testing.T) {
	c, secrets := withTokens(t, nil)
	const asked, size = 120, 1 << 20
	body := bytes.Repeat([]byte(" "), size-2)
	body = append([]byte("{"), body...)
	began := make(chan net.Conn, asked)
	got := held(func() {
		for range asked {
			conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { conn.Close() })
			go func() {
				_, _ = fmt.Fprintf(conn, "POST /threads/x/runs/wait HTTP/1.1\r\nHost: x\r\nX-Api-Key: %s\r\nContent-Length: %d\r\n\r\n", secrets["review"], size)
				_, _ = conn.Write(body)
				began <- conn
			}()
		}
		for len(began) < 16 {
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(500 * time.Millisecond) // this tests time: no other one arrives
	})
	if got > 80 {
		t.Errorf("%d MiB are in use", got)
	}
	c.token = secrets["run"]
	c.ok("POST", "/threads", `{}`)
	var answered sync.WaitGroup
	for range asked {
		conn := <-began
		answered.Go(func() { // those that arrive first need not be those that were sent first
			_, _ = conn.Write([]byte("}"))
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Error(err)
				return
			}
			if resp.Body.Close(); resp.StatusCode != http.StatusNotFound && resp.StatusCode != http.StatusUnprocessableEntity {
				t.Errorf("status %d", resp.StatusCode)
			}
		})
	}
	answered.Wait()
}

// A list of many small elements is refused before it is in memory.
func TestManySmallElements(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	c := serve(t, nil)
	list := func(n int) string { return `[` + strings.Repeat(`{},`, n-1) + `{}]` }
	for _, tt := range []struct{ path, body, want string }{
		{"/runs/batch", list(5_000_000), "more than 1000 runs are in one request"},
		{"/threads/search", `{"metadata":{"a":` + list(5_000_000) + `}}`, "the filter has 15000007 bytes, and at most 65536 are allowed"},
		{"/threads/search", `{"values":{"a":` + list(5_000_000) + `}}`, "the filter has 15000007 bytes, and at most 65536 are allowed"},
		{"/assistants/search", `{"metadata":{"a":` + list(5_000_000) + `}}`, "the filter has 15000007 bytes, and at most 65536 are allowed"},
		{"/store/items/search", `{"filter":{"a":` + list(5_000_000) + `}}`, "the filter has 15000007 bytes, and at most 65536 are allowed"},
		{"/threads/" + c.thread() + "/history", `{"metadata":{"a":` + list(5_000_000) + `}}`, "the filter has 15000007 bytes, and at most 65536 are allowed"},
	} {
		var status int
		var got string
		if took := allocated(func() { status, got = c.do("POST", tt.path, tt.body) }); took > 200 {
			t.Errorf("%s takes %d MiB", tt.path, took)
		}
		if status != http.StatusUnprocessableEntity || got != tt.want {
			t.Errorf("%s: %d %s", tt.path, status, got)
		}
	}
	body := `{"id":1,"method":"input.respond","params":{"responses":` + list(5_000_000) + `}}`
	if took := allocated(func() {
		if got := c.ok("POST", "/threads/"+c.thread()+"/commands", body); !strings.Contains(got, "more than 100000 responses are in one request") {
			t.Error(got)
		}
	}); took > 250 {
		t.Errorf("a command takes %d MiB", took)
	}
}

// A search ends after so many comparisons in all threads together.
func TestSearchComparesABoundedNumberOfTimes(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	var have, want strings.Builder
	for i := range 2500 {
		fmt.Fprintf(&have, `,{"k":%d}`, i)
		fmt.Fprintf(&want, `,{"k":%d}`, 2499)
	}
	for range 60 {
		c.ok("POST", "/threads", `{"metadata":{"a":[`+have.String()[1:]+`]}}`)
	}
	began := time.Now()
	status, got := c.do("POST", "/threads/search", `{"metadata":{"a":[`+want.String()[1:]+`]}}`)
	if status != http.StatusUnprocessableEntity || got != "the filter needs more than 20000000 comparisons: filter by fewer or shorter lists" {
		t.Errorf("%d %.200s", status, got)
	}
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("it takes %s", took)
	}
	if got := c.ok("POST", "/threads/count", `{"metadata":{"a":[{"k":2499},{"k":0}]}}`); got != "60" {
		t.Errorf("a short filter finds %s threads", got)
	}
}

// All subscriptions of one client have 16 MiB together, which those that end leave to others.
func TestSubscriptionsAreBounded(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, nil)
	c.token = secrets["run"]
	command := `{"id":1,"method":"subscription.subscribe","params":{"channels":["values"],"namespaces":[["` + strings.Repeat("x", 31<<10) + `"]]}}`
	open := func(scope string) (ws *websocket.Conn, refused string) {
		ws = c.socketAs(secrets[scope])
		for range 90 {
			if err := ws.Write(t.Context(), websocket.MessageText, []byte(command)); err != nil {
				t.Fatal(err)
			}
			_, data, err := ws.Read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(data), `"error"`) {
				return ws, string(data)
			}
		}
		return ws, ""
	}
	var all []*websocket.Conn
	refused := ""
	for i := 0; refused == "" && i < 10; i++ {
		var ws *websocket.Conn
		ws, refused = open("run")
		all = append(all, ws)
	}
	if len(all) != 6 || !strings.Contains(refused, "subscriptions of 16 MiB are open: close some") {
		t.Errorf("%d WebSockets, then %s", len(all), refused)
	}
	if _, refused := open("review"); refused != "" {
		t.Errorf("another client gets %s", refused)
	}
	all[0].CloseNow()
	until(t, "the subscriptions of the closed WebSocket are free", func() bool {
		_, refused := open("run")
		return refused == ""
	})
}
