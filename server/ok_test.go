// This file tests what /ok says of the store.

package server_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// A server whose store was moved, removed or replaced is not ok.
func TestOKChecksTheStore(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"test.db", "test.db-lock"} {
		path := filepath.Join(t.TempDir(), "test.db")
		store, err := hitlrun.Open(path, hitlrun.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		c := &client{t: t, url: handler(t, store, nil), store: store}
		c.ok("POST", "/threads", "{}")
		if status, body := c.do("GET", "/ok", ""); status != 200 || !strings.Contains(body, `"ok":true`) {
			t.Errorf("before %s is moved: %d %s", name, status, body)
		}
		file := filepath.Join(filepath.Dir(path), name)
		if err := os.Rename(file, file+".moved"); err != nil {
			t.Fatal(err)
		}
		if status, body := c.do("GET", "/ok", ""); status != 503 || strings.Contains(body, path) {
			t.Errorf("%s is moved: %d %s", name, status, body)
		}
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if status, body := c.do("GET", "/ok", ""); status != 503 {
			t.Errorf("%s is another file: %d %s", name, status, body)
		}
		if err := os.Rename(file+".moved", file); err != nil {
			t.Fatal(err)
		}
		if status, body := c.do("GET", "/ok", ""); status != 200 {
			t.Errorf("%s is back: %d %s", name, status, body)
		}
	}
}
