// This file tests stores of items: order, prefixes, time to live, files.

package longterm

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/dbfile"
)

type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func openStore(t *testing.T, path string, c *clock) *Store {
	t.Helper()
	s, err := Open(path, c.now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func putAll(t *testing.T, s *Store, writes ...Write) {
	t.Helper()
	if err := s.Put(t.Context(), writes); err != nil {
		t.Fatal(err)
	}
}

// keys returns the keys that a search finds.
func keys(t *testing.T, s *Store, offset, limit int, prefix ...string) string {
	t.Helper()
	found, err := s.Find(t.Context(), prefix, offset, limit, false)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]string, len(found))
	for i, it := range found {
		all[i] = it.Key
	}
	return strings.Join(all, " ")
}

func TestPrefixesGoByLabel(t *testing.T) {
	t.Parallel()
	s := openStore(t, ":memory:", &clock{time.UnixMilli(1000)})
	for i, ns := range [][]string{{"user"}, {"user", "ann"}, {"users"}, {"user", `a"b`, "x"}, {"user-x"}, {"us"}} {
		putAll(t, s, Write{Namespace: ns, Key: string(rune('a' + i)), Value: []byte("1")})
	}
	for _, c := range []struct{ prefix, want string }{
		{"user", "a b d"}, {"users", "c"}, {"user/ann", "b"}, {`user/a"b`, "d"}, {"use", ""}, {"", "a b c d e f"},
	} {
		var prefix []string
		if c.prefix != "" {
			prefix = strings.Split(c.prefix, "/")
		}
		if got := keys(t, s, 0, -1, prefix...); got != c.want {
			t.Errorf("prefix %q finds %q, want %q", c.prefix, got, c.want)
		}
	}
	if got := keys(t, s, 1, 2); got != "b c" {
		t.Errorf("a page of the search is %q, want b c", got)
	}
}

func TestTimeToLive(t *testing.T) {
	t.Parallel()
	c := &clock{time.UnixMilli(1000)}
	s := openStore(t, ":memory:", c)
	putAll(t, s, Write{[]string{"n"}, "short", []byte("1"), time.Second}, Write{[]string{"n"}, "long", []byte("1"), time.Minute}, Write{[]string{"n"}, "stays", []byte("1"), 0})
	c.at = c.at.Add(900 * time.Millisecond)
	if it, err := s.Get(t.Context(), []string{"n"}, "short", true); err != nil || it == nil {
		t.Fatalf("the item is gone too early: %v", err)
	}
	c.at = c.at.Add(900 * time.Millisecond)
	if got := keys(t, s, 0, -1, "n"); got != "short long stays" {
		t.Errorf("a read that renews leaves %q", got)
	}
	c.at = c.at.Add(200 * time.Millisecond)
	if got := keys(t, s, 0, -1, "n"); got != "long stays" {
		t.Errorf("after its time there is %q", got)
	}
	c.at = c.at.Add(time.Hour)
	putAll(t, s, Write{[]string{"m"}, "x", []byte("1"), 0})
	if rows, err := s.c.Number("SELECT count(*) FROM items"); err != nil || rows != 2 {
		t.Errorf("%d rows are stored, want 2 (%v)", rows, err)
	}
}

// A search that returns some of the items renews these.
func TestSearchRenewsWhatItReturns(t *testing.T) {
	t.Parallel()
	c := &clock{time.UnixMilli(1000)}
	s := openStore(t, ":memory:", c)
	for _, key := range []string{"a", "b", "c", "d"} {
		putAll(t, s, Write{[]string{"n"}, key, []byte("1"), time.Second})
	}
	c.at = c.at.Add(900 * time.Millisecond)
	if found, err := s.Find(t.Context(), []string{"n"}, 1, 2, true); err != nil || len(found) != 2 {
		t.Fatalf("%d items, want 2 (%v)", len(found), err)
	}
	c.at = c.at.Add(900 * time.Millisecond)
	if got := keys(t, s, 0, -1, "n"); got != "b c" {
		t.Errorf("after the time of the others there is %q, want b c", got)
	}
}

func TestItemsAreInTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "items.db")
	c := &clock{time.UnixMilli(1000)}
	s := openStore(t, path, c)
	putAll(t, s, Write{[]string{"a", "b"}, "k", []byte(`"v"`), 0})
	c.at = c.at.Add(time.Second)
	putAll(t, s, Write{[]string{"a", "b"}, "k", []byte(`"w"`), 0}, Write{[]string{"c"}, "gone", []byte("1"), 0})
	putAll(t, s, Write{Namespace: []string{"c"}, Key: "gone"})
	s.Close()
	s = openStore(t, path, c)
	it, err := s.Get(t.Context(), []string{"a", "b"}, "k", false)
	if err != nil || it == nil || string(it.Value) != `"w"` || it.CreatedAt.UnixMilli() != 1000 || it.UpdatedAt.UnixMilli() != 2000 {
		t.Errorf("the item came back as %+v (%v)", it, err)
	}
	all, err := s.Namespaces(t.Context())
	if err != nil || len(all) != 1 || strings.Join(all[0], "/") != "a/b" {
		t.Errorf("namespaces: %v (%v)", all, err)
	}
}

// A panic goes on. It leaves neither a transaction nor a lock behind.
func TestPanics(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "items.db")
	fails := false
	now := func() time.Time {
		if fails {
			panic("no time")
		}
		return time.UnixMilli(1000)
	}
	s, err := Open(path, now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	other := openStore(t, path, &clock{time.UnixMilli(1000)})
	for name, call := range map[string]func() error{
		"put": func() error {
			return s.Put(t.Context(), []Write{{Namespace: []string{"n"}, Key: "lost", Value: []byte("1")}})
		},
		"get": func() error { _, err := s.Get(t.Context(), []string{"n"}, "k", true); return err },
	} {
		fails = true
		func() {
			defer func() {
				if v := recover(); v != "no time" {
					t.Errorf("%s: the panic became %v", name, v)
				}
			}()
			_ = call()
		}()
		fails = false
		putAll(t, other, Write{Namespace: []string{"n"}, Key: "other", Value: []byte("1")})
		putAll(t, s, Write{Namespace: []string{"n"}, Key: "k", Value: []byte("1")})
		if got := keys(t, s, 0, -1); got != "other k" {
			t.Errorf("%s: there is %q", name, got)
		}
	}
}

func TestOtherFilesStayAsTheyAre(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"notes.txt": "my notes", "other.db": "SQLite format 3\x00 but not ours"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path, nil); err == nil || !strings.Contains(err.Error(), "not a store of items") {
			t.Errorf("%s: %v", name, err)
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("%s was changed", name)
		}
	}
	for path, want := range map[string]string{filepath.Join(dir, "none", "x.db"): "does not exist", dir: "it is a folder", "": "the path is empty"} {
		if _, err := Open(path, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open(%q): %v, want %q", path, err, want)
		}
	}
}

func TestForeignSchema(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "items.db")
	s := openStore(t, path, &clock{time.UnixMilli(1000)})
	if err := s.c.Run("CREATE TRIGGER t AFTER INSERT ON items BEGIN DELETE FROM items; END"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := Open(path, nil); !errors.Is(err, dbfile.ErrForeign) {
		t.Errorf("got %v", err)
	}
}

// Several processes may open a store at the moment it is made.
func TestNewStoreIsShared(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "items.db")
	c := &clock{time.UnixMilli(1000)}
	one := openStore(t, path, c)
	putAll(t, one, Write{Namespace: []string{"n"}, Key: "k", Value: []byte("1")})
	two := openStore(t, path, c)
	if got := keys(t, two, 0, -1, "n"); got != "k" {
		t.Errorf("the other one finds %q", got)
	}
	putAll(t, two, Write{Namespace: []string{"n"}, Key: "l", Value: []byte("2")})
	if got := keys(t, one, 0, -1, "n"); got != "k l" {
		t.Errorf("the first one finds %q", got)
	}
	if err := errors.Join(one.Close(), one.Close()); err != nil {
		t.Error(err)
	}
	if _, err := one.Namespaces(t.Context()); err == nil || !strings.Contains(err.Error(), "the store is closed") {
		t.Errorf("a closed store: %v", err)
	}
}

// What looks through a store ends with its context, and on the file of a script after a bound of steps.
func TestStatementsEnd(t *testing.T) {
	t.Parallel()
	s := openStore(t, filepath.Join(t.TempDir(), "items.db"), &clock{time.UnixMilli(1000)})
	for name, use := range map[string]func(context.Context, string, func(*dbfile.Conn) error) error{"read": s.read, "put": func(ctx context.Context, what string, do func(*dbfile.Conn) error) error {
		return s.use(ctx, what, func(c *dbfile.Conn) error {
			return c.Whole(func() error { return c.Until(ctx, func() error { return do(c) }) })
		})
	}} {
		ctx, cancel := context.WithCancel(t.Context())
		err := use(ctx, name, func(c *dbfile.Conn) error {
			cancel()
			_, err := c.Number("WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r")
			return err
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	putAll(t, s, Write{Namespace: []string{"n"}, Key: "k", Value: []byte("1")})
}
