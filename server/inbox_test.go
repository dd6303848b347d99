// This file replays what agent-inbox and agent-chat-ui send, body by body.

package server_test

import (
	"strings"
	"testing"
)

// inboxed is a graph that asks as agent-inbox expects it.
const inboxed = `{"assistant_id":"inbox","input":{"log":[]},"metadata":{"graph_id":"inbox"}}`

// TestAgentInbox makes the calls of agent-inbox, which only shows questions of the type HumanInterrupt.
func TestAgentInbox(t *testing.T) {
	t.Parallel()
	c := serve(t, withReview(t))
	if info := c.ok("GET", "/info", ""); !strings.Contains(info, `"assistants":true`) {
		t.Error(info)
	}
	for _, tt := range []struct{ resume, want string }{
		{`[{"type":"accept","args":{"action":"send","args":{"to":"a"}}}]`, "accept a"},
		{`[{"type":"edit","args":{"action":"send","args":{"to":"b"}}}]`, "edit b"},
		{`[{"type":"response","args":"who?"}]`, "response who?"},
		{`[{"type":"ignore","args":null}]`, "ignore"},
	} {
		thread := field(c.ok("POST", "/threads", "{}"), "thread_id")
		c.ok("POST", "/threads/"+thread+"/runs/wait", inboxed)
		found := c.ok("POST", "/threads/search", `{"offset":0,"limit":100,"status":"interrupted","metadata":{"graph_id":"inbox"}}`)
		if !strings.Contains(found, thread) || !strings.Contains(found, `"allow_ignore":true`) {
			t.Fatalf("the inbox does not see thread %s: %s", thread, found)
		}
		c.ok("GET", "/threads/"+thread, "")
		if state := c.ok("GET", "/threads/"+thread+"/state", ""); !strings.Contains(state, `"action_request"`) {
			t.Error(state)
		}
		events := c.ok("POST", "/threads/"+thread+"/runs/stream", `{"input":null,"command":{"resume":`+tt.resume+`},"stream_mode":"events","assistant_id":"inbox"}`)
		if !strings.Contains(events, `"langgraph_node":"ask"`) || !strings.Contains(events, "on_chain_start") {
			t.Errorf("the inbox cannot say which node runs: %s", events)
		}
		if got := c.ok("GET", "/threads/"+thread+"/state", ""); !strings.Contains(got, `"log":["`+tt.want+`"]`) {
			t.Errorf("%s gives %s", tt.resume, got)
		}
	}
	thread := field(c.ok("POST", "/threads", "{}"), "thread_id")
	c.ok("POST", "/threads/"+thread+"/runs/wait", inboxed)
	c.ok("POST", "/threads/"+thread+"/state", `{"values":null,"as_node":"__end__"}`) // "mark as resolved"
	if got := field(c.ok("GET", "/threads/"+thread, ""), "status"); got != "idle" {
		t.Errorf("a thread that was marked as resolved is %s", got)
	}
	thread = field(c.ok("POST", "/threads", "{}"), "thread_id")
	c.ok("POST", "/threads/"+thread+"/runs/wait", inboxed)
	c.ok("POST", "/threads/"+thread+"/runs", `{"command":{"resume":[{"type":"ignore","args":null}]},"assistant_id":"inbox"}`) // "ignore"
	until(t, "the run ends", func() bool { return field(c.ok("GET", "/threads/"+thread, ""), "status") == "idle" })
}

// TestAgentChatUI sends the bodies of agent-chat-ui, which reads and writes HITLRequest in snake case.
func TestAgentChatUI(t *testing.T) {
	t.Parallel()
	c := serve(t, withReview(t))
	c.ok("GET", "/assistants/review", "")
	for _, tt := range []struct{ decision, want string }{
		{`{"type":"approve"}`, "approve"},
		{`{"type":"edit","edited_action":{"name":"send","args":{"to":"b"}}}`, "edit b"},
		{`{"type":"reject","message":"no"}`, "reject no"},
	} {
		thread := field(c.ok("POST", "/threads", `{"metadata":{"graph_id":"review"}}`), "thread_id")
		c.ok("POST", "/threads/"+thread+"/runs/stream", `{"input":{"log":[]},"config":{},"context":{},"stream_mode":["values"],"stream_subgraphs":true,"stream_resumable":true,"assistant_id":"review","on_disconnect":"continue"}`)
		history := c.ok("POST", "/threads/"+thread+"/history", `{"limit":10}`)
		if !strings.Contains(history, `"review_configs"`) || !strings.Contains(history, `"action_name":"send"`) || !strings.Contains(history, `"allowed_decisions"`) {
			t.Fatalf("the page shows no buttons for %s", history)
		}
		checkpoint := `{"thread_id":"` + thread + `","checkpoint_ns":"","checkpoint_id":"` + field(history, "checkpoint_id") + `","checkpoint_map":null}`
		c.ok("POST", "/threads/"+thread+"/runs/stream", `{"input":{},"command":{"resume":{"decisions":[`+tt.decision+`]}},"checkpoint":`+checkpoint+`,"stream_mode":["values"],"stream_subgraphs":true,"assistant_id":"review"}`)
		if got := c.ok("GET", "/threads/"+thread+"/state", ""); !strings.Contains(got, `"log":["`+tt.want+`"]`) {
			t.Errorf("%s gives %s", tt.decision, got)
		}
	}
	thread := field(c.ok("POST", "/threads", "{}"), "thread_id")
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"review","input":{"log":[]}}`)
	c.ok("POST", "/threads/"+thread+"/runs/stream", `{"input":{},"command":{"goto":"__end__"},"assistant_id":"review"}`) // "resolve"
	if got := field(c.ok("GET", "/threads/"+thread, ""), "status"); got != "idle" {
		t.Errorf("a thread that was resolved is %s", got)
	}
}
