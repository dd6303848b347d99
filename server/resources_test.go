// This file makes, finds, changes and deletes what clients manage: assistants, crons, threads, runs and items.

package server_test

import (
	"regexp"
	"strings"
	"testing"
)

// exchange is a request, and what has to come back.
type exchange struct {
	request string // method, path and body
	status  int
	want    string // a regular expression that the body matches
}

// exchanges sends requests one after the other. {thread_id} in one is that field of the newest object that had it.
func (c *client) exchanges(list []exchange) {
	c.t.Helper()
	known := map[string]string{}
	for _, e := range list {
		text := e.request
		for name, value := range known {
			text = strings.ReplaceAll(text, "{"+name+"}", value)
		}
		method, rest, _ := strings.Cut(text, " ")
		path, body, _ := strings.Cut(rest, " ")
		status, data := c.do(method, path, body)
		if status != e.status || !regexp.MustCompile(e.want).MatchString(data) {
			c.t.Errorf("%s: %d %s\nwant %d %s", text, status, data, e.status, e.want)
		}
		for _, name := range []string{"assistant_id", "cron_id", "thread_id", "run_id"} {
			if id := field(data, name); id != "" && id != "null" {
				known[name] = id
			}
		}
	}
}

func TestAssistants(t *testing.T) {
	t.Parallel()
	serve(t, nil).exchanges([]exchange{
		{`POST /assistants {"graph_id":"agent","assistant_id":"mine","name":"Mine","metadata":{"team":"a"},"config":{"tags":["x"]}}`, 200, `"assistant_id":"mine".*"version":1.*"tags":\["x"\].*"name":"Mine"`},
		{`POST /assistants {"graph_id":"agent","assistant_id":"mine"}`, 409, `already`},
		{`POST /assistants {"graph_id":"agent","assistant_id":"mine","if_exists":"do_nothing","name":"Other"}`, 200, `"name":"Mine"`},
		{`POST /assistants {"graph_id":"agent","assistant_id":"agent2","config":7}`, 422, `config is a JSON object`},
		{`POST /assistants {"graph_id":"agent","assistant_id":"two","config":{"tags":["x"]}}`, 409, `already`},
		{`POST /assistants {"graph_id":"agent","assistant_id":"agent","name":"Other","if_exists":"do_nothing"}`, 200, `"name":"agent"`},
		{`POST /assistants {"graph_id":"none"}`, 404, `no graph`},
		{`POST /assistants {"graph_id":"two"}`, 200, `"graph_id":"two"`},
		{`GET /assistants/{assistant_id}`, 200, `"graph_id":"two"`},
		{`DELETE /assistants/{assistant_id}`, 204, `^$`},
		{`GET /assistants/{assistant_id}`, 404, `No assistant found`},
		{`PATCH /assistants/mine {"graph_id":"two","description":"the second","metadata":{"team":"b"}}`, 200, `"graph_id":"two","version":2.*"tags":\["x"\].*"team":"b".*"description":"the second"`},
		{`PATCH /assistants/mine {"graph_id":"none"}`, 404, `no graph`},
		{`PATCH /assistants/mine {"metadata":[]}`, 422, `metadata is a JSON object`},
		{`PATCH /assistants/agent {"name":"x"}`, 409, `make one of your own`},
		{`DELETE /assistants/agent`, 409, `cannot be deleted`},
		{`POST /assistants/search {"metadata":{"team":"b"}}`, 200, `^\[\{"assistant_id":"mine"[^\[]*"tags":\["x"\][^\[]*\]$`},
		{`POST /assistants/search {"graph_id":"two","limit":1,"offset":1}`, 200, `^\[\{"assistant_id":"mine"`},
		{`POST /assistants/search {"name":"nobody"}`, 200, `^\[\]$`},
		{`POST /assistants/count {}`, 200, `^3$`},
		{`POST /assistants/mine/versions {}`, 200, `"version":2`},
		{`POST /assistants/mine/latest {"version":2}`, 200, `"assistant_id":"mine".*"version":2`},
		{`POST /assistants/mine/latest {"version":3}`, 404, `no version 3`},
		{`POST /runs/wait {"assistant_id":"mine","input":{"log":[]}}`, 200, `a\?`},
		{`DELETE /assistants/mine`, 204, `^$`},
		{`POST /assistants/count {}`, 200, `^2$`},
	})
}

