// This file tests Saver.List.

package savertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// five commits five checkpoints and returns their ids, the newest first.
func five(t *testing.T, s checkpoint.Saver) (ids []string) {
	l := newLine(t, s, "t", "")
	for i := range 5 {
		cp := l.next(val("a", int64(i+1), fmt.Sprint(i)))
		if i == 0 {
			cp.Metadata.Source = checkpoint.SourceInput
		}
		if i%2 == 1 {
			cp.Metadata.Extra = map[string]json.RawMessage{"odd": json.RawMessage("true")}
		}
		ids = append([]string{l.commit(cp).ID}, ids...)
	}
	return ids
}

var listTests = []test{
	{"NoThread", func(t *testing.T, s checkpoint.Saver) {
		n := 0
		for tuple, err := range s.List(t.Context(), checkpoint.Key{}, checkpoint.ListOptions{}) {
			n++
			if tuple != nil || !errors.Is(err, checkpoint.ErrNoThread) {
				t.Errorf("List without a thread: %v, %v, want ErrNoThread", tuple, err)
			}
		}
		if n != 1 {
			t.Errorf("List without a thread gave %d results", n)
		}
	}},
	{"UnknownThread", func(t *testing.T, s checkpoint.Saver) {
		five(t, s)
		for _, o := range []checkpoint.ListOptions{{}, {AllNS: true}} {
			if got := mustList(t, s, checkpoint.Key{ThreadID: "other"}, o); len(got) != 0 {
				t.Errorf("List %+v of an unknown thread gives %s", o, idsOf(got))
			}
			if got := mustList(t, s, checkpoint.Key{ThreadID: "t", NS: "other"}, checkpoint.ListOptions{}); len(got) != 0 {
				t.Errorf("List of an unknown namespace gives %s", idsOf(got))
			}
		}
	}},
	{"Options", func(t *testing.T, s checkpoint.Saver) {
		ids := five(t, s)
		raw := func(pairs ...string) map[string]json.RawMessage {
			m := map[string]json.RawMessage{}
			for i := 0; i < len(pairs); i += 2 {
				m[pairs[i]] = json.RawMessage(pairs[i+1])
			}
			return m
		}
		for _, tt := range []struct {
			name string
			id   string
			o    checkpoint.ListOptions
			want []string
		}{
			{"all", "", checkpoint.ListOptions{}, ids},
			{"limit", "", checkpoint.ListOptions{Limit: 2}, ids[:2]},
			{"limit above", "", checkpoint.ListOptions{Limit: 50}, ids},
			{"before", "", checkpoint.ListOptions{Before: ids[1]}, ids[2:]},
			{"before the first", "", checkpoint.ListOptions{Before: ids[4]}, nil},
			{"before an id nobody has", "", checkpoint.ListOptions{Before: "zzz"}, ids},
			{"before an id nobody has, at the start", "", checkpoint.ListOptions{Before: "!"}, nil},
			{"before and limit", "", checkpoint.ListOptions{Before: ids[1], Limit: 2}, ids[2:4]},
			{"by source", "", checkpoint.ListOptions{Filter: raw("source", `"input"`)}, ids[4:]},
			{"by step", "", checkpoint.ListOptions{Filter: raw("step", "2")}, ids[1:2]},
			{"by both", "", checkpoint.ListOptions{Filter: raw("step", "2", "source", `"input"`)}, nil},
			{"by extra", "", checkpoint.ListOptions{Filter: raw("odd", "true")}, []string{ids[1], ids[3]}},
			{"by extra nobody has", "", checkpoint.ListOptions{Filter: raw("even", "true")}, nil},
			{"the limit counts matches", "", checkpoint.ListOptions{Filter: raw("odd", "true"), Limit: 1}, []string{ids[1]}},
			{"by id", ids[2], checkpoint.ListOptions{}, ids[2:3]},
			{"by id and before", ids[2], checkpoint.ListOptions{Before: ids[2]}, nil},
			{"by id nobody has", "zzz", checkpoint.ListOptions{}, nil},
		} {
			got := idsOf(mustList(t, s, checkpoint.Key{ThreadID: "t", ID: tt.id}, tt.o))
			if want := strings.Join(tt.want, " "); got != want {
				t.Errorf("%s: %s, want %s", tt.name, got, want)
			}
		}
	}},
	{"SameAsGet", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, "[1]"), val("big", 1, bigText('x', 3000)))
		for i := range int64(40) {
			cp := l.next(grown("a", i+2, i+1, `["`+strings.Repeat("y", 60)+`"]`))
			l.commit(cp, task("1", "a", string(cp.Values[0].Blob.Data), "b", "2"))
		}
		tuples := mustList(t, s, checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{})
		if len(tuples) != 41 {
			t.Fatalf("%d checkpoints, want 41", len(tuples))
		}
		for _, tuple := range tuples {
			wantTuple(t, tuple, mustGet(t, s, tuple.Key))
		}
	}},
	{"StopEarly", func(t *testing.T, s checkpoint.Saver) {
		ids := five(t, s)
		for tuple, err := range s.List(t.Context(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
			if err != nil || tuple.Key.ID != ids[0] {
				t.Errorf("first is %v, %v", tuple, err)
			}
			break
		}
		mustCommit(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Checkpoint: &checkpoint.Checkpoint{ID: "zz"}})
	}},
	{"UseWhileIterating", func(t *testing.T, s checkpoint.Saver) {
		ids := five(t, s)
		n := 0
		for tuple, err := range s.List(t.Context(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			if tuple.Key.ID != ids[n] {
				t.Errorf("checkpoint %d is %s, want %s", n, tuple.Key.ID, ids[n])
			}
			mustGet(t, s, tuple.Key)
			mustList(t, s, checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{})
			mustCommit(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Checkpoint: &checkpoint.Checkpoint{ID: fmt.Sprint("zz", n)}})
			n++
		}
		if n != 5 {
			t.Errorf("%d checkpoints, want 5", n)
		}
	}},
	{"Twice", func(t *testing.T, s checkpoint.Saver) {
		five(t, s)
		seq := s.List(t.Context(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{Limit: 3})
		for range 2 {
			n := 0
			for _, err := range seq {
				if err != nil {
					t.Fatal(err)
				}
				n++
			}
			if n != 3 {
				t.Errorf("%d checkpoints, want 3", n)
			}
		}
	}},
	{"Cancelled", func(t *testing.T, s checkpoint.Saver) {
		five(t, s)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var errs []error
		for _, err := range s.List(ctx, checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
			errs = append(errs, err)
			cancel()
		}
		if len(errs) != 2 || errs[0] != nil || !errors.Is(errs[1], context.Canceled) {
			t.Errorf("List gave errors %v, want none and context.Canceled", errs)
		}
	}},
}
