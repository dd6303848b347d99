// This file tests what clients want of the fields of a response: select, extract and Prefer.

package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// A search of threads returns the parts of each thread that the client names.
func TestExtract(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, question := c.waiting()
	c.ok("PATCH", "/threads/"+thread, `{"metadata":{"a":{"b":[1,[2,3]]}}}`)
	search := func(rest string) string {
		return c.ok("POST", "/threads/search", `{"ids":["`+thread+`"],`+rest+`}`)
	}
	got := search(`"select":["thread_id"],"extract":{"last":"values.log[-1]","deep":"metadata.a.b[1][0]","none":"values.log[7].x","text":"values.log[0].x","all":"values","error":"error"}`)
	want := `[{"extracted":{"all":{"log":["first"]},"deep":2,"error":"","last":"first","none":null,"text":null},"thread_id":"` + thread + `"}]`
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := search(`"extract":{"asked":"interrupts"}`); strings.Count(got, question) != 2 || !strings.Contains(got, `"values":`) {
		t.Errorf("without select: %s", got)
	}
	if got := search(`"select":["status","interrupts"]`); !strings.Contains(got, question) || strings.Contains(got, `"values"`) || strings.Contains(got, "extracted") {
		t.Errorf("without extract: %s", got)
	}
	paths := map[string]string{}
	for i := range 11 {
		paths[fmt.Sprint(i)] = "values"
	}
	many, _ := json.Marshal(paths)
	for _, extract := range []string{
		string(many), `{"x":"secrets.a"}`, `{"x":""}`, `{"x":"values."}`, `{"x":"values.log["}`, `{"x":"values.log[x]"}`, `{"x":"values.log[0]x"}`, `{"x":"[0]"}`, `{"x":"values.` + strings.Repeat("a", 1000) + `"}`,
		`{"x":"values` + strings.Repeat(".a", 20) + `"}`, `{"x":"values.a` + strings.Repeat("[0]", 19) + `"}`,
	} {
		if status, got := c.do("POST", "/threads/search", `{"extract":`+extract+`}`); status != http.StatusUnprocessableEntity || !strings.Contains(got, "extract ") {
			t.Errorf("%s: %d %s", extract, status, got)
		}
	}
	c.ok("POST", "/threads/"+thread+"/state", `{"values":{"log":["`+strings.Repeat("x", 1<<20)+`"]}}`) // five paths to it have more than 4 MiB
	if status, got := c.do("POST", "/threads/search", `{"select":["thread_id"],"extract":{"1":"values","2":"values","3":"values","4":"values","5":"values"}}`); status != http.StatusUnprocessableEntity || !strings.Contains(got, thread) {
		t.Errorf("too much: %d %.200s", status, got)
	}
}

// A client gets those fields of states, runs and threads that it wants.
func TestSelect(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, question := c.waiting()
	at := "/threads/" + thread
	id := field(field(c.ok("GET", at+"/state", ""), "checkpoint"), "checkpoint_id")
	for _, test := range []struct{ method, path, body, want string }{
		{"GET", at + "/state?select=next&select=values.log", "", `{"next":["ask"],"values":{"log":["first"]}}`},
		{"GET", at + "/state/" + id + "?select=values.none", "", `{"values":{}}`},
		{"GET", at + "/state?select=values&select=values.none", "", `{"values":{"log":["first"]}}`},
		{"POST", at + "/state/checkpoint", `{"checkpoint":{"checkpoint_id":"` + id + `"},"select":["interrupts"]}`, `{"interrupts":[{"id":"` + question + `","value":{"question":"go on?"}}]}`},
		{"POST", at + "/history", `{"limit":2,"select":["values","next"]}`, `[{"next":["ask"],"values":{"log":["first"]}},{"next":["first"],"values":{"log":[]}}]`},
		{"GET", at + "/history?limit=1&select=next", "", `[{"next":["ask"]}]`},
		{"GET", at + "/runs?select=status&select=multitask_strategy", "", `[{"multitask_strategy":"reject","status":"success"}]`},
	} {
		if got := c.ok(test.method, test.path, test.body); got != test.want {
			t.Errorf("%s %s %s: %s, want %s", test.method, test.path, test.body, got, test.want)
		}
	}
	if shown := c.ok("GET", at, ""); field(shown, "state_updated_at") != field(c.ok("GET", at+"/state", ""), "created_at") {
		t.Errorf("the time of the state: %s", shown)
	}
	if shown := c.ok("POST", "/threads", "{}"); field(shown, "state_updated_at") != field(shown, "created_at") {
		t.Errorf("without a state: %s", shown)
	}
}

