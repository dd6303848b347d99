// This file sends the server what is meant to harm it, and looks at what it answers and at what it has stored.

package server_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// nested is JSON that is 600 deep.
var nested = strings.Repeat("[", 600) + strings.Repeat("]", 600)

// Each of these is refused with its own words, and leaves the store as it was.
func TestHostileBodies(t *testing.T) {
	t.Parallel()
	c := serve(t, func(o *server.Options) {
		small := load(t, "flow.ts", flow, hitlrun.ScriptOptions{Limits: hitlrun.Limits{PayloadBytes: 4096}})
		o.Graphs = append(o.Graphs, server.Graph{ID: "small", Script: small, Export: "agent"})
	})
	waiting, question := c.waiting()
	idle := c.thread()
	const (
		start   = `{"assistant_id":"agent","input":`
		digits  = "12345678901234567890"
		tooDeep = "and at most 500 is allowed"
		rounded = "has the integer " + digits + ", which JavaScript would round: give it as text"
		notJSON = "the body is not valid JSON for this request: "
	)
	large := `"` + strings.Repeat("x", 5000) + `"`
	stored := c.stored(idle, waiting)
	for _, tt := range []struct {
		method, path, body string
		status             int
		want               string // what the answer begins with
	}{
		{"POST", "/threads/IDLE/runs/wait", start + `{"log":` + nested + `}}`, 422, "the input is nested 601 deep, " + tooDeep},
		{"POST", "/threads/IDLE/runs", start + `{"log":` + nested + `}}`, 422, "the input is nested 601 deep, " + tooDeep},
		{"POST", "/threads/IDLE/runs/stream", start + `{"log":[` + digits + `]}}`, 422, "the input " + rounded},
		{"POST", "/threads/IDLE/runs", start + `{"log":[` + strings.Repeat("9", 1000) + `]}}`, 422, "the input has the integer " + strings.Repeat("9", 60) + "…, which"},
		{"POST", "/threads/IDLE/runs", start + `{"log":[` + strings.Repeat("{},", 3_000_000) + `1]}}`, 422, "the input has too many values"},
		{"POST", "/threads/IDLE/runs", `{"assistant_id":"small","input":{"log":[` + large + `]}}`, 422, "the input has at least 5012 bytes when it is stored, and at most 4096 are allowed (--max-payload)"},
		{"POST", "/runs/wait", `{"assistant_id":"small","input":{"log":[` + large + `]}}`, 422, "the input has at least 5012 bytes when it is stored"},
		{"POST", "/runs/batch", `[{"assistant_id":"agent","input":{"log":[]}},` + start + `{"log":` + nested + `}}]`, 422, "the input is nested 601 deep, " + tooDeep},
		{"POST", "/threads/IDLE/runs", `{"assistant_id":"agent","input":{},"config":{"configurable":{"a":` + nested + `}}}`, 422, "the config is nested 602 deep, " + tooDeep},
		{"POST", "/threads/IDLE/runs", `{"assistant_id":"agent","input":{},"context":{"a":` + nested + `}}`, 422, "the config is nested 602 deep, " + tooDeep},
		{"POST", "/threads/IDLE/runs", `{"assistant_id":"agent","input":{},"metadata":{"a":` + nested + `}}`, 422, "the config is nested 602 deep, " + tooDeep},
		{"POST", "/threads/IDLE/runs", `{"assistant_id":"agent","input":{},"config":[1]}`, 422, "config is a JSON object"},
		{"POST", "/threads/IDLE/runs", `{"assistant_id":"agent","input":{},"webhook":"file:///etc/passwd"}`, 422, `the webhook "file:///etc/passwd" is not an http or https address`},
		{"POST", "/threads/IDLE/runs", `{"assistant_id":"agent","input":{},"webhook":"http://169.254.169.254/latest"}`, 422, `the webhook "http://169.254.169.254/latest" has a private address`},
		{"POST", "/threads/IDLE/runs", `{"assistant_id":"agent","input":{},"webhook":"https://` + strings.Repeat("a.", 200) + `test/"}`, 422, `the host of a webhook has 404 bytes`},
		{"POST", "/threads/IDLE/runs", `{"assistant_id":"agent","input":{},"webhook":"https://a.test/` + strings.Repeat("a", 9000) + `"}`, 422, `the address of a webhook has 9015 bytes`},
		{"POST", "/threads/IDLE/runs", `{"assistant_id":"agent","input":{},"config":{"recursion_limit":-5}}`, 422, "recursion_limit is a whole number"},
		{"POST", "/threads/IDLE/runs", `{"assistant_id":"agent","input":{},"config":{"recursion_limit":1e19}}`, 422, "recursion_limit is a whole number"},
		{"POST", "/threads/IDLE/runs", `{"assistant_id":"agent","input":{},"after_seconds":1e300}`, 422, "after_seconds is between 0 and a year"},
		{"POST", "/threads/WAITING/runs/wait", `{"assistant_id":"agent","command":{"resume":` + nested + `}}`, 422, "the answer is nested 600 deep, " + tooDeep},
		{"POST", "/threads/WAITING/runs/wait", `{"assistant_id":"agent","command":{"resume":` + digits + `}}`, 422, "the answer " + rounded},
		{"POST", "/threads/WAITING/runs", `{"assistant_id":"small","command":{"resume":` + large + `}}`, 422, "the answer has at least 5002 bytes when it is stored"},
		{"POST", "/threads/WAITING/runs", `{"assistant_id":"agent","command":{"resume":1,"update":{"log":` + nested + `}}}`, 422, "the update is nested 601 deep, " + tooDeep},
		{"POST", "/threads/WAITING/runs", `{"assistant_id":"agent","command":{"resume":1,"goto":` + nested + `}}`, 422, "where to go is nested 600 deep, " + tooDeep},
		{"POST", "/threads/WAITING/commands", `{"id":1,"method":"input.respond","params":{}}`, 200, `{"error":"invalid_argument","id":1,"message":"response is missing"`},
		{"POST", "/threads/WAITING/commands", `{"id":1,"method":"input.respond","params":{"responses":[]}}`, 200, `{"error":"invalid_argument","id":1,"message":"response is missing"`},
		{"POST", "/threads/WAITING/commands", `{"id":1,"method":"input.respond","params":{"responses":null}}`, 200, `{"error":"invalid_argument","id":1,"message":"response is missing"`},
		{"POST", "/threads/WAITING/commands", `{"id":1,"method":"input.respond","params":{"responses":null,"interrupt_id":"QUESTION"}}`, 200, `{"error":"invalid_argument","id":1,"message":"response is missing"`},
		{"POST", "/threads/WAITING/commands", `{"id":1,"method":"input.respond","params":{"interrupt_id":"QUESTION"}}`, 200, `{"error":"invalid_argument","id":1,"message":"response is missing"`},
		{"POST", "/threads/WAITING/commands", `{"id":1,"method":"input.respond","params":{"interrupt_id":"QUESTION","response":` + nested + `}}`, 200, `{"error":"invalid_argument","id":1,"message":"the answer is nested 601 deep, `},
		{"POST", "/threads/IDLE/commands", `{"id":1,"method":"run.start","params":` + start + `{"log":` + nested + `}}}`, 200, `{"error":"invalid_argument","id":1,"message":"the input is nested 601 deep, `},
		{"POST", "/threads/IDLE/state", `{"values":{"log":` + nested + `}}`, 422, "the update is nested 601 deep, " + tooDeep},
		{"POST", "/threads/IDLE/state", `{"values":{"log":[` + digits + `]}}`, 422, "the update " + rounded},
		{"POST", "/threads/WAITING/state", `{"values":{"log":[]},"as_node":"__proto__"}`, 422, `Node "__proto__" does not exist`},
		{"POST", "/threads", `{"thread_id":"a\u0000b"}`, 422, `"a\x00b" cannot be the id of a thread`},
		{"PUT", "/store/items", `{"namespace":["a"],"key":"\ud800","value":{}}`, 422, "a part of the namespace, or the key, is not UTF-8"},
		{"PUT", "/store/items", `{"namespace":["a\u0000b"],"key":"k","value":{}}`, 422, "a part of the namespace, or the key, is empty, too long or has control characters"},
		{"POST", "/threads", `{"thread_id":"a\u001b[2J"}`, 422, `"a\x1b[2J" cannot be the id of a thread`},
		{"POST", "/threads", `{"thread_id":"\ud800"}`, 422, `"�" cannot be the id of a thread`},
		{"POST", "/threads", `{"metadata":[1]}`, 422, "metadata is a JSON object"},
		{"POST", "/threads", `{"metadata":{"a":` + nested + `}}`, 422, "the metadata is nested 601 deep, " + tooDeep},
		{"POST", "/threads", `{"metadata":{"graph_id":"agent"},"supersteps":[{"updates":[{"values":{"log":` + nested + `},"as_node":"first"}]}]}`, 422, "the update is nested 601 deep, " + tooDeep},
		{"POST", "/threads", `{"metadata":{"graph_id":"agent"},"supersteps":[{"updates":[]}]}`, 422, "a superstep has updates"},
		{"POST", "/threads", `{"metadata":{"graph_id":"agent"},"supersteps":[{"updates":[{"values":5,"as_node":"first"}]}]}`, 422, `Expected node "first" to return an object`},
		{"POST", "/threads", `{"metadata":{"graph_id":"agent"},"supersteps":[{"updates":[{"values":{},"as_node":"nowhere"}]}]}`, 422, `Node "nowhere" does not exist`},
		{"POST", "/threads", `{"supersteps":5}`, 400, notJSON + "supersteps is of type number, and must be an array"},
		{"POST", "/threads", `{"supersteps":[{"updates":[{"as_node":[]}]}]}`, 400, notJSON + "supersteps.updates.as_node is of type array, and must be a string"},
		{"POST", "/threads", `7`, 400, notJSON + "it is of type number, and must be an object"},
		{"POST", "/threads/search", `{"limit":1e400}`, 400, notJSON + "limit cannot be 1e400"},
		{"PUT", "/store/items", `{"namespace":["a"],"key":"k","value":{"a":` + nested + `}}`, 422, "the value of the item is nested 601 deep, " + tooDeep},
		{"PUT", "/store/items", `{"namespace":["a"],"key":"k","value":{"a":` + digits + `}}`, 422, "the value of the item " + rounded},
		{"PUT", "/store/items", `{"namespace":["` + strings.Repeat(strings.Repeat("a", 999)+`","`, 70) + `b"],"key":"k","value":{}}`, 422, "the namespace and the key of the item have 70003 bytes together, and at most 65536 are allowed"},
		{"POST", "/assistants", `{"graph_id":"agent","config":[1]}`, 422, "config is a JSON object"},
		{"POST", "/assistants", `{"graph_id":"agent","config":{"configurable":{"a":` + nested + `}}}`, 422, "the config is nested 602 deep, " + tooDeep},
		{"POST", "/assistants", `{"graph_id":"agent","assistant_id":"a\nb"}`, 422, `"a\nb" cannot be the id of an assistant`},
		{"POST", "/assistants/search", `{"limit":9223372036854775807,"offset":1}`, 200, "["},
		{"POST", "/runs/crons", `{"assistant_id":"agent","schedule":"0 0 1 1 *","input":{"log":` + nested + `}}`, 422, "the input is nested 601 deep, " + tooDeep},
		{"POST", "/runs/crons", `{"assistant_id":"agent","schedule":"0 0 1 1 *","timezone":"../../etc/passwd"}`, 422, `there is no time zone "../../etc/passwd"`},
		{"POST", "/threads", strings.Repeat("[", 20000), 400, notJSON + "invalid character '[' exceeded max depth"},
		{"POST", "/threads", `{}{}`, 400, notJSON + "invalid character '{' after top-level value"},
		{"POST", "/threads", "{\"thread_id\":\"\xff\"}", 400, "the body is not UTF-8"},
		{"POST", "/threads", "\x1f\x8b\x08\x00", 400, "the body is not UTF-8"},
		{"POST", "/threads", "\ufeff{}", 400, notJSON + "invalid character 'ï' looking for beginning of value"},
		{"POST", "/threads", "thread_id=a", 400, notJSON + "invalid character 'h' in literal true"},
		{"POST", "/threads", strings.Repeat(" ", 17<<20), 413, "the body is larger than 16777216 bytes"},
	} {
		name := strings.NewReplacer("IDLE", idle, "WAITING", waiting, "QUESTION", question)
		status, got := c.do(tt.method, name.Replace(tt.path), name.Replace(tt.body))
		if status != tt.status || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s %s %.80s: %d %.300s\nwant %d %s", tt.method, tt.path, tt.body, status, got, tt.status, tt.want)
		}
	}
	if now := c.stored(idle, waiting); now != stored {
		t.Errorf("it has stored something: %s\nbefore: %s", now, stored)
	}
	if got := c.ok("POST", "/threads/"+waiting+"/runs/wait", `{"assistant_id":"agent","command":{"resume":"yes"}}`); got != `{"log":["first","got \"yes\"","last"]}` {
		t.Errorf("the answer behind all that: %s", got)
	}
}

