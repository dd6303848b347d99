package server

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/longterm"
)

// What a script gets of the items at once has a bound: also if their namespaces are long and their values short.
func TestLongNamespacesAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	t.Parallel()
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	l := longTerm{s: &Server{store: store}}
	l.s.reads.init()
	put := func(from, to int) {
		var writes []longterm.Write
		for i := from; i < to; i++ {
			namespace := []string{"n", fmt.Sprint(i)}
			for range 60 {
				namespace = append(namespace, strings.Repeat("x", 1000))
			}
			writes = append(writes, longterm.Write{Namespace: namespace, Key: "k", Value: []byte(`{}`)})
		}
		if err := l.Put(t.Context(), writes); err != nil {
			t.Fatal(err)
		}
	}
	lists := func() (namespaces, items int, err error) {
		n, namesErr := l.Namespaces(t.Context())
		found, findErr := l.Find(t.Context(), []string{"n"}, 0, -1, false)
		if (namesErr == nil) != (findErr == nil) {
			t.Errorf("%v, and %v", namesErr, findErr)
		}
		return len(n), len(found), namesErr
	}
	put(0, 500)
	if n, items, err := lists(); n != 500 || items != 500 || err != nil {
		t.Errorf("%d namespaces, %d items: %v", n, items, err)
	}
	put(500, 1200)
	if _, _, err := lists(); err == nil || err.Error() != "the namespaces of the items have more than 64 MiB" {
		t.Error(err)
	}
	if found, err := l.Find(t.Context(), []string{"n"}, 600, 100, false); len(found) != 100 || err != nil {
		t.Errorf("%d items of a page: %v", len(found), err)
	}
}

// Scripts read large items when there is memory for them, and small ones, keys and namespaces at once.
func TestItemsOfScriptsShareMemory(t *testing.T) {
	t.Parallel()
	s := newInsecure(t)
	l := longTerm{s, "a"}
	large := []byte(`{"text":"` + strings.Repeat("x", 2*smallRead) + `"}`)
	writes := []longterm.Write{{Namespace: []string{"n"}, Key: "large", Value: large}, {Namespace: []string{"n", "m"}, Key: "small", Value: []byte(`{}`)}, {Namespace: []string{"nn"}, Key: "k", Value: []byte(`{}`)}}
	if err := l.Put(t.Context(), writes); err != nil {
		t.Fatal(err)
	}
	inside, err := s.reads.inside.Take(t.Context(), "another", maxInside)
	if err != nil {
		t.Fatal(err)
	}
	waits := func(what string, read func(ctx context.Context) error) {
		t.Helper()
		soon, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond) // this tests time
		defer cancel()
		if read(soon) == nil {
			t.Errorf("%s of %d bytes is read, and there is no memory", what, len(large))
		}
	}
	waits("an item", func(ctx context.Context) error {
		_, err := l.Get(ctx, []string{"n"}, "large", false)
		return err
	})
	waits("a list", func(ctx context.Context) error {
		_, err := l.Find(ctx, []string{"n"}, 0, 1, false)
		return err
	})
	if it, err := l.Get(t.Context(), []string{"n", "m"}, "small", false); err != nil || string(it.Value) != "{}" {
		t.Errorf("%v, %v", it, err)
	}
	if found, err := l.Find(t.Context(), []string{"n"}, 1, -1, false); err != nil || len(found) != 1 || found[0].Key != "small" {
		t.Errorf("%v, %v", found, err)
	}
	if all, err := l.Namespaces(t.Context()); err != nil || fmt.Sprint(all) != "[[n] [n m] [nn]]" {
		t.Errorf("%v, %v", all, err)
	}
	inside.Free()
	if it, err := l.Get(t.Context(), []string{"n"}, "large", false); err != nil || len(it.Value) != len(large) {
		t.Errorf("%v, %v", it, err)
	}
	if found, err := l.Find(t.Context(), []string{"n"}, 0, -1, false); err != nil || len(found) != 2 {
		t.Errorf("%d, %v", len(found), err)
	}
	if it, err := l.Get(t.Context(), []string{"n"}, "none", false); it != nil || err != nil {
		t.Errorf("%v, %v", it, err)
	}
	size, err := l.FoundSize(t.Context(), []string{"n"}, 0, 1)
	if one, other := l.Size(t.Context(), []string{"n"}, "large"); err != nil || other != nil || one < int64(len(large)) || size < one {
		t.Errorf("sizes %d, %d of %d: %v, %v", one, size, len(large), err, other)
	}
	if size, err := l.NamespacesSize(t.Context()); err != nil || size < 10 || size > 1000 {
		t.Errorf("%d, %v", size, err)
	}
	if s.reads.inside.InUse() != 0 {
		t.Error("memory is not free again")
	}
}
