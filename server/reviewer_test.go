// This file tries what the token of a reviewer, or a client, may not do, and looks at what comes of it.

package server_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// withTokens serves with a token of each scope, and returns them.
func withTokens(t *testing.T, change func(o *server.Options)) (c *client, secrets map[string]string) {
	t.Helper()
	secrets = map[string]string{}
	lines := ""
	for _, scope := range []string{"review", "run", "admin"} {
		secret, line, err := server.NewToken("ann-"+scope, scope)
		if err != nil {
			t.Fatal(err)
		}
		secrets[scope], lines = secret, lines+line
	}
	tokens, err := server.ReadTokens(strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, func(o *server.Options) {
		if o.Tokens = tokens; change != nil {
			change(o)
		}
	}), secrets
}

// An answer of a reviewer is an answer and nothing else: it changes no state, goes nowhere, and begins nowhere else.
func TestReviewersOnlyAnswer(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, nil)
	c.token = secrets["run"]
	thread, question := c.waiting()
	older := field(field(c.ok("GET", "/threads/"+thread+"/state", ""), "parent_checkpoint"), "checkpoint_id")
	c.token = secrets["admin"]
	mine := field(c.ok("POST", "/assistants", `{"graph_id":"agent","config":{"configurable":{"model":"large"}}}`), "assistant_id")
	before := c.stored(thread)
	c.token = secrets["review"]
	const answer = `"assistant_id":"agent","command":{"resume":"yes"`
	for _, body := range []string{
		`{` + answer + `,"update":{"log":["forged"]}}}`,
		`{` + answer + `,"goto":"last"}}`,
		`{` + answer + `},"webhook":"https://example.com/"}`,
		`{` + answer + `},"context":{"user":"eve"}}`,
		`{` + answer + `},"config":{"configurable":{"user":"eve"}}}`,
		`{` + answer + `},"config":{"CONFIGURABLE":{"user":"eve"}}}`,
		`{` + answer + `},"config":{"configurable":{"user":"eve"},"configurable":{}}}`,
		`{` + answer + `},"config":{"configurable":{"user":"eve"},"CONFIGURABLE":{}}}`,
		`{` + answer + `},"config":{"context":{"user":"eve"}}}`,
		`{` + answer + `},"interrupt_before":["last"]}`,
		`{` + answer + `},"after_seconds":1}`,
		`{` + answer + `},"checkpoint_id":"` + older + `"}`,
		`{` + answer + `},"checkpoint":{"checkpoint_id":"` + older + `"}}`,
		`{` + answer + `},"config":{"configurable":{"checkpoint_id":"` + older + `"}}}`,
		`{"assistant_id":"two","command":{"resume":"yes"}}`,
		`{"assistant_id":"` + mine + `","command":{"resume":"yes"}}`,
		`{"assistant_id":"agent","command":{"goto":"last"}}`,
		`{"assistant_id":"agent","input":null}`,
	} {
		for _, path := range []string{"/runs", "/runs/wait", "/runs/stream"} {
			if status, got := c.do("POST", "/threads/"+thread+path, body); status != http.StatusForbidden || !strings.Contains(got, "the scope review: it answers questions") {
				t.Errorf("POST %s %s: %d %s", path, body, status, got)
			}
		}
	}
	for _, params := range []string{`"update":{"log":["forged"]}`, `"goto":"last"`, `"config":{"configurable":{"user":"eve"}}`} {
		body := `{"id":1,"method":"input.respond","params":{"interrupt_id":"` + question + `","response":"yes",` + params + `}}`
		if got := c.ok("POST", "/threads/"+thread+"/commands", body); !strings.Contains(got, `"error":"permission_denied"`) {
			t.Errorf("%s: %s", body, got)
		}
	}
	for _, body := range []string{
		`{"values":null,"as_node":"__end__","checkpoint_id":"` + older + `"}`,
		`{"values":null,"as_node":"__end__","checkpoint":{"checkpoint_id":"` + older + `"}}`,
		`{"values":null,"as_node":"__end__","checkpoint":{"checkpoint_id":"` + c.newest(thread) + `","checkpoint_ns":"ask:1"}}`,
		`{"values":{"log":["forged"]},"as_node":"__end__"}`,
	} {
		if status, got := c.do("POST", "/threads/"+thread+"/state", body); status != http.StatusForbidden || !strings.Contains(got, "the scope review: it answers questions") {
			t.Errorf("POST state %s: %d %s", body, status, got)
		}
	}
	c.token = secrets["admin"]
	if now := c.stored(thread); now != before {
		t.Errorf("it has changed something: %s\nbefore: %s", now, before)
	}
	for _, of := range []string{"null", `"agent"`} { // as after a run of the command line, or of a client
		c.token = secrets["run"]
		c.ok("PATCH", "/threads/"+thread, `{"metadata":{"assistant_id":`+of+`}}`)
		c.token = secrets["review"]
		if status, got := c.do("POST", "/threads/"+thread+"/runs", `{"assistant_id":"`+mine+`","command":{"resume":"yes"}}`); status != http.StatusForbidden {
			t.Errorf("an assistant for a thread that names %s: %d %s", of, status, got)
		}
	}
	got := c.ok("POST", "/threads/"+thread+"/runs/wait", `{`+answer+`},"context":{},"metadata":{"user":"eve"},"config":{"recursion_limit":1,"tags":["eve"],"metadata":{"user":"eve"},"configurable":{"thread_id":"`+thread+`","checkpoint_id":"`+c.newest(thread)+`"}}}`)
	if got != `{"log":["first","got \"yes\"","last"]}` {
		t.Errorf("an answer: %s", got)
	}
	if got := c.ok("GET", "/threads/"+thread+"/runs", ""); strings.Contains(got, "eve") {
		t.Errorf("the run of the answer has what its reviewer says of it: %s", got)
	}
	if status, got := c.do("POST", "/threads/"+thread+"/state", `{"values":null,"as_node":"__end__"}`); status != http.StatusConflict {
		t.Errorf("to resolve what does not wait: %d %s", status, got)
	}
}