// stored returns what a client can see of what the server has stored, but for times.
func (c *client) stored(threads ...string) string {
	c.t.Helper()
	all := c.ok("POST", "/threads/count", "{}") + c.ok("POST", "/assistants/count", "{}") + c.ok("POST", "/runs/crons/count", "{}") +
		c.ok("POST", "/store/items/search", `{"namespace_prefix":[]}`)
	for _, id := range threads {
		all += c.ok("GET", "/threads/"+id, "") + c.ok("GET", "/threads/"+id+"/state", "") + c.ok("GET", "/threads/"+id+"/runs", "")
	}
	return all
}

// What looks like a tag of ours, a prototype or a config of the engine is data.
func TestHostileData(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	const tag = `{"lc":2,"type":"constructor","id":["Uint8Array"],"args":[{"length":1000000000000}]}`
	for given, want := range map[string]string{
		tag:                             tag,
		`{"lc":1,"type":"undefined"}`:   `{"lc":1,"type":"undefined"}`,
		`{"__proto__":{"polluted":1}}`:  `{"__proto__":{"polluted":1}}`,
		`{"a":1,"a":2,"constructor":0}`: `{"a":2,"constructor":0}`,
		`"\u0000\ud800"`:                `"\u0000\ud800"`,
	} {
		thread := c.thread()
		got := c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":[`+given+`]},"config":{"configurable":{"__hitlrun_run":{},"__proto__":{"polluted":1},"thread_id":"other"}}}`)
		if !strings.HasSuffix(got, `"log":[`+want+`,"first"]}`) {
			t.Errorf("%s: %s", given, got)
		}
		got = c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","command":{"resume":`+given+`}}`)
		if !strings.HasPrefix(got, `{"log":[`+want+`,"first","got `) || !strings.HasSuffix(got, `"last"]}`) {
			t.Errorf("the answer %s: %s", given, got)
		}
	}
	const infinite = "the input has the number 1e999, which is infinite for JavaScript"
	if status, got := c.do("POST", "/runs/wait", `{"assistant_id":"agent","input":{"log":[1e999]}}`); status != 422 || got != infinite {
		t.Errorf("1e999: %d %s", status, got)
	}
	if got := c.ok("POST", "/threads/count", "{}"); got != "5" {
		t.Errorf("%s threads", got)
	}
}

