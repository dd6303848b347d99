// This file tests runs that begin later (after_seconds).

package server_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// A run that begins later is in flight: another one is refused, or cancels it, as its multitask strategy says.
func TestDelayedRunsAreInFlight(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	later := func(log string, seconds int, more string) string {
		return fmt.Sprintf(`{"assistant_id":"agent","input":{"log":[%q]},"after_seconds":%d%s}`, log, seconds, more)
	}
	status := func(runs, run string) string { return field(c.ok("GET", runs+"/"+run, ""), "status") }
	for _, strategy := range []string{"interrupt", "rollback"} {
		thread := c.thread()
		runs := "/threads/" + thread + "/runs"
		first := field(c.ok("POST", runs, later("first", 3600, "")), "run_id")
		if got := field(c.ok("GET", "/threads/"+thread, ""), "status"); got != "busy" {
			t.Errorf("the thread is %s", got)
		}
		for _, body := range []string{later("refused", 0, ""), later("refused", 1, ""), later("refused", 0, `,"multitask_strategy":"reject"`)} {
			if got, text := c.do("POST", runs, body); got != http.StatusUnprocessableEntity {
				t.Errorf("%s: %d %s", body, got, text)
			}
		}
		second := field(c.ok("POST", runs, later("second", 1, `,"multitask_strategy":"`+strategy+`"`)), "run_id")
		if got := status(runs, first); got != "interrupted" {
			t.Errorf("after another run with %s it is %s", strategy, got)
		}
		c.eventually("the second run", func() bool { return status(runs, second) == "success" })
		if got := c.log(thread); got != `["second","first"]` { // "first" is also what its node says
			t.Errorf("the thread has %s", got)
		}
	}
	thread := c.thread()
	runs := "/threads/" + thread + "/runs"
	first := field(c.ok("POST", runs, later("first", 3600, "")), "run_id")
	c.ok("POST", runs+"/wait", later("second", 0, `,"multitask_strategy":"enqueue"`))
	if got := status(runs, first); got != "pending" {
		t.Errorf("beside a run with enqueue it is %s", got)
	}
	c.ok("DELETE", runs+"/"+first, "")
	c.ok("POST", runs+"/wait", later("third", 0, ""))
}

// A question that a run answers later takes no other answer, and is not discarded, until that run is cancelled.
func TestDelayedAnswers(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, question := c.waiting()
	runs := "/threads/" + thread + "/runs"
	checkpoint := field(field(c.ok("GET", "/threads/"+thread+"/state", ""), "parent_checkpoint"), "checkpoint_id")
	late := `{"assistant_id":"agent","command":{"resume":"late"},"after_seconds":3600}`
	run := field(c.ok("POST", runs, late), "run_id")
	for _, tt := range []struct{ path, body string }{
		{runs, `{"assistant_id":"agent","command":{"resume":"now"}}`},
		{runs + "/wait", `{"assistant_id":"agent","command":{"resume":{"` + question + `":"now"}}}`},
		{runs, `{"assistant_id":"agent","command":{"resume":"now"},"after_seconds":1}`},
		{runs, `{"assistant_id":"agent","input":{"log":["x"]},"multitask_strategy":"enqueue"}`},
		{runs, `{"assistant_id":"agent","command":{"goto":"__end__"},"multitask_strategy":"enqueue"}`},
		{"/chat", `{"thread_id":"` + thread + `","resume":"now"}`},
		{"/threads/" + thread + "/state", `{"values":{"log":["x"]}}`},
		{"/threads/" + thread + "/state", `{"values":{"log":["x"]},"as_node":"ask"}`},
		{"/threads/" + thread + "/state", `{"values":null,"as_node":"__end__"}`},
		{"/threads/" + thread + "/state", `{"values":{"log":["x"]},"checkpoint_id":"` + checkpoint + `"}`},
	} {
		if status, got := c.do("POST", tt.path, tt.body); status != http.StatusConflict || !strings.Contains(got, "run "+run+" answers question "+question+" later") {
			t.Errorf("%s %s: %d %s", tt.path, tt.body, status, got)
		}
	}
	if got := c.ok("POST", "/threads/"+thread+"/commands", `{"id":1,"method":"input.respond","params":{"interrupt_id":"`+question+`","response":"now"}}`); field(got, "error") != "no_such_interrupt" {
		t.Errorf("by a command: %s", got)
	}
	if again := field(c.ok("POST", runs, late), "run_id"); again != run {
		t.Errorf("the same answer again made run %s", again)
	}
	if got := c.ok("GET", "/threads/"+thread, ""); field(got, "status") != "interrupted" || !strings.Contains(got, question) {
		t.Errorf("the thread does not wait any more: %s", got)
	}
	c.ok("POST", runs+"/"+run+"/cancel?wait=1", "")
	if got := c.ok("POST", runs+"/wait", `{"assistant_id":"agent","command":{"resume":"now"}}`); got != `{"log":["first","got \"now\"","last"]}` {
		t.Errorf("after the run was cancelled: %s", got)
	}

	// Once the run has begun, it is one like others.
	thread, question = c.waiting()
	runs = "/threads/" + thread + "/runs"
	c.ok("POST", runs, `{"assistant_id":"agent","command":{"resume":"hang"},"after_seconds":0.1}`)
	c.began(thread, question)
	c.ok("POST", runs, `{"assistant_id":"agent","input":{"log":["x"]},"multitask_strategy":"enqueue"}`)
}

