// This file tests the histories of threads: which run made a state, and filters.

package server_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// aState is what the tests of histories read of a state.
type aState struct {
	Next     []string
	Metadata struct {
		RunID  string `json:"run_id"`
		Source string
		Step   int
		Who    string
		Mine   string
	}
	Checkpoint struct {
		ID string `json:"checkpoint_id"`
	}
}

// history returns the states of a thread, newest first.
func (c *client) history(thread, body string) (list []aState) {
	c.t.Helper()
	decode(c.t, c.ok("POST", "/threads/"+thread+"/history", body), &list)
	return list
}

// Each state has the run that made it, and the metadata of that run. One that a client made by an update has none.
func TestRunsOfStates(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := c.thread()
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":["1"]},"metadata":{"who":"ann","step":"forged","run_id":"forged"},"config":{"metadata":{"mine":"m"}}}`)
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","command":{"resume":"yes"},"metadata":{"who":"bob"}}`)
	c.ok("POST", "/threads/"+thread+"/state", `{"values":{"log":["updated"]},"as_node":"ask"}`)
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":null}`)
	var runs []struct {
		ID string `json:"run_id"`
	}
	decode(t, c.ok("GET", "/threads/"+thread+"/runs", ""), &runs)
	names := map[string]string{"": "-"}
	for i, run := range runs {
		names[run.ID] = fmt.Sprint("run ", len(runs)-i)
	}
	var got []string
	for _, st := range slices.Backward(c.history(thread, `{}`)) {
		m := st.Metadata
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %d: %s %s%s", m.Source, m.Step, names[m.RunID], m.Who, m.Mine)))
		var one aState
		if decode(t, c.ok("GET", "/threads/"+thread+"/state/"+st.Checkpoint.ID, ""), &one); one.Metadata.RunID != m.RunID || one.Metadata.Who != m.Who {
			t.Errorf("the state at checkpoint %s has %+v, and in the history it has %+v", st.Checkpoint.ID, one.Metadata, m)
		}
	}
	const want = "input -1: run 1 annm, loop 0: run 1 annm, loop 1: run 1 annm, loop 2: run 2 bob, loop 3: run 2 bob, update 4: -, loop 5: run 3"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("the history is %s\nwant %s", text, want)
	}
	for filter, want := range map[string]int{
		`{"who":"ann"}`: 3, `{"mine":"m"}`: 3, `{"who":"bob","source":"loop"}`: 2, `{"run_id":"` + runs[0].ID + `"}`: 1, `{"step":4}`: 1, `{"who":"eve"}`: 0,
	} {
		if got := c.history(thread, `{"metadata":`+filter+`}`); len(got) != want {
			t.Errorf("%d states match %s, want %d: %+v", len(got), filter, want, got)
		}
	}
	if status, got := c.do("DELETE", "/threads/"+thread+"/runs/"+runs[2].ID, ""); status != 204 {
		t.Fatal(status, got)
	}
	if first := c.history(thread, `{"metadata":{"source":"input"}}`); len(first) != 1 || names[first[0].Metadata.RunID] != "run 1" || first[0].Metadata.Who != "" {
		t.Errorf("after the run was deleted its state has %+v", first)
	}
}

// The states of a history are counted after the filter.
func TestLimitOfFilteredHistories(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := c.thread()
	for range 3 {
		c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":["x"]}}`)
	}
	all := c.history(thread, `{"metadata":{"source":"input"}}`)
	if len(all) != 3 {
		t.Fatalf("%d states of inputs: %+v", len(all), all)
	}
	for limit := 1; limit <= 4; limit++ {
		got := c.history(thread, fmt.Sprintf(`{"limit":%d,"metadata":{"source":"input"}}`, limit))
		if want := all[:min(limit, 3)]; !slices.EqualFunc(got, want, func(a, b aState) bool { return a.Checkpoint == b.Checkpoint }) {
			t.Errorf("with the limit %d: %+v, want %+v", limit, got, want)
		}
	}
	if got := c.history(thread, `{"limit":2,"metadata":null}`); len(got) != 2 {
		t.Errorf("without a filter: %+v", got)
	}
	body, _ := json.Marshal(map[string]any{"limit": 1, "before": all[0].Checkpoint.ID, "metadata": map[string]any{"source": "input"}})
	if got := c.history(thread, string(body)); len(got) != 1 || got[0].Checkpoint != all[1].Checkpoint {
		t.Errorf("before the newest: %+v, want %+v", got, all[1])
	}
}
