// This file looks at what requests and the start of a server take in memory. Its tests are not parallel.

package server_test

import (
	"runtime"
	"strings"
	"testing"
)

// allocated returns how many MiB f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) >> 20
}

// The id of a run with a large request counts once in a list of runs to cancel.
func TestCancelOneRunManyTimes(t *testing.T) {
	c := serve(t, nil)
	thread := c.thread()
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":["`+strings.Repeat("x", 2<<20)+`"]}}`)
	id := field(strings.Trim(c.ok("GET", "/threads/"+thread+"/runs", ""), "[]"), "run_id")
	body := `{"run_ids":["` + strings.Repeat(id+`","`, 100) + id + `"]}`
	if got := allocated(func() { c.ok("POST", "/runs/cancel", body) }); got > 50 {
		t.Errorf("it takes %d MiB", got)
	}
	body = strings.Replace(body, id, "none", 1)
	if status, got := c.do("POST", "/runs/cancel", body); status != 404 || got != `Run "none" not found` {
		t.Errorf("%d %s", status, got)
	}
}