// A thread that has a newer state comes first, whichever was changed last.
func TestThreadsByTheTimeOfTheirState(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	first := c.thread()
	asked := c.ok("POST", "/threads/"+first+"/runs/wait", `{"assistant_id":"two","input":{"log":[]}}`)
	second, _ := c.waiting()
	c.ok("POST", "/threads/"+first+"/runs/wait", `{"assistant_id":"two","command":{"resume":{"`+questionID.FindStringSubmatch(asked)[1]+`":1}}}`) // the other node of the superstep still waits
	for order, want := range map[string]string{"desc": second + " " + first, "ASC": first + " " + second, "": second + " " + first} {
		var list []struct {
			ID string `json:"thread_id"`
		}
		got := c.ok("POST", "/threads/search", `{"sort_by":"state_updated_at","sort_order":"`+order+`"}`)
		if err := json.Unmarshal([]byte(got), &list); err != nil || len(list) != 2 || list[0].ID+" "+list[1].ID != want {
			t.Errorf("%s: %s", order, got)
		}
	}
}

// With "Prefer: return=minimal" a change of a thread has no body in its response.
func TestMinimalResponses(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := c.thread()
	for header, status := range map[string]int{
		"return=minimal": http.StatusNoContent, "respond-async, Return=minimal; foo": http.StatusNoContent, `return="minimal"`: http.StatusNoContent,
		"return=representation": http.StatusOK, "minimal": http.StatusOK, "": http.StatusOK,
	} {
		req := c.request(t.Context(), "PATCH", "/threads/"+thread, `{"metadata":{"x":1}}`)
		req.Header.Set("Prefer", header)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		applied := resp.Header.Get("Preference-Applied") == "return=minimal"
		if err != nil || resp.StatusCode != status || (len(body) == 0) != (status == http.StatusNoContent) || applied != (status == http.StatusNoContent) {
			t.Errorf("%q: %d %s, applied %t, %v", header, resp.StatusCode, body, applied, err)
		}
	}
	if got := field(c.ok("GET", "/threads/"+thread, ""), "metadata"); got != `{"x":1}` {
		t.Errorf("the metadata are %s", got)
	}
}

// A page, an order, a mode or a name that cannot be is refused.
func TestPagesThatCannotBe(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, _ := c.waiting()
	at := "/threads/" + thread
	run := field(strings.Trim(c.ok("GET", at+"/runs", ""), "[]"), "run_id")
	for _, test := range []struct{ method, path, body, want string }{
		{"POST", "/threads/search", `{"limit":-1}`, "limit and offset are"},
		{"POST", "/threads/search", `{"offset":-1}`, "limit and offset are"},
		{"POST", "/threads/search", `{"sort_by":"colour"}`, `no sort_by "colour": use thread_id`},
		{"POST", "/threads/search", `{"sort_order":"up"}`, `no sort_order "up": use asc or desc`},
		{"POST", "/threads/search", `{"values":5}`, "a JSON object"},
		{"POST", "/threads/count", `{"values":[]}`, "a JSON object"},
		{"POST", "/assistants/search", `{"limit":-1}`, "limit and offset are"},
		{"POST", "/assistants/search", `{"sort_by":"name","sort_order":"up"}`, "use asc or desc"},
		{"POST", "/runs/crons/search", `{"offset":-1}`, "limit and offset are"},
		{"POST", "/store/items/search", `{"namespace_prefix":["a"],"offset":-1}`, "limit and offset are"},
		{"POST", "/store/namespaces", `{"limit":-1}`, "limit and offset are"},
		{"GET", at + "/runs?limit=-1", "", "limit and offset are"},
		{"GET", at + "/runs?limit=ten", "", `limit is a whole number, and not "ten"`},
		{"GET", at + "/runs?status=done", "", `no status "done": use pending`},
		{"GET", at + "/history?limit=x", "", "limit is a whole number"},
		{"POST", at + "/history", `{"limit":0}`, "1 or more"},
		{"GET", at + "/runs/RUN/stream?stream_mode=nope", "", `no stream_mode "nope": use checkpoints, custom, debug`},
		{"POST", at + "/runs", `{"assistant_id":"agent","stream_mode":["lifecycle"]}`, `no stream_mode "lifecycle": use`},
		{"GET", at + "/stream?stream_mode=state_update", "", `no stream_mode "state_update": use run_modes`},
		{"POST", "/threads/prune", `{"thread_ids":["` + thread + `"],"strategy":"keep_latest"}`, "use delete"},
		{"PUT", "/store/items", `{"namespace":["a","b.c"],"key":"k","value":{}}`, `no period, as "b.c" has`},
	} {
		test.path = strings.Replace(test.path, "RUN", run, 1)
		if status, got := c.do(test.method, test.path, test.body); status != http.StatusUnprocessableEntity || !strings.Contains(got, test.want) {
			t.Errorf("%s %s %s: %d %s", test.method, test.path, test.body, status, got)
		}
	}
}
