package server

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/longterm"
)

// What a script gets of the items at once has a bound: also if their namespaces are long and their values short.
func TestLongNamespacesAreBounded(t *testing.T) {
	t.Parallel()
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	l := longTerm{store: store}
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