func TestCrons(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	c.exchanges([]exchange{
		{`POST /runs/crons {"assistant_id":"agent","schedule":"0 9 * * 1","timezone":"Europe/Berlin","input":{"log":"a"},"metadata":{"a":1}}`, 200, `"schedule":"0 9 \* \* 1","timezone":"Europe/Berlin"`},
		{`POST /runs/crons {"assistant_id":"agent","schedule":"0 9 * * 1","timezone":"Nowhere/City"}`, 422, `no time zone`},
		{`POST /runs/crons {"assistant_id":"none","schedule":"0 9 * * 1"}`, 404, `No assistant`},
		{`POST /threads/none/runs/crons {"assistant_id":"agent","schedule":"0 9 * * 1"}`, 404, `not found`},
		{`POST /runs/crons {"assistant_id":"agent","schedule":"0 9 * * 1","command":{"resume":"yes"}}`, 422, `^a cron answers no question`},
		{`POST /runs/crons/search {"assistant_id":"agent"}`, 200, `^\[\{"cron_id":"[^"]*"[^[]*\]$`},
		{`POST /runs/crons/search {"assistant_id":"two"}`, 200, `^\[\]$`},
		{`POST /runs/crons/count {}`, 200, `^1$`},
		{`PATCH /runs/crons/{cron_id} {"schedule":"30 8 * * 2","timezone":"UTC","input":{"log":["x"]}}`, 200, `"schedule":"30 8 \* \* 2","timezone":"UTC"`},
		{`PATCH /runs/crons/{cron_id} {"schedule":"never"}`, 422, `is none of cron`},
		{`PATCH /runs/crons/{cron_id} {"schedule":"L * * * *"}`, 422, `^the schedule "L \* \* \* \*" is none of cron: minute, hour, day, month and weekday are expected, "30 9 \* \* 1-5" for example$`},
		{`PATCH /runs/crons/{cron_id} {"schedule":"TZ=UTC"}`, 422, `^the schedule "TZ=UTC" is none of cron`},
		{`POST /runs/crons {"assistant_id":"agent","schedule":"TZ=0"}`, 422, `^the schedule "TZ=0" is none of cron`},
		{`POST /runs/crons {"assistant_id":"agent","schedule":"@every 1ns","input":{}}`, 422, `^the schedule "@every 1ns" is none of cron`},
		{`PATCH /runs/crons/{cron_id} {"schedule":"@every 1h"}`, 422, `^the schedule "@every 1h" is none of cron`},
		{`PATCH /runs/crons/{cron_id} {"schedule":"TZ=Local 0 9 * * 1"}`, 422, `is none of cron`},
		{`POST /runs/crons {"assistant_id":"agent","schedule":"0 0 30 2 *","input":{}}`, 422, `^the schedule "0 0 30 2 \*" never comes: no month that it names has such a day$`},
		{`PATCH /runs/crons/{cron_id} {"schedule":"0 0 31 4,6 *"}`, 422, `never comes`},
		{`PATCH /runs/crons/{cron_id} {"schedule":"0 0 29 2 *"}`, 200, `"schedule":"0 0 29 2`},
		{`PATCH /runs/crons/{cron_id} {"timezone":"Local"}`, 422, `^there is no time zone "Local": a name of the IANA database is expected, "Europe/Berlin" for example$`},
		{`PATCH /runs/crons/{cron_id} {"timezone":"localtime"}`, 422, `^there is no time zone`},
		{`POST /runs/crons {"assistant_id":"agent","schedule":"0 9 * * 1","timezone":"posix/Europe/Berlin","input":{}}`, 422, `^there is no time zone`},
		{`POST /threads {"thread_id":"t"}`, 200, `"t"`},
		{`POST /threads/t/runs/crons {"assistant_id":"agent","schedule":"CRON_TZ="}`, 422, `^the schedule "CRON_TZ=" is none of cron`},
		{`PATCH /runs/crons/{cron_id} {"schedule":"TZ=../x 0 9 * * 1"}`, 422, `is none of cron: minute, hour, day, month and weekday are expected, [^:]*$`},
		{`PATCH /runs/crons/{cron_id} {"end_time":[[]]}`, 422, `^end_time is not a time: "2030-01-31T09:00:00Z" is expected for example$`},
		{`PATCH /runs/crons/{cron_id} {"end_time":"x"}`, 422, `^end_time is not a time: "2030-01-31T09:00:00Z" is expected for example$`},
		{`PATCH /runs/crons/{cron_id} {"enabled":false}`, 200, `"next_run_date":null`},
		{`PATCH /runs/crons/{cron_id} {"enabled":true,"end_time":"2020-01-01T00:00:00Z"}`, 200, `"next_run_date":null`},
		{`PATCH /runs/crons/none {"enabled":false}`, 404, `Cron "none" not found`},
		{`DELETE /runs/crons/{cron_id}`, 204, `^$`},
		{`DELETE /runs/crons/{cron_id}`, 404, `not found`},
		{`POST /runs/crons/count {}`, 200, `^0$`},
	})
}