// Requests that break off, or contradict themselves, are refused, and make nothing.
func TestHostileRequests(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	address := strings.TrimPrefix(c.url, "http://")
	head := "POST /threads HTTP/1.1\r\nHost: " + address + "\r\n"
	for name, tt := range map[string]struct {
		text   string
		status string
		want   string
	}{
		"a chunk that breaks off":     {head + "Transfer-Encoding: chunked\r\n\r\n5\r\n{}", "400", "the body did not arrive whole"},
		"chunks without an end":       {head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n", "400", "the body did not arrive whole"},
		"a size that is none":         {head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", "400", "the body did not arrive whole"},
		"a huge chunk":                {head + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}", "400", "the body did not arrive whole"},
		"a body that breaks off":      {head + "Content-Length: 100\r\n\r\n{}", "400", "the body did not arrive whole"},
		"two lengths":                 {head + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "400", ""},
		"an encoding that is unknown": {head + "Transfer-Encoding: gzip\r\n\r\n{}", "501", ""},
		"a name that is not ours":     {"POST /threads HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 2\r\n\r\n{}", "403", "this server has no tokens, so only this machine may use it, as 127.0.0.1 or localhost and not as evil.example"},
		"an address that is not":      {"POST http://evil.example/threads HTTP/1.1\r\nHost: " + address + "\r\nContent-Length: 2\r\n\r\n{}", "403", "this server has no tokens, so only this machine may use it"},
		"no name":                     {"POST /threads HTTP/1.1\r\nHost:\r\nContent-Length: 2\r\n\r\n{}", "403", "this server has no tokens, so only this machine may use it"},
		"a page of somebody":          {head + "Origin: https://evil.example\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", "403", "pages of https://evil.example may not use this server"},
		"a page that is nobody's":     {head + "Origin: null\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", "403", "pages of null may not use this server"},
		"a WebSocket of somebody":     {"GET /threads/t/stream/events HTTP/1.1\r\nHost: " + address + "\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", "403", "pages of https://evil.example may not use this server"},
		"a path out of all of this":   {"GET /../../etc/passwd HTTP/1.1\r\nHost: " + address + "\r\n\r\n", "404", "there is nothing at /../../etc/passwd"},
		"a thread with a NUL":         {"GET /threads/a%00b HTTP/1.1\r\nHost: " + address + "\r\n\r\n", "422", `"a\x00b" cannot be the id of a thread`},
		"a checkpoint that is SQL":    {"GET /threads/t/state/%27%3B--?checkpoint_ns=%27 HTTP/1.1\r\nHost: " + address + "\r\n\r\n", "404", `Thread with ID "t" not found`},
		"a header with a line break":  {"GET /ok HTTP/1.1\r\nHost: " + address + "\r\nX-A: b\n c\rd\r\n\r\n", "400", ""},
	} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(time.Minute))
		text := tt.text
		whole := strings.HasPrefix(text, "GET ") && !strings.Contains(text, "Connection:") // to close it would cancel it
		if whole {
			text = strings.TrimSuffix(text, "\r\n") + "Connection: close\r\n\r\n"
		}
		_, _ = io.WriteString(conn, text) // who refuses at once reads no more
		if !whole {
			_ = conn.(*net.TCPConn).CloseWrite()
		}
		reply, _ := io.ReadAll(conn) // it may be reset behind the answer
		conn.Close()
		line, _, _ := bytes.Cut(reply, []byte("\r\n"))
		_, body, _ := bytes.Cut(reply, []byte("\r\n\r\n"))
		if !bytes.HasPrefix(line, []byte("HTTP/1.1 "+tt.status+" ")) || !strings.HasPrefix(message(string(body)), tt.want) {
			t.Errorf("%s: %q, want %s %q", name, reply, tt.status, tt.want)
		}
	}
	if got := c.ok("POST", "/threads/count", "{}"); got != "0" {
		t.Errorf("%s threads", got)
	}
	if status, _ := c.do(http.MethodGet, "/ok", ""); status != http.StatusOK {
		t.Errorf("it does not live: %d", status)
	}
}

