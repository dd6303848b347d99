// This file tests Saver.Get.

package savertest

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

var getTests = []test{
	{"Head", func(t *testing.T, s checkpoint.Saver) {
		h, ok := s.(whole).Saver.(checkpoint.HeadReader)
		if !ok {
			return // it reads all each time
		}
		key := checkpoint.Key{ThreadID: "t"}
		if _, err := h.Head(t.Context(), key, ""); !errors.Is(err, checkpoint.ErrNotFound) {
			t.Errorf("Head of an unknown thread: %v, want ErrNotFound", err)
		}
		l := newLine(t, s, "t", "")
		old := l.add(val("a", 1, "1"), val("b", 1, bigText('b', 2000)))
		newest := l.add(val("a", 2, "2"))
		mustCommit(t, s, checkpoint.Batch{Key: newest, Writes: []checkpoint.TaskWrites{task("x", "a", "3")}})
		for _, known := range []string{"", old.ID, newest.ID} {
			tuple, err := h.Head(t.Context(), key, known)
			if err != nil {
				t.Fatal(err)
			}
			want := mustGet(t, s, key)
			if known == newest.ID {
				want.Checkpoint.Values = nil
				tuple.Checkpoint.Values = tuple.Checkpoint.Values[:0:0]
			}
			if got, want := render(tuple), render(want); got != want {
				t.Errorf("Head with %q known gives\n%s\nwant\n%s", known, got, want)
			}
		}
	}},
	{"NoThread", func(t *testing.T, s checkpoint.Saver) {
		if _, err := s.Get(t.Context(), checkpoint.Key{}); !errors.Is(err, checkpoint.ErrNoThread) {
			t.Errorf("Get without a thread: %v, want ErrNoThread", err)
		}
	}},
	{"NotFound", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, "1"))
		for _, key := range []checkpoint.Key{
			{ThreadID: "other"},
			{ThreadID: "other", ID: l.key.ID},
			{ThreadID: "t", NS: "sub"},
			{ThreadID: "t", NS: "sub", ID: l.key.ID},
			{ThreadID: "t", ID: l.ids.New(0)},
			{ThreadID: "t", ID: "no uuid"},
			{ThreadID: "t", ID: strings.ToUpper(l.key.ID)},
		} {
			if tuple, err := s.Get(t.Context(), key); !errors.Is(err, checkpoint.ErrNotFound) {
				t.Errorf("Get %+v: %v, %v, want ErrNotFound", key, tuple, err)
			}
		}
	}},
	{"NewestAndByID", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		first := l.add(val("a", 1, "1"))
		second := l.add(val("a", 2, "2"))
		third := l.add(val("a", 3, "3"))
		for i, key := range []checkpoint.Key{first, second, third} {
			tuple := mustGet(t, s, key)
			if tuple.Key != key || tuple.Checkpoint.ID != key.ID {
				t.Errorf("Get %+v gives %+v", key, tuple.Key)
			}
			wantValues(t, tuple, "a="+string(rune('1'+i)))
		}
		newest := mustGet(t, s, checkpoint.Key{ThreadID: "t"})
		wantTuple(t, newest, mustGet(t, s, third))
	}},
	{"NewestIsGreatestID", func(t *testing.T, s checkpoint.Saver) {
		for _, id := range []string{"b", "d", "a", "c"} {
			mustCommit(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Checkpoint: &checkpoint.Checkpoint{ID: id}})
		}
		if id := mustGet(t, s, checkpoint.Key{ThreadID: "t"}).Key.ID; id != "d" {
			t.Errorf("newest is %q, want d", id)
		}
	}},
	{"EveryField", func(t *testing.T, s checkpoint.Saver) {
		var ids checkpoint.IDs
		for i, cp := range everyField() {
			cp.ID = ids.New(i)
			key := checkpoint.Key{ThreadID: "t", ID: cp.ID}
			mustCommit(t, s, checkpoint.Batch{Key: key, Checkpoint: cp})
			wantTuple(t, mustGet(t, s, key), &checkpoint.Tuple{Key: key, Checkpoint: cp})
			if at := mustGet(t, s, key).Checkpoint.CreatedAt; !at.Equal(cp.CreatedAt) {
				t.Errorf("created %v, want %v", at, cp.CreatedAt)
			}
		}
	}},
	{"OddIDs", func(t *testing.T, s checkpoint.Saver) {
		odd := []string{
			" ", "%", "_", "'", "\"", "\x00", "a\x00b", "a\x00", "ünïcödé", "日本", "\U0001F600", "\xff\xfe", "../x", "1", "01", "1.0", "null",
			strings.Repeat("x", 10<<10), strings.Repeat("é\x00", 5<<10),
			"1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b", "1EF0A1B2-C3D4-6E5F-8A9B-0C1D2E3F4A5B", "1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5",
			"1ef0a1b2c3d46e5f8a9b0c1d2e3f4a5b", "{1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b}",
		}
		for _, thread := range odd {
			for _, id := range odd {
				cp := &checkpoint.Checkpoint{ID: id, ParentID: thread, Versions: []checkpoint.Version{{Channel: id, N: 1}}, Values: []checkpoint.Value{val(id, 1, "1")}}
				mustCommit(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: thread}, Checkpoint: cp})
			}
		}
		for _, thread := range odd {
			for _, id := range odd {
				tuple := mustGet(t, s, checkpoint.Key{ThreadID: thread, ID: id})
				if tuple.Checkpoint.ID != id || tuple.Checkpoint.ParentID != thread || tuple.Key.ThreadID != thread {
					t.Fatalf("Get %q of %q gives %q of %q, parent %q", id, thread, tuple.Checkpoint.ID, tuple.Key.ThreadID, tuple.Checkpoint.ParentID)
				}
				wantValues(t, tuple, id+"=1")
			}
			if n := len(mustList(t, s, checkpoint.Key{ThreadID: thread}, checkpoint.ListOptions{})); n != len(odd) {
				t.Errorf("thread %q has %d checkpoints, want %d", thread, n, len(odd))
			}
		}
	}},
	{"Cancelled", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, "1"))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Get(ctx, l.key); !errors.Is(err, context.Canceled) {
			t.Errorf("Get: %v, want context.Canceled", err)
		}
	}},
}