// A cron of a thread starts runs on it, and one without a thread makes a thread each time. Both end with their deletion.
func TestCronsStartRuns(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := c.thread()
	c.ok("POST", "/assistants", `{"graph_id":"agent","assistant_id":"mine"}`)
	on := field(c.ok("POST", "/threads/"+thread+"/runs/crons", `{"assistant_id":"mine","schedule":"0 9 1 1 *","input":{"log":["cron"]}}`), "cron_id")
	apart := field(c.ok("POST", "/runs/crons", `{"assistant_id":"agent","schedule":"@yearly","input":{"log":["cron"]},"on_completion":"keep"}`), "cron_id")
	c.due(on)
	c.due(apart)
	until(t, "a run of the cron on its thread", func() bool {
		return strings.Contains(c.ok("GET", "/threads/"+thread+"/runs", ""), `"cron_id":"`+on+`"`) && strings.Contains(c.ok("GET", "/threads/"+thread, ""), `"cron"`)
	})
	var threads string
	until(t, "a thread of the other cron that waits", func() bool {
		threads = c.ok("POST", "/threads/search", `{"metadata":{"cron_id":"`+apart+`"},"status":"interrupted"}`)
		return strings.Contains(threads, "go on?")
	})
	if strings.Contains(threads, thread) {
		t.Errorf("the thread of the first cron is among those of the other: %s", threads)
	}
	c.ok("DELETE", "/runs/crons/"+on, "")
	c.ok("DELETE", "/runs/crons/"+apart, "")
}

