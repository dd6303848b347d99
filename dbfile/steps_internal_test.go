// This file tests that statements end.

package dbfile

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// rows returns a query of n numbers, or one that does not end.
func rows(limit string) string {
	return "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r " + limit + ") SELECT max(n) FROM r"
}

func connectTo(t *testing.T, path string) *Conn {
	t.Helper()
	c, err := Connect(path, "mode=rwc", time.Second)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestSteps(t *testing.T) {
	t.Parallel()
	c := connectTo(t, filepath.Join(t.TempDir(), "x.db"))
	if err := c.Run("CREATE TABLE x (y); INSERT INTO x VALUES (zeroblob(100000))"); err != nil {
		t.Fatal(err)
	}
	c.steps.n.free = 1000
	within, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	ended := func(query string) error {
		return c.Until(within, func() error {
			_, err := c.Number(query)
			return err
		})
	}
	for range 2 { // each query has the whole bound
		if err := ended(rows("LIMIT 400000")); err != nil { // some 60 steps for each byte of the file
			t.Errorf("a long query: %v", err)
		}
	}
	if err := ended(rows("")); !errors.Is(err, ErrEndless) || !errors.Is(err, ErrDamaged) {
		t.Errorf("a query that does not end: %v", err)
	}
	err := c.Whole(func() error {
		if err := c.Run("DELETE FROM x"); err != nil {
			return err
		}
		if err := ended(rows("LIMIT 400000")); err != nil {
			return fmt.Errorf("half of the bound: %w", err)
		}
		return ended(rows("LIMIT 400000"))
	})
	if !errors.Is(err, ErrEndless) || strings.Contains(err.Error(), "half") {
		t.Errorf("queries of one transaction: %v", err)
	}
	if n, err := c.Number("SELECT count(*) FROM x"); n != 1 || err != nil {
		t.Errorf("after it there are %d rows, %v", n, err)
	}
	c.Bound(1 << 20)
	c.steps.n.most = 1000
	if err := ended(rows("LIMIT 400000")); !errors.Is(err, ErrEndless) {
		t.Errorf("a bounded connection: %v", err)
	}
}

func TestUntil(t *testing.T) {
	t.Parallel()
	c := connectTo(t, Memory) // which has no size
	if err := c.Until(t.Context(), func() error { return nil }); err != nil {
		t.Error(err)
	}
	for _, query := range []string{rows(""), "SELECT 1"} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		err := c.Until(ctx, func() error {
			for {
				if _, err := c.Number(query); err != nil || ctx.Err() != nil {
					return err
				}
			}
		})
		if query != "SELECT 1" && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a context that ends during %s: %v", query, err)
		}
		cancel()
		if n, err := c.Number("SELECT 1"); n != 1 || err != nil {
			t.Errorf("after it: %d, %v", n, err)
		}
	}
}

// SQLite reads the whole schema before a program can look at it, some of it while it opens the file.
func TestSchemaHasBounds(t *testing.T) {
	t.Parallel()
	columns := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("c%d", i)
		}
		return "CREATE TABLE wide (" + strings.Join(list, ", ") + ")"
	}
	const numbers = "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT "
	put := "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema "
	for name, c := range map[string]struct{ sql, want string }{
		"some tables":                    {put + numbers + "200) SELECT 'table', 't' || n, 't' || n, 2, 'CREATE TABLE t' || n || '(x)' FROM r", ""},
		"many tables":                    {put + numbers + "1000) SELECT 'table', 't' || n, 't' || n, 2, 'CREATE TABLE t' || n || '(x)' FROM r", "too many schema objects"},
		"an index that is there often":   {put + numbers + "20000) SELECT s.* FROM sqlite_schema s, r WHERE name = 'sqlite_autoindex_x_1'", errSchema.Error()},
		"a table of 100 columns":         {columns(100), ""},
		"a table of 101 columns":         {columns(101), "too many columns on wide"},
		"a table of many lines":          {"CREATE TABLE long (x " + strings.Repeat("\n", 15000) + ")", ""},
		"a table that checks its column": {"CREATE TABLE long (x CHECK (x IN (1" + strings.Repeat(",1", 9000) + ")))", "malformed database schema (long)"},
	} {
		path := filepath.Join(t.TempDir(), "x.db")
		first := connectTo(t, path)
		if err := first.Run("CREATE TABLE x (y UNIQUE)"); err != nil {
			t.Fatal(err)
		}
		first.Raw.SetLimit(limitText, 1<<20)
		first.Raw.SetLimit(2, 1000)
		if err := first.Run(c.sql); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		second, err := Connect(path, "mode=rw", time.Second)
		if err == nil {
			err = second.LoadSchema()
			_ = second.Close()
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
