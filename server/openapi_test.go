// This file compares /openapi.json with what the server does.

package server_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// Each operation of the document is there, and takes the token that it names; a method that the document does not have is refused.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, nil)
	c.token = ""
	var doc struct {
		Paths map[string]map[string]struct {
			Security    []any
			Description string
		}
	}
	if err := json.Unmarshal([]byte(c.ok("GET", "/openapi.json", "")), &doc); err != nil {
		t.Fatal(err)
	}
	has := func(method, path string) bool { // also by another path, with a name for a part
		for other, methods := range doc.Paths {
			if _, ok := methods[method]; ok && matches(strings.Split(other, "/"), strings.Split(path, "/")) {
				return true
			}
		}
		return false
	}
	operations := 0
	for pattern, methods := range doc.Paths {
		path := strings.NewReplacer("{", "", "}", "").Replace(pattern)
		for _, method := range []string{"get", "post", "put", "patch", "delete"} {
			status := func(scope string) int {
				client := *c
				client.token = secrets[scope]
				got, _ := client.do(strings.ToUpper(method), path, "{}")
				return got
			}
			op, listed := methods[method]
			switch {
			case !listed && has(method, path):
				continue
			case !listed:
				if got := status("admin"); got != 405 {
					t.Errorf("%s %s is not in the document: %d", method, path, got)
				}
				continue
			}
			operations++
			if op.Security == nil {
				if got := status(""); got != 200 {
					t.Errorf("%s %s without a token: %d", method, path, got)
				}
				continue
			}
			if got := status(""); got != 401 {
				t.Errorf("%s %s without a token: %d", method, path, got)
			}
			scopes := []string{"review", "run", "admin"}
			needed := slices.IndexFunc(scopes, func(s string) bool { return strings.HasSuffix(op.Description, "the scope "+s+".") })
			if needed < 0 {
				t.Fatalf("%s %s: %q", method, path, op.Description)
			}
			for i, scope := range scopes {
				if got := status(scope); i < needed && got != 403 || i > 0 && i >= needed && (got == 401 || got == 403 || got == 405 || got == 501) {
					t.Errorf("%s %s takes %s, and answers %s with %d", method, path, scopes[needed], scope, got)
				}
			}
		}
	}
	if operations < 60 {
		t.Errorf("there are %d operations", operations)
	}
}

func matches(pattern, path []string) bool {
	return slices.EqualFunc(pattern, path, func(a, b string) bool { return a == b || strings.HasPrefix(a, "{") && b != "" })
}
