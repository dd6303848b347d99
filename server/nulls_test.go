// This file puts null, and values of other kinds, into each field of each request.

package server_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/server"
)

// replaced returns value once for each of its parts, with that part replaced by other.
func replaced(value, other any) []any {
	all := []any{other}
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			for _, part := range replaced(value[name], other) {
				one := maps.Clone(value)
				one[name] = part
				all = append(all, one)
			}
		}
	case []any:
		for i := range value {
			for _, part := range replaced(value[i], other) {
				one := slices.Clone(value)
				one[i] = part
				all = append(all, one)
			}
		}
	}
	return all
}

// The server refuses or takes each of these requests. Whatever it has taken, it can then do all that clients do with a thread, an
// assistant or a cron: what is stored as null must not harm a later request.
func TestNullsInRequests(t *testing.T) {
	t.Parallel()
	var log lines
	c := serve(t, func(o *server.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	const run = `"assistant_id":"mine","config":{"configurable":{"a":1},"tags":["t"],"recursion_limit":25,"metadata":{"a":1}},"context":{"a":1},"metadata":{"a":1},` +
		`"stream_mode":["values"],"multitask_strategy":"enqueue","interrupt_before":[],"interrupt_after":[],"checkpoint":{"checkpoint_id":"","checkpoint_ns":"","checkpoint_map":{}},"checkpoint_id":"","if_not_exists":"create","on_completion":"keep","on_disconnect":"cancel","after_seconds":0`
	c.ok("POST", "/assistants", `{"graph_id":"agent","assistant_id":"mine","config":{"tags":["x"]}}`)
	cron := field(c.ok("POST", "/runs/crons", `{"assistant_id":"agent","schedule":"0 0 1 1 *","input":{"log":[]}}`), "cron_id")
	thread, question, requests := "", "", 0
	for _, request := range []string{
		`POST /assistants {"graph_id":"agent","assistant_id":"FRESH","config":{"tags":[],"configurable":{"a":1}},"context":{"a":1},"metadata":{"a":1},"name":"n","description":"d","if_exists":"do_nothing"}`,
		`PATCH /assistants/mine {"graph_id":"agent","config":{"tags":[],"configurable":{"a":1}},"context":{"a":1},"metadata":{"a":1},"name":"n","description":"d"}`,
		`POST /assistants/search {"graph_id":"agent","name":"n","metadata":{"a":1},"limit":1,"offset":0,"sort_by":"name","select":["name"]}`,
		`POST /assistants/mine/latest {"version":1}`,
		`POST /threads {"thread_id":"FRESH","metadata":{"a":{"b":1}},"if_exists":"do_nothing","ttl":{"ttl":1}}`,
		`POST /threads {"thread_id":"FRESH","metadata":{"graph_id":"agent"},"supersteps":[{"updates":[{"values":{"log":["x"]},"as_node":"first"}]}]}`,
		`PATCH /threads/THREAD {"metadata":{"a":{"b":1}},"ttl":1}`,
		`POST /threads/search {"ids":["a"],"status":"idle","metadata":{"a":1},"values":{"a":1},"limit":1,"offset":0,"sort_by":"status","sort_order":"asc","select":["thread_id"]}`,
		`POST /threads/count {"metadata":{"a":1},"values":{"a":1},"status":"idle"}`,
		`POST /threads/prune {"thread_ids":["none"],"strategy":"delete"}`,
		`POST /threads/THREAD/copy {}`,
		`POST /threads/THREAD/state {"values":{"log":["x"]},"as_node":"first","checkpoint":{"checkpoint_id":""},"checkpoint_id":""}`,
		`PATCH /threads/THREAD/state {"metadata":{"a":1}}`,
		`POST /threads/THREAD/state/checkpoint {"checkpoint":{"checkpoint_id":"","checkpoint_ns":"","checkpoint_map":{}},"subgraphs":true}`,
		`POST /threads/THREAD/history {"limit":1,"before":{"configurable":{"checkpoint_id":"x"}},"metadata":{"a":1},"checkpoint":{"checkpoint_ns":""}}`,
		`POST /threads/THREAD/runs/wait {"input":{"log":["x"]},` + run + `}`,
		`POST /threads/THREAD/runs/wait {"command":{"resume":{"a":1},"update":{"log":["y"]},"goto":[{"node":"last","input":{"log":[]}}]},` + run + `}`,
		`POST /threads/THREAD/runs {"input":{"log":["x"]},"webhook":"",` + run + `}`,
		`POST /threads/FRESH/runs/stream {"input":{"log":["x"]},` + run + `}`,
		`POST /runs/wait {"input":{"log":["x"]},` + run + `}`,
		`POST /runs/batch [{"input":{"log":["x"]},` + run + `}]`,
		`POST /runs/cancel {"thread_id":"THREAD","run_ids":["a"],"status":"pending","action":"interrupt"}`,
		`POST /threads/THREAD/commands {"id":1,"method":"run.start","params":{"assistant_id":"mine","input":{"log":["x"]},"config":{"configurable":{"a":1}},"metadata":{"a":1},"multitaskStrategy":"enqueue","webhook":""}}`,
		`POST /threads/THREAD/commands {"id":1,"method":"input.respond","params":{"interrupt_id":"QUESTION","response":{"a":1},"namespace":[],"update":{"log":["x"]},"goto":["last"],"config":{"configurable":{"a":1}},"metadata":{"a":1}}}`,
		`POST /threads/THREAD/commands {"id":1,"method":"input.respond","params":{"responses":[{"interrupt_id":"QUESTION","response":1}]}}`,
		`POST /threads/THREAD/commands {"id":1,"method":"state.get","params":{"namespace":[],"keys":["log"]}}`,
		`POST /threads/THREAD/commands {"id":1,"method":"state.listCheckpoints","params":{"namespace":[],"limit":1,"before":""}}`,
		`POST /threads/THREAD/commands {"id":1,"method":"state.fork","params":{"checkpoint_id":"x","input":{"log":["x"]},"config":{"configurable":{"a":1}}}}`,
		`POST /chat {"thread_id":"THREAD","assistant_id":"mine","input":{"log":["x"]},"resume":1,"interrupt_id":"QUESTION"}`,
		`POST /chat {"thread_id":"FRESH","assistant_id":"mine","messages":[{"role":"user","content":"x"}],"message":"x"}`,
		`PUT /store/items {"namespace":["a"],"key":"k","value":{"a":1},"index":["a"],"ttl":1}`,
		`POST /store/items/search {"namespace_prefix":["a"],"filter":{"a":1},"limit":1,"offset":0,"query":"x","refresh_ttl":true}`,
		`POST /store/namespaces {"prefix":["a"],"suffix":["a"],"max_depth":1,"limit":1,"offset":0}`,
		`DELETE /store/items {"namespace":["a"],"key":"k"}`,
		`POST /runs/crons {"schedule":"0 0 1 1 *","timezone":"UTC","end_time":"2030-01-01T00:00:00Z","enabled":false,"input":{"log":["x"]},` + run + `}`,
		`PATCH /runs/crons/CRON {"schedule":"0 0 1 1 *","timezone":"UTC","end_time":"2030-01-01T00:00:00Z","enabled":false,"input":{"log":["x"]},"metadata":{"a":1}}`,
		`POST /runs/crons/search {"assistant_id":"mine","thread_id":"x","limit":1,"offset":0,"metadata":{"a":1}}`,
	} {
		method, rest, _ := strings.Cut(request, " ")
		path, body, _ := strings.Cut(rest, " ")
		var value any
		if err := json.Unmarshal([]byte(body), &value); err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		for _, other := range []any{nil, []any{}, "x"} {
			for _, one := range replaced(value, other) {
				text, _ := json.Marshal(one)
				if !strings.Contains(request, "THREAD") {
					thread, question = "", ""
				} else if thread == "" {
					thread, question = c.waiting()
				}
				requests++
				names := strings.NewReplacer("THREAD", thread, "QUESTION", question, "CRON", cron, "FRESH", fmt.Sprint("fresh-", requests))
				check := func(method, path, body string) (taken bool, data string) {
					path, body = names.Replace(path), names.Replace(body)
					status, data := c.do(method, path, body)
					if status >= 500 && status != http.StatusNotImplemented || strings.Contains(data, "has a bug") || strings.Contains(data, "panic") {
						t.Errorf("%s %s %s (after %s %s): %d %s", method, path, body, request[:20], text, status, data)
					}
					return status < 300, data
				}
				taken, made := check(method, path, string(text))
				if !taken {
					continue
				}
				for _, id := range slices.Compact([]string{field(made, "thread_id"), cmp.Or(thread, names.Replace("FRESH"))}) {
					if id != "" && id != "null" {
						check("PATCH", "/threads/"+id, `{"metadata":{"z":1}}`)
						check("POST", "/threads/"+id+"/runs/wait", `{"assistant_id":"mine","input":{"log":[]},"metadata":{"m":1},"config":{"configurable":{"k":1}},"multitask_strategy":"enqueue"}`)
					}
				}
				if id := field(made, "assistant_id"); field(made, "graph_id") != "" {
					check("PATCH", "/assistants/"+id, `{"metadata":{"z":1},"config":{"configurable":{"b":1}}}`)
					check("POST", "/runs/wait", `{"assistant_id":"`+id+`","input":{"log":[]}}`)
				}
				if id := field(made, "cron_id"); id != "" {
					check("PATCH", "/runs/crons/"+id, `{"metadata":{"z":1},"schedule":"0 0 1 1 *"}`)
				}
				thread = ""
			}
		}
	}
	check := c.ok("POST", "/threads/search", `{"metadata":{"z":1},"limit":1000}`)
	if strings.Contains(check, `"metadata":null`) || !strings.Contains(check, `"z":1`) {
		t.Errorf("the threads that were made are %.500s", check)
	}
	if text := log.String(); strings.Contains(text, "panic") {
		t.Errorf("the log has %.2000s", text)
	}
	if requests < 500 {
		t.Errorf("there were %d requests", requests)
	}
}