// newest returns the id of the newest checkpoint of a thread.
func (c *client) newest(thread string) string {
	return field(field(c.ok("GET", "/threads/"+thread+"/state", ""), "checkpoint"), "checkpoint_id")
}

// A reviewer who looks at a run, and goes away, does not cancel it.
func TestReviewersDoNotCancel(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, nil)
	c.token = secrets["run"]
	hang := func() (run string) {
		thread, _ := c.waiting()
		return "/threads/" + thread + "/runs/" + field(c.ok("POST", "/threads/"+thread+"/runs", `{"assistant_id":"agent","command":{"resume":"hang"}}`), "run_id")
	}
	goesAway := func(run, token string) {
		for _, path := range []string{"/join", "/stream"} {
			ctx, stop := context.WithTimeout(t.Context(), time.Second)
			req := c.request(ctx, http.MethodGet, run+path+"?cancel_on_disconnect=1", "")
			req.Header.Set("X-Api-Key", token)
			if resp, err := http.DefaultClient.Do(req); err == nil {
				<-ctx.Done()
				resp.Body.Close()
			}
			stop()
		}
	}
	status := func(run string) string { return field(c.ok("GET", run, ""), "status") }
	looked, cancelled := hang(), hang()
	goesAway(looked, secrets["review"])
	goesAway(cancelled, secrets["run"])
	until(t, "who may cancel does so by going away", func() bool { return status(cancelled) != "running" })
	if got := status(looked); got != "running" {
		t.Errorf("the run that a reviewer looked at is %s", got)
	}
	c.ok("POST", looked+"/cancel?wait=1", "")
}

// A reviewer does not see what a run has for its nodes and for its webhook, and neither does who reads the log.
func TestReviewersSeeNoSecrets(t *testing.T) {
	t.Parallel()
	var log lines
	c, secrets := withTokens(t, func(o *server.Options) {
		o.Webhooks, o.Log = []string{"127.0.0.1"}, slog.New(slog.NewTextHandler(&log, nil))
	})
	c.token = secrets["run"]
	thread := c.thread()
	run := c.ok("POST", "/threads/"+thread+"/runs", `{"assistant_id":"agent","input":{"log":["in"]},"stream_mode":["values","checkpoints","debug"],"webhook":"http://127.0.0.1:2/secret?key=secret","context":{"a":"secret"},
		"config":{"tags":["shown"],"configurable":{"a":"secret"},"CONFIGURABLE":{"b":"secret"},"context":{"a":"secret"}}}`)
	if strings.Count(run, "secret") != 6 {
		t.Errorf("who may run sees %s", run)
	}
	c.token = secrets["review"]
	for _, path := range []string{"/threads/" + thread + "/runs", "/threads/" + thread + "/runs/" + field(run, "run_id")} {
		if got := c.ok("GET", path, ""); strings.Contains(got, "secret") || !strings.Contains(got, `"config":{"tags":["shown"]}`) || !strings.Contains(got, `"input":{"log":["in"]}`) {
			t.Errorf("GET %s: %s", path, got)
		}
	}
	for _, token := range []string{"run", "review"} {
		c.token = secrets[token]
		got := c.ok("GET", "/threads/"+thread+"/runs/"+field(run, "run_id")+"/stream", "")
		if strings.Contains(got, "secret") != (token == "run") || !strings.Contains(got, "event: debug") || strings.Count(got, `"checkpoint_id":`) < 4 {
			t.Errorf("who may %s sees %s", token, got)
		}
	}
	c.token = secrets["admin"]
	mine := field(c.ok("POST", "/assistants", `{"graph_id":"agent","name":"mine","context":{"a":"secret"},"config":{"tags":["shown"],"configurable":{"a":"secret"},"Context":{"a":"secret"}}}`), "assistant_id")
	c.ok("PATCH", "/assistants/"+mine, `{"name":"changed"}`)
	for _, request := range []string{"GET /assistants/" + mine, "POST /assistants/search", "POST /assistants/" + mine + "/versions"} {
		for _, token := range []string{"run", "review"} {
			c.token = secrets[token]
			method, path, _ := strings.Cut(request, " ")
			if got := c.ok(method, path, map[string]string{"POST": "{}"}[method]); strings.Contains(got, "secret") != (token == "run") || !strings.Contains(got, `"tags":["shown"]`) || !strings.Contains(got, mine) {
				t.Errorf("who may %s sees with %s: %s", token, request, got)
			}
		}
	}
	until(t, "the call of the webhook is logged", func() bool { return strings.Contains(log.String(), "webhook is not taken") })
	if got := log.String(); strings.Contains(got, "secret") || !strings.Contains(got, "http://127.0.0.1:2 ") {
		t.Errorf("the log has %s", got)
	}
}

