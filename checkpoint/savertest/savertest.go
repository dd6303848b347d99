// This file has Run and what the tests of all areas share.

package savertest

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// test is one test on a fresh saver.
type test struct {
	name string
	run  func(t *testing.T, s checkpoint.Saver)
}

// Run runs all tests. open returns an empty saver, which it closes by t.Cleanup
// if that is needed; it is called from several goroutines at once.
func Run(t *testing.T, open func(t *testing.T) checkpoint.Saver) {
	areas := []struct {
		name  string
		tests []test
	}{
		{"Get", getTests},
		{"List", listTests},
		{"Commit", commitTests},
		{"Writes", writesTests},
		{"Growth", growthTests},
		{"Delete", deleteTests},
		{"MaxState", maxStateTests},
		{"Revert", revertTests},
		{"Namespaces", namespaceTests},
		{"Concurrency", concurrencyTests},
		{"Random", randomTests},
	}
	for _, area := range areas {
		t.Run(area.name, func(t *testing.T) {
			t.Parallel()
			for _, tt := range area.tests {
				t.Run(tt.name, func(t *testing.T) {
					t.Parallel()
					tt.run(t, whole{open(t)})
				})
			}
		})
	}
}

// Whole returns s, but with values in one piece, to compare them.
func Whole(s checkpoint.Saver) checkpoint.Saver { return whole{s} }

type whole struct{ checkpoint.Saver }

func (w whole) Get(ctx context.Context, key checkpoint.Key) (*checkpoint.Tuple, error) {
	tuple, err := w.Saver.Get(ctx, key)
	if err == nil {
		joinValues(tuple)
	}
	return tuple, err
}

func (w whole) List(ctx context.Context, key checkpoint.Key, o checkpoint.ListOptions) iter.Seq2[*checkpoint.Tuple, error] {
	return func(yield func(*checkpoint.Tuple, error) bool) {
		for tuple, err := range w.Saver.List(ctx, key, o) {
			if err == nil {
				joinValues(tuple)
			}
			if !yield(tuple, err) {
				return
			}
		}
	}
}

func joinValues(tuple *checkpoint.Tuple) {
	for i := range tuple.Checkpoint.Values {
		b := &tuple.Checkpoint.Values[i].Blob
		*b = b.Whole()
	}
}

// created is the time of the checkpoints of these tests, to the nanosecond.
var created = time.Date(2026, 11, 3, 14, 15, 16, 123456789, time.UTC)

// line commits one checkpoint after the other to a namespace.
type line struct {
	t    *testing.T
	s    checkpoint.Saver
	key  checkpoint.Key // with the id of the last checkpoint
	ids  checkpoint.IDs
	step int
}

func newLine(t *testing.T, s checkpoint.Saver, thread, ns string) *line {
	return &line{t: t, s: s, key: checkpoint.Key{ThreadID: thread, NS: ns}, step: -1}
}

// next returns a checkpoint after the last one, in which the channels of values
// have changed and all others have not.
func (l *line) next(values ...checkpoint.Value) *checkpoint.Checkpoint {
	cp := &checkpoint.Checkpoint{
		ID:        l.ids.New(l.step),
		ParentID:  l.key.ID,
		CreatedAt: created.Add(time.Duration(l.step) * time.Second),
		Metadata:  checkpoint.Metadata{Source: checkpoint.SourceLoop, Step: l.step, Parents: map[string]string{}},
	}
	seen := map[string]bool{}
	for _, v := range values {
		seen[v.Channel] = true
		cp.Versions = append(cp.Versions, checkpoint.Version{Channel: v.Channel, N: v.Version})
		if !v.Blob.IsZero() {
			cp.Values = append(cp.Values, v)
		}
	}
	if l.key.ID != "" {
		parent := mustGet(l.t, l.s, l.key)
		for _, v := range parent.Checkpoint.Versions {
			if !seen[v.Channel] {
				cp.Versions = append(cp.Versions, v)
			}
		}
	}
	return cp
}

