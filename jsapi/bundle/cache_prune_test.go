// This file checks which stored bundles stay.

package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

func TestOldBundlesAreRemoved(t *testing.T) {
	t.Parallel()
	c := newCacheCase(t, cachedScript)
	if err := os.MkdirAll(c.cache.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	c.cache.MaxBytes = 10 << 20
	put := func(name string, megabytes int64, age time.Duration) {
		t.Helper()
		path := filepath.Join(c.cache.Dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, megabytes<<20); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-age)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
	}
	day := 24 * time.Hour
	put("old.bundle", 0, 31*day)
	put("e.bundle", 4, 5*day)
	put("d.bundle", 4, 4*day)
	put("c.bundle", 4, 3*day)
	put("b.bundle", 3, 2*day)
	put("new-1.tmp", 1, 2*time.Hour)    // of a process that was killed
	put("new-2.tmp", 1, 10*time.Minute) // of one that may be writing
	put("notes.txt", 100, 365*day)      // not ours
	if _, err := c.cache.Bundle(c.options); err != nil {
		t.Fatal(err)
	}
	got := c.names(t)
	want := []string{"b.bundle", "c.bundle", "new-2.tmp", "notes.txt"}
	if len(got) != 5 || !slices.Equal(got[1:], want) {
		t.Errorf("left: %q, want the new one and %q", got, want)
	}
}

func (c *cacheCase) names(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(c.cache.Dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) }) // the new one first: its name is the longest
	slices.Sort(names[1:])
	return names
}

// A bundle that is used stays, however old it is.
func TestUsedBundlesStay(t *testing.T) {
	t.Parallel()
	c := newCacheCase(t, cachedScript)
	if _, err := c.cache.Bundle(c.options); err != nil {
		t.Fatal(err)
	}
	path, _ := c.stored(t)
	then := time.Now().Add(-29 * 24 * time.Hour)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
	if _, err := c.cache.Bundle(c.options); err != nil {
		t.Fatal(err)
	}
	c.cache.prune("", time.Now().Add(24*time.Hour))
	if info, err := os.Stat(path); err != nil || time.Since(info.ModTime()) > time.Minute {
		t.Errorf("a bundle that was used just now: %v", err)
	}
}

// Many that write at once leave no more than they may, and none of them fails.
func TestPruneAtOnce(t *testing.T) {
	t.Parallel()
	c := newCacheCase(t, cachedScript)
	c.cache.MaxBytes = 20 << 10
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for k := range 10 {
				o := c.options
				o.Define = map[string]string{"process.env.N": fmt.Sprintf("%q", fmt.Sprint(i, k))}
				if _, err := c.cache.Bundle(o); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	var total int64
	for _, name := range c.names(t) {
		info, err := os.Stat(filepath.Join(c.cache.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total > c.cache.MaxBytes {
		t.Errorf("%d bytes are left in %d files, %d are allowed", total, len(c.names(t)), c.cache.MaxBytes)
	}
}
