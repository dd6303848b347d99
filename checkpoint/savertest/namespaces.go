// This file tests that the namespaces of a thread do not mix.

package savertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// oddNamespaces sort in this order.
var oddNamespaces = []string{"", "\x00", "a", "a:1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b", "a:1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b|b:2", "a|", "b", "日本:1"}

var namespaceTests = []test{
	{"SameIDs", func(t *testing.T, s checkpoint.Saver) {
		for i, ns := range oddNamespaces {
			mustCommit(t, s, checkpoint.Batch{
				Key:    checkpoint.Key{ThreadID: "t", NS: ns, ID: "1"},
				Writes: []checkpoint.TaskWrites{task("task", "c", fmt.Sprint(i))},
				Checkpoint: &checkpoint.Checkpoint{
					ID: "1", Versions: []checkpoint.Version{{Channel: "c", N: 1}}, Values: []checkpoint.Value{val("c", 1, fmt.Sprint(i))},
				},
			})
		}
		for i, ns := range oddNamespaces {
			tuple := mustGet(t, s, checkpoint.Key{ThreadID: "t", NS: ns})
			if tuple.Key.NS != ns {
				t.Errorf("namespace %q, want %q", tuple.Key.NS, ns)
			}
			wantValues(t, tuple, fmt.Sprint("c=", i))
			wantWrites(t, tuple, fmt.Sprint("task c=", i))
		}
	}},
	{"NothingIsInherited", func(t *testing.T, s checkpoint.Saver) {
		root := newLine(t, s, "t", "")
		root.add(val("c", 1, "1"))
		mustCommit(t, s, checkpoint.Batch{
			Key:        checkpoint.Key{ThreadID: "t", NS: "sub"},
			Checkpoint: &checkpoint.Checkpoint{ID: root.ids.New(0), ParentID: root.key.ID, Versions: []checkpoint.Version{{Channel: "c", N: 1}}},
		})
		wantValues(t, mustGet(t, s, checkpoint.Key{ThreadID: "t", NS: "sub"}))
	}},
	{"Newest", func(t *testing.T, s checkpoint.Saver) {
		root, sub := newLine(t, s, "t", ""), newLine(t, s, "t", "sub")
		first := root.add(val("c", 1, "1")).ID
		wantNewest := func(want string) {
			t.Helper()
			for _, key := range []checkpoint.Key{{ThreadID: "t"}, {ThreadID: "t", ID: first}} {
				if got := mustGet(t, s, key).Newest; got != want {
					t.Errorf("the newest id beside %+v is %s, want %s", key, got, want)
				}
			}
		}
		wantNewest(first)
		inner := &checkpoint.Checkpoint{ID: (&checkpoint.IDs{}).NewAfter(0, first), Versions: []checkpoint.Version{{Channel: "c", N: 1}}}
		mustCommit(t, s, checkpoint.Batch{Key: sub.key, Checkpoint: inner})
		wantNewest(inner.ID)
		next := root.next(val("c", 2, "2"))
		next.ID = (&checkpoint.IDs{}).NewAfter(1, inner.ID)
		mustCommit(t, s, checkpoint.Batch{Key: root.key, Checkpoint: next})
		wantNewest(next.ID)
		if got := mustGet(t, s, checkpoint.Key{ThreadID: "t", NS: "sub"}).Newest; got != next.ID {
			t.Errorf("the newest id beside that of the namespace is %s, want %s", got, next.ID)
		}
		older := &checkpoint.Checkpoint{ID: "0" + inner.ID[1:], Versions: inner.Versions}
		mustCommit(t, s, checkpoint.Batch{Key: sub.key, Checkpoint: older})
		wantNewest(next.ID)
	}},
	{"ListAll", func(t *testing.T, s checkpoint.Saver) {
		var want []string
		shuffled := slices.Clone(oddNamespaces)
		slices.Reverse(shuffled)
		for _, ns := range shuffled {
			l := newLine(t, s, "t", ns)
			var ids []string
			for i := range int64(3) {
				ids = append([]string{ns + "/" + l.add(val("c", i+1, "1")).ID}, ids...)
			}
			want = append(ids, want...)
		}
		newLine(t, s, "other", "a").add(val("c", 1, "1"))
		for _, tt := range []struct {
			o    checkpoint.ListOptions
			want []string
		}{
			{checkpoint.ListOptions{AllNS: true}, want},
			{checkpoint.ListOptions{AllNS: true, Limit: 4}, want[:4]},
			{checkpoint.ListOptions{AllNS: true, Before: "0"}, nil},
		} {
			var got []string
			for _, tuple := range mustList(t, s, checkpoint.Key{ThreadID: "t", NS: "ignored"}, tt.o) {
				got = append(got, tuple.Key.NS+"/"+tuple.Key.ID)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("List %+v:\n%s\nwant\n%s", tt.o, strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		}
	}},
	{"Many", func(t *testing.T, s checkpoint.Saver) {
		for i := range 300 {
			newLine(t, s, "t", fmt.Sprint("ns", i)).add(val("c", int64(i), fmt.Sprint(i)))
		}
		for i := range 300 {
			wantValues(t, mustGet(t, s, checkpoint.Key{ThreadID: "t", NS: fmt.Sprint("ns", i)}), fmt.Sprint("c=", i))
		}
		if n := len(mustList(t, s, checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{AllNS: true})); n != 300 {
			t.Errorf("%d checkpoints, want 300", n)
		}
	}},
}