// A client that disconnects cancels its run with on_disconnect also if the run has not begun.
func TestDelayedRunsOfClientsThatAreGone(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	body := `{"assistant_id":"agent","input":{"log":[]},"after_seconds":3600,"on_disconnect":"cancel"}`
	for _, path := range []string{"/wait", "/stream", "/RUN/stream", "/RUN/join"} {
		thread := c.thread()
		runs := "/threads/" + thread + "/runs"
		ctx, leave := context.WithCancel(t.Context())
		var resp *http.Response
		if strings.HasPrefix(path, "/RUN") {
			run := field(c.ok("POST", runs, body), "run_id")
			resp = c.response(ctx, "GET", runs+strings.Replace(path, "RUN", run, 1)+"?cancel_on_disconnect=true", "")
		} else {
			resp = c.response(ctx, "POST", runs+path, body)
		}
		leave()
		resp.Body.Close()
		until(t, "the run of "+path+" is cancelled", func() bool { return strings.Contains(c.ok("GET", runs, ""), `"status":"interrupted"`) })
	}
	ctx, leave := context.WithTimeout(t.Context(), time.Second) // before the response of a run without a thread begins
	defer leave()
	if resp, err := http.DefaultClient.Do(c.request(ctx, "POST", "/runs/wait", body)); err == nil {
		resp.Body.Close()
	}
	until(t, "the run without a thread is cancelled", func() bool {
		list, err := c.store.Documents(t.Context(), hitlrun.DocumentFilter{Kind: "delayed"})
		return err == nil && len(list) == 0
	})
}

// A run that is cancelled before it begins ends like others: viewers see the end, its webhook is called, and the thread of a run
// without one is deleted.
func TestCancelledBeforeTheyBegin(t *testing.T) {
	t.Parallel()
	calls := make(chan string, 10)
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		calls <- string(body)
	}))
	defer hook.Close()
	c := serve(t, func(o *server.Options) { o.Webhooks, o.Heartbeat = []string{"127.0.0.1"}, time.Hour })
	for _, more := range []string{"", fmt.Sprintf(`,"webhook":%q`, hook.URL)} {
		for _, way := range []string{"cancel", "cancel many", "delete"} {
			made := c.ok("POST", "/runs", `{"assistant_id":"agent","input":{"log":[]},"after_seconds":3600`+more+`}`)
			thread, run := field(made, "thread_id"), field(made, "run_id")
			path := "/threads/" + thread + "/runs/" + run
			ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
			see := func(viewer *http.Response) {
				defer viewer.Body.Close()
				if events, err := io.ReadAll(viewer.Body); err != nil {
					t.Errorf("%s: a viewer sees no end: %q %v", way, events, err)
				}
			}
			if way == "delete" {
				c.ok("DELETE", path, "")
			} else {
				viewer := c.response(ctx, "GET", path+"/stream", "")
				if way == "cancel" {
					c.ok("POST", path+"/cancel?wait=1", "")
				} else {
					c.ok("POST", "/runs/cancel", `{"run_ids":["`+run+`"]}`)
				}
				see(viewer)
				see(c.response(ctx, "GET", path+"/stream", "")) // a late one
			}
			if more != "" && way != "delete" {
				select {
				case got := <-calls:
					if field(got, "status") != "interrupted" || field(got, "run_id") != run {
						t.Errorf("%s: the webhook is called with %s", way, got)
					}
				case <-ctx.Done():
					t.Errorf("%s: the webhook is not called", way)
				}
			}
			stop()
			until(t, "the thread of the run is deleted after "+way+more, func() bool {
				status, _ := c.do("GET", "/threads/"+thread, "")
				return status == http.StatusNotFound
			})
		}
	}
}

// A run that is cancelled while it waits behind another one of its thread says nothing to clients of the second generation: they
// would take it for the end of that one.
func TestCancelledBehindAnother(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, question := c.waiting()
	runs := "/threads/" + thread + "/runs"
	hanging := field(c.ok("POST", runs, `{"assistant_id":"agent","command":{"resume":"hang"}}`), "run_id")
	c.began(thread, question)
	lifecycle := func() (said []string) {
		events, err := c.store.Events(t.Context(), thread, "", 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if e.Kind == "v2/lifecycle" {
				said = append(said, string(e.Body))
			}
		}
		return said
	}
	c.eventually("the run says that it runs", func() bool { return len(lifecycle()) == 3 })
	for _, more := range []string{"", `,"after_seconds":3600`} {
		queued := field(c.ok("POST", runs, `{"assistant_id":"agent","input":{"log":["queued"]},"multitask_strategy":"enqueue"`+more+`}`), "run_id")
		c.ok("POST", runs+"/"+queued+"/cancel?wait=1", "")
	}
	if said := lifecycle(); len(said) != 3 {
		t.Errorf("the thread says %v", said)
	}
	c.ok("POST", runs+"/"+hanging+"/cancel?wait=1", "")
	if said := lifecycle(); len(said) != 4 || !strings.Contains(said[3], "interrupted") {
		t.Errorf("the end of the run that was executed: %v", said)
	}
}

// While one server changes the state of a thread, another one accepts no delayed answer to its question, and the other way round.
func TestChangesOfServersTakeTurns(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	for _, tt := range []struct{ path, body string }{
		{"/runs", `{"assistant_id":"agent","command":{"resume":"late"},"after_seconds":3600}`},
		{"/state", `{"values":{"log":["x"]}}`},
	} {
		thread, _ := c.waiting()
		path := "/threads/" + thread + tt.path
		end, err := c.store.Claim(t.Context(), "turn/"+thread) // as the other server would
		if err != nil {
			t.Fatal(err)
		}
		if status, got := c.do("POST", path, tt.body); status != http.StatusConflict || !strings.Contains(got, "another server") {
			t.Errorf("%s %s: %d %s", path, tt.body, status, got)
		}
		end()
		c.ok("POST", path, tt.body)
	}
}
