// This file has what WebSockets replay: it is a part of the events that all clients have in memory.

package server

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hitlrun/hitlrun"
)

func TestReplaysShareMemory(t *testing.T) {
	t.Parallel()
	s := newInsecure(t)
	if err := s.store.CreateThread(t.Context(), "t", nil); err != nil {
		t.Fatal(err)
	}
	var events []hitlrun.Event
	for _, size := range []int{10, 2 << 20, 10} {
		events = append(events, hitlrun.Event{ThreadID: "t", RunID: hitlrun.NewRunID(), Kind: "custom", Body: encode(eventBody{Data: encode(strings.Repeat("x", size))})})
	}
	if err := s.store.Write(t.Context(), &hitlrun.Change{Events: events}); err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s)
	defer web.Close()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ws, _, err := websocket.Dial(ctx, strings.Replace(web.URL, "http", "ws", 1)+"/threads/t/stream/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.CloseNow()
	ws.SetReadLimit(4 << 20)
	got := make(chan string, 10)
	go func() {
		for {
			_, data, err := ws.Read(ctx)
			if err != nil {
				return
			}
			got <- string(data)
		}
	}()
	subscribe := func() {
		if err := ws.Write(ctx, websocket.MessageText, []byte(`{"id":1,"method":"subscription.subscribe","params":{"channels":["custom"],"since":0}}`)); err != nil {
			t.Fatal(err)
		}
	}
	next := func(want string) string {
		t.Helper()
		select {
		case data := <-got:
			if !strings.Contains(data, want) {
				t.Fatalf("%.200s, want %s", data, want)
			}
			return data
		case <-ctx.Done():
			t.Fatalf("no %s", want)
		}
		return ""
	}
	none := func(what string) {
		t.Helper()
		select {
		case data := <-got:
			t.Errorf("%s: %.200s", what, data)
		case <-time.After(300 * time.Millisecond): // this tests time: nothing is sent
		}
	}
	scans, err := s.scans.Take(ctx, "another", maxScans)
	if err != nil {
		t.Fatal(err)
	}
	subscribe()
	none("a large event is counted, and there is no memory")
	scans.Free()
	next(`"replayed_events":3`)
	events3 := func() {
		t.Helper()
		next(`"event_id":"1"`)
		if data := next(`"event_id":"2"`); !strings.Contains(data, `"data":{"payload":"xxx`) || len(data) < 2<<20 || strings.Contains(data, "values-") {
			t.Errorf("the large event is %.300s", data)
		}
		next(`"event_id":"3"`)
	}
	events3()
	all, err := s.allPages.Take(ctx, "another", maxAllPages)
	if err != nil {
		t.Fatal(err)
	}
	subscribe() // its events are replayed
	next(`"replayed_events":3`)
	next(`"event_id":"1"`)
	none("a large event is replayed, and there is no memory")
	all.Free()
	if data := next(`"event_id":"2"`); len(data) < 2<<20 {
		t.Errorf("the large event has %d bytes", len(data))
	}
	next(`"event_id":"3"`)
	subscribe()
	next(`"replayed_events":3`)
	events3()
	for end := time.Now().Add(20 * time.Second); s.allPages.InUse()+s.scans.InUse() != 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("memory is not free again")
		}
	}
}
