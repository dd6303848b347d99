// This file tests searches and changes of assistants, and what is deleted with them.

package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// Assistants are found by a part of their name, in the order that the client wants. A change sets their metadata one by one.
func TestSearchesOfAssistants(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	for _, name := range []string{"Zed", "amend", "Mizzen"} {
		c.ok("POST", "/assistants", fmt.Sprintf(`{"graph_id":"agent","assistant_id":"id-%s","name":"%[1]s","metadata":{"x":1,"y":2}}`, name))
	}
	for _, test := range []struct{ query, want string }{
		{`{"name":"ZE","select":["name"],"sort_by":"name","sort_order":"asc"}`, `[{"name":"Mizzen"},{"name":"Zed"}]`},
		{`{"select":["name"],"sort_by":"name","sort_order":"desc","metadata":{"x":1}}`, `[{"name":"amend"},{"name":"Zed"},{"name":"Mizzen"}]`},
		{`{"select":["name"],"sort_by":"created_at","sort_order":"desc","limit":2}`, `[{"name":"Mizzen"},{"name":"amend"}]`},
		{`{"select":["name"],"sort_by":"created_at","sort_order":"asc","limit":1,"offset":3,"metadata":null}`, `[{"name":"amend"}]`},
		{`{"name":"nobody"}`, `[]`},
	} {
		if got := c.ok("POST", "/assistants/search", test.query); got != test.want {
			t.Errorf("%s: %s, want %s", test.query, got, test.want)
		}
	}
	if status, got := c.do("POST", "/assistants/search", `{"sort_by":"colour"}`); status != http.StatusUnprocessableEntity || !strings.Contains(got, "use assistant_id, graph_id, name, created_at or updated_at") {
		t.Errorf("another order: %d %s", status, got)
	}
	if got := field(c.ok("PATCH", "/assistants/id-Zed", `{"metadata":{"y":3,"z":4}}`), "metadata"); got != `{"x":1,"y":3,"z":4}` {
		t.Errorf("the metadata after a change: %s", got)
	}
	if status, got := c.do("POST", "/assistants", `{"graph_id":"agent","config":{"recursion_limit":"x"}}`); status != http.StatusUnprocessableEntity || !strings.Contains(got, "recursion_limit is a whole number") {
		t.Errorf("a limit that is no number: %d %s", status, got)
	}
}

// With an assistant its threads are deleted, if the client wants that. One that is being run is not, and neither is the assistant
// then: the client knows that it has to try again.
func TestThreadsOfDeletedAssistants(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	started := func(assistant, resume string) (thread string) {
		thread = c.thread()
		c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"`+assistant+`","input":{"log":[]}}`)
		c.ok("POST", "/threads/"+thread+"/runs"+map[bool]string{true: "", false: "/wait"}[resume == "hang"], `{"assistant_id":"`+assistant+`","command":{"resume":"`+resume+`"}}`)
		return thread
	}
	exists := func(thread string) bool {
		status, _ := c.do("GET", "/threads/"+thread, "")
		return status == http.StatusOK
	}
	mine, kept := c.assistant(`{"graph_id":"agent"}`), c.assistant(`{"graph_id":"agent"}`)
	done, running, others, alone := started(mine, "yes"), started(mine, "hang"), started("agent", "yes"), started(kept, "yes")
	if status, got := c.do("DELETE", "/assistants/"+mine+"?delete_threads=true", ""); status != http.StatusConflict || !strings.Contains(got, running) {
		t.Errorf("while a thread is being run: %d %s", status, got)
	}
	if c.ok("GET", "/assistants/"+mine, ""); exists(done) || !exists(running) {
		t.Errorf("the thread that is done exists: %t, the one that is being run: %t", exists(done), exists(running))
	}
	c.ok("POST", "/runs/cancel", `{"thread_id":"`+running+`","status":"all"}`)
	until(t, "the thread is idle", func() bool { return field(c.ok("GET", "/threads/"+running, ""), "status") != "busy" })
	c.ok("DELETE", "/assistants/"+mine+"?delete_threads=true", "")
	c.ok("DELETE", "/assistants/"+kept+"?delete_threads=false", "")
	if exists(running) || !exists(others) || !exists(alone) {
		t.Errorf("the thread of the assistant exists: %t, the one of another: %t, the one that is not to be deleted: %t", exists(running), exists(others), exists(alone))
	}
	if status, _ := c.do("GET", "/assistants/"+mine, ""); status != http.StatusNotFound {
		t.Errorf("the assistant: %d", status)
	}
}