func TestThreads(t *testing.T) {
	t.Parallel()
	const steps = `"supersteps":[{"updates":[{"values":{"log":["one"]},"as_node":"first"}]}]`
	serve(t, nil).exchanges([]exchange{
		{`POST /threads {"thread_id":"a","metadata":{"graph_id":"agent","n":1},` + steps + `}`, 200, `"status":"interrupted".*"log":\["one"\]|"log":\["one"\].*`},
		{`POST /threads {"thread_id":"a"}`, 409, `already exists`},
		{`POST /threads {"thread_id":"a","if_exists":"do_nothing"}`, 200, `"one"`},
		{`POST /threads {"thread_id":"b",` + steps + `}`, 422, `metadata.graph_id`},
		{`GET /threads/b`, 404, `not found`},
		{`POST /threads {"thread_id":"b","metadata":{"graph_id":"agent"},"supersteps":[{"updates":[]}]}`, 422, `a superstep has updates`},
		{`POST /threads {"thread_id":"b","metadata":{"n":2}}`, 200, `"status":"idle"`},
		{`PATCH /threads/b {"metadata":{"m":3}}`, 200, `"m":3`},
		{`PATCH /threads/c {"metadata":{"m":3}}`, 404, `not found`},
		{`POST /threads/search {"sort_by":"thread_id","sort_order":"asc","select":["thread_id"]}`, 200, `^\[\{"thread_id":"a"\},\{"thread_id":"b"\}\]$`},
		{`POST /threads/search {"sort_by":"created_at","sort_order":"desc","select":["thread_id"]}`, 200, `^\[\{"thread_id":"b"\},\{"thread_id":"a"\}\]$`},
		{`POST /threads/search {"sort_by":"updated_at","sort_order":"asc","limit":1,"select":["thread_id"]}`, 200, `^\[\{"thread_id":"a"\}\]$`},
		{`POST /threads/search {"sort_by":"status","limit":1,"offset":5}`, 200, `^\[\]$`},
		{`POST /threads/search {"values":{"log":["one"]},"select":["thread_id"]}`, 200, `^\[\{"thread_id":"a"\}\]$`},
		{`POST /threads/search {"metadata":{"n":2,"m":3},"select":["thread_id"]}`, 200, `^\[\{"thread_id":"b"\}\]$`},
		{`POST /threads/search {"ids":["b","c"],"metadata":null,"select":["thread_id"]}`, 200, `^\[\{"thread_id":"b"\}\]$`},
		{`POST /threads/search {"status":"error"}`, 200, `^\[\]$`},
		{`POST /threads/search {"status":"busy"}`, 200, `^\[\]$`},
		{`POST /threads/search {"status":"asleep"}`, 422, `there is no status`},
		{`POST /threads/count {}`, 200, `^2$`},
		{`POST /threads/a/copy`, 200, `"one"`},
		{`POST /threads/c/copy`, 404, `not found`},
		{`GET /threads/{thread_id}/state`, 200, `"one"`},
		{`PATCH /threads/{thread_id}/state {"metadata":{"copied":true}}`, 200, ``},
		{`POST /threads/{thread_id}/state {"values":{"log":["two"]},"as_node":"first"}`, 200, `"checkpoint_id"`},
		{`POST /threads/{thread_id}/history {"limit":1}`, 200, `^\[.*"log":\["one","two"\].*\]$`},
		{`DELETE /threads/{thread_id}`, 204, `^$`},
		{`POST /threads/count {}`, 200, `^2$`},
		{`POST /threads/prune {"thread_ids":["a"],"strategy":"delete"}`, 200, `1`},
		{`GET /threads/a`, 404, `not found`},
	})
}

