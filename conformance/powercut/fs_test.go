//go:build linux

// This file tests the file system itself: what it forgets, and what it does not.

package powercut

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// mount mounts a file system for a test.
func mount(t *testing.T, content map[string][]byte) *FS {
	t.Helper()
	if err := Available(); err != nil {
		t.Skipf("there is no file system to cut the power of: %v", err)
	}
	f, err := Mount(t.TempDir(), content)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestForgets(t *testing.T) {
	t.Parallel()
	f := mount(t, map[string][]byte{"old": []byte("as it was"), "gone": []byte("x")})
	write := func(name, text string, sync bool) {
		t.Helper()
		file, err := os.OpenFile(filepath.Join(f.Dir(), name), os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if _, err := file.WriteAt([]byte(text), 0); err != nil {
			t.Fatal(err)
		}
		if sync {
			if err := file.Sync(); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("old", "another", false)
	write("synced", "text", true)
	want := map[string]string{"gone": "x", "old": "as it was"} // the name of the new file is not there
	check := func() {
		t.Helper()
		got := map[string]string{}
		for name, data := range f.Cut(nil) {
			got[name] = string(data)
		}
		if !maps.Equal(got, want) {
			t.Errorf("the disk has %q, want %q", got, want)
		}
		f.frozen = false
	}
	check()
	if err := os.Remove(filepath.Join(f.Dir(), "gone")); err != nil {
		t.Fatal(err)
	}
	check()
	dir, err := os.Open(f.Dir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	if err := dir.Sync(); err != nil {
		t.Fatal(err)
	}
	want = map[string]string{"old": "as it was", "synced": "text"}
	check()
	f.FailSyncs(func(name string) bool { return name == "old" })
	file, err := os.OpenFile(filepath.Join(f.Dir(), "old"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Sync(); err == nil {
		t.Error("a sync that fails succeeds")
	}
	f.FailSyncs(nil)
	if err := file.Sync(); err != nil {
		t.Errorf("the kernel reports an error once: %v", err)
	}
	check()
	write("old", "another", true) // written once more it is there
	want["old"] = "anotheras"[:7] + "as"
	check()
	if got, err := os.ReadFile(filepath.Join(f.Dir(), "old")); err != nil || string(got) != "anotheras" {
		t.Errorf("processes see %q, %v", got, err)
	}
}

// TestSlowSync cuts while a sync is under way.
func TestSlowSync(t *testing.T) {
	t.Parallel()
	f := mount(t, map[string][]byte{"a": make([]byte, 3*sector)})
	f.SlowSyncs(time.Second) // the cut comes before this time is over
	file, err := os.OpenFile(filepath.Join(f.Dir(), "a"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt(slices.Repeat([]byte("x"), 3*sector), 0); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- file.Sync() }()
	for began := false; !began; time.Sleep(time.Millisecond) {
		f.mu.Lock()
		began = len(f.names["a"].dirty) == 0
		f.mu.Unlock()
	}
	seen := map[string]bool{}
	r := rand.New(rand.NewPCG(1, 2))
	if data := f.Cut(nil)["a"]; data[0] != 0 {
		t.Error("a sync that is not done has written")
	}
	if err := <-done; err == nil {
		t.Error("a sync ended well after the cut")
	}
	for range 100 {
		data := f.Cut(r)["a"]
		seen[string([]byte{data[0], data[sector], data[2*sector]})] = true
	}
	if len(seen) < 5 {
		t.Errorf("of three sectors that were not synced these were there: %q", slices.Collect(maps.Keys(seen)))
	}
}
