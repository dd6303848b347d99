// This file tests searches and changes of crons, and what becomes of the threads of their runs.

package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// A change of a cron changes all that the client can give, and its runs have its metadata.
func TestChangesOfCrons(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	made := func(body string) (id string) {
		return field(c.ok("POST", "/runs/crons", `{"assistant_id":"agent","schedule":"0 9 1 1 *","input":{"log":["a"]},`+body+`}`), "cron_id")
	}
	one := made(`"metadata":{"m":1},"webhook":"https://example.com/","end_time":"2050-01-01T00:00:00Z","context":{"a":1}`)
	two := made(`"metadata":{"m":2},"enabled":false,"on_run_completed":"keep"`)
	got := c.ok("PATCH", "/runs/crons/"+one, `{"metadata":{"m":3},"config":{"tags":["t"]},"context":{"b":2},"interrupt_before":["last"],"interrupt_after":"first","stream_mode":["updates"],"webhook":"https://example.org/","on_run_completed":"keep","end_time":null}`)
	for name, want := range map[string]string{
		"metadata": `{"m":3}`, "end_time": "null", "on_run_completed": "keep", "enabled": "true",
	} {
		if field(got, name) != want {
			t.Errorf("%s is %s, want %s", name, field(got, name), want)
		}
	}
	payload := field(got, "payload")
	if want := `{"assistant_id":"agent","input":{"log":["a"]},"config":{"tags":["t"]},"context":{"b":2},"metadata":{"m":3},"stream_mode":["updates"],"interrupt_before":["last"],"interrupt_after":["first"],"webhook":"https://example.org/"}`; !sameJSON(t, payload, want) {
		t.Errorf("the payload is %s\nwant %s", payload, want)
	}
	if got := c.ok("PATCH", "/runs/crons/"+one, `{"webhook":null,"config":null,"input":null,"metadata":null,"interrupt_before":null}`); strings.Contains(got, "example") || strings.Contains(got, "tags") || !strings.Contains(got, `"log":["a"]`) || field(got, "metadata") != "{}" || !strings.Contains(got, `"interrupt_after"`) {
		t.Errorf("after fields were removed: %s", got)
	}
	before := c.ok("POST", "/runs/crons/search", `{}`)
	for body, want := range map[string]string{
		`{"config":[]}`:                         "config is a JSON object",
		`{"stream_mode":"zz"}`:                  "there is no stream_mode",
		`{"webhook":"http://127.0.0.1/"}`:       "webhook",
		`{"command":{"resume":1}}`:              "a cron answers no question",
		`{"on_run_completed":"zz"}`:             "use delete or keep",
		`{"enabled":true,"context":5}`:          "context is a JSON object",
		`{"schedule":"* * * * *","metadata":5}`: "metadata is a JSON object",
	} {
		if status, got := c.do("PATCH", "/runs/crons/"+one, body); status != http.StatusUnprocessableEntity && status != http.StatusForbidden || !strings.Contains(got, want) {
			t.Errorf("%s: %d %s, want %s", body, status, got, want)
		}
	}
	if now := c.ok("POST", "/runs/crons/search", `{}`); now != before {
		t.Errorf("what was refused has changed something: %s\nbefore: %s", now, before)
	}
	c.ok("PATCH", "/runs/crons/"+one, `{"metadata":{"m":1,"n":{"o":2}}}`)
	for query, want := range map[string]string{
		`{"metadata":{"m":2}}`: "2", `{"metadata":{"m":7}}`: "", `{"metadata":{"n":{"o":2}}}`: "1", `{"enabled":true}`: "1", `{"enabled":false}`: "2",
		`{"sort_by":"created_at","sort_order":"asc"}`: "12", `{"sort_by":"created_at"}`: "21", `{"sort_by":"updated_at","sort_order":"desc","limit":1}`: "1", `{"sort_by":"next_run_date","sort_order":"asc","limit":1}`: "2",
	} {
		got := c.ok("POST", "/runs/crons/search", strings.TrimSuffix(query, "}")+`,"select":["cron_id"]}`)
		names := strings.NewReplacer(`{"cron_id":"`+one+`"}`, "1", `{"cron_id":"`+two+`"}`, "2", ",", "", "[", "", "]", "").Replace(got)
		if names != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
	for query, want := range map[string]string{`{"metadata":{"m":7}}`: "0", `{"metadata":{"m":2}}`: "1", `{}`: "2"} {
		if got := c.ok("POST", "/runs/crons/count", query); got != want {
			t.Errorf("%s: %s are counted, want %s", query, got, want)
		}
	}
}

// due makes a cron due now.
func (c *client) due(id string) {
	c.t.Helper()
	d, err := c.store.Document(c.t.Context(), "cron", id)
	if err == nil {
		d.Due = time.Now().Add(-time.Second)
		err = c.store.Write(c.t.Context(), &hitlrun.Change{Put: []hitlrun.Document{*d}})
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

const ending = `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string>() });
export const ends = new StateGraph(State).addNode("a", () => ({ log: "done" })).addEdge(START, "a").compile();
export const fails = new StateGraph(State).addNode("a", () => { throw new Error("kaboom"); }).addEdge(START, "a").compile();
export const asks = new StateGraph(State).addNode("a", () => ({ log: interrupt("go on?") })).addEdge(START, "a").compile();
`

// The thread of a run of a cron is deleted after the run, unless it waits for an answer, or the client wants to keep it. The runs
// have the metadata of the cron.
func TestThreadsOfCrons(t *testing.T) {
	t.Parallel()
	script := load(t, "ending.ts", ending, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) {
		o.Graphs = nil
		for _, id := range []string{"ends", "fails", "asks"} {
			o.Graphs = append(o.Graphs, server.Graph{ID: id, Script: script, Export: id})
		}
	})
	cron := func(graph, more string) (id string) {
		return field(c.ok("POST", "/runs/crons", `{"assistant_id":"`+graph+`","schedule":"0 9 1 1 *","input":{"log":"in"},"metadata":{"team":"a"}`+more+`}`), "cron_id")
	}
	threads := func(id string) (list []struct {
		ID     string `json:"thread_id"`
		Status string
	}) {
		decode(t, c.ok("POST", "/threads/search", `{"metadata":{"cron_id":"`+id+`"}}`), &list)
		return list
	}
	all := map[string]string{
		"ends": cron("ends", ""), "fails": cron("fails", ""), "deleted": cron("ends", `,"on_run_completed":"delete"`),
		"asks": cron("asks", ""), "kept": cron("ends", `,"on_run_completed":"keep"`), "older": cron("ends", `,"on_completion":"keep"`),
	}
	for name, id := range all {
		c.due(id)
		until(t, "the cron "+name+" starts a run", func() bool { return len(threads(id)) > 0 })
		first := threads(id)[0].ID
		if status, got := c.do("GET", "/threads/"+first+"/runs", ""); status == http.StatusOK && got != "[]" && (!strings.Contains(got, `"team":"a"`) || !strings.Contains(got, `"cron_id":"`+id+`"`)) {
			t.Errorf("the runs of the cron %s are %s", name, got)
		}
	}
	for _, name := range []string{"ends", "fails", "deleted"} {
		until(t, "the threads of the cron "+name+" are deleted", func() bool { return len(threads(all[name])) == 0 })
	}
	for name, status := range map[string]string{"asks": "interrupted", "kept": "idle", "older": "idle"} {
		until(t, "the thread of the cron "+name+" is "+status, func() bool {
			list := threads(all[name])
			return len(list) > 0 && list[0].Status == status
		})
	}
}