// Who a client is, for the nodes of a graph, is what its token says.
func TestNobodyIsSomebodyElse(t *testing.T) {
	t.Parallel()
	script := load(t, "who.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
export const who = new StateGraph(Annotation.Root({ who: Annotation<string>() }))
  .addNode("n", (_, { configurable, metadata }) => ({ who: [configurable, metadata].map((o) => Object.keys(o).filter((k) => k.includes("auth")).map((k) => k + "=" + o[k]).join()).join(" | ") }))
  .addEdge(START, "n").compile();
`, hitlrun.ScriptOptions{})
	c, secrets := withTokens(t, func(o *server.Options) {
		o.Graphs = append(o.Graphs, server.Graph{ID: "who", Script: script, Export: "who"})
	})
	const values = `{"langgraph_auth_user":{"identity":"eve"},"langgraph_auth_user_id":"eve","langgraph_auth_permissions":["all"]}`
	const eve = `"metadata":` + values + `,"config":{"configurable":` + values + `,"metadata":` + values + `}`
	c.token = secrets["admin"]
	mine := field(c.ok("POST", "/assistants", `{"graph_id":"who",`+eve+`}`), "assistant_id")
	c.token = secrets["run"]
	for _, body := range []string{`{"assistant_id":"who","input":{},` + eve + `}`, `{"assistant_id":"` + mine + `","input":{}}`} {
		if got := c.ok("POST", "/runs/wait", body); got != `{"who":"langgraph_auth_user_id=ann-run | "}` {
			t.Errorf("%s: %s", body, got)
		}
	}
}

// The runs of a cron that somebody else has changed are in the name of who changed it.
func TestCronsOfAnotherAdmin(t *testing.T) {
	t.Parallel()
	secrets, lines := map[string]string{}, ""
	for _, name := range []string{"ann", "bob"} {
		secret, line, err := server.NewToken(name, "admin")
		if err != nil {
			t.Fatal(err)
		}
		secrets[name], lines = secret, lines+line
	}
	tokens, err := server.ReadTokens(strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	script := load(t, "who.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
export const who = new StateGraph(Annotation.Root({ who: Annotation<string>(), text: Annotation<string>() }))
  .addNode("n", (_, { configurable }) => ({ who: configurable.langgraph_auth_user_id })).addEdge(START, "n").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) {
		o.Tokens, o.Graphs = tokens, []server.Graph{{ID: "who", Script: script, Export: "who"}}
	})
	c.token = secrets["ann"]
	thread := c.thread()
	cron := field(c.ok("POST", "/threads/"+thread+"/runs/crons", `{"assistant_id":"who","schedule":"0 9 1 1 *","input":{"text":"of ann"}}`), "cron_id")
	for _, change := range []struct{ by, body string }{{"bob", `{"schedule":"0 8 1 1 *","input":{"text":"of bob"}}`}, {"ann", `{"enabled":true}`}, {"bob", `{"timezone":"UTC"}`}} {
		c.token = secrets[change.by]
		if got := c.ok("PATCH", "/runs/crons/"+cron, change.body); field(got, "user_id") != change.by {
			t.Errorf("%s changes a cron, which is then %s", change.by, got)
		}
		c.due(cron)
		until(t, "the cron starts a run in the name of "+change.by, func() bool {
			return strings.Contains(c.ok("GET", "/threads/"+thread+"/state", ""), `"who":"`+change.by+`","text":"of bob"`)
		})
	}
	c.ok("DELETE", "/runs/crons/"+cron, "")
	entries, err := c.store.Audit(t.Context(), hitlrun.AuditFilter{ThreadID: thread})
	if err != nil || len(entries) == 0 || entries[0].By != "bob" {
		t.Errorf("the audit log begins with %v: %v", entries, err)
	}
}