// everyField returns checkpoints that differ in what fields hold.
func everyField() []*checkpoint.Checkpoint {
	versions := []checkpoint.Version{{Channel: "z", N: 3}, {Channel: "a", N: 1}, {Channel: "empty", N: 2}, {Channel: "", N: 1}, {Channel: strings.Repeat("long", 100), N: 7}}
	return []*checkpoint.Checkpoint{
		{},
		{CreatedAt: created, Metadata: checkpoint.Metadata{Source: checkpoint.SourceInput, Step: -1, Parents: map[string]string{}}},
		{CreatedAt: time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC), Metadata: checkpoint.Metadata{Source: "somewhere else", Step: math.MaxInt32}},
		{CreatedAt: time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.FixedZone("x", 3600)), ParentID: "1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b"},
		{CreatedAt: time.Now(), ParentID: "plain", Metadata: checkpoint.Metadata{
			Source: checkpoint.SourceUpdate, Step: 12, Parents: map[string]string{"": "x", "a:1": "1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b"},
			Extra: map[string]json.RawMessage{"by": json.RawMessage(`{"name":"é"}`), "": json.RawMessage("null"), "a\x00": json.RawMessage("[1, 2]")},
		}},
		{
			Versions: versions,
			Seen: []checkpoint.Seen{
				{Node: "n", Versions: []checkpoint.Version{{Channel: "a", N: 1}, {Channel: "z", N: 2}}},
				{Node: ""}, {Node: "gone", Versions: []checkpoint.Version{{Channel: "no channel", N: 9}, {Channel: "a", N: 40}}},
				{Node: "n2", Versions: versions},
			},
			Values: []checkpoint.Value{
				val("z", 3, `"text"`), val("a", 1, ""), val("", 1, `{"a":[1]}`),
				{Channel: strings.Repeat("long", 100), Version: 7, Blob: checkpoint.Blob{Type: "binary", Data: []byte("\x00\xff\x80")}},
			},
		},
		{
			Versions: []checkpoint.Version{{Channel: "max", N: math.MaxInt64}, {Channel: "min", N: math.MinInt64}, {Channel: "0", N: 0}, {Channel: "neg", N: -5}},
			Seen:     []checkpoint.Seen{{Node: "n", Versions: []checkpoint.Version{{Channel: "min", N: math.MaxInt64}, {Channel: "max", N: math.MinInt64}}}},
			Values: []checkpoint.Value{
				val("max", math.MaxInt64, "1"), val("min", math.MinInt64, "2"), {Channel: "0", Blob: checkpoint.Blob{Type: strings.Repeat("type", 50), Data: []byte("3")}}, val("neg", -5, "4"),
			},
		},
	}
}