// commit commits cp as the next one, with writes of its parent.
func (l *line) commit(cp *checkpoint.Checkpoint, writes ...checkpoint.TaskWrites) checkpoint.Key {
	l.t.Helper()
	mustCommit(l.t, l.s, checkpoint.Batch{Key: l.key, Writes: writes, Checkpoint: cp})
	l.key.ID = cp.ID
	l.step++
	return l.key
}

// add is next and commit.
func (l *line) add(values ...checkpoint.Value) checkpoint.Key {
	l.t.Helper()
	return l.commit(l.next(values...))
}

func mustCommit(t *testing.T, s checkpoint.Saver, b checkpoint.Batch) {
	t.Helper()
	if err := s.Commit(t.Context(), b); err != nil {
		t.Fatalf("Commit: %v", err)
	}
}

func mustGet(t *testing.T, s checkpoint.Saver, key checkpoint.Key) *checkpoint.Tuple {
	t.Helper()
	tuple, err := s.Get(t.Context(), key)
	if err != nil {
		t.Fatalf("Get %+v: %v", key, err)
	}
	return tuple
}

func mustList(t *testing.T, s checkpoint.Saver, key checkpoint.Key, o checkpoint.ListOptions) []*checkpoint.Tuple {
	t.Helper()
	var tuples []*checkpoint.Tuple
	for tuple, err := range s.List(t.Context(), key, o) {
		if err != nil {
			t.Fatalf("List %+v: %v", key, err)
		}
		tuples = append(tuples, tuple)
	}
	return tuples
}

// idsOf returns the ids of tuples, for comparisons.
func idsOf(tuples []*checkpoint.Tuple) string {
	ids := make([]string, len(tuples))
	for i, t := range tuples {
		ids[i] = t.Key.ID
	}
	return strings.Join(ids, " ")
}

// val is a value of a channel at a version.
func val(channel string, version int64, text string) checkpoint.Value {
	return checkpoint.Value{Channel: channel, Version: version, Blob: blob(text)}
}

// none says that a channel has changed and has no value any more.
func none(channel string, version int64) checkpoint.Value {
	return checkpoint.Value{Channel: channel, Version: version}
}

// grown is an array that adds to version base.
func grown(channel string, version, base int64, text string) checkpoint.Value {
	v := val(channel, version, text)
	v.Blob.Base = base
	return v
}

func blob(text string) checkpoint.Blob {
	return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(text)}
}

// task is the writes of a task: channel, value, channel, value ...
func task(id string, pairs ...string) checkpoint.TaskWrites {
	w := checkpoint.TaskWrites{TaskID: id}
	for i := 0; i < len(pairs); i += 2 {
		w.Writes = append(w.Writes, checkpoint.PendingWrite{TaskID: id, Channel: pairs[i], Value: blob(pairs[i+1])})
	}
	return w
}

// wantValues compares the values of the checkpoint with "channel=text" each.
func wantValues(t *testing.T, tuple *checkpoint.Tuple, want ...string) {
	t.Helper()
	var got []string
	for _, v := range tuple.Checkpoint.Values {
		got = append(got, v.Channel+"="+string(v.Blob.Data))
		if v.Blob.Base != 0 {
			t.Errorf("value of %q has base %d", v.Channel, v.Blob.Base)
		}
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("values of %s:\n%s\nwant:\n%s", tuple.Key.ID, shorten(g), shorten(w))
	}
}

// wantWrites compares the pending writes with "task channel=text" each.
func wantWrites(t *testing.T, tuple *checkpoint.Tuple, want ...string) {
	t.Helper()
	var got []string
	for _, w := range tuple.Writes {
		got = append(got, w.TaskID+" "+w.Channel+"="+string(w.Value.Data))
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("writes of %s:\n%s\nwant:\n%s", tuple.Key.ID, shorten(g), shorten(w))
	}
}

func shorten(s string) string {
	if len(s) > 4000 {
		return fmt.Sprintf("%s… (%d bytes)", s[:4000], len(s))
	}
	return s
}
