// This file compares /openapi.json with what the server does.

package server_test

import (
	"encoding/json"
	"io"
	"net/http"
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

// Whatever is wrong with a request, the response is a JSON object with a message, and nothing is stored.
func TestErrorsAreJSON(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, nil)
	c.token = secrets["admin"]
	var doc struct {
		Paths map[string]map[string]any
	}
	decode(t, c.ok("GET", "/openapi.json", ""), &doc)
	refused := 0
	check := func(token, method, path, body string) {
		client := *c
		client.token = token
		resp := client.response(t.Context(), method, path, body)
		defer resp.Body.Close()
		if resp.StatusCode < 400 {
			return
		}
		refused++
		var said struct{ Message string }
		data, err := io.ReadAll(resp.Body)
		if err != nil || json.Unmarshal(data, &said) != nil || said.Message == "" || resp.Header.Get("Content-Type") != "application/json" || resp.StatusCode >= 500 && resp.StatusCode != http.StatusNotImplemented {
			t.Errorf("%s %s %s: %d %s %s %v", method, path, body, resp.StatusCode, resp.Header.Get("Content-Type"), data, err)
		}
	}
	for pattern, methods := range doc.Paths {
		path := strings.NewReplacer("{", "", "}", "").Replace(pattern)
		for method := range methods {
			for _, body := range []string{"{", "[1]", "\xff", `{"limit":"x","assistant_id":5,"namespace":5,"metadata":5,"channels":5,"thread_ids":5,"run_ids":5,"version":"x","values":5}`} {
				check(c.token, strings.ToUpper(method), path, body)
			}
			check("wrong", strings.ToUpper(method), path, "{}")
		}
		check(c.token, "TRACE", path, "")
	}
	check(c.token, "GET", "/nothing", "")
	check(c.token, "POST", "/threads/x/nothing", "")
	if refused < 150 {
		t.Errorf("%d requests are refused", refused)
	}
	for _, path := range []string{"/threads/count", "/assistants/count", "/runs/crons/count"} {
		if n := c.ok("POST", path, "{}"); n != map[string]string{"/assistants/count": "2"}[path] && n != "0" {
			t.Errorf("%s: %s", path, n)
		}
	}
}
