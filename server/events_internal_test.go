package server

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// Events that a run makes faster than the store takes them do not pile up in the server, and are all stored.
func TestEventsWaitForTheStore(t *testing.T) {
	t.Parallel()
	store, err := hitlrun.Open(t.TempDir()+"/test.db", hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	script, err := hitlrun.LoadSource("flow.ts", []byte(`
		import { StateGraph, START, Annotation } from "@langchain/langgraph";
		export const agent = new StateGraph(Annotation.Root({})).addNode("n", () => ({})).addEdge(START, "n").compile();`), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(store, Options{Graphs: []Graph{{ID: "agent", Script: script}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Shutdown(t.Context()) })
	if err := store.CreateThread(t.Context(), "t", nil); err != nil {
		t.Fatal(err)
	}
	o := s.newRecorder(&record{ID: hitlrun.NewRunID(), ThreadID: "t", GraphID: "agent", Request: runCreate{StreamMode: modeList{"custom"}}}, 0)
	for i := range 60 {
		payload := json.RawMessage(`"` + strings.Repeat(fmt.Sprintf("%08x", rand.Uint32()), 1<<17) + `"`) // no two share text, which would be stored once
		o.chunk(hitlrun.Chunk{Mode: hitlrun.ModeCustom, Payload: payload})
		o.mu.Lock()
		bytes := o.bytes
		o.mu.Unlock()
		if bytes > maxUnstored {
			t.Fatalf("%d bytes wait in the server behind chunk %d, want at most %d", bytes, i, maxUnstored)
		}
	}
	if rest := o.close(); len(rest) > 0 {
		if err := store.Write(t.Context(), &hitlrun.Change{Events: rest}); err != nil {
			t.Fatal(err)
		}
	}
	n, largest := 0, 0
	err = s.eachEvent(t.Context(), "", hitlrun.EventFilter{ThreadID: "t"}, func(*hitlrun.Event) { n++ })
	events, partErr := store.Events(t.Context(), "t", "", 0, 500)
	for i := range events {
		largest += len(events[i].Body)
	}
	if err != nil || partErr != nil || n != 60 {
		t.Errorf("%d events are stored, want 60: %v %v", n, err, partErr)
	}
	if largest > 18<<20 {
		t.Errorf("a part of the events has %d bytes", largest)
	}
}

// What a worker has stored becomes one line of an event.
func TestValuesOnOneLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{`{"a":1}`: `{"a":1}`, "{\"a\":\n[1,\r\n2]}": `{"a":[1,2]}`, "{\n": "null", "": "null"} {
		if got := onOneLine(json.RawMessage(text)); string(got) != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
