package hitlrun_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// What one store writes beside threads another one reads, and a change that breaks one of its conditions stores nothing.
func TestDocuments(t *testing.T) {
	t.Parallel()
	path, ctx := t.TempDir()+"/t.db", t.Context()
	open := func() *hitlrun.Store {
		store, err := hitlrun.Open(path, hitlrun.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		return store
	}
	ours, theirs := open(), open()
	due := time.Now().Add(-time.Minute).UTC().Truncate(time.Microsecond)
	change := &hitlrun.Change{
		Threads: []hitlrun.NewThread{{ID: "t", Meta: []byte(`{"a":1}`)}},
		Put:     []hitlrun.Document{{Kind: "task", Key: "one", ThreadID: "t", State: "new", Due: due, Body: []byte("1")}},
		Insert:  []hitlrun.Document{{Kind: "task", Key: "two", State: "new", Body: []byte("2")}},
		Events:  []hitlrun.Event{{ThreadID: "t", RunID: "r", Kind: "made", Body: []byte("x")}, {ThreadID: "t", Kind: "seen", N: -1}},
	}
	if err := ours.Write(ctx, change); err != nil || change.Put[0].CreatedAt.IsZero() || change.Events[1].Seq != 2 {
		t.Fatalf("%v; the store set %+v", err, change)
	}
	one, err := theirs.Document(ctx, "task", "one")
	if err != nil || string(one.Body) != "1" || one.ThreadID != "t" || !one.Due.Equal(due) {
		t.Errorf("%+v %v", one, err)
	}
	for name, tt := range map[string]struct {
		f    hitlrun.DocumentFilter
		want string
	}{
		"all":      {hitlrun.DocumentFilter{}, "two one"},
		"newest":   {hitlrun.DocumentFilter{Newest: true, Limit: 1}, "one"},
		"a prefix": {hitlrun.DocumentFilter{Prefix: "tw"}, "two"},
		"a thread": {hitlrun.DocumentFilter{ThreadID: "t"}, "one"},
		"due":      {hitlrun.DocumentFilter{Due: time.Now()}, "one"},
		"a state":  {hitlrun.DocumentFilter{States: []string{"old"}}, ""},
	} {
		tt.f.Kind = "task"
		list, err := theirs.Documents(ctx, tt.f)
		got := ""
		for i, d := range list {
			if i > 0 {
				got += " "
			}
			got += d.Key
		}
		if err != nil || got != tt.want {
			t.Errorf("%s: %q %v, want %q", name, got, err, tt.want)
		}
		each := ""
		for d, err := range theirs.EachDocument(ctx, tt.f) {
			if each += " " + d.Key; err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if strings.TrimSpace(each) != tt.want {
			t.Errorf("%s, one after the other: %q, want %q", name, each, tt.want)
		}
	}
	for name, tt := range map[string]struct {
		c    hitlrun.Change
		want error
	}{
		"a thread that is there":     {hitlrun.Change{Threads: []hitlrun.NewThread{{ID: "t"}}}, hitlrun.ErrThreadExists},
		"a document that is there":   {hitlrun.Change{Insert: []hitlrun.Document{{Kind: "task", Key: "one"}}}, hitlrun.ErrDocumentExists},
		"a state that is not":        {hitlrun.Change{Replace: []hitlrun.Replacement{{Document: hitlrun.Document{Kind: "task", Key: "one"}, From: []string{"old"}}}}, hitlrun.ErrConflict},
		"a time when it is not due":  {hitlrun.Change{Replace: []hitlrun.Replacement{{Document: hitlrun.Document{Kind: "task", Key: "one"}, From: []string{"new"}, FromDue: time.Unix(1, 0)}}}, hitlrun.ErrConflict},
		"a document of no thread":    {hitlrun.Change{Put: []hitlrun.Document{{Kind: "task", Key: "n", ThreadID: "none"}}}, hitlrun.ErrNoThread},
		"an event of no thread":      {hitlrun.Change{Events: []hitlrun.Event{{ThreadID: "none", Kind: "x"}}}, hitlrun.ErrNoThread},
		"metadata that is no object": {hitlrun.Change{Threads: []hitlrun.NewThread{{ID: "u", Meta: []byte("[]")}}}, hitlrun.ErrInput},
	} {
		tt.c.Put = append(tt.c.Put, hitlrun.Document{Kind: "task", Key: "beside"})
		if err := theirs.Write(ctx, &tt.c); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	if _, err := ours.Document(ctx, "task", "beside"); !errors.Is(err, hitlrun.ErrNoDocument) {
		t.Errorf("a change that was refused is stored: %v", err)
	}
	done := hitlrun.Replacement{Document: hitlrun.Document{Kind: "task", Key: "one", ThreadID: "t", State: "done"}, From: []string{"new"}}
	if err := theirs.Write(ctx, &hitlrun.Change{Replace: []hitlrun.Replacement{done}, Delete: []hitlrun.DocumentName{{Kind: "task", Key: "two"}}}); err != nil {
		t.Error(err)
	}
	if list, err := ours.Documents(ctx, hitlrun.DocumentFilter{Kind: "task"}); err != nil || len(list) != 1 || list[0].State != "done" {
		t.Errorf("%+v %v", list, err)
	}
	if events, err := ours.Events(ctx, "t", "r", 0, 0); err != nil || len(events) != 1 || events[0].Kind != "made" {
		t.Errorf("%+v %v", events, err)
	}
	if events, err := ours.Events(ctx, "t", "", 1, 0); err != nil || len(events) != 1 || events[0].Kind != "seen" {
		t.Errorf("%+v %v", events, err)
	}
	if n, err := ours.LastEvent(ctx, "t"); n != 2 || err != nil {
		t.Error(n, err)
	}
	if err := ours.Delete(ctx, "t"); err != nil {
		t.Fatal(err)
	}
	if list, err := theirs.Documents(ctx, hitlrun.DocumentFilter{Kind: "task"}); err != nil || len(list) != 0 {
		t.Errorf("documents of a thread outlive it: %+v %v", list, err)
	}
	if n, err := theirs.LastEvent(ctx, "t"); n != 0 || err != nil {
		t.Error(n, err)
	}
}

// Documents that may be large are read as they are asked for: one that is deleted before its turn does not come.
func TestEachDocument(t *testing.T) {
	t.Parallel()
	store := open(t, ":memory:")
	change := &hitlrun.Change{}
	for i := range 20 {
		change.Put = append(change.Put, hitlrun.Document{Kind: "large", Key: fmt.Sprint(i), Body: []byte(strings.Repeat("x", 300<<10))})
	}
	if err := store.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
	keys := ""
	for d, err := range store.EachDocument(t.Context(), hitlrun.DocumentFilter{Kind: "large", Newest: true, Limit: 15}) {
		if err == nil && keys == "" {
			err = store.Write(t.Context(), &hitlrun.Change{Delete: []hitlrun.DocumentName{{Kind: "large", Key: "6"}, {Kind: "large", Key: "5"}}})
		}
		if err != nil {
			t.Fatal(err)
		}
		keys += d.Key + " "
	}
	if want := "19 18 17 16 15 14 13 12 11 10 9 8 7 "; keys != want {
		t.Errorf("%s, want %s", keys, want)
	}
	large := hitlrun.Document{Kind: "large", Key: "larger", Body: []byte(strings.Repeat("x", 2<<20))}
	if err := store.Write(t.Context(), &hitlrun.Change{Put: []hitlrun.Document{large}}); err != nil {
		t.Fatal(err)
	}
	steps, refused := "", errors.New("refused")
	f := hitlrun.DocumentFilter{Kind: "large", Newest: true, Room: func(bytes int64) error {
		if steps += fmt.Sprintf("(%d KiB) ", bytes>>10); strings.Count(steps, "(") > 3 {
			return refused
		}
		return nil
	}}
	var last error
	for d, err := range store.EachDocument(t.Context(), f) {
		if last = err; err == nil {
			steps += d.Key + " "
		}
	}
	if want := "(2048 KiB) larger (900 KiB) 19 18 17 (900 KiB) 16 15 14 (900 KiB) "; steps != want || !errors.Is(last, refused) {
		t.Errorf("%s: %v, want %s", steps, last, want)
	}
	if size, err := store.DocumentSize(t.Context(), "large", "larger"); size != 2<<20 || err != nil {
		t.Errorf("%d bytes: %v", size, err)
	}
	if _, err := store.DocumentSize(t.Context(), "large", "5"); !errors.Is(err, hitlrun.ErrNoDocument) {
		t.Error(err)
	}
	for _, err := range store.EachDocument(cancelled(t), hitlrun.DocumentFilter{Kind: "large"}) {
		if err == nil {
			t.Error("a context that has ended is no error")
		}
	}
}

func cancelled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