// Names that are half a character come back as they were, wherever a question is seen, and an answer arrives with them.
func TestHalfCharacters(t *testing.T) {
	t.Parallel()
	script := load(t, "half.ts", `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
export const half = new StateGraph(Annotation.Root({ got: Annotation<any>() }))
  .addNode("ask", () => ({ got: interrupt({ "\ud800": { "\udfff\ud83d": "\udc00" } }) })).addEdge(START, "ask").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "half", Script: script, Export: "half"}} })
	const question, answer = `{"\ud800":{"\udfff\ud83d":"\udc00"}}`, `{"\ud801":[{"\udffe":"\ud802"}]}`
	for _, path := range []string{"/runs/wait", "/runs/stream"} {
		thread := c.thread()
		if got := c.ok("POST", "/threads/"+thread+path, `{"assistant_id":"half","input":{},"stream_mode":["updates","values"]}`); !strings.Contains(got, `"value":`+question) {
			t.Errorf("%s: %s", path, got)
		}
		for _, seen := range []string{"", "/state", "/history"} {
			if got := c.ok("GET", "/threads/"+thread+seen, ""); !strings.Contains(got, `"value":`+question) {
				t.Errorf("%s: %s", seen, got)
			}
		}
		if got := c.ok("POST", "/threads/"+thread+path, `{"assistant_id":"half","command":{"resume":`+answer+`},"stream_mode":["values"]}`); !strings.Contains(got, `"got":`+answer) {
			t.Errorf("%s: %s", path, got)
		}
	}
	asked := c.ok("POST", "/chat", `{"input":{}}`)
	if !strings.Contains(asked, `"interrupt":`+question) {
		t.Errorf("a chat: %s", asked)
	}
	if got := c.ok("POST", "/chat", `{"thread_id":"`+field(asked, "thread_id")+`","resume":`+answer+`}`); !strings.Contains(got, `"got":`+answer) {
		t.Errorf("a chat: %s", got)
	}
	thread := c.thread()
	c.ok("POST", "/threads/"+thread+"/commands", `{"id":1,"method":"run.start","params":{"assistant_id":"half","input":{}}}`)
	for got := ""; !strings.Contains(got, `"value":`+question); got = c.ok("GET", "/threads/"+thread, "") {
		time.Sleep(10 * time.Millisecond)
	}
	c.ok("POST", "/threads/"+thread+"/commands", `{"id":2,"method":"input.respond","params":{"response":`+answer+`}}`)
	for got := ""; !strings.Contains(got, `"got":`+answer); got = c.ok("POST", "/threads/"+thread+"/commands", `{"id":3,"method":"state.get","params":{}}`) {
		time.Sleep(10 * time.Millisecond)
	}
}
