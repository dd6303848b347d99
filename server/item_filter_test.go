// This file tests searches for items.

package server_test

import (
	"fmt"
	"strings"
	"testing"
)

// A field of a filter can have operators, and "*" in a path of labels is any label. What is found is what InMemoryStore of LangGraph
// finds.
func TestFiltersOfItems(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	for i, value := range []string{`{"v":1,"w":"x"}`, `{"v":2,"w":"y"}`, `{"v":"3","w":null}`, `{"w":{"$gt":1}}`} {
		c.ok("PUT", "/store/items", fmt.Sprintf(`{"namespace":["n%d","b","end%d"],"key":"%d","value":%s}`, i%2, i%2, i, value))
	}
	for filter, want := range map[string]string{
		`{"v":{"$gt":1}}`: "1 2", `{"v":{"$gte":1,"$lt":2}}`: "0", `{"v":{"$lte":1}}`: "0", `{"v":{"$eq":2}}`: "1", `{"w":{"$ne":"x"}}`: "1 2 3",
		`{"w":{"$in":["x","y",{}]}}`: "0 1", `{"w":{"$nin":["x","y"]}}`: "2 3", `{"v":{"$gt":0},"w":"y"}`: "1", `{"v":1}`: "0", `{}`: "0 1 2 3", `{"v":{"$gt":1,"x":2}}`: "", `{"w":{"$in":5}}`: "",
	} {
		var got struct{ Items []struct{ Key string } }
		decode(t, c.ok("POST", "/store/items/search", `{"namespace_prefix":[],"filter":`+filter+`}`), &got)
		keys := map[string]bool{}
		for _, it := range got.Items {
			keys[it.Key] = true
		}
		var list []string
		for i := range 4 {
			if key := fmt.Sprint(i); keys[key] {
				list = append(list, key)
			}
		}
		if found := strings.Join(list, " "); found != want {
			t.Errorf("%s finds %q, want %q", filter, found, want)
		}
	}
	for query, want := range map[string]string{
		`{"prefix":["*","b"]}`: `[["n0","b","end0"],["n1","b","end1"]]`, `{"prefix":["n1","*"]}`: `[["n1","b","end1"]]`, `{"suffix":["*","end0"]}`: `[["n0","b","end0"]]`,
		`{"prefix":["*","c"]}`: `[]`, `{"prefix":["*","*","*","*"]}`: `[]`, `{"prefix":["*"],"max_depth":2,"limit":1,"offset":1}`: `[["n1","b"]]`,
	} {
		if got := field(c.ok("POST", "/store/namespaces", query), "namespaces"); got != want {
			t.Errorf("%s lists %s, want %s", query, got, want)
		}
	}
}
