// This file tests requests with odd fields and headers.

package server_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A value that a field does not have is refused, and null counts as an absent field.
func TestOddFieldsOfRuns(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, nil)
	c.token = secrets["run"]
	for field, want := range map[string]string{
		`"multitask_strategy":"zz"`: "use reject, enqueue, interrupt or rollback",
		`"on_disconnect":"zz"`:      "use cancel or continue",
		`"if_not_exists":"zz"`:      "use create or reject",
		`"on_completion":"keeep"`:   "use delete, keep, complete or continue",
		`"stream_mode":"zz"`:        "there is no stream_mode",
	} {
		if status, got := c.do("POST", "/runs/wait", `{"assistant_id":"agent","input":{"log":[]},`+field+`}`); status != http.StatusUnprocessableEntity || !strings.Contains(got, want) {
			t.Errorf("%s: %d %s, want %s", field, status, got, want)
		}
	}
	const nulls = `"stream_mode":null,"interrupt_before":null,"interrupt_after":null,"on_disconnect":null,"on_completion":null,"multitask_strategy":null`
	thread := c.thread()
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":[]},"if_not_exists":null,`+nulls+`}`)
	c.token = secrets["review"]
	if got := c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","command":{"resume":"yes"},`+nulls+`}`); !strings.Contains(got, `"last"`) {
		t.Errorf("an answer with fields that are null: %s", got)
	}
	c.token = secrets["run"]
	if status, got := c.do("POST", "/threads/"+thread+"/state", `{"values":{"log":[]},"checkpoint":{"checkpoint_ns":"x"}}`); status != http.StatusUnprocessableEntity || !strings.Contains(got, `no subgraph`) {
		t.Errorf("an update of a subgraph that does not exist: %d %s", status, got)
	}
}

// The scheme of the header Authorization has no case.
func TestSchemeOfTokens(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, nil)
	for header, want := range map[string]int{
		"Bearer " + secrets["review"]: 200, "bearer " + secrets["review"]: 200, "BEARER  " + secrets["review"]: 200,
		"Bearer": 401, "Basic " + secrets["review"]: 401, secrets["review"]: 401, "": 401,
	} {
		req := c.request(t.Context(), http.MethodPost, "/threads/search", "{}")
		req.Header.Set("Authorization", header)
		if got, body := c.send(req); got != want {
			t.Errorf("Authorization: %s: %d %s, want %d", header, got, body, want)
		}
	}
}

// The checkpoints of the stream mode debug name themselves and their parents as states do.
func TestCheckpointsOfDebug(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := c.thread()
	got := c.ok("POST", "/threads/"+thread+"/runs/stream", `{"assistant_id":"agent","input":{"log":[]},"stream_mode":"debug"}`)
	type ref struct {
		ThreadID string `json:"thread_id"`
		ID       string `json:"checkpoint_id"`
	}
	type shown struct {
		Checkpoint ref
		Parent     *ref            `json:"parent_checkpoint"`
		Config     json.RawMessage `json:"parent_config"`
	}
	var states, events []shown
	decode(t, c.ok("GET", "/threads/"+thread+"/history", ""), &states)
	for _, event := range strings.Split(got, "event: debug\ndata: ")[1:] {
		event, _, _ = strings.Cut(event, "\n")
		var e struct {
			Type    string
			Payload shown
		}
		if decode(t, event, &e); e.Type == "checkpoint" {
			events = append(events, e.Payload)
			if hasParent := strings.Contains(string(e.Payload.Config), "configurable"); hasParent != (e.Payload.Parent != nil) {
				t.Errorf("the config of the parent is %s: %s", e.Payload.Config, event)
			}
		}
	}
	slices.Reverse(states)
	if !slices.EqualFunc(states, events, func(a, b shown) bool {
		return a.Checkpoint == b.Checkpoint && a.Checkpoint.ThreadID == thread && reflect.DeepEqual(a.Parent, b.Parent)
	}) || len(states) < 2 {
		t.Errorf("the events %+v\nthe states %+v", events, states)
	}
}
