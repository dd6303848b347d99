// This file has lists and texts of requests that are longer than they may be.

package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// The names of the fields that a client wants are at most 1000.
func TestSelectionsAreBounded(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, _ := c.waiting()
	at := "/threads/" + thread
	for _, n := range []int{1000, 1001} {
		names := make([]string, n)
		for i := range names {
			names[i] = "values.log"
		}
		list, _ := json.Marshal(names)
		query := "?select=" + strings.Join(names, "&select=")
		for _, one := range []struct{ method, path, body string }{
			{"POST", at + "/state/checkpoint", `{"checkpoint":{},"select":%s}`},
			{"POST", at + "/history", `{"select":%s}`},
			{"POST", "/threads/search", `{"select":%s}`},
			{"POST", "/assistants/search", `{"select":%s}`},
			{"POST", "/runs/crons/search", `{"select":%s}`},
			{"POST", at + "/commands", `{"id":1,"method":"state.get","params":{"keys":%s}}`},
			{"GET", at + "/state" + query, ""},
			{"GET", at + "/history" + query, ""},
			{"GET", at + "/runs" + query, ""},
		} {
			body := one.body
			if body != "" {
				body = fmt.Sprintf(body, list)
			}
			status, got := c.do(one.method, one.path, body)
			refused := status == http.StatusUnprocessableEntity || strings.HasSuffix(one.path, "/commands") && strings.Contains(got, `"error"`)
			if refused != (n > 1000) || refused && !strings.Contains(got, "more than 1000 names") {
				t.Errorf("%s %.60s with %d names: %d %.200s", one.method, one.path, n, status, got)
			}
		}
	}
}

// A text that is searched for has at most 64 KiB.
func TestSearchedTextsAreBounded(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	c.ok("PUT", "/store/items", `{"namespace":["a"],"key":"k","value":{"text":"É`+strings.Repeat("x", 70_000)+`"}}`)
	for n, want := range map[int]int{64 << 10: http.StatusOK, 64<<10 + 1: http.StatusUnprocessableEntity} {
		text := strings.Repeat("X", n)
		if status, got := c.do("POST", "/store/items/search", `{"query":"`+text+`"}`); status != want || status == http.StatusOK && !strings.Contains(got, `"k"`) {
			t.Errorf("items with %d bytes: %d %.100s", n, status, got)
		}
		if status, got := c.do("POST", "/assistants/search", `{"name":"`+text+`"}`); status != want {
			t.Errorf("assistants with %d bytes: %d %.100s", n, status, got)
		}
	}
	if got := c.ok("POST", "/store/items/search", `{"query":"éX"}`); !strings.Contains(got, `"k"`) {
		t.Errorf("in another case: %.100s", got)
	}
}

// The labels of namespaces that are searched for are at most as long as those of an item.
func TestSearchedLabelsAreBounded(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	long := `["` + strings.Repeat("x", 64<<10+1) + `"]`
	for _, one := range []struct{ path, body string }{
		{"/store/items/search", `{"namespace_prefix":` + long + `}`}, {"/store/namespaces", `{"prefix":` + long + `}`}, {"/store/namespaces", `{"suffix":` + long + `}`},
	} {
		if status, got := c.do("POST", one.path, one.body); status != http.StatusUnprocessableEntity || !strings.Contains(got, "at most 65536") {
			t.Errorf("%s %.30s: %d %.200s", one.path, one.body, status, got)
		}
	}
}

// A stream mode that is named many times is looked for once.
func TestStreamModesAreDistinct(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := c.thread()
	modes := strings.Repeat(`"updates",`, 50_000) + `"values"`
	run := c.ok("POST", "/threads/"+thread+"/runs", `{"assistant_id":"agent","input":{},"stream_mode":[`+modes+`]}`)
	d, err := c.store.Document(t.Context(), "run", field(run, "run_id"))
	if err != nil || !strings.Contains(string(d.Body), `"stream_mode":["updates","values"]`) {
		t.Errorf("the run has %d bytes: %.300s, %v", len(d.Body), d.Body, err)
	}
}