func TestRuns(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	c.exchanges([]exchange{
		{`POST /threads {}`, 200, `idle`},
		{`POST /threads/{thread_id}/runs {"assistant_id":"agent","input":{"log":[]},"metadata":{"m":1}}`, 200, `"status":"(pending|running)"`},
		{`GET /threads/{thread_id}/runs/{run_id}/join`, 200, `go on\?`},
		{`GET /threads/{thread_id}/runs/{run_id}`, 200, `"m":1.*"status":"success"|"status":"success".*"m":1`},
		{`GET /threads/{thread_id}/runs?limit=1&status=success`, 200, `^\[\{.*\}\]$`},
		{`GET /threads/{thread_id}/runs?status=error`, 200, `^\[\]$`},
		{`GET /threads/{thread_id}/runs/none`, 404, `not found`},
		{`POST /threads/{thread_id}/runs/none/cancel`, 404, `not found`},
		{`POST /threads/{thread_id}/runs {"assistant_id":"agent","command":{"resume":"hang"}}`, 200, `"run_id"`},
	})
	thread := field(c.ok("POST", "/threads", "{}"), "thread_id")
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":[]}}`)
	run := field(c.ok("POST", "/threads/"+thread+"/runs", `{"assistant_id":"agent","command":{"resume":"hang"}}`), "run_id")
	until(t, "the run to hang", func() bool {
		return strings.Contains(c.ok("GET", "/threads/"+thread+"/state", ""), "hang")
	})
	c.exchanges([]exchange{
		{`GET /threads/` + thread, 200, `"status":"busy"`},
		{`POST /threads/search {"status":"busy","ids":["` + thread + `"],"select":["thread_id"]}`, 200, thread},
		{`DELETE /threads/` + thread, 409, `cancel its runs first`},
		{`DELETE /threads/` + thread + `/runs/` + run, 409, `run`},
		{`POST /threads/` + thread + `/runs/` + run + `/cancel?wait=true`, 204, `^$`},
		{`GET /threads/` + thread + `/runs/` + run, 200, `"status":"interrupted"`},
		{`DELETE /threads/` + thread + `/runs/` + run, 204, `^$`},
		{`GET /threads/` + thread + `/runs/` + run, 404, `not found`},
		{`POST /runs/batch [{"assistant_id":"agent","input":{"log":[]}},{"assistant_id":"two","input":{"log":[]}}]`, 200, `^\[\{.*"assistant_id":"[^"]*".*\},\{.*\}\]$`},
		{`POST /runs/batch [{"assistant_id":"none"}]`, 404, `No assistant`},
		{`POST /runs/batch {"assistant_id":"agent"}`, 400, `JSON`},
		{`POST /runs/cancel {"status":"all"}`, 204, ``},
		{`POST /runs/cancel?action=undo {"status":"all"}`, 422, `there is no action "undo": use interrupt or rollback`},
	})
}

func TestItems(t *testing.T) {
	t.Parallel()
	serve(t, nil).exchanges([]exchange{
		{`PUT /store/items {"namespace":["u","ann"],"key":"k","value":{"text":"Likes TEA"}}`, 204, ``},
		{`PUT /store/items {"namespace":["u","bob"],"key":"k","value":{"text":"coffee"}}`, 204, ``},
		{`PUT /store/items {"namespace":[],"key":"k","value":{}}`, 422, `a namespace and a key`},
		{`PUT /store/items {"namespace":["u",""],"key":"k","value":{}}`, 422, `empty`},
		{`PUT /store/items {"namespace":["u"],"key":"k","value":[1]}`, 422, `a JSON object`},
		{`GET /store/items?namespace=u.cid&key=k`, 200, `^null$`},
		{`GET /store/items?namespace=u`, 422, `a namespace and a key`},
		{`POST /store/items/search {"namespace_prefix":["u"],"query":"tea"}`, 200, `^\{"items":\[\{[^{]*"ann"[^\]]*\],[^\]]*\]\}$`},
		{`POST /store/items/search {"namespace_prefix":["u"],"filter":{"text":"coffee"}}`, 200, `"bob"`},
		{`POST /store/items/search {"namespace_prefix":["u"],"limit":1,"offset":1}`, 200, `"bob"`},
		{`POST /store/namespaces {"suffix":["bob"]}`, 200, `^\{"namespaces":\[\["u","bob"\]\]\}$`},
		{`POST /store/namespaces {"max_depth":1,"limit":5}`, 200, `^\{"namespaces":\[\["u"\]\]\}$`},
		{`DELETE /store/items {"namespace":["u","ann"],"key":"k"}`, 204, ``},
		{`DELETE /store/items {"namespace":["u"]}`, 422, `a namespace and a key`},
		{`GET /store/items?namespace=u.ann&key=k`, 200, `^null$`},
	})
}
